/* contract_small.c -- one step whose length h goes to zero, from points of closed forms.
 *
 *     the error of a step    h^(order + 1), of methods for y' = f, v'' = f and M y' = f
 *     the error that a test says    h^(its order + 1); and if the test has the order of the
 *                                   method and the error falls with it too, it is that error,
 *                                   at least 0.8 and at most 3 times
 *
 * Where y' = f / M is not evaluated, a test that compares with it is left out.
 *
 * A coefficient that is off by a thousandth leaves the order of longer steps alone. What it
 * adds is of lower order: it shows in the shortest steps above rounding. Their slopes are
 * right to 0.4 in all methods of the tree. One place may lie beside a change of sign; a second
 * one must say the same.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_method.h"

#include <stdio.h>

#include "kernel/contract/contract_battery.h"
#include "kernel/contract/contract_hand.h"
#include "kernel/contract/contract_probe.h"
#include "kernel/formulation/formulation.h"

enum { PARTS = 20, STARTS = 3, SLOPES_LEAST = 4, ORDER_MOST = 4 };
static const real off = R(0.5), too_high = R(0.6);

/* ---- slopes ------------------------------------------------------------------------------ */

/* Of errors of shorter and shorter steps, inside (least, most). */
typedef struct slopes {
    real least, most, ratio; /* of two steps */
    real last, error;        /* the last slopes */
    real before;
    int n;
} slopes;

static void take(slopes *s, real error)
{
    const bool here = error > s->least && error < s->most;
    if (here && s->error > 0) {
        s->before = s->last;
        s->last = log(s->error / error) / log(s->ratio);
        s->n++;
    }
    s->error = here ? error : 0;
}

static bool is_low(const slopes *s, real due)
{
    return ivp_max(s->last, s->before) < due - off;
}

static bool is_high(const slopes *s, real due)
{
    return ivp_min(s->last, s->before) > due + too_high;
}

/* ---- where ------------------------------------------------------------------------------- */

/* Where the order is that of the descriptor: not at algebraic equations and where M varies. */
static bool is_tried(const battery_place *p)
{
    const ivp_formulation f = formulation_by_name(p->on.formulation);
    const battery_feature no[] = { BATTERY_SIZES, BATTERY_INDEX1, BATTERY_MASS_TIME,
                                   BATTERY_MASS_STATE };
    for (size_t k = 0; k < sizeof no / sizeof *no; k++)
        if (p->feature == no[k]) return false;
    return battery_is_plain(p->feature) && f & (IVP_AS_ODE | IVP_AS_LIN | IVP_PROJECTED |
                                                IVP_STATE_SPACE | IVP_INDEX1 | IVP_BAUMGARTE1);
}

/* Of methods through the blocks, the first step has an acceleration of its own. */
static bool has_slopes(const ivp_solver *s)
{
    return s->views & (IVP_FIRST | IVP_SECOND | IVP_LINEAR);
}

/* The same promise at all places; a library's steps are its own. */
static contract_verdict everywhere(const ivp_solver *s, battery_test *test, reason *why)
{
    reason said = { "" };
    const contract_verdict v = battery_visit(s, 0, test, NULL, &said);
    if (v == CONTRACT_IDLE)
        return contract_idle(why, "its errors are rounding before their order can be seen");
    if (v == CONTRACT_BROKEN) reason_set(why, "%s", said.text);
    return v;
}

static real start_of(const hand *b, int k) { return b->t0 + R(0.2) * k * PARTS * b->unit; }

/* ---- the error of a step ----------------------------------------------------------------- */

static real error_of(const battery_place *p, int start, real h, reason *why)
{
    hand b;
    real t1, error = INFINITY;
    if (!hand_open(&b, p->s, &p->on, PARTS, R(1e-9), h, why)) return INFINITY;
    if (!hand_begin(&b, start_of(&b, start), h * b.unit) &&
        !hand_step(&b, h * b.unit, &t1, NULL))
        error = hand_error(&b, t1, b.y1);
    hand_close(&b);
    return error;
}

