/* contract_powers.c -- one step of y_i' = i t^(i - 1), i = 1 .. 20, which is a quadrature.
 *
 * A method of order p is exact for i <= p: it fulfils the conditions sum_j b_j c_j^(i - 1) = 1/i
 * (Hairer, Norsett, Wanner, Solving ODEs I, II.2). No iteration and no stability limit the step,
 * so orders that rounding hides elsewhere show here.
 *
 * Dense output is exact for powers of its degree, or the remainder of an interpolation, which is
 * a part of h^i. A weight that is off by a thousandth leaves less than that, and more than
 * rounding.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_method.h"

#include <stdio.h>

#include "kernel/contract/contract_battery.h"
#include "kernel/contract/contract_hand.h"
#include "kernel/contract/contract_probe.h"

enum { DEGREES_INSIDE = 3 };
static const real rounding = R(1e-12); /* at the end of the step, of t^i */
static const real exact = R(1e-10), remainder_least = R(1e-3); /* inside, of h^i */

typedef contract_verdict step_test(hand *b, real t1, reason *why);

/* One step over the interval of the cell */
static contract_verdict after_step(const battery_place *p, void *context, reason *why)
{
    step_test *const *test = context;
    contract_verdict v = CONTRACT_IDLE;
    real t1;
    hand b;
    if (!hand_open(&b, p->s, &p->on, 1, R(1e-3), p->s->fixed_step ? 1 : 0, why))
        return CONTRACT_IDLE;
    if (!hand_begin(&b, b.t0, b.unit) && !hand_step(&b, b.unit, &t1, NULL))
        v = (*test)(&b, t1, why);
    hand_close(&b);
    return v;
}

static contract_verdict on_powers(const ivp_solver *s, step_test *test, reason *why)
{
    const contract_verdict v = battery_visit(s, BATTERY_POWERS, after_step, &test, why);
    return v == CONTRACT_IDLE
               ? contract_idle(why, "it is no method for y' = f, or refuses so long a step")
               : v;
}

/* ---- the end of a step ------------------------------------------------------------------- */

static contract_verdict powers_are_met(hand *b, real t1, reason *why)
{
    real worst = 0;
    int at = 0;
    if (hand_exact(b, t1, b->at, b->yp)) return CONTRACT_IDLE;
    const int n = b->s->order < b->n ? b->s->order : b->n;
    for (int i = 0; i < n; i++) {
        const real off = ivp_abs(b->y1[i] - b->at[i]) / b->at[i];
        if (off > worst) at = i;
        worst = ivp_max(worst, off);
    }
    reason_set(why, "t to t^%d are met to %.1e", n, (double)worst);
    if (worst <= rounding) return CONTRACT_KEPT;
    reason_set(why, "a step of y' = %d t^%d is off by %.1e; order %d is exact there", at + 1,
               at, (double)worst, b->s->order);
    return CONTRACT_BROKEN;
}

contract_verdict contract_powers(const ivp_solver *s, reason *why)
{
    if (!s->attempt) return contract_idle(why, "it wraps a library, which chooses its steps");
    if (!s->order) return contract_idle(why, "its order is variable");
    if (!(s->views & (IVP_FIRST | IVP_LINEAR)))
        return contract_idle(why, "it is a method for second-order equations");
    return on_powers(s, powers_are_met, why);
}

/* ---- dense output ------------------------------------------------------------------------ */

/* Largest error of dense output of t^i, in units of h^i */
static bool errors_inside(hand *b, real t1, real worst[DEGREES_INSIDE])
{
    static const real theta[] = { R(0.25), R(0.5), R(0.75) };
    const real h = t1 - b->t;
    for (size_t k = 0; k < sizeof theta / sizeof *theta; k++) {
        if (b->s->dense(b->self, theta[k], b->at)) return false;
        if (hand_exact(b, b->t + theta[k] * h, b->other, b->yp)) return false;
        for (int i = 0; i < DEGREES_INSIDE; i++)
            worst[i] = ivp_max(worst[i], ivp_abs(b->at[i] - b->other[i]) / pow(h, i + 1));
    }
    return true;
}

static contract_verdict weights_are_right(hand *b, real t1, reason *why)
{
    real worst[DEGREES_INSIDE] = { 0 };
    if (!errors_inside(b, t1, worst)) return CONTRACT_IDLE;
    reason_set(why, "t, t^2, t^3 are met to %.1e, %.1e, %.1e of h, h^2, h^3", (double)worst[0],
               (double)worst[1], (double)worst[2]);
    for (int i = 0; i < DEGREES_INSIDE; i++)
        if (worst[i] > exact && worst[i] < remainder_least) {
            reason_set(
                why,
                "inside one step t^%d is off by %.1e of h^%d: more than rounding, less than "
                "the remainder of an interpolation",
                i + 1, (double)worst[i], i + 1);
            return CONTRACT_BROKEN;
        }
    return CONTRACT_KEPT;
}

contract_verdict contract_dense_powers(const ivp_solver *s, reason *why)
{
    if (!s->dense) return contract_idle(why, "it has no dense output");
    if (!s->attempt) return contract_idle(why, "it wraps a library, whose weights are its own");
    return on_powers(s, weights_are_right, why);
}
