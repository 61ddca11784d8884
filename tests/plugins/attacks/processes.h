/* processes.h -- misdeeds with processes, signals, memory and time.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_ATTACKS_PROCESSES_H
#define TESTS_PLUGINS_ATTACKS_PROCESSES_H

#include "tests/plugins/attacks/files.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* A child that stays as long as it may, by a name that the test looks for. */
static inline void linger(void)
{
    prctl(PR_SET_NAME, "t_lingers", 0, 0, 0);
    for (;;) sleep(60);
}

ATTACK(child_in_group)
{
    UNUSED;
    if (!fork()) linger();
    return IVP_OK;
}

ATTACK(child_in_session)
{
    UNUSED;
    if (!fork()) {
        setsid();
        linger();
    }
    return IVP_OK;
}

ATTACK(child_in_own_group)
{
    UNUSED;
    if (!fork()) {
        setpgid(0, 0);
        linger();
    }
    return IVP_OK;
}

ATTACK(grandchild)
{
    UNUSED;
    const pid_t pid = fork();
    if (!pid) {
        setsid();
        if (!fork()) linger();
        _exit(0);
    }
    return tried(waitpid(pid, NULL, 0));
}

ATTACK(child_deaf)
{
    UNUSED;
    if (!fork()) {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_SETMASK, &all, NULL);
        linger();
    }
    return IVP_OK;
}

/* Children that a signal does not end, and time to kill the harness. */
ATTACK(deaf_children_and_spin)
{
    for (int i = 0; i < 3; i++) child_deaf(m, x);
    for (;;) pause();
    return IVP_OK;
}

ATTACK(leave_group_and_spin)
{
    UNUSED;
    prctl(PR_SET_PDEATHSIG, 0);
    setpgid(0, 0);
    for (;;) pause();
    return IVP_OK;
}

ATTACK(leave_session_and_spin)
{
    UNUSED;
    prctl(PR_SET_PDEATHSIG, 0);
    setsid();
    for (;;) pause();
    return IVP_OK;
}

ATTACK(deaf_and_spin)
{
    UNUSED;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (;;) pause();
    return IVP_OK;
}

/* 0.3 s of CPU time, however long that takes. */
ATTACK(compute_a_while)
{
    UNUSED;
    while (clock() < 3 * CLOCKS_PER_SEC / 10) continue;
    return IVP_OK;
}

ATTACK(stop_itself)
{
    UNUSED;
    return tried(raise(SIGSTOP));
}

ATTACK(stop_parent)
{
    UNUSED;
    return tried(kill(getppid(), SIGSTOP));
}

ATTACK(kill_parent)
{
    UNUSED;
    return tried(kill(getppid(), SIGKILL) + kill(getppid(), SIGTERM));
}

ATTACK(kill_parents_group)
{
    UNUSED;
    return tried(kill(-getpgid(getppid()), SIGINT));
}

ATTACK(trace_parent)
{
    UNUSED;
    return tried(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
}

ATTACK(trace_itself)
{
    UNUSED;
    return tried(ptrace(PTRACE_TRACEME, 0, NULL, NULL));
}

ATTACK(limit_parent)
{
    UNUSED;
    const struct rlimit none = { 0, 0 };
    return tried(prlimit(getppid(), RLIMIT_CPU, &none, NULL));
}

ATTACK(call_somebody)
{
    UNUSED;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) puts("READ IT");
    return IVP_OK;
}

ATTACK(new_namespace)
{
    UNUSED;
    if (!syscall(SYS_unshare, 0x10000000)) puts("READ IT");
    return IVP_OK;
}

ATTACK(hog)
{
    UNUSED;
    for (;;) {
        char *volatile p = malloc(1 << 22); /* or there would be none, as nobody reads it */
        memset(p, 1, 1 << 22);
    }
    return IVP_OK;
}

ATTACK(hog_in_children)
{
    UNUSED;
    for (int i = 0; i < 8; i++)
        if (!fork()) {
            volatile char *p = malloc(100 << 20);
            for (long k = 0; p && k < 100 << 20; k += 512) p[k] = 1;
            linger();
        }
    for (;;) pause();
    return IVP_OK;
}

ATTACK(hog_shared)
{
    UNUSED;
    const int fd = open("/dev/zero", O_RDWR);
    for (;;) {
        char *p = mmap(NULL, 1 << 22, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (p != MAP_FAILED) memset(p, 1, 1 << 22);
    }
    return IVP_OK;
}

ATTACK(many_children)
{
    UNUSED;
    for (int i = 0; i < 3000; i++)
        if (!fork()) linger();
    for (;;) pause();
    return IVP_OK;
}

ATTACK(tree_of_children)
{
    UNUSED;
    for (int i = 0; i < 7; i++) fork();
    linger();
    return IVP_OK;
}

static inline void *spin_there(void *nothing)
{
    for (;;) pause();
    return nothing;
}

ATTACK(thread_goes_on)
{
    UNUSED;
    pthread_t t;
    return tried(pthread_create(&t, NULL, spin_there, NULL));
}

ATTACK(thread_leaves)
{
    UNUSED;
    pthread_exit(NULL);
}

ATTACK(become_another)
{
    UNUSED;
    char *const argv[] = { (char *)(unsigned long)"true", NULL };
    execv("/bin/true", argv);
    return IVP_OK;
}

ATTACK(become_a_sleeper)
{
    UNUSED;
    char *const argv[] = { (char *)(unsigned long)"sleep", (char *)(unsigned long)"600", NULL };
    execv("/bin/sleep", argv);
    return IVP_OK;
}

ATTACK(by_a_shell)
{
    UNUSED;
    char line[1200];
    snprintf(line, sizeof line, "rm -f '%s'; (setsid sleep 600 &)", at("bench.db"));
    return tried(system(line));
}

ATTACK(wake_late)
{
    UNUSED;
    alarm(1);
    for (;;) pause();
    return IVP_OK;
}

ATTACK(kill_itself)
{
    UNUSED;
    return tried(raise(SIGKILL));
}

ATTACK(end_by_code)
{
    UNUSED;
    _exit(3);
}

ATTACK(end_quietly)
{
    UNUSED;
    _exit(0);
}

ATTACK(end_at_exit)
{
    UNUSED;
    exit(0);
}

static inline long deeper(long n)
{
    volatile char block[1 << 12];
    block[n % 4096] = 1;
    return n < LONG_MAX - 1 ? deeper(n + 1) + block[7] : 0;
}

ATTACK(overflow_stack)
{
    UNUSED;
    return tried(deeper(0));
}

ATTACK(free_twice)
{
    UNUSED;
    void *volatile p = malloc(64), *volatile q = p;
    free(p);
    free(q);
    return IVP_OK;
}

ATTACK(divide_by_zero)
{
    UNUSED;
    return tried(raise(SIGFPE));
}

#endif
