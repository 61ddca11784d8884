/* contract_weights.c -- how an error test counts components, on y' = f(t, y) and y' = f(y), and
 * whether steps obey hmax.
 *
 *     each component    where the atol of one is 1e-6 and of all others 1e9, a test sees the
 *                       error of that one: some of its steps by at least a hundredth
 *     a larger system   a test of two equal systems says no less than of one: norms are means
 *                       of squares, or the largest. A norm over n in place of its root says
 *                       0.71 of it
 *     steps             none is longer than hmax; of a library, than 2 hmax
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_method.h"

#include <string.h>

#include "kernel/contract/contract_battery.h"
#include "kernel/contract/contract_hand.h"
#include "kernel/stepping/evolve.h"

enum { SIZES = 12, COUNTED = 2, PARTS = 20 };
static const real ratio = R(0.7), seen = R(0.01), as_much = R(0.9);

/* The largest test of a step of length h from the start; negative: there is none. *truth: its
 * true error in the same norm. */
static real test_of(hand *b, real h, real *truth)
{
    ivp_trial x;
    real t1, err = -1;
    if (hand_begin(b, b->t0, h) || hand_step(b, h, &t1, &x) || !x.ntests ||
        hand_exact(b, t1, b->at, b->yp))
        return -1;
    for (int j = 0; j < b->n; j++) b->e[j] = b->y1[j] - b->at[j];
    *truth = ivp_error_norm(b->m, &b->tol, b->y, b->y1, b->e);
    for (int j = 0; j < x.ntests; j++) err = ivp_max(err, x.test[j].err);
    return err;
}

static real length_of(const hand *b, int k) { return PARTS * b->unit * pow(ratio, k); }

static bool is_plain(const battery_place *p) { return !strcmp(p->on.formulation, "ode"); }

/* ---- each component ---------------------------------------------------------------------- */

/* The largest part of the error of component j that a test sees; negative: none has one. */
static real part_seen(const battery_place *p, int j, reason *why)
{
    real part = -1, truth;
    hand b;
    if (!hand_open_for(&b, p->s, &p->on, PARTS, R(1e-6), j, why)) return -1;
    for (int k = 0; k < SIZES; k++) {
        const real err = test_of(&b, length_of(&b, k), &truth);
        if (err >= 0 && truth >= 10 && truth <= R(1e4)) part = ivp_max(part, err / truth);
    }
    hand_close(&b);
    return part;
}

static contract_verdict each_is_seen(const battery_place *p, void *context, reason *why)
{
    bool tried = false;
    char name[128], component[32];
    (void)context;
    if (!is_plain(p)) return CONTRACT_IDLE;
    for (int j = 0; j < p->on.i->sizes.n; j++) {
        const real part = part_seen(p, j, why);
        if (part < 0) continue;
        tried = true;
        if (part >= seen) continue;
        battery_name(p, name, sizeof name);
        instance_component_name(p->on.i, j, component, sizeof component);
        reason_set(why,
                   "on %s, where %s alone has a small atol, a test says at most %.2g times its "
                   "error",
                   name, component, (double)part);
        return CONTRACT_BROKEN;
    }
    return tried ? CONTRACT_KEPT : CONTRACT_IDLE;
}

static const char *no_test(const ivp_solver *s)
{
    if (!s->adaptive) return "it takes no tolerances";
    return s->attempt ? NULL : "it wraps a library, whose tests are its own";
}

contract_verdict contract_components(const ivp_solver *s, reason *why)
{
    if (no_test(s)) return contract_idle(why, no_test(s));
    contract_verdict v = battery_visit(s, BATTERY_TIME, each_is_seen, NULL, why);
    if (v != CONTRACT_BROKEN) v = battery_visit(s, BATTERY_STATE, each_is_seen, NULL, why);
    if (v == CONTRACT_IDLE)
        return contract_idle(why, "no step has an error that is to be seen");
    return v;
}

