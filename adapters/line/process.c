/* process.c -- the process of a program that speaks lines: started, timed, ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/line/session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The arguments of the command, with paths where they name files that came with it; how
 * many. */
static int compose(const ivp_line *s, char *argv[IVP_LINE_WORDS + 1])
{
    static char paths[IVP_LINE_WORDS][IVP_LINE_PATH];
    int k = 0;
    for (; k < IVP_LINE_WORDS && s->program->command[k]; k++) {
        const char *word = s->program->command[k];
        argv[k] = (char *)(unsigned long)word; /* posix_spawn() changes none */
        for (const ivp_line_file *f = s->program->files; f->name; f++) {
            if (strcmp(word, f->name)) continue;
            ivp_line_place(s, word, paths[k]);
            argv[k] = paths[k];
        }
    }
    argv[k] = NULL;
    return k;
}

/* SIGPIPE is ignored here, and would be there. An errno, or 0. */
static int spawn(ivp_line *s, const posix_spawn_file_actions_t *actions)
{
    char *argv[IVP_LINE_WORDS + 1];
    posix_spawnattr_t attributes;
    sigset_t usual;
    if (compose(s, argv) == 0) return ENOENT; /* a command of no arguments */
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawnp(&s->pid, argv[0], actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    if (error) s->pid = 0;
    return error;
}

static int spawn_between(ivp_line *s, int in, int out)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    const int error = spawn(s, &actions);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

ivp_status ivp_line_launch(ivp_line *s)
{
    int in[2] = { -1, -1 }, out[2] = { -1, -1 };
    s->lost = s->decimal = false;
    s->have = s->used = 0;
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
        return LINE_FAILS(s, "no pipe: %s", strerror(errno));
    const int error = spawn_between(s, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    s->to = in[1];
    s->from = out[0];
    if (!error) return IVP_OK;
    return LINE_FAILS(s, "%s cannot be started: %s", s->program->command[0], strerror(error));
}

static double cpu_time(const ivp_line *s)
{
    clockid_t id;
    struct timespec t;
    if (!s->pid || clock_getcpuclockid(s->pid, &id) || clock_gettime(id, &t)) return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double ivp_line_elsewhere(void *self)
{
    const ivp_line *s = self;
    return s->before_s + cpu_time(s);
}

/* Waits a second, then kills. How it ended; -1: it did not. */
static int wait_for(ivp_line *s)
{
    int status = -1;
    const struct timespec pause = { 0, 1000000 };
    s->before_s += cpu_time(s);
    for (int k = 0; k < 1200; k++) {
        if (waitpid(s->pid, &status, WNOHANG)) break;
        if (k == 1000) kill(s->pid, SIGKILL);
        nanosleep(&pause, NULL);
    }
    s->pid = 0;
    return status;
}

void ivp_line_stop(ivp_line *s)
{
    if (s->to >= 0) close(s->to);
    if (s->from >= 0) close(s->from);
    s->to = s->from = -1;
    if (s->pid) wait_for(s);
}

ivp_status ivp_line_ended(ivp_line *s)
{
    close(s->to);
    s->to = -1;
    const int status = s->pid ? wait_for(s) : -1;
    if (status != -1 && WIFEXITED(status))
        return LINE_FAILS(s, "the program ended with exit code %d", WEXITSTATUS(status));
    if (status != -1 && WIFSIGNALED(status))
        return LINE_FAILS(s, "the program was ended by signal %d", WTERMSIG(status));
    return LINE_FAILS(s, "the program closed its output");
}
