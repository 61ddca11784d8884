/* contract_solver.c -- the promises of a solver, on a problem that it takes: it repeats itself
 * to the bit, comes nearer with a tighter tolerance or a smaller step, and its dense output
 * meets the ends of a step. */
#include "kernel/formulation/formulation.h"

#include <ivp/solver.h>

#include <stdlib.h>
#include <string.h>

#include "kernel/contract/contract_pair.h"
#include "kernel/contract/contract_probe.h"
#include "kernel/stepping/evolve.h"
#include "kernel/linear/mat.h"
#include "kernel/formulation/model_inner.h"

/* A twentieth of the interval; level 0, 1, 2: ever more accurate. */
static evolve_setup short_run(const pair *p, const ivp_solver *s, int level)
{
    static const double rtol[] = { 1e-3, 1e-5, 1e-8 }, cells[] = { 400, 800, 3200 };
    const double length = (p->i->t1 - p->i->t0) / 20;
    evolve_setup setup = { .formulation = p->formulation,
                           .solver = s->name,
                           .max_steps = 200000,
                           .t1 = p->i->t0 + length };
    if (s->adaptive)
        setup.rtol = setup.atol = rtol[level];
    else
        setup.h = length / cells[level];
    return setup;
}

/* ---- the descriptor ---------------------------------------------------------------------- */

static bool descriptor(const ivp_solver *s, char *why)
{
    if (!s->title || !s->source) return broken(why, "it lacks a title or a source");
    if (s->order < 0) return broken(why, ".order is negative; 0 means variable");
    for (const ivp_param *o = s->options; o && o->name; o++)
        if (!o->value || !o->meaning)
            return broken(why, "option %s lacks a value or a meaning", o->name);
    return true;
}

/* ---- runs -------------------------------------------------------------------------------- */

static bool finished(evolve *e, real *end, char *why)
{
    ivp_status st = evolve_run(e, NULL, NULL);
    if (!st) st = evolve_state(e, end);
    return !st ||
           broken(why, "the run ends with %s: %s", ivp_status_name(st), evolve_message(e));
}

static bool run_twice(const pair *p, const ivp_solver *s, real *one, real *two, char *why)
{
    const evolve_setup setup = short_run(p, s, 1);
    const size_t size = (size_t)instance_ncomponents(p->i) * sizeof(real);
    evolve *e;
    if (evolve_create(&e, p->i, &setup, why)) return false;
    bool good = finished(e, one, why) && finished(e, two, why);
    if (good && memcmp(one, two, size) != 0)
        good = broken(why, "on %s@%s a second run of the same object ends elsewhere",
                      p->i->problem->name, p->formulation);
    evolve_destroy(e);
    return good;
}

static bool run_once(const pair *p, const ivp_solver *s, int level, real *end, char *why)
{
    const evolve_setup setup = short_run(p, s, level);
    evolve *e;
    if (evolve_create(&e, p->i, &setup, why)) return false;
    const bool good = finished(e, end, why);
    evolve_destroy(e);
    return good;
}

