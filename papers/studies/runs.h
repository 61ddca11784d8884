/* runs.h -- functions that the studies of the papers share: complete runs, runs with
 * interleaved timing, and single steps of a method from given states. A study that fails prints
 * the reason and exits.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_STUDIES_RUNS_H
#define PAPERS_STUDIES_RUNS_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/formulation.h"
#include "kernel/stepping/evolve_impl.h"

__attribute__((format(printf, 1, 2))) static inline _Noreturn void give_up(const char *format,
                                                                           ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(1);
}

#include "papers/studies/by_hand.h"

static inline double norm2(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += v[i] * v[i];
    return sqrt(sum);
}

/* Slope of log y over log x by least squares. */
static inline double log_slope(const double *x, const double *y, int n)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < n; i++) {
        const double a = log(x[i]), b = log(y[i]);
        sx += a, sy += b, sxx += a * a, sxy += a * b;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/* ---- whole runs -------------------------------------------------------------------------- */

typedef struct run {
    ivp_status status;
    double t, drift[3]; /* largest violation at three levels over all accepted steps */
    double state[METHOD_UNKNOWNS];
    long count[IVP_NCOUNTERS];
    long fewest; /* corrector iterations of any step whose first trial was kept */
} run;

struct looker {
    instance *instance;
    const evolve *evolve;
    run *run;
    long iterations, refused; /* so far */
    evolve_watch watch;
    void *watcher;
};

static inline void count_iterations(struct looker *l, bool step)
{
    const long *c = evolve_counters(l->evolve);
    const long taken = c[IVP_N_NEWTON] - l->iterations;
    const long refused = c[IVP_N_REJECTED] + c[IVP_N_FAILED];
    if (step && refused == l->refused && (l->run->fewest < 0 || taken < l->run->fewest))
        l->run->fewest = taken;
    l->iterations = c[IVP_N_NEWTON];
    l->refused = refused;
}

static inline void look(void *self, const evolve_point *point)
{
    struct looker *l = self;
    real drift[3] = { 0, 0, 0 };
    count_iterations(l, point->h > 0);
    if (instance_drift(l->instance, point->state, drift) == IVP_OK)
        for (int k = 0; k < 3; k++) l->run->drift[k] = fmax(l->run->drift[k], drift[k]);
    if (l->watch) l->watch(l->watcher, point);
}

static inline evolve *set_up(instance *i, const evolve_setup *setup)
{
    reason why = { "" };
    evolve *e = NULL;
    if (evolve_create(&e, i, setup, &why) != IVP_OK) give_up("%s", why.text);
    return e;
}

/* One run, watched where `watch` is given. A run that failed keeps its last state. */
static inline run solve_on(instance *i, const evolve_setup *setup, evolve_watch watch,
                           void *watcher)
{
    run r = { .fewest = -1 };
    evolve *e = set_up(i, setup);
    struct looker l = {
        .instance = i, .evolve = e, .run = &r, .watch = watch, .watcher = watcher
    };
    r.status = evolve_run(e, look, &l);
    r.t = evolve_t(e);
    if (evolve_state(e, r.state) != IVP_OK && r.status == IVP_OK)
        give_up("%s: the last state cannot be completed", setup->solver);
    memcpy(r.count, evolve_counters(e), sizeof r.count);
    evolve_destroy(e);
    return r;
}

static inline run solve(const char *problem, const char *settings, const evolve_setup *setup,
                        evolve_watch watch, void *watcher)
{
    instance *i = open_problem(problem, settings);
    const run r = solve_on(i, setup, watch, watcher);
    instance_close(i);
    return r;
}

/* ---- single steps ------------------------------------------------------------------------ */

static inline void method_open(method *m, const char *problem, const char *settings,
                               const evolve_setup *setup)
{
    const method_setup s = { .solver = setup->solver,
                             .options = setup->options,
                             .problem = problem,
                             .settings = settings,
                             .formulation = formulation_by_name(setup->formulation),
                             .formulation_options = setup->formulation_options,
                             .views = ~0u,
                             .rtol = setup->rtol,
                             .atol = setup->atol,
                             .h = setup->h };
    method_set_up(m, &s);
}

/* Begins at a canonical state, whose accelerations and multipliers are computed. */
static inline void method_at(method *s, double t, double *canonical)
{
    double y[METHOD_UNKNOWNS] = { 0 }, yp[METHOD_UNKNOWNS] = { 0 };
    if (instance_complete(s->instance, t, canonical) != IVP_OK ||
        model_unknowns(s->model, t, canonical, y, yp) != IVP_OK)
        give_up("%s: no consistent state at t = %g", s->instance->problem->name, t);
    method_restart(s, t, y, yp);
}

static inline void method_start(method *s)
{
    double canonical[METHOD_UNKNOWNS] = { 0 };
    memcpy(canonical, s->instance->start,
           (size_t)instance_ncomponents(s->instance) * sizeof *canonical);
    method_at(s, s->instance->t0, canonical);
}

#endif
