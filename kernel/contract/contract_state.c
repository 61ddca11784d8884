/* contract_state.c -- what a method leaves behind: nothing beyond the arrays that it is given,
 * no trace of a step that was refused, and counts that a problem that counts itself confirms.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/contract/cells/cell.h"
#include "kernel/contract/contract_battery.h"
#include "kernel/contract/contract_hand.h"
#include "kernel/contract/contract_method.h"
#include "kernel/contract/contract_probe.h"
#include "kernel/linear/mat.h"
#include "kernel/problem/status.h"
#include "kernel/stepping/evolve.h"

/* A method with the tolerance 1e-6, or with constant steps, on every cell that is plain; a
 * library, which may be slow, on those of one feature. */
typedef bool cell_test(hand *b, real h, reason *why);

static contract_verdict by_cell(const battery_place *p, void *context, reason *why)
{
    cell_test *const *test = context;
    hand b;
    char name[128];
    reason said = { "" };
    if (!battery_is_plain(p->feature) || p->on.i->problem->form == IVP_DAE)
        return CONTRACT_IDLE;
    const real h = p->s->adaptive ? R(0.25) : R(0.5);
    bool good = hand_open(&b, p->s, &p->on, 20, R(1e-6), p->s->adaptive ? 0 : h, &said);
    if (good) {
        good = (*test)(&b, h * b.unit, &said);
        hand_close(&b);
    }
    battery_name(p, name, sizeof name);
    if (!good) reason_set(why, "on %s %s", name, said.text);
    return good ? CONTRACT_KEPT : CONTRACT_BROKEN;
}

static contract_verdict on_cells(const ivp_solver *s, cell_test *test, reason *why)
{
    return battery_visit(s, s->attempt ? 0 : BATTERY_SIZES, by_cell, &test, why);
}

/* The step is accepted as it is. */
static void go_on(hand *b, real t1)
{
    memcpy(b->y, b->y1, (size_t)b->n * sizeof *b->y);
    b->t = t1;
    if (b->s->verdict) b->s->verdict(b->self, IVP_KEPT, b->y1);
}

/* ---- arrays ------------------------------------------------------------------------------ */

static bool passes(const ivp_trial *x)
{
    for (int k = 0; k < x->ntests; k++)
        if (!(x->test[k].err <= 1)) return false;
    return true;
}

/* A step that passes its tests, of h, or shorter. */
static bool one_step(hand *b, real h, real *t1, reason *why)
{
    enum { TRIALS = 20 };
    for (int k = 0; k < TRIALS; k++, h /= 2) {
        ivp_trial x;
        const ivp_status st = hand_step(b, h, t1, &x);
        if (st < 0 || (st && !b->s->attempt))
            return reason_set(why, "a step fails: %s", status_name(st));
        if (!st && passes(&x)) return true;
        if (b->s->verdict) b->s->verdict(b->self, IVP_REJECTED, b->y);
    }
    return reason_set(why, "no step of %.1e passes its tests", (double)h);
}

static bool stays_inside(hand *b, real h, reason *why)
{
    real t1;
    const int steps =
        b->s->cannot_return ? 1 : 4; /* its first call ends where the interval does */
    if (hand_begin(b, b->t0, h)) return reason_set(why, "restart() fails");
    for (int k = 0; k < steps; k++) {
        memcpy(b->other, b->y, (size_t)b->n * sizeof *b->y);
        if (!one_step(b, h, &t1, why)) return false;
        if (b->s->attempt && memcmp(b->other, b->y, (size_t)b->n * sizeof *b->y))
            return reason_set(why, "attempt() changes y, which it may only read");
        if (b->s->dense && !b->s->cannot_return && b->s->dense(b->self, R(0.5), b->at))
            return reason_set(why, "dense() fails in the middle of a step");
        if (!hand_intact(b))
            return reason_set(why,
                              "it writes beyond one of its arrays of %d numbers, in step %d",
                              b->n, k + 1);
        go_on(b, t1);
    }
    return true;
}

contract_verdict contract_arrays(const ivp_solver *s, reason *why)
{
    return on_cells(s, stays_inside, why);
}

/* ---- a refused step ---------------------------------------------------------------------- */

/* y1 after a step that is kept, one of h that is refused or left out, and one of h / 2. */
static bool second_step(hand *b, real h, bool refused, real *y1, reason *why)
{
    real t1;
    ivp_trial x;
    if (hand_begin(b, b->t0, h)) return reason_set(why, "restart() fails");
    if (!one_step(b, h, &t1, why)) return false;
    go_on(b, t1);
    if (refused) {
        if (hand_step(b, h, &t1, &x) < 0) return reason_set(why, "a step fails permanently");
        b->s->verdict(b->self, IVP_REJECTED, b->y);
    }
    const ivp_status st = hand_step(b, h / 2, &t1, &x);
    memcpy(y1, b->y1, (size_t)b->n * sizeof *y1);
    return !st || reason_set(why, "a step fails: %s", status_name(st));
}

