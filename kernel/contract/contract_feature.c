/* contract_feature.c -- the promise of one feature of the interface, on the cells that have it.
 *
 * Constant steps, 6 to 768 of them, of a library to 192: slopes of log2 of the error of each
 * component over halved steps. The median of the last four above rounding reaches the order
 * that is due, less 0.4, or less 1 where the last error is rounding, which low orders do not
 * reach. The order that is due is that of the descriptor, or
 *
 *     2          of algebraic equations of index 1, and at breaks: stages may lie behind the
 *                end of a step, where the other piece is
 *     1          of index 2 and 3, with variable order, and of a method that sees F(t, y, y')
 *                where M varies
 *     4          of the times of events: without dense output they lie on a cubic
 *
 * Tolerances of 1e-4, 1e-6 and 1e-8: with p the order, or 4 where it is variable, each
 * component ends within 50 tol^(p / (p + 1)) (1 + |y|) of the closed form: local errors of
 * tol, of steps as long as these tol allow; components of index 3 may end anywhere. Events are
 * all found; the largest distance from their times is one component more. Of 20 steps and more
 * at most half are refused.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/contract/contract_battery.h"
#include "kernel/contract/contract_probe.h"
#include "kernel/formulation/formulation.h"
#include "kernel/problem/status.h"
#include "kernel/stepping/evolve.h"

enum {
    MANY = 8,
    MOST = MANY + 1,
    LEVELS = 8,
    COARSEST = 6,

    MOST_STEPS = 50000,
    STIFF_STEPS = 2000
};
static const real rounding = R(1e-12);
static const double within = 50;

/* ---- a run ------------------------------------------------------------------------------- */

static const struct {
    battery_feature feature;
    int n;
    double at[2];
} times[] = {
    { BATTERY_RECORDED, 2, { 0.52359877559829887, 2.6179938779914944 } },
    { BATTERY_SWITCH, 1, { 0.5 } },
    { BATTERY_RESET, 2, { 1, 1.5 } },
};

typedef struct cell_run {
    ivp_status status;
    reason why;
    int events, due;  /* found; that there are */
    const double *at; /* their times */
    real away;        /* largest distance from them */
    real error[MOST]; /* of components, relative to 1 + |y|, and of times; of more than MANY
                         components their maximum alone */
    int n;            /* number of those */
    long jacobians, accepted, refused;
} cell_run;

static void expect_events(cell_run *r, battery_feature feature)
{
    for (size_t k = 0; k < sizeof times / sizeof *times; k++)
        if (times[k].feature == feature) {
            r->due = times[k].n;
            r->at = times[k].at;
        }
}

static void see(void *watcher, const evolve_point *point)
{
    cell_run *r = watcher;
    if (point->event < 0) return;
    if (r->events < r->due) r->away = ivp_max(r->away, fabs(point->t - r->at[r->events]));
    r->events++;
}

static void measure(const battery_place *p, evolve *e, cell_run *r)
{
    const instance *i = p->on.i;
    const size_t nc = (size_t)instance_ncomponents(i);
    real *end = calloc(2 * nc, sizeof *end), *exact = end + nc;
    r->status = end ? evolve_state(e, end) : IVP_E_NOMEM;
    if (!r->status) r->status = i->problem->exact(evolve_t(e), exact, i->p);
    r->n = i->sizes.n > MANY ? 1 : i->sizes.n;
    for (int k = 0; k < i->sizes.n && !r->status; k++) {
        const real error = ivp_abs(end[k] - exact[k]) / (1 + ivp_abs(exact[k]));
        real *const at = &r->error[k < r->n ? k : 0];
        *at = ivp_max(*at, error);
    }
    if (r->due) r->error[r->n++] = r->away;
    free(end);
}

/* Constant steps, or, where h is 0, a tolerance */
static void run_cell(const battery_place *p, double h, double tol, cell_run *r)
{
    const evolve_setup setup = { .formulation = p->on.formulation,
                                 .solver = p->s->name,
                                 .h = h,
                                 .rtol = h > 0 ? 0 : tol,
                                 .atol = h > 0 ? 0 : tol,
                                 .max_steps =
                                     p->feature == BATTERY_STIFF ? STIFF_STEPS : MOST_STEPS };
    evolve *e;
    *r = (cell_run){ 0 };
    expect_events(r, p->feature);
    r->status = evolve_create(&e, p->on.i, &setup, &r->why);
    if (r->status) return;
    r->status = evolve_run(e, r->due ? see : NULL, r);
    reason_set(&r->why, "%s", evolve_message(e));
    const long *n = evolve_counters(e);
    r->jacobians = n[IVP_N_JAC];
    r->accepted = n[IVP_N_ACCEPTED];
    r->refused = n[IVP_N_REJECTED] + n[IVP_N_FAILED];
    if (!r->status) measure(p, e, r);
    evolve_destroy(e);
    instance_reset(p->on.i);
}

/* ---- what is observed at all places ------------------------------------------------------ */