/* ---- a larger system --------------------------------------------------------------------- */

typedef struct tests_of {
    real err[SIZES];
    const ivp_problem *of; /* NULL: not made yet */
} tests_of;

/* The system alone comes first. */
static contract_verdict no_less(const battery_place *p, void *context, reason *why)
{
    tests_of *one = context;
    const bool alone = !one->of;
    char name[128];
    real truth, worst = INFINITY;
    int less = 0, tried = 0;
    hand b;
    if (!is_plain(p) || !(alone || one->of == p->on.i->problem) ||
        !hand_open(&b, p->s, &p->on, PARTS, R(1e-6), 0, why))
        return CONTRACT_IDLE;
    one->of = p->on.i->problem;
    for (int k = 0; k < SIZES; k++) {
        const real err = test_of(&b, length_of(&b, k), &truth);
        if (alone) one->err[k] = err;
        if (!(err > 0) || !(one->err[k] > R(0.1))) continue;
        tried++;
        less += err < as_much * one->err[k];
        worst = ivp_min(worst, err / one->err[k]);
    }
    hand_close(&b);
    battery_name(p, name, sizeof name);
    if (less >= COUNTED)
        reason_set(why, "on %s a test says %.2g times what it says of one of the two systems",
                   name, (double)worst);
    return less >= COUNTED ? CONTRACT_BROKEN : tried ? CONTRACT_KEPT : CONTRACT_IDLE;
}

contract_verdict contract_norm(const ivp_solver *s, reason *why)
{
    tests_of one = { .of = NULL };
    if (no_test(s)) return contract_idle(why, no_test(s));
    battery_visit(s, BATTERY_STATE, no_less, &one, why);
    const contract_verdict v = battery_visit(s, BATTERY_COPIES, no_less, &one, why);
    if (v == CONTRACT_IDLE)
        return contract_idle(why, "no step has an error that is to be seen");
    return v;
}

/* ---- the longest step -------------------------------------------------------------------- */

static void see(void *watcher, const evolve_point *point)
{
    real *longest = watcher;
    *longest = ivp_max(*longest, (real)point->h);
}

/* Negative: the run does not arrive. */
static real longest_step(const battery_place *p, double hmax)
{
    const evolve_setup setup = { .formulation = p->on.formulation,
                                 .solver = p->s->name,
                                 .rtol = 1e-2,
                                 .atol = 1e-2,
                                 .hmax = hmax,
                                 .max_steps = 5000 };
    reason why;
    evolve *e;
    real longest = 0;
    if (evolve_create(&e, p->on.i, &setup, &why)) return -1;
    if (evolve_run(e, see, &longest)) longest = -1;
    evolve_destroy(e);
    instance_reset(p->on.i);
    return longest;
}

/* A library may give two steps as one: a start by another method. */
static contract_verdict obeys(const battery_place *p, void *context, reason *why)
{
    const real most = p->s->library ? 2 : R(1.000001);
    const real hmax = (real)((p->on.i->t1 - p->on.i->t0) / 50);
    char name[128];
    (void)context;
    if (longest_step(p, 0) <= hmax) return CONTRACT_IDLE;
    const real longest = longest_step(p, (double)hmax);
    if (longest < 0) return CONTRACT_IDLE;
    battery_name(p, name, sizeof name);
    if (longest > hmax * most)
        reason_set(why, "on %s a step is %.3g long, hmax is %.3g", name, (double)longest,
                   (double)hmax);
    return longest > hmax * most ? CONTRACT_BROKEN : CONTRACT_KEPT;
}

contract_verdict contract_hmax(const ivp_solver *s, reason *why)
{
    if (!s->adaptive) return contract_idle(why, "it takes no tolerances");
    const contract_verdict v = battery_visit(s, BATTERY_TIME, obeys, NULL, why);
    if (v == CONTRACT_IDLE) return contract_idle(why, "its steps are short without a limit");
    return v;
}