static bool leaves_no_trace(hand *b, real h, reason *why)
{
    real off = 0;
    if (!second_step(b, h, false, b->other, why)) return false;
    if (!second_step(b, h, true, b->at, why)) return false;
    for (int k = 0; k < b->n; k++)
        off = ivp_max(off, ivp_abs(b->at[k] - b->other[k]) / (1 + ivp_abs(b->other[k])));
    return off <= 10 * b->tol.rtol ||
           reason_set(why,
                      "the step after one that was refused ends %.1e away from where it ends "
                      "without that one",
                      (double)off);
}

contract_verdict contract_refused(const ivp_solver *s, reason *why)
{
    if (!s->attempt) return contract_idle(why, "it wraps a library, which decides by itself");
    if (!s->verdict) return contract_idle(why, "it is told no verdict: it keeps nothing");
    if (!s->adaptive) return contract_idle(why, "its steps are not refused");
    return on_cells(s, leaves_no_trace, why);
}

/* ---- counts ------------------------------------------------------------------------------ */

/* The kernel makes one evaluation of its own at the start, which is not counted. */
static contract_verdict counts_agree(const battery_place *p, void *context, reason *why)
{
    const double length = p->on.i->t1 - p->on.i->t0;
    evolve_setup setup = { .formulation = p->on.formulation, .solver = p->s->name };
    if (p->s->adaptive)
        setup.rtol = setup.atol = 1e-5;
    else
        setup.h = length / 50;
    char name[128];
    reason no;
    evolve *e;
    (void)context;
    if (evolve_create(&e, p->on.i, &setup, &no)) return contract_idle(why, no.text);
    const long before = cell_calls();
    const ivp_status st = evolve_run(e, NULL, NULL);
    const long calls = cell_calls() - before, counted = evolve_counters(e)[IVP_N_F];
    evolve_destroy(e);
    battery_name(p, name, sizeof name);
    if (st) return contract_idle(why, "the run does not arrive");
    return calls == counted || calls == counted + 1 ||
                   reason_set(why, "on %s f is called %ld times, and %ld are counted", name,
                              calls, counted)
               ? CONTRACT_KEPT
               : CONTRACT_BROKEN;
}

contract_verdict contract_counts(const ivp_solver *s, reason *why)
{
    return battery_visit(s, BATTERY_TIME, counts_agree, NULL, why);
}

/* ---- repetition -------------------------------------------------------------------------- */

/* Twice by one object: the same bits, and no memory the second time. */
static contract_verdict run_again(const battery_place *p, evolve *e, real *end, reason *why)
{
    const size_t nc = (size_t)instance_ncomponents(p->on.i);
    const long before = contract_allocations ? contract_allocations() : 0;
    ivp_status st = evolve_run(e, NULL, NULL);
    const long taken = contract_allocations ? contract_allocations() - before : 0;
    if (!st) st = evolve_state(e, end + nc);
    if (st || memcmp(end, end + nc, nc * sizeof *end))
        return reason_set(why, "a second run of the same object ends elsewhere"),
               CONTRACT_BROKEN;
    if (p->s->attempt && taken)
        return reason_set(why, "a second run takes memory %ld times", taken), CONTRACT_BROKEN;
    return CONTRACT_KEPT;
}

static contract_verdict repeats_itself(const battery_place *p, void *context, reason *why)
{
    evolve_setup setup = { .formulation = p->on.formulation,
                           .solver = p->s->name,
                           .max_steps = 3000 };
    if (p->s->adaptive)
        setup.rtol = setup.atol = 1e-5;
    else
        setup.h = (p->on.i->t1 - p->on.i->t0) / 50;
    char name[128];
    reason said = { "" };
    evolve *e;
    (void)context;
    if (evolve_create(&e, p->on.i, &setup, &said)) return contract_idle(why, said.text);
    real *end = calloc(2 * (size_t)instance_ncomponents(p->on.i), sizeof *end);
    contract_verdict v = CONTRACT_IDLE;
    if (end && !evolve_run(e, NULL, NULL) && !evolve_state(e, end))
        v = run_again(p, e, end, &said);
    free(end);
    evolve_destroy(e);
    instance_reset(p->on.i);
    battery_name(p, name, sizeof name);
    if (v == CONTRACT_BROKEN) reason_set(why, "on %s %s", name, said.text);
    if (v == CONTRACT_IDLE) contract_idle(why, "no run of it arrives");
    return v;
}

contract_verdict contract_may_differ(const ivp_solver *s, reason *why)
{
    reason_set(why, "it is declared not deterministic: %s", s->not_deterministic);
    return CONTRACT_IDLE;
}

contract_verdict contract_repeats(const ivp_solver *s, reason *why)
{
    if (s->not_deterministic) return contract_may_differ(s, why);
    const battery_feature where = s->attempt ? 0 : BATTERY_RESET;
    const contract_verdict v = battery_visit(s, where, repeats_itself, NULL, why);
    if (v == CONTRACT_KEPT) *why->text = '\0'; /* of cells at which no run arrives */
    return v;
}