typedef struct observed {
    int runs;
    real least;   /* smallest slope less the order that is due */
    real slope;   /* that slope */
    real largest; /* error over what is allowed */
} observed;

static const char *component_name(const battery_place *p, int k, char *name, size_t size)
{
    if (k < p->on.i->sizes.n)
        instance_component_name(p->on.i, k, name, size);
    else
        snprintf(name, size, "the time of an event");
    return name;
}

/* A run that ended well, with all events; else a sentence. */
static bool arrived(const battery_place *p, const char *how, const cell_run *r, reason *why)
{
    char name[128];
    battery_name(p, name, sizeof name);
    if (r->status)
        return reason_set(why, "%s with %s ends with %s: %s", name, how, status_name(r->status),
                          r->why.text);
    return r->events == r->due || reason_set(why, "%s with %s finds %d events, %d are there",
                                             name, how, r->events, r->due);
}

/* Equations of index 3 may be given up: a status says so. */
static contract_verdict lost(const battery_place *p)
{
    const ivp_formulation f = formulation_by_name(p->on.formulation);
    return p->feature == BATTERY_INDEX3 || f == IVP_INDEX3 ? CONTRACT_IDLE : CONTRACT_BROKEN;
}

/* ---- constant steps ---------------------------------------------------------------------- */

static int least_of(int a, int b) { return a < b ? a : b; }

/* First-order states may cost a method for second-order equations an order. */
static bool is_guest(const battery_place *p)
{
    return p->feature == BATTERY_STATES && !(p->s->views & (IVP_FIRST | IVP_LINEAR | IVP_RES));
}

/* Of component k at a place; times of events come last. */
static int due_order(const battery_place *p, int k)
{
    const int order = p->s->order ? p->s->order : 1;
    if (k >= p->on.i->sizes.n) return least_of(order, 4);
    const bool varies = p->feature == BATTERY_MASS_TIME || p->feature == BATTERY_MASS_STATE ||
                        p->feature == BATTERY_MECHANICAL;
    if (varies && p->s->views == IVP_RES) return 1;
    if (is_guest(p)) return order > 1 ? order - 1 : 1;
    switch (p->feature) {
    case BATTERY_INDEX1:
    case BATTERY_BREAKS:
        return least_of(order, 2);
    case BATTERY_INDEX2:
    case BATTERY_INDEX3:
        return 1;
    default:
        return order;
    }
}

enum { SLOPES = 4 };

/* A library may be slow: it makes at most 192 steps, but where long ones fail. */
static int levels_of(const battery_place *p)
{
    return p->s->attempt || p->feature == BATTERY_GAP ? LEVELS : LEVELS - 2;
}

static int by_size(const void *a, const void *b)
{
    const real x = *(const real *)a, y = *(const real *)b;
    return (x > y) - (x < y);
}

/* The median, or the mean, whichever is larger: an error that changes its sign bends slopes. */
static real slope_of(const cell_run *r, int levels, int k)
{
    real slope[SLOPES], sum = 0;
    int found = 0;
    for (int l = levels - 1; l > 0 && found < SLOPES; l--) {
        const bool here = !r[l].status && !r[l - 1].status;
        if (!here || r[l].error[k] <= rounding || r[l - 1].error[k] >= 1) continue;
        slope[found] = log2(r[l - 1].error[k] / r[l].error[k]);
        sum += slope[found++];
    }
    if (found < 2) return (real)NAN;
    qsort(slope, (size_t)found, sizeof *slope, by_size);
    return ivp_max(slope[found / 2], sum / found);
}

static bool component_falls(const battery_place *p, const cell_run *r, int k, observed *o,
                            reason *why)
{
    char name[128], which[64];
    const int due = due_order(p, k), levels = levels_of(p);
    const real slope = slope_of(r, levels, k), last = r[levels - 1].error[k];
    battery_name(p, name, sizeof name);
    component_name(p, k, which, sizeof which);
    if (!ivp_finite(slope))
        return last < R(1e-9) ||
               reason_set(why,
                          "on %s the error of %s does not fall: %.3g with %d "
                          "steps",
                          name, which, (double)last, COARSEST << (levels - 1));
    if (slope - due < o->least) {
        o->least = slope - due;
        o->slope = slope;
    }
    return slope > due - (last < rounding ? R(1.0) : R(0.4)) ||
           reason_set(why, "on %s the error of %s falls with order %.2f, due is %d", name,
                      which, (double)slope, due);
}

static contract_verdict by_steps(const battery_place *p, void *context, reason *why)
{
    cell_run r[LEVELS];
    observed *o = context;
    const double length = p->on.i->t1 - p->on.i->t0;
    const int levels = levels_of(p);
    char how[64];
    snprintf(how, sizeof how, "%d constant steps", COARSEST << (levels - 1));
    for (int l = 0; l < levels; l++) run_cell(p, length / (COARSEST << l), 0, &r[l]);
    const cell_run *last = &r[levels - 1];
    if (!arrived(p, how, last, why)) return lost(p);
    o->runs += levels;
    for (int k = 0; k < last->n; k++)
        if (!component_falls(p, r, k, o, why)) return CONTRACT_BROKEN;
    return CONTRACT_KEPT;
}

