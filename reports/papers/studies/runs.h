/* runs.h -- what the studies of the papers share: whole runs, runs that are timed side by side,
 * and methods that are led step by step from states that the study chooses. A study that cannot
 * go on says why and ends. */
#ifndef STUDIES_RUNS_H
#define STUDIES_RUNS_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/formulation.h"
#include "kernel/stepping/evolve_impl.h"

enum { RUN_UNKNOWNS = 64, RUN_OPTIONS = 16 };

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

static inline instance *open_problem(const char *problem, const char *settings)
{
    char why[PLUGIN_WHY_MAX] = "";
    instance *i = NULL;
    if (instance_open(&i, problem, settings, why) != IVP_OK) give_up("%s", why);
    if (instance_ncomponents(i) > RUN_UNKNOWNS)
        give_up("%s has %d components, a study holds %d", problem, instance_ncomponents(i),
                RUN_UNKNOWNS);
    return i;
}

/* Largest distance of the first n components. */
static inline double distance(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

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
    double state[RUN_UNKNOWNS];
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
    char why[EVOLVE_WHY_MAX] = "";
    evolve *e = NULL;
    if (evolve_create(&e, i, setup, why) != IVP_OK) give_up("%s", why);
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

typedef struct stepper {
    const ivp_solver *solver;
    instance *instance;
    ivp_model *model;
    void *self;
    int n;
    double t, y[RUN_UNKNOWNS], yp[RUN_UNKNOWNS], y1[RUN_UNKNOWNS], atol[RUN_UNKNOWNS];
    ivp_tol tol;
    ivp_trial trial;
} stepper;

static inline void stepper_options(const stepper *s, const char *options, double *option)
{
    char why[PLUGIN_WHY_MAX] = "", text[RUN_OPTIONS][SETTING_MAX];
    real value[RUN_OPTIONS] = { 0 };
    if (!settings_parse(s->solver->options, options, s->solver->name, text, value, why))
        give_up("%s", why);
    for (int k = 0; k < RUN_OPTIONS; k++) option[k] = (double)value[k];
}

/* h > 0: constant steps. */
static inline void stepper_open(stepper *s, const char *problem, const char *settings,
                                const evolve_setup *setup)
{
    char why[PLUGIN_WHY_MAX] = "";
    double option[RUN_OPTIONS];
    memset(s, 0, sizeof *s);
    s->instance = open_problem(problem, settings);
    s->solver = plugin_solver(setup->solver, why);
    if (!s->solver) give_up("%s", why);
    const ivp_formulation f = formulation_by_name(setup->formulation);
    const unsigned both = s->solver->views & formulation_views(s->instance, f);
    if (model_open(&s->model, s->instance, f, setup->formulation_options,
                   (ivp_view)(both & (~both + 1u)), why) != IVP_OK)
        give_up("%s", why);
    s->n = ivp_n(s->model);
    for (int k = 0; k < RUN_UNKNOWNS; k++) s->atol[k] = setup->atol;
    s->tol = (ivp_tol){ .rtol = setup->rtol, .atol = s->atol, .h = setup->h };
    stepper_options(s, setup->options, option);
    if (s->solver->create(&s->self, s->model, &s->tol, option) != IVP_OK)
        give_up("%s cannot be set up for %s", setup->solver, problem);
}

static inline void stepper_close(stepper *s)
{
    s->solver->destroy(s->self);
    model_close(s->model);
    instance_close(s->instance);
}

/* Begins at y, y'. */
static inline void stepper_restart(stepper *s, double t, const double *y, const double *yp)
{
    if (y != s->y) memcpy(s->y, y, (size_t)s->n * sizeof *y);
    if (yp != s->yp) memcpy(s->yp, yp, (size_t)s->n * sizeof *yp);
    s->t = t;
    if (s->solver->restart(s->self, t, s->y, s->yp, 0) != IVP_OK)
        give_up("%s does not restart at t = %g", s->solver->name, t);
}

/* Begins at a canonical state, whose accelerations and multipliers are computed. */
static inline void stepper_at(stepper *s, double t, double *canonical)
{
    double y[RUN_UNKNOWNS] = { 0 }, yp[RUN_UNKNOWNS] = { 0 };
    if (instance_complete(s->instance, t, canonical) != IVP_OK ||
        model_unknowns(s->model, t, canonical, y, yp) != IVP_OK)
        give_up("%s: no consistent state at t = %g", s->instance->problem->name, t);
    stepper_restart(s, t, y, yp);
}

static inline void stepper_start(stepper *s)
{
    double canonical[RUN_UNKNOWNS] = { 0 };
    memcpy(canonical, s->instance->start,
           (size_t)instance_ncomponents(s->instance) * sizeof *canonical);
    stepper_at(s, s->instance->t0, canonical);
}

static inline ivp_status stepper_try(stepper *s, double h)
{
    s->trial = (ivp_trial){ .t = s->t, .h = h, .y = s->y, .y1 = s->y1 };
    return s->solver->attempt(s->self, &s->trial);
}

static inline void stepper_attempt(stepper *s, double h)
{
    if (stepper_try(s, h) != IVP_OK)
        give_up("%s fails at t = %g with h = %g", s->solver->name, s->t, h);
}

static inline void stepper_verdict(stepper *s, ivp_verdict verdict)
{
    s->solver->verdict(s->self, verdict, verdict == IVP_REJECTED ? s->y : s->y1);
    if (verdict == IVP_REJECTED) return;
    s->t += s->trial.h;
    memcpy(s->y, s->y1, sizeof s->y);
}

#endif
