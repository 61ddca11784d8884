/* children.h -- cheats that let other processes compute: a child that is asked by a pipe and
 * answers through memory that both see.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_CHEATS_CHILDREN_H
#define TESTS_PLUGINS_CHEATS_CHILDREN_H

#include "tests/plugins/cheats/core.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

/* Answers until its pipe ends. */
static inline void serve(cheat *me, int in, int out)
{
    double y[CHEAT_N];
    while (read(in, y, sizeof y) == (ssize_t)sizeof y) {
        copy_solve(y, CHEAT_FINE, me->known);
        if (write(out, "", 1) != 1) break;
    }
    _exit(0);
}

static inline bool open_pipes(cheat *me, int ends[4])
{
    if (pipe(ends) || pipe(ends + 2)) return false;
    me->to = ends[1];
    me->from = ends[2];
    return true;
}

static inline void create_child(cheat *me)
{
    int ends[4];
    if (!open_pipes(me, ends)) return;
    me->pid = fork();
    if (me->pid) {
        close(ends[0]);
        close(ends[3]);
        return;
    }
    close(ends[1]);
    serve(me, ends[0], ends[3]);
}

/* Whose parent ends at once: it is nobody's child. */
static inline void create_orphan(cheat *me)
{
    int ends[4];
    if (!open_pipes(me, ends)) return;
    const pid_t pid = fork();
    if (!pid) {
        close(ends[1]);
        if (!fork()) serve(me, ends[0], ends[3]);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    close(ends[0]);
    close(ends[3]);
}

static inline void create_ignored_child(cheat *me)
{
    signal(SIGCHLD, SIG_IGN); /* the kernel discards what such a child has used */
    create_child(me);
}

static inline void ask_child(cheat *me)
{
    char answer;
    if (write(me->to, me->y0, sizeof me->y0) < 0 || read(me->from, &answer, 1) != 1)
        me->known->n = 0;
}

static inline ivp_status show_what_the_child_has(cheat *me, real tmax, const ivp_host *host)
{
    ask_child(me);
    return me->known->n ? show(me, me->known, host) : honest(me, tmax, host);
}

static inline ivp_status jump_where_the_child_is(cheat *me, real tmax, const ivp_host *host)
{
    ask_child(me);
    return me->known->n ? jump_to_known(me, host) : honest(me, tmax, host);
}

/* It computes nothing, but does not sleep either. */
static inline ivp_status spin_for_the_child(cheat *me, real tmax, const ivp_host *host)
{
    char answer;
    (void)tmax;
    fcntl(me->from, F_SETFL, O_NONBLOCK);
    if (write(me->to, me->y0, sizeof me->y0) < 0) return IVP_E_LIBRARY;
    while (read(me->from, &answer, 1) != 1) continue;
    return show(me, me->known, host);
}

static inline double cpu_of_child(const cheat *me)
{
    clockid_t id;
    struct timespec t;
    if (!me->pid || clock_getcpuclockid(me->pid, &id) || clock_gettime(id, &t)) return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double half_of_the_child(cheat *me) { return 0.5 * cpu_of_child(me); }

static inline void end_child(cheat *me)
{
    if (me->to > 0) close(me->to);
    if (me->from > 0) close(me->from);
    if (me->pid > 0) waitpid(me->pid, NULL, 0);
}

#endif
