/* loop.c -- what the loop over steps adds to a method, and what solvers hold in memory.
 *
 * A run is repeated without the loop: the method alone is led over the same steps. The
 * difference, per attempt, is what the loop takes for itself: control, checks, settling.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/speed/speed.h"

#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "kernel/formulation/formulation.h"
#include "kernel/problem/plugin.h"
#include "kernel/stepping/evolve_impl.h"

/* A difference of two times: they are taken in turns, for a processor's clock changes, and with
 * the stack in two places, 16 bytes apart, for either hangs on that by some nanoseconds. The
 * least of each counts. */
enum { TITLE = 512, MOST_SOLVERS = 256, ROUNDS = 50, PLACES = 2, APART = 16 };
static const double rtol = 1e-9;

typedef struct led {
    evolve *e;
    int n, room;
    double *h, *y, *yp, *y1; /* steps that were accepted; the start */
} led;

static void note_step(void *self, const evolve_point *p)
{
    led *l = self;
    if (!(p->h > 0)) return;
    if (l->n == l->room) l->h = grown(l->h, (size_t)(l->room = 2 * l->room + 64), sizeof *l->h);
    l->h[l->n++] = p->h;
}

static void run_all(void *self) { evolve_run(((led *)self)->e, NULL, NULL); }

/* The method alone: attempts and verdicts. */
static void bare(void *self)
{
    led *l = self;
    evolve *e = l->e;
    double t = e->instance->t0, *y = l->y, *y1 = l->y1;
    model_start(e->model, y, l->yp);
    e->solver->restart(e->self, t, y, l->yp, l->h[0]);
    for (int k = 0; k < l->n; k++) {
        ivp_trial x = { .t = t, .h = l->h[k], .y = y, .y1 = y1 };
        e->solver->attempt(e->self, &x);
        if (e->solver->verdict) e->solver->verdict(e->self, IVP_KEPT, y1);
        double *other = y;
        y = y1, y1 = other;
        t += x.h;
    }
}

static bool open_run(const instance *i, const char *solver, evolve **e, reason *why)
{
    for (int k = 0; formulation_name(k); k++) {
        const evolve_setup setup = {
            .formulation = formulation_name(k), .solver = solver, .rtol = rtol, .atol = rtol
        };
        if (!evolve_create(e, (instance *)i, &setup, why)) return true;
    }
    return false;
}

/* Makes the times of a run and of the method alone less, where they are. */
static void time_both(led *l, int place, double *with, double *alone)
{
    volatile char lower[1 + APART * place];
    lower[0] = 0; /* or there would be none */
    (void)lower;
    for (int k = 0; k < ROUNDS; k++) {
        *with = fmin(*with, speed_best_ns(run_all, l));
        *alone = fmin(*alone, speed_best_ns(bare, l));
    }
}

static void measure(led *l, const char *problem, const char *solver, speed_rows *to)
{
    double with = INFINITY, alone = INFINITY;
    for (int k = 0; k < PLACES; k++) time_both(l, k, &with, &alone);
    alone /= l->n;
    const long *count = evolve_counters(l->e);
    const double attempts = (double)(count[IVP_N_ACCEPTED] + count[IVP_N_REJECTED]);
    speed_row(to, problem, "attempt", solver, "ns", alone);
    speed_row(to, problem, "loop", solver, "ns", with / attempts - alone);
}

bool speed_loop(const char *problem, const char *solver, speed_rows *to, reason *why)
{
    instance *i;
    led l = { 0 };
    if (instance_open(&i, problem, "", why)) return false;
    const bool good = open_run(i, solver, &l.e, why);
    if (good && l.e->solver->attempt) {
        l.y = need(calloc(3 * (size_t)l.e->n, sizeof *l.y));
        l.yp = l.y + l.e->n;
        l.y1 = l.yp + l.e->n;
        evolve_run(l.e, note_step, &l);
        measure(&l, problem, solver, to);
        free(l.y);
        free(l.h);
    }
    evolve_destroy(l.e);
    instance_close(i);
    return good;
}

static const char *name_of(ivp_formulation f)
{
    int k = 0;
    while (formulation_name(k) && formulation_by_name(formulation_name(k)) != f) k++;
    return formulation_name(k);
}

bool speed_memory(const char *problem, speed_rows *to, reason *why)
{
    static char names[MOST_SOLVERS][PLUGIN_NAME_MAX];
    const int n = plugin_list("solvers", names, MOST_SOLVERS);
    instance *i;
    if (instance_open(&i, problem, "", why)) return false;
    for (int k = 0; k < n && k < MOST_SOLVERS; k++) {
        evolve *e = NULL;
        char title[TITLE];
        reason refusal;
        if (!open_run(i, names[k], &e, &refusal)) continue;
        evolve_destroy(e); /* what libraries take once does not count */
        const size_t before = mallinfo2().uordblks;
        if (!open_run(i, names[k], &e, &refusal)) continue;
        const size_t after = mallinfo2().uordblks;
        snprintf(title, sizeof title, "%s@%s", names[k], name_of(e->model->formulation));
        speed_row(to, problem, "memory", title, "kB", (double)(after - before) / 1024);
        evolve_destroy(e);
    }
    instance_close(i);
    return true;
}
