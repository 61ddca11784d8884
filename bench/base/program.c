/* program.c -- posix_spawn: that a program cannot be started is known before it is waited
 * for.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/program.h"

#include "bench/base/fork_retry.h"
#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void give(posix_spawn_file_actions_t *actions, int from, int to)
{
    if (from == PROGRAM_NONE)
        posix_spawn_file_actions_addopen(actions, to, "/dev/null", O_RDWR, 0);
    else if (from != PROGRAM_OURS)
        posix_spawn_file_actions_adddup2(actions, from, to);
}

pid_t program_start(char *const argv[], const program_setting *s)
{
    posix_spawn_file_actions_t actions;
    pid_t pid = -1;
    fflush(NULL);
    posix_spawn_file_actions_init(&actions);
    if (s) {
        give(&actions, s->in, STDIN_FILENO);
        give(&actions, s->out, STDOUT_FILENO);
        give(&actions, s->err, STDERR_FILENO);
    }
    if (s && s->folder) posix_spawn_file_actions_addchdir_np(&actions, s->folder);
    const double until = now_s() + FORKED_PATIENCE_S;
    int error;
    while ((error = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ)) != 0 &&
           forked_waits(error, until))
        continue;
    posix_spawn_file_actions_destroy(&actions);
    errno = error;
    return error ? -1 : pid;
}

int program_end(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return -SIGCHLD;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* To its end, or the program would die of what nobody reads. */
static void read_line(int from, char *line, size_t size)
{
    char rest[512];
    FILE *f = fdopen(from, "r");
    if (!f) {
        close(from);
        return;
    }
    if (!fgets(line, (int)size, f)) *line = '\0';
    while (fread(rest, 1, sizeof rest, f) > 0) continue;
    fclose(f);
    line[strcspn(line, "\n")] = '\0';
}

pid_t program_ask(char *const argv[], int err, char *line, size_t size)
{
    int ends[2];
    *line = '\0';
    if (pipe2(ends, O_CLOEXEC)) return -1;
    const program_setting s = { .in = PROGRAM_NONE, .out = ends[1], .err = err };
    const pid_t pid = program_start(argv, &s);
    const int error = errno;
    close(ends[1]);
    read_line(ends[0], line, size);
    errno = error;
    return pid;
}

bool program_line(char *const argv[], char *line, size_t size)
{
    const pid_t pid = program_ask(argv, PROGRAM_NONE, line, size);
    return pid > 0 && program_end(pid) == 0;
}
