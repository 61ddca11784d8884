/* crew.c -- one poll over all workers, their signals and their limits.
 *
 * The parent sleeps until a worker speaks or the next limit is due; it does no numerics and
 * loads no plug-in, so that nothing a plug-in does can reach it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/crew.h"

#include "bench/base/fork_retry.h"
#include "bench/process/process.h"
#include "bench/base/nonblocking.h"
#include "bench/base/util.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAMPLE_MS = 10, TICK_MS = 500, PAUSE_MS = 50, PATIENCE_S = 60 };

/* SIGCHLD is among them so that poll() returns at once when a worker ends, not at the next
 * sample: short cells would otherwise cost SAMPLE_MS each. */
static sigset_t listened(void)
{
    sigset_t set;
    sigemptyset(&set);
    const int signals[] = { SIGCHLD, SIGINT, SIGTERM, SIGHUP };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&set, signals[i]);
    return set;
}

static bool open_all(crew *w, reason *why)
{
    const sigset_t set = listened();
    w->scratch = confine_base();
    if (!w->scratch)
        return reason_set(why, "no scratch folder below TMPDIR: %s", strerror(errno));
    if (!reaper_open(&w->reaper, CREW_MOST, w->scratch, why)) return false;
    if (!sigprocmask(SIG_BLOCK, &set, NULL))
        w->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (w->signals < 0) return reason_set(why, "signalfd: %s", strerror(errno));
    w->reducing = confine_open(NULL, NULL);
    for (char *const *place = w->hidden + 1; *w->hidden && *place; place++)
        confine_show(&w->reducing, *place);
    return true;
}

bool crew_open(crew *w, char *const *hidden, reason *why)
{
    *w = (crew){ .signals = -1,
                 .hidden = hidden,
                 .reaper.pipe = -1,
                 .reducing.ruleset = -1,
                 .clocks = clock_watch_new() };
    const bool good = open_all(w, why);
    if (good)
        unhurried_begin(); /* limits are looked after, whoever reads what is said */
    else
        crew_close(w);
    return good;
}

/* Rules are made when a place is taken for the first time, and serve all its workers. */
static child_place *take_place(crew *w, int core)
{
    int i = 0;
    while (w->taken[i]) i++;
    child_place *p = &w->places[i];
    if (!p->announce) {
        char *folder = text_of("%s/%d", w->scratch, i);
        p->cage = confine_open(folder, w->hidden);
        p->reducing = &w->reducing;
        p->announce = &w->reaper.groups[i];
        free(folder);
    }
    p->core = core;
    w->taken[i] = true;
    return p;
}

static void leave_place(crew *w, child *c)
{
    *c->place->announce = 0;
    confine_clean(&c->place->cage);
    w->taken[c->place - w->places] = false;
}

static void read_signals(crew *w)
{
    struct signalfd_siginfo s;
    while (read(w->signals, &s, sizeof s) == (ssize_t)sizeof s)
        if (s.ssi_signo != SIGCHLD) w->interrupted = true;
}

/* Only our own children, one by one: waitpid(-1) would take those of others from under them. */
static void reap(crew *w)
{
    for (int i = 0; i < w->n; i++) {
        child *c = w->members[i];
        struct rusage used;
        if (c->gone) continue;
        if (!c->waiting && process_reap(c->pid, &c->status, WNOHANG, &used) != c->pid) continue;
        if (!c->second) c->used = used;
        if (child_goes_on(c)) continue;
        c->gone = true;
        c->ended = now_s();
    }
}

/* Left by a worker that is gone, or given away by one while it runs. */
static void end_orphans(crew *w)
{
    pid_t ours[CREW_MOST + 1];
    double cpu_s[CREW_MOST + 1] = { 0 };
    for (int i = 0; i < w->n; i++) ours[i] = w->members[i]->pid;
    ours[w->n] = w->guest;
    process_end_others(&w->reaper, ours, w->n + 1, cpu_s);
    for (int i = 0; i < w->n; i++) w->members[i]->left_s += cpu_s[i];
}

static child *take_gone(crew *w)
{
    for (int i = 0; i < w->n; i++)
        if (w->members[i]->gone) {
            child *c = w->members[i];
            w->members[i] = w->members[--w->n];
            child_serve(c);
            leave_place(w, c);
            end_orphans(w);
            return c;
        }
    return NULL;
}

/* Whose times, limits and life cannot be told. */
static void look_at_clocks(crew *w)
{
    const bool steady = clock_watch_look(&w->clocks);
    for (int i = 0; i < w->n && !steady; i++) w->members[i]->unsteady = true;
}

/* Descriptors first, then the dead, then the limits: what a worker said before it died is read
 * before its end is judged. */
