/* fork_ways.h -- ways to start processes and threads until the kernel refuses, or until there are
 * far more than it may allow.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_SIEGE_FORK_WAYS_H
#define TESTS_SIEGE_FORK_WAYS_H

#include "bench/process/rights.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Tries end beyond FAR, so that a kernel that refuses nothing leaves a machine to others. */
enum { FAR = 2 * RIGHTS_PROCESSES };

static struct shared {
    atomic_int tries, refusals;
    pid_t first; /* the confined process */
} * all;

static bool goes_on(void)
{
    return !atomic_load(&all->refusals) && atomic_fetch_add(&all->tries, 1) < FAR;
}

static void note(long started)
{
    if (started < 0) atomic_fetch_add(&all->refusals, 1);
}

static void rest(void)
{
    for (;;) pause();
}

static void by_fork(void)
{
    while (goes_on()) {
        const pid_t pid = fork();
        if (!pid) rest();
        note(pid);
    }
}

/* Each process forks, the new ones too. */
static void by_tree(void)
{
    while (goes_on()) note(fork());
    rest();
}

/* What lies between two processes is gone. */
static void by_double_fork(void)
{
    while (goes_on()) {
        const pid_t pid = fork();
        if (!pid) {
            setsid();
            setpgid(0, 0);
            const pid_t below = fork();
            note(below);
            if (!below) rest();
            _exit(0);
        }
        note(pid);
        if (pid > 0) waitpid(pid, NULL, 0);
    }
}

static void inherit(pid_t parent)
{
    while (getppid() == parent || !fork()) usleep(200000);
    rest();
}

/* Deaf to signals; whoever loses its parent forks. */
static void by_heirs(void)
{
    sigset_t every;
    sigfillset(&every);
    sigprocmask(SIG_SETMASK, &every, NULL);
    while (goes_on()) {
        const pid_t parent = getpid(), pid = fork();
        note(pid);
        if (!pid) inherit(parent);
    }
}

static char *const sleeper[] = { (char *)(unsigned long)"sleep", (char *)(unsigned long)"600",
                                 NULL };

static void by_vfork(void)
{
    while (goes_on()) {
        const pid_t pid = vfork();
        if (!pid) {
            execv("/bin/sleep", sleeper);
            _exit(1);
        }
        note(pid);
    }
}

static void by_spawn(void)
{
    while (goes_on()) {
        pid_t pid;
        if (posix_spawn(&pid, "/bin/sleep", NULL, NULL, sleeper, environ)) note(-1);
    }
}

static void *rest_there(void *nothing)
{
    rest();
    return nothing;
}

static void by_threads(void)
{
    pthread_attr_t small;
    pthread_t t;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    while (goes_on())
        if (pthread_create(&t, &small, rest_there, NULL)) note(-1);
    rest();
}

static void *fork_there(void *nothing)
{
    by_fork();
    rest();
    return nothing;
}

static void by_threads_that_fork(void)
{
    pthread_t t;
    for (int i = 0; i < 4; i++) pthread_create(&t, NULL, fork_there, NULL);
    rest();
}

/* Sisters of the confined process, whose parent is ours. */
static void by_clone(void)
{
    while (goes_on()) {
        long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, 0);
        if (!pid) rest();
        if (pid < 0) pid = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, 0);
        if (!pid) rest();
        note(pid);
    }
}

/* Struct clone_args: flags, five addresses of other things, and what the parent is told. */
static void by_clone3(void)
{
    unsigned long long arguments[8] = { 0, 0, 0, 0, SIGCHLD, 0, 0, 0 };
    while (goes_on()) {
        const long pid = syscall(SYS_clone3, arguments, sizeof arguments);
        if (!pid) rest();
        note(pid);
    }
}

/* Programs, which do not tell how often they have tried. */
static void become(const char *name, const char *option, const char *text)
{
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execlp(name, name, option, text, (char *)NULL);
    note(-1); /* there is no such program here */
}

static void by_shell(void) { become("sh", "-c", "while :; do sleep 1000 & done"); }
static void by_shells(void) { become("sh", "-c", "f() { f | f & wait; }; f"); }
static void by_perl(void) { become("perl", "-e", "while (1) { fork or sleep 1000 }"); }
static void by_python(void)
{
    become("python3", "-c",
           "import os, signal\nwhile True:\n    try: os.fork() or signal.pause()\n"
           "    except OSError: pass\n");
}
static void by_python_threads(void)
{
    become("python3", "-c",
           "import threading, time\nthreading.stack_size(65536)\nwhile True:\n"
           "    try: threading.Thread(target=time.sleep, args=(1000,)).start()\n"
           "    except RuntimeError: pass\n");
}

static const struct {
    const char *name;
    void (*act)(void);
} ways[] = {
    { "fork", by_fork },
    { "a tree", by_tree },
    { "two forks", by_double_fork },
    { "heirs", by_heirs },
    { "vfork", by_vfork },
    { "posix_spawn", by_spawn },
    { "threads", by_threads },
    { "threads that fork", by_threads_that_fork },
    { "clone", by_clone },
    { "clone3", by_clone3 }, /* there is none inside */
    { "a shell", by_shell },
    { "shells", by_shells },
    { "Perl", by_perl },
    { "Python", by_python },
    { "threads of Python", by_python_threads },
};
enum { WAYS = sizeof ways / sizeof *ways };

#endif