/* ---- tolerances -------------------------------------------------------------------------- */

static double allowed(const battery_place *p, int k, double tol)
{
    const double order = p->s->order ? due_order(p, k) : 4;
    return within * pow(tol, order / (order + 1));
}

/* Of index 3: codes of index 1 and 2 leave such a component to chance. */
static bool is_multiplier(const battery_place *p, int k)
{
    const int *index = p->on.i->problem->index;
    return index && k < p->on.i->sizes.n && index[k] == 3;
}

static bool component_near(const battery_place *p, const cell_run *r, int k, double tol,
                           observed *o, reason *why)
{
    char name[128], which[64];
    const double bound = allowed(p, k, tol);
    if (is_multiplier(p, k)) return true;
    o->largest = ivp_max(o->largest, r->error[k] / bound);
    if (r->error[k] <= bound) return true;
    battery_name(p, name, sizeof name);
    component_name(p, k, which, sizeof which);
    return reason_set(why,
                      "on %s at a tolerance of %.0e the error of %s is %.2g, allowed are %.2g",
                      name, tol, which, (double)r->error[k], bound);
}

/* Solutions are smooth. Of few steps those behind an event count for much; a library's counts
 * may be unknown. */
static bool is_steady(const battery_place *p, const char *how, const cell_run *r, reason *why)
{
    enum { FEW = 20 };
    char name[128];
    if (!p->s->attempt || r->accepted + r->refused < FEW || r->refused <= r->accepted)
        return true;
    battery_name(p, name, sizeof name);
    return reason_set(why, "on %s with %s %ld steps are refused and %ld accepted", name, how,
                      r->refused, r->accepted);
}

static contract_verdict by_tolerances(const battery_place *p, void *context, reason *why)
{
    observed *o = context;
    for (double tol = 1e-4; tol > 1e-9; tol /= 100) {
        cell_run r;
        char how[64];
        snprintf(how, sizeof how, "a tolerance of %.0e", tol);
        run_cell(p, 0, tol, &r);
        if (!arrived(p, how, &r, why)) return lost(p);
        if (!is_steady(p, how, &r, why)) return CONTRACT_BROKEN;
        o->runs++;
        for (int k = 0; k < r.n; k++)
            if (!component_near(p, &r, k, tol, o, why)) return CONTRACT_BROKEN;
    }
    return CONTRACT_KEPT;
}

/* ---- stiffness --------------------------------------------------------------------------- */

/* Methods that evaluate a Jacobian follow the slow solution with few steps. */
static contract_verdict when_stiff(const battery_place *p, void *context, reason *why)
{
    const double length = p->on.i->t1 - p->on.i->t0;
    observed *o = context;
    cell_run r;
    run_cell(p, p->s->adaptive ? 0 : length / 96, 1e-4, &r);
    if (!r.jacobians) return contract_idle(why, "it evaluates no Jacobian");
    if (!arrived(p, p->s->adaptive ? "a tolerance of 1e-4" : "96 constant steps", &r, why))
        return CONTRACT_BROKEN;
    o->runs++;
    return component_near(p, &r, 0, 1e-4, o, why) ? CONTRACT_KEPT : CONTRACT_BROKEN;
}

/* ---- a feature --------------------------------------------------------------------------- */

static contract_verdict when_fast(const battery_place *p, void *context, reason *why)
{
    if (p->s->adaptive) return by_tolerances(p, context, why);
    return contract_idle(why, "it takes no tolerances");
}

/* Baumgarte's terms have a stiffness of their own: formulations with them are left out. */
static contract_verdict at_place(const battery_place *p, void *context, reason *why)
{
    const ivp_formulation f = formulation_by_name(p->on.formulation);
    if (f == IVP_BAUMGARTE1 || f == IVP_BAUMGARTE2)
        return contract_idle(why, "it takes only formulations with Baumgarte's terms");
    if (p->feature == BATTERY_STIFF) return when_stiff(p, context, why);
    if (p->feature == BATTERY_FAST) return when_fast(p, context, why);
    contract_verdict v = CONTRACT_IDLE;
    if (p->s->fixed_step) v = by_steps(p, context, why);
    if (v == CONTRACT_BROKEN || !p->s->adaptive) return v;
    const contract_verdict w = by_tolerances(p, context, why);
    return w == CONTRACT_IDLE ? v : w;
}

contract_verdict battery_check(battery_feature feature, const ivp_solver *s, reason *why)
{
    observed o = { .least = INFINITY };
    const contract_verdict v = battery_visit(s, feature, at_place, &o, why);
    if (v != CONTRACT_KEPT) return v;
    reason_set(why, "%d runs", o.runs);
    if (ivp_finite(o.least)) reason_add(why, ", observed order from %.2f on", (double)o.slope);
    if (o.largest > 0)
        reason_add(why, ", errors to %.2g of what is allowed", (double)o.largest);
    return v;
}