static void listen_once(crew *w, int milliseconds)
{
    struct pollfd fds[2 * CREW_MOST + 1];
    fds[0] = (struct pollfd){ .fd = w->signals, .events = POLLIN };
    for (int i = 0; i < w->n; i++) child_pollfds(w->members[i], fds + 1 + 2 * i);
    poll(fds, (nfds_t)(1 + 2 * w->n), milliseconds);
    read_signals(w);
    for (int i = 0; i < w->n; i++) child_serve(w->members[i]);
    look_at_clocks(w);
    reap(w);
    const double now = now_s();
    for (int i = 0; i < w->n; i++) child_check(w->members[i], now);
    end_orphans(w);
    unhurried_go_on();
}

static bool has_hung(const crew *w, const cell *c)
{
    for (int i = 0; i < w->nhung; i++)
        if (!strcmp(w->hung[i].problem, c->problem) && !strcmp(w->hung[i].solver, c->solver))
            return true;
    return false;
}

static void note_hung(crew *w, const cell *c)
{
    if (has_hung(w, c)) return;
    w->hung = grown(w->hung, (size_t)w->nhung + 1, sizeof *w->hung);
    struct crew_pair *p = &w->hung[w->nhung++];
    snprintf(p->problem, sizeof p->problem, "%s", c->problem);
    snprintf(p->solver, sizeof p->solver, "%s", c->solver);
}

bool crew_add(crew *w, const cell *c, const child_duty *duty, int core, void *owner,
              reason *why)
{
    if (w->n == CREW_MOST) return reason_set(why, "more than %d workers at once", CREW_MOST);
    child_place *place = take_place(w, core);
    const double until = now_s() + PATIENCE_S;
    child *one;
    while (!(one = child_start(c, duty, place, owner, why)) && forked_has_no_room(errno) &&
           !w->interrupted && now_s() < until)
        listen_once(w, PAUSE_MS);
    if (one) one->hung_before = has_hung(w, c);
    if (one)
        w->members[w->n++] = one;
    else
        w->taken[place - w->places] = false;
    return one != NULL;
}

static void put_off(crew *w, child *c)
{
    w->again = grown(w->again, (size_t)w->nagain + 1, sizeof(child *));
    w->again[w->nagain++] = c;
}

bool crew_is_reserved(const crew *w)
{
    bool reserved = false;
    for (int i = 0; i < w->n; i++)
        reserved |= w->members[i]->alone && w->members[i]->phase <= SETTING_UP;
    for (int i = 0; i < w->nagain; i++) reserved |= w->again[i]->phase == SETTING_UP;
    return reserved;
}

/* The last one that was put off. false: it cannot be started, and *done is what became of it at
 * first. */
static bool try_again(crew *w, child **done)
{
    reason why;
    child *c = w->again[--w->nagain];
    *done = c;
    if (!crew_add(w, c->cell, &c->duty, c->place->core, c->owner, &why)) return false;
    w->members[w->n - 1]->alone = true;
    child_free(c);
    return true;
}

/* false: it is tried once more. It waited, perhaps for others; or its account of CPU time differs
 * from the kernel's, which the load of the host of a virtual machine may change. */
static bool is_over(crew *w, const child *c)
{
    if (!c->alone && c->end == BY_ITSELF && child_account_differs(c)) return false;
    if (c->end != WAITED || c->hung_before) return true;
    if (c->alone && c->phase == SETTING_UP) note_hung(w, c->cell);
    return c->alone || has_hung(w, c->cell);
}

crew_event crew_wait(crew *w, child **done)
{
    if (!w->n && w->nagain && !try_again(w, done)) return CREW_DONE;
    if (!w->n) return CREW_IDLE;
    const double until = now_s() + 1e-3 * TICK_MS;
    do {
        listen_once(w, SAMPLE_MS);
        if (w->interrupted) return CREW_INTERRUPTED;
        *done = take_gone(w);
        if (*done && is_over(w, *done)) return CREW_DONE;
        if (*done) {
            put_off(w, *done);
            return CREW_TICK;
        }
    } while (now_s() < until);
    return CREW_TICK;
}

bool crew_rest(crew *w, int milliseconds)
{
    listen_once(w, milliseconds);
    return !w->interrupted;
}

void crew_close(crew *w)
{
    for (int i = 0; i < w->n; i++) child_stop(w->members[i], CANCELLED, now_s());
    while (w->n) {
        child *c = take_gone(w);
        if (c)
            child_free(c);
        else
            listen_once(w, SAMPLE_MS);
    }
    while (w->nagain) child_free(w->again[--w->nagain]);
    free(w->again);
    free(w->hung);
    if (w->reaper.groups) process_end_orphans(&w->reaper);
    for (int i = 0; i < CREW_MOST && w->places[i].announce; i++)
        confine_close(&w->places[i].cage);
    confine_close(&w->reducing);
    if (w->scratch) confine_remove(w->scratch);
    reaper_close(&w->reaper);
    unhurried_end();
    free(w->scratch);
    if (w->signals >= 0) close(w->signals);
    *w = (crew){ .signals = -1, .reaper.pipe = -1 };
}