static real distance(int n, const real *a, const real *b)
{
    real sum = 0;
    for (int k = 0; k < n; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

static bool comes_nearer(const pair *p, const ivp_solver *s, real *coarse, real *fine,
                         char *why)
{
    const int n = p->i->sizes.n; /* multipliers and accelerations are left out */
    real *best = calloc((size_t)instance_ncomponents(p->i) + 1, sizeof *best);
    bool good = best && run_once(p, s, 0, coarse, why) && run_once(p, s, 1, fine, why) &&
                run_once(p, s, 2, best, why);
    if (good && !(distance(n, fine, best) < distance(n, coarse, best)))
        good = broken(why, "on %s@%s a %s does not bring the end state nearer: %.3g, then %.3g",
                      p->i->problem->name, p->formulation,
                      s->adaptive ? "tighter tolerance" : "smaller step",
                      (double)distance(n, coarse, best), (double)distance(n, fine, best));
    free(best);
    return good;
}

/* Calls test with two end states' storage. */
static bool on_pair(const ivp_solver *s,
                    bool (*test)(const pair *, const ivp_solver *, real *, real *, char *),
                    char *why)
{
    pair p;
    if (!pair_find(&p, s, why)) return false;
    const size_t n = (size_t)instance_ncomponents(p.i);
    real *one = calloc(2 * n + 1, sizeof *one);
    const bool good = one ? test(&p, s, one, one + n, why) : broken(why, "not enough memory");
    free(one);
    instance_close(p.i);
    return good;
}

static bool repeats(const ivp_solver *s, char *why) { return on_pair(s, run_twice, why); }

static bool converges(const ivp_solver *s, char *why) { return on_pair(s, comes_nearer, why); }

/* ---- dense output ------------------------------------------------------------------------ */

/* One step from the start by the method itself; y1 := its end. */
static ivp_status one_step(const ivp_solver *s, void *self, const pair *p, const real *y,
                           real h, real *y1)
{
    if (s->attempt) {
        ivp_trial trial = { .t = p->i->t0, .h = h, .y = y, .y1 = y1 };
        return s->attempt(self, &trial);
    }
    real t = p->i->t0;
    return s->advance(self, p->i->t1, &t, y1);
}

static bool ends_meet(const ivp_solver *s, void *self, int n, const real *y, const real *y1,
                      real *at, char *why)
{
    const real *const end[2] = { y, y1 };
    for (int k = 0; k < 2; k++) {
        if (s->dense(self, k, at)) return broken(why, "dense() fails at theta = %d", k);
        const real size = 1 + vec_max(end[k], n), gap = distance(n, at, end[k]);
        if (!(gap <= R(1e-8) * size))
            return broken(why, "dense() at theta = %d misses the end of the step by %.3g", k,
                          (double)gap);
    }
    return true;
}

static bool step_and_look(const ivp_solver *s, const pair *p, ivp_model *m, const ivp_tol *tol,
                          real *v, char *why)
{
    const int n = m->n;
    real *y = v, *yp = v + n, *y1 = yp + n, *at = y1 + n;
    double option[64] = { 0 };
    real value[64];
    char text[64][SETTING_MAX];
    if (settings_count(s->options) > 64) return broken(why, "more than 64 options");
    if (!settings_parse(s->options, NULL, s->name, text, value, why)) return false;
    for (int k = 0; k < settings_count(s->options); k++) option[k] = (double)value[k];

    void *self = NULL;
    const real h = tol->h > 0 ? tol->h : R(1e-5) * (p->i->t1 - p->i->t0);
    model_start(m, y, yp);
    memcpy(y1, y, (size_t)n * sizeof(real));
    ivp_status st = s->create(&self, m, tol, option);
    if (!st) st = s->restart(self, p->i->t0, y, yp, h);
    if (!st) st = one_step(s, self, p, y, h, y1);
    const bool good = st ? broken(why, "the first step fails: %s", ivp_status_name(st))
                         : ends_meet(s, self, n, y, y1, at, why);
    s->destroy(self);
    return good;
}

static bool dense_on(const pair *p, const ivp_solver *s, real *one, real *two, char *why)
{
    (void)one, (void)two;
    const ivp_formulation f = formulation_by_name(p->formulation);
    const unsigned both = s->views & formulation_views(p->i, f);
    ivp_model *m;
    if (model_open(&m, p->i, f, NULL, (ivp_view)(both & (~both + 1u)), why)) return false;
    const size_t n = (size_t)m->n;
    real *v = calloc(5 * n + 1, sizeof *v);
    bool good = v ? true : broken(why, "not enough memory");
    if (v) {
        real *atol = v + 4 * n;
        for (size_t k = 0; k < n; k++) atol[k] = R(1e-6);
        const ivp_tol tol = { .rtol = R(1e-6),
                              .atol = atol,
                              .h = s->adaptive ? 0 : R(1e-4) * (p->i->t1 - p->i->t0) };
        good = step_and_look(s, p, m, &tol, v, why);
    }
    free(v);
    model_close(m);
    return good;
}

static bool dense_ends(const ivp_solver *s, char *why)
{
    return !s->dense || on_pair(s, dense_on, why);
}

const solver_promise solver_promises[] = {
    { "the descriptor is complete", descriptor },
    { "a second run repeats the first to the bit", repeats },
    { "more accuracy asked for is more accuracy got", converges },
    { "dense output meets the ends of a step", dense_ends },
    { 0 },
};