static contract_verdict error_falls(const battery_place *p, void *context, reason *why)
{
    const real due = p->s->order + 1;
    char name[128];
    int tried = 0, low = 0;
    (void)context;
    if (!is_tried(p)) return CONTRACT_IDLE;
    for (int k = 0; k < STARTS; k++) {
        slopes s = { .least = R(1e-13), .most = R(0.1), .ratio = 2 };
        for (int l = 0; l < HAND_LEVELS; l++) take(&s, error_of(p, k, 2 / (real)(1 << l), why));
        if (s.n < SLOPES_LEAST) continue;
        tried++;
        battery_name(p, name, sizeof name);
        if (is_low(&s, due) && low++)
            reason_set(why, "on %s the error of one small step falls with h^%.2f, due is h^%d",
                       name, (double)s.last, (int)due);
    }
    return low > 1 ? CONTRACT_BROKEN : tried ? CONTRACT_KEPT : CONTRACT_IDLE;
}

contract_verdict contract_small_error(const ivp_solver *s, reason *why)
{
    if (!s->attempt) return contract_idle(why, "it wraps a library, which chooses its steps");
    if (!s->order) return contract_idle(why, "its order is variable");
    if (!s->fixed_step) return contract_idle(why, "it takes no constant steps");
    if (!has_slopes(s))
        return contract_idle(why, "its first step has an acceleration of its own");
    return everywhere(s, error_falls, why);
}

/* ---- the error that a test says ---------------------------------------------------------- */

typedef struct said {
    slopes test, truth;
    int order;  /* of the test, 0: several */
    real ratio; /* of the last test to the true error */
} said;

static void ask(hand *b, real t, real h, said *s)
{
    ivp_trial x;
    real t1;
    if (hand_begin(b, t, h) || hand_step(b, h, &t1, &x) || x.ntests != 1 ||
        hand_exact(b, t1, b->at, b->yp)) {
        s->test.error = s->truth.error = 0;
        return;
    }
    for (int i = 0; i < b->n; i++) b->e[i] = b->y1[i] - b->at[i];
    const real truth = ivp_error_norm(b->m, &b->tol, b->y, b->y1, b->e);
    s->order = x.test[0].order;
    take(&s->test, x.test[0].err);
    take(&s->truth, truth);
    if (s->test.error > 0 && truth > 0) s->ratio = x.test[0].err / truth;
}

/* A sentence, if the test is wrong at this place. */
static bool is_wrong(const battery_place *p, const said *s, reason *why)
{
    const real due = s->order + 1;
    char name[128];
    battery_name(p, name, sizeof name);
    if (is_low(&s->test, due) || is_high(&s->test, due))
        return !reason_set(
            why, "on %s what a test of order %d says of small steps falls with h^%.2f", name,
            s->order, (double)s->test.last);
    const bool same = s->order == p->s->order && s->truth.n >= SLOPES_LEAST &&
                      !is_low(&s->truth, due) && !is_high(&s->truth, due);
    return same && !(s->ratio >= R(0.8) && s->ratio <= 3) &&
           !reason_set(why,
                       "on %s a test of the method's order says %.2g times the error of small "
                       "steps",
                       name, (double)s->ratio);
}

static contract_verdict test_falls(const battery_place *p, void *context, reason *why)
{
    enum { SIZES = 40 };
    const real ratio = R(0.7);
    int tried = 0, wrong = 0;
    hand b;
    (void)context;
    if (!is_tried(p) || formulation_by_name(p->on.formulation) == IVP_AS_LIN ||
        !hand_open(&b, p->s, &p->on, PARTS, R(1e-11), 0, why))
        return CONTRACT_IDLE;
    for (int k = 0; k < STARTS; k++) {
        said s = { .test = { .least = 30, .most = R(1e7), .ratio = 1 / ratio } };
        s.truth = s.test;
        for (int j = 0; j < SIZES; j++)
            ask(&b, start_of(&b, k), PARTS * b.unit * pow(ratio, j), &s);
        if (s.test.n < SLOPES_LEAST || s.order < 1 || s.order > ORDER_MOST) continue;
        tried++;
        wrong += is_wrong(p, &s, why);
    }
    hand_close(&b);
    return wrong > 1 ? CONTRACT_BROKEN : tried ? CONTRACT_KEPT : CONTRACT_IDLE;
}

contract_verdict contract_small_test(const ivp_solver *s, reason *why)
{
    if (!s->adaptive) return contract_idle(why, "it takes no tolerances");
    if (!s->attempt) return contract_idle(why, "it wraps a library, whose tests are its own");
    return everywhere(s, test_falls, why);
}
