/* beside.c -- started without a shell: arguments are data. */
#include "bench/base/beside.h"

#include "bench/base/cli.h"
#include "bench/base/util.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { PATH_ROOM = 1200 };

static void program_path(const char *program, char path[PATH_ROOM])
{
    char folder[PATH_ROOM - 64];
    own_folder(folder, sizeof folder);
    snprintf(path, PATH_ROOM, "%s/%s", folder, program);
}

bool beside_is(const char *program)
{
    char path[PATH_ROOM];
    program_path(program, path);
    return access(path, X_OK) == 0;
}

static int exit_code(const char *program, pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return CLI_INFRA;
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (WTERMSIG(status) == SIGINT) return CLI_INTERRUPTED;
    cli_say("%s was ended by signal %d", program, WTERMSIG(status));
    return CLI_INFRA;
}

/* First line of what the process at the other end writes. */
static void first_line(int from, char *line, size_t size)
{
    size_t n = 0;
    for (ssize_t got; n + 1 < size && (got = read(from, line + n, size - 1 - n)) > 0;)
        n += (size_t)got;
    line[n] = 0;
    line[strcspn(line, "\n")] = 0;
}

/* argv[0] and the arguments behind it. */
static char **with_program(char *path, char *const arguments[])
{
    size_t n = 0;
    while (arguments[n]) n++;
    char **argv = need(calloc(n + 2, sizeof *argv));
    argv[0] = path;
    memcpy(argv + 1, arguments, n * sizeof *argv);
    return argv;
}

int beside(const char *program, char *const arguments[], char *line, size_t size)
{
    char path[PATH_ROOM];
    int ends[2] = { -1, -1 };
    if (line && pipe(ends)) return CLI_INFRA;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (line) {
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_addclose(&actions, ends[0]);
        posix_spawn_file_actions_addclose(&actions, ends[1]);
    }
    pid_t pid;
    fflush(stdout);
    program_path(program, path);
    char **argv = with_program(path, arguments);
    const int error = posix_spawn(&pid, path, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    free(argv);
    if (line) close(ends[1]);
    if (!error && line) first_line(ends[0], line, size);
    if (line) close(ends[0]);
    if (!error) return exit_code(program, pid);
    cli_say("%s cannot be started: %s", path, strerror(error));
    return CLI_INFRA;
}
