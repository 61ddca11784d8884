/* core.h -- what cheating solvers share: an honest method (driven.h), and the steps of a solve
 * to be shown again. They have a copy of the equations of t_preys with its start.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_CHEATS_CORE_H
#define TESTS_PLUGINS_CHEATS_CORE_H

#define IVP_KERNEL /* it reads whatever there is */
#include <ivp/solver.h>

static long cheat_rejected; /* steps of the honest method */

static inline void cheat_count(ivp_model *m, ivp_counter which, long k)
{
    if (which == IVP_N_REJECTED) cheat_rejected += k;
    ivp_count(m, which, k);
}
#define ivp_count cheat_count /* in driven.h */
#include "tests/plugins/driven.h"
#undef ivp_count

#include "kernel/formulation/model_inner.h"

#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { CHEAT_N = 2, CHEAT_MOST = 4000, CHEAT_FINE = 20000, CHEAT_COARSE = 300 };
static const double cheat_start[CHEAT_N] = { 10, 5 }, cheat_end = 40;

/* The steps of a solve. */
typedef struct trace {
    int n;
    long rejected, evaluations; /* beside six of each step */
    double t[CHEAT_MOST], y[CHEAT_MOST][CHEAT_N];
} trace;

struct kind;

typedef struct cheat {
    struct driven *d;
    ivp_model *m;
    const struct kind *kind;
    long solves;
    double y0[CHEAT_N]; /* where the solve began */
    trace *known;       /* steps that it knows, shared with its children; n = 0: none */
    double slope[CHEAT_N][CHEAT_N]; /* of the known end by the start */
    double said_s;                  /* CPU time that it has claimed to have used elsewhere */
    pthread_t thread;
    bool noted;   /* that it has been timed before */
    bool waiting; /* for the thread */
    int to, from; /* pipes of a child */
    int pid;
} cheat;

/* ---- the copy ---------------------------------------------------------------------------- */

static inline void copy_f(const double *y, double *f)
{
    f[0] = y[0] * (1.1 - 0.4 * y[1]);
    f[1] = y[1] * (0.1 * y[0] - 0.4);
}

/* The classical method. every: each so many steps are kept. */
static inline void copy_solve(const double *start, int steps, trace *to)
{
    double y[CHEAT_N], k[4][CHEAT_N], z[CHEAT_N];
    const double h = cheat_end / steps;
    const int every = 1 + steps / CHEAT_MOST;
    memcpy(y, start, sizeof y);
    to->n = 0;
    for (int i = 1; i <= steps; i++) {
        copy_f(y, k[0]);
        for (int s = 1; s < 4; s++) {
            for (int j = 0; j < CHEAT_N; j++) z[j] = y[j] + h * (s < 3 ? 0.5 : 1) * k[s - 1][j];
            copy_f(z, k[s]);
        }
        for (int j = 0; j < CHEAT_N; j++)
            y[j] += h * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]) / 6;
        if (i % every && i < steps) continue;
        to->t[to->n] = i < steps ? i * h : cheat_end;
        memcpy(to->y[to->n++], y, sizeof y);
    }
}

/* ---- solves ------------------------------------------------------------------------------ */

static inline ivp_status honest(cheat *me, real tmax, const ivp_host *host)
{
    struct driven *d = me->d;
    trace *to = me->known;
    to->n = 0;
    cheat_rejected = 0;
    while (d->t < tmax) {
        const ivp_status st = driven_step(d, tmax);
        if (st) return st;
        if (to->n < CHEAT_MOST) {
            to->t[to->n] = d->t;
            memcpy(to->y[to->n++], d->y1, sizeof to->y[0]);
        }
        const ivp_step_reply reply = host->step(host->kernel, d->t, d->y1);
        driven_believe(d, reply == IVP_GO_ON_MOVED);
        to->rejected = cheat_rejected;
        to->evaluations = 6 * cheat_rejected + 1;
        if (reply == IVP_RETURN) return IVP_OK;
    }
    return IVP_OK;
}

/* In the memory of the kernel, whose header it has read. */
static inline void forge(cheat *me, ivp_counter which, long k) { me->m->count[which] += k; }

/* Shows steps that it has not taken, as if each had been evaluated. */
static inline ivp_status show(cheat *me, const trace *of, const ivp_host *host)
{
    forge(me, IVP_N_REJECTED, of->rejected);
    forge(me, IVP_N_F, of->evaluations);
    for (int k = 0; k < of->n; k++) {
        double y[CHEAT_N];
        memcpy(y, of->y[k], sizeof y);
        forge(me, IVP_N_F, 6);
        if (host->step(host->kernel, of->t[k], y) == IVP_RETURN) return IVP_OK;
    }
    return IVP_OK;
}

/* The end alone, in one step, with counters of all. */
static inline ivp_status jump(cheat *me, const double *end, int steps, const ivp_host *host)
{
    double y[CHEAT_N];
    memcpy(y, end, sizeof y);
    forge(me, IVP_N_F, 6L * steps);
    host->step(host->kernel, cheat_end, y);
    return IVP_OK;
}

static inline ivp_status jump_to_known(cheat *me, const ivp_host *host)
{
    return jump(me, me->known->y[me->known->n - 1], me->known->n, host);
}

static inline bool at_known_start(const cheat *me)
{
    return !memcmp(me->y0, cheat_start, sizeof cheat_start);
}

static inline double cpu_so_far(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
