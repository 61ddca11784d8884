/* contract_solver.c -- the promises of a solver in whole runs, on a problem that it takes: it
 * repeats itself to the bit, without taking memory, comes nearer with a tighter tolerance or a
 * smaller step, and does so with the order that it declares.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/contract/contract_battery.h"
#include "kernel/contract/contract_hand.h"
#include "kernel/contract/contract_method.h"
#include "kernel/contract/contract_probe.h"
#include "kernel/problem/status.h"
#include "kernel/stepping/evolve.h"

/* A twentieth of the interval; of a cell ten intervals, so that steps find their size. Level 0, 1,
 * 2: ever more accurate. */
static evolve_setup short_run(const pair *p, const ivp_solver *s, int level)
{
    static const double rtol[] = { 1e-3, 1e-5, 1e-8 }, cells[] = { 400, 800, 3200 };
    const double length = (p->i->t1 - p->i->t0) * (p->is_cell ? 10 : 1.0 / 20);
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

static contract_verdict verdict(bool good) { return good ? CONTRACT_KEPT : CONTRACT_BROKEN; }

static bool is_complete(const ivp_solver *s, reason *why)
{
    if (!s->title || !s->source) return reason_set(why, "it lacks a title or a source");
    if (s->not_deterministic && !*s->not_deterministic)
        return reason_set(why, ".not_deterministic is empty; it says why two runs may differ");
    if (s->order < 0) return reason_set(why, ".order is negative; 0 means variable");
    for (const ivp_param *o = s->options; o && o->name; o++)
        if (!o->value || !o->meaning)
            return reason_set(why, "option %s lacks a value or a meaning", o->name);
    return true;
}

/* ---- runs -------------------------------------------------------------------------------- */

static bool finished(evolve *e, real *end, reason *why)
{
    ivp_status st = evolve_run(e, NULL, NULL);
    if (!st) st = evolve_state(e, end);
    return !st ||
           reason_set(why, "the run ends with %s: %s", status_name(st), evolve_message(e));
}

static contract_verdict run_twice(const pair *p, const ivp_solver *s, real *one, real *two,
                                  reason *why)
{
    const evolve_setup setup = short_run(p, s, 1);
    const size_t size = (size_t)instance_ncomponents(p->i) * sizeof(real);
    evolve *e;
    if (evolve_create(&e, p->i, &setup, why)) return CONTRACT_BROKEN;
    bool good = finished(e, one, why) && finished(e, two, why);
    if (good && memcmp(one, two, size) != 0)
        good = reason_set(why, "on %s@%s a second run of the same object ends elsewhere",
                          p->i->problem->name, p->formulation);
    evolve_destroy(e);
    return verdict(good);
}

static bool run_once(const pair *p, const ivp_solver *s, int level, real *end, reason *why)
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

static contract_verdict comes_nearer(const pair *p, const ivp_solver *s, real *coarse,
                                     real *fine, reason *why)
{
    const int n = p->i->sizes.n; /* multipliers and accelerations are left out */
    real *best = calloc((size_t)instance_ncomponents(p->i) + 1, sizeof *best);
    bool good = best && run_once(p, s, 0, coarse, why) && run_once(p, s, 1, fine, why) &&
                run_once(p, s, 2, best, why);
    if (good && !(distance(n, fine, best) < distance(n, coarse, best)))
        good = reason_set(why,
                          "on %s@%s a %s does not bring the end state nearer: %.3g, then %.3g",
                          p->i->problem->name, p->formulation,
                          s->adaptive ? "tighter tolerance" : "smaller step",
                          (double)distance(n, coarse, best), (double)distance(n, fine, best));
    free(best);
    return verdict(good);
}

/* Calls test with two end states' storage. */
static contract_verdict on_pair(const ivp_solver *s,
                                bool (*find)(pair *, const ivp_solver *, reason *),
                                contract_verdict (*test)(const pair *, const ivp_solver *,
                                                         real *, real *, reason *),
                                reason *why)
{
    pair p;
    if (!find(&p, s, why)) return CONTRACT_BROKEN;
    const size_t n = (size_t)instance_ncomponents(p.i);
    real *one = calloc(2 * n + 1, sizeof *one);
    const contract_verdict v =
        one ? test(&p, s, one, one + n, why) : verdict(reason_set(why, "not enough memory"));
    free(one);
    instance_close(p.i);
    return v;
}

static contract_verdict descriptor(const ivp_solver *s, reason *why)
{
    return verdict(is_complete(s, why));
}

static contract_verdict repeats(const ivp_solver *s, reason *why)
{
    if (s->not_deterministic) return contract_may_differ(s, why);
    return on_pair(s, pair_find, run_twice, why);
}

static contract_verdict converges(const ivp_solver *s, reason *why)
{
    return on_pair(s, pair_find, comes_nearer, why);
}

/* ---- memory ------------------------------------------------------------------------------ */

/* The second run of an object has everything that it needs. */
static contract_verdict takes_none(const pair *p, const ivp_solver *s, real *one, real *two,
                                   reason *why)
{
    const evolve_setup setup = short_run(p, s, 1);
    evolve *e;
    (void)two;
    if (evolve_create(&e, p->i, &setup, why)) return CONTRACT_BROKEN;
    bool good = finished(e, one, why);
    const long before = contract_allocations();
    good = good && !evolve_run(e, NULL, NULL);
    const long taken = contract_allocations() - before;
    if (good && taken)
        good = reason_set(why, "on %s@%s a second run takes memory %ld times in %ld steps",
                          p->i->problem->name, p->formulation, taken,
                          evolve_counters(e)[IVP_N_ACCEPTED]);
    evolve_destroy(e);
    return verdict(good);
}

static contract_verdict allocates_not(const ivp_solver *s, reason *why)
{
    if (!s->attempt) return contract_idle(why, "it wraps a library, whose memory is its own");
    if (!contract_allocations) return contract_idle(why, "this program does not count them");
    return on_pair(s, pair_find, takes_none, why);
}

/* ---- order ------------------------------------------------------------------------------- */

enum { ORDER_LEVELS = 9, ORDER_CELLS = 2 };
static const real rounding = R(1e-12);

/* This part of the interval in n equal steps; false: too coarse to arrive. */
static bool arrives(const pair *p, const ivp_solver *s, double part, int n, real *end)
{
    evolve *e;
    reason why;
    const double length = (p->i->t1 - p->i->t0) * part;
    const evolve_setup setup = { .formulation = p->formulation,
                                 .solver = s->name,
                                 .h = length / n,
                                 .t1 = p->i->t0 + length };
    if (evolve_create(&e, p->i, &setup, &why)) return false;
    const bool good = !evolve_run(e, NULL, NULL) && !evolve_state(e, end);
    evolve_destroy(e);
    return good;
}

/* The closed form there, else a run that is twice as fine as all others. */
static bool truth(const pair *p, const ivp_solver *s, double part, real *exact)
{
    const real t = p->i->t0 + (p->i->t1 - p->i->t0) * part;
    if (p->i->problem->exact) return !p->i->problem->exact(t, exact, p->i->p);
    return arrives(p, s, part, ORDER_CELLS << ORDER_LEVELS, exact);
}

/* NAN: too few errors between divergence and rounding; *last: the error of the finest run. */
static real observed_order(const pair *p, const ivp_solver *s, double part, real *end,
                           real *exact, real *last)
{
    real error[ORDER_LEVELS];
    *last = INFINITY;
    if (!truth(p, s, part, exact)) return (real)NAN;
    for (int k = 0; k < ORDER_LEVELS; k++) {
        error[k] = arrives(p, s, part, ORDER_CELLS << k, end) ? 0 : INFINITY;
        for (int j = 0; j < p->i->sizes.n && error[k] < INFINITY; j++)
            error[k] = ivp_max(error[k], ivp_abs(end[j] - exact[j]));
    }
    *last = error[ORDER_LEVELS - 1];
    return hand_slope(error, ORDER_LEVELS, rounding);
}

/* Methods of high order show it on longer ways alone, or not at all. */
static contract_verdict has_order(const pair *p, const ivp_solver *s, real *end, real *exact,
                                  reason *why)
{
    real slope = (real)NAN, last = INFINITY;
    const int first = p->is_cell ? 1 : 100, last_part = p->is_cell ? 1 : 4;
    for (int part = first; part >= last_part && !ivp_finite(slope); part /= 5)
        slope = observed_order(p, s, 1.0 / part, end, exact, &last);
    if (!ivp_finite(slope) && last < rounding)
        return contract_idle(why, "where it arrives, its errors are rounding");
    reason_set(why, "observed %.2f on %s@%s", (double)slope, p->i->problem->name,
               p->formulation);
    return verdict(slope > s->order - R(0.4) ||
                   reason_set(why, "on %s@%s errors fall with order %.2f, declared are %d",
                              p->i->problem->name, p->formulation, (double)slope, s->order));
}

static contract_verdict order(const ivp_solver *s, reason *why)
{
    if (!s->order) return contract_idle(why, "its order is variable");
    if (!s->fixed_step) return contract_idle(why, "it takes no constant steps");
    return on_pair(s, s->views & (IVP_FIRST | IVP_RES) ? pair_find : pair_find_mechanical,
                   has_order, why);
}

/* ---- recommended settings ---------------------------------------------------------------- */

static contract_verdict recommends(const ivp_solver *s, reason *why)
{
    if (!s->settings) return contract_idle(why, "it recommends none");
    const int n = settings_count(s->options);
    const double atol = 1e-6;
    const ivp_tol tol = { .rtol = s->adaptive ? 1e-6 : 0,
                          .atol = &atol,
                          .h = s->adaptive ? 0 : 1e-3 };
    char(*text)[SETTING_MAX] = calloc((size_t)n + 1, sizeof *text);
    double *value = calloc((size_t)n + 1, sizeof *value);
    bool good = text && value;
    for (const ivp_setting *r = s->settings; good && r->name; r++) {
        good = settings_parse(s->options, r->options, r->name, text, value, why);
        const char *no = good && s->refuses ? s->refuses(&tol, value) : NULL;
        if (no) good = reason_set(why, "%s: %s", r->name, no);
    }
    free(text);
    free(value);
    return good ? CONTRACT_KEPT : CONTRACT_BROKEN;
}

/* ---- all of them ------------------------------------------------------------------------- */

const solver_promise solver_promises[] = {
    { "the descriptor is complete", descriptor },
    { "a second run repeats the first to the bit", repeats },
    { "a step takes no memory", allocates_not },
    { "runs that are repeated hold no more memory", contract_growth },
    { "more accuracy asked for is more accuracy got", converges },
    { "errors fall with the order that is declared", order },
    { "y' = f(t, y)", .feature = BATTERY_TIME },
    { "y' = f(y), not linear", .feature = BATTERY_STATE },
    { "f that depends on t with a Jacobian", .feature = BATTERY_SLOPE },
    { "systems of 1 to 50 unknowns", .feature = BATTERY_SIZES },
    { "a fast undamped part that is not excited", .feature = BATTERY_FAST },
    { "a stiff part", .feature = BATTERY_STIFF },
    { "M y' = f, M constant", .feature = BATTERY_MASS },
    { "M(t) y' = f", .feature = BATTERY_MASS_TIME },
    { "M(t, y) y' = f", .feature = BATTERY_MASS_STATE },
    { "algebraic equations of index 1", .feature = BATTERY_INDEX1 },
    { "equations of index 2", .feature = BATTERY_INDEX2 },
    { "equations of index 3", .feature = BATTERY_INDEX3 },
    { "y' = f that is v'' = a", .feature = BATTERY_SECOND },
    { "a mechanism without constraints", .feature = BATTERY_MECHANICAL },
    { "constraints that do not move", .feature = BATTERY_RIGID },
    { "constraints that move", .feature = BATTERY_MOVING },
    { "first-order states of a mechanism", .feature = BATTERY_STATES },
    { "a break in time", .feature = BATTERY_BREAKS },
    { "events that are recorded", .feature = BATTERY_RECORDED },
    { "events at which equations change", .feature = BATTERY_SWITCH },
    { "events at which state and parameters jump", .feature = BATTERY_RESET },
    { "a right-hand side that is NaN beside the solution", .feature = BATTERY_GAP },
    { "two systems in one stay what each of them is", contract_copies },
    { "what rests beside an equation changes nothing of it", contract_rest },
    { "dense output meets the ends of a step", contract_dense_ends },
    { "dense output is right inside a step", contract_dense_inside },
    { "dense output is exact for powers of its degree", contract_dense_powers },
    { "an error test sees the error of a step", contract_estimate },
    { "an error test sees each component", contract_components },
    { "an error test of two equal systems says no less than of one", contract_norm },
    { "no step is longer than hmax", contract_hmax },
    { "the error of one small step falls with the order", contract_small_error },
    { "a step is exact for powers up to the order", contract_powers },
    { "an error test of small steps is of its order", contract_small_test },
    { "a state that was moved is all that a step starts from", contract_moved },
    { "nothing is written beyond its arrays", contract_arrays },
    { "a step that is refused leaves no trace", contract_refused },
    { "counts are those of a problem that counts itself", contract_counts },
    { "small problems are repeated to the bit, without memory", contract_repeats },
    { "recommended settings are options that it takes", recommends },
    { 0 },
};

contract_verdict solver_check(const solver_promise *promise, const ivp_solver *s, reason *why)
{
    *why->text = '\0';
    if (promise->check) return promise->check(s, why);
    return battery_check((battery_feature)promise->feature, s, why);
}
