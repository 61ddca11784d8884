/* contract_copies.c -- systems in one that know nothing of each other.
 *
 * A method treats two copies alike: their numbers stay equal to rounding, however long its steps
 * are and wherever its iterations stop. An index that is off by one, a component that is left
 * out, an array that overlaps another, or a block of a matrix that is taken elsewhere makes them
 * differ.
 *
 * Unknowns that rest beside an equation change nothing of it at constant steps, where rounding
 * alone stops iterations. A weight that is damaged in one place lets them stop too early.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_method.h"

#include <stdio.h>
#include <stdlib.h>

#include "kernel/contract/contract_battery.h"
#include "kernel/contract/contract_probe.h"
#include "kernel/stepping/evolve.h"

/* Rounding errors, which factorisations and small steps magnify */
static const real equal = R(1e-10);

/* Largest difference of the halves of y[0 .. n), relative to 1 + |y| */
static real apart(const real *y, int n)
{
    real most = 0;
    for (int k = 0; k < n / 2; k++)
        most = ivp_max(most, ivp_abs(y[k] - y[k + n / 2]) / (1 + ivp_abs(y[k])));
    return most;
}

/* Of q, u and x, or of y, at the end of a run; negative: it does not arrive. */
static real copies_apart(const battery_place *p, double h, double tol)
{
    const evolve_setup setup = { .formulation = p->on.formulation,
                                 .solver = p->s->name,
                                 .h = h,
                                 .rtol = tol,
                                 .atol = tol,
                                 .max_steps = 5000 };
    const ivp_sizes *s = &p->on.i->sizes;
    reason why;
    evolve *e;
    real most = -1, *end = calloc((size_t)instance_ncomponents(p->on.i) + 1, sizeof *end);
    if (end && !evolve_create(&e, p->on.i, &setup, &why)) {
        if (!evolve_run(e, NULL, NULL) && !evolve_state(e, end)) {
            const int nq = p->on.i->problem->second_order ? s->n / 2 : s->nq;
            most = ivp_max(apart(end, nq), apart(end + nq, nq));
            most = ivp_max(most, apart(end + 2 * nq, s->n - 2 * nq));
        }
        evolve_destroy(e);
    }
    free(end);
    return most;
}

/* ---- what rests -------------------------------------------------------------------------- */

typedef struct at_rest {
    real alone, worst;
} at_rest;

/* At the end of twenty constant steps; NAN: it does not arrive. */
static real moved(const battery_place *p)
{
    const instance *i = p->on.i;
    const evolve_setup setup = { .formulation = p->on.formulation,
                                 .solver = p->s->name,
                                 .h = (i->t1 - i->t0) / 20 };
    reason why;
    evolve *e;
    real at = (real)NAN, *end = calloc((size_t)instance_ncomponents(i) + 1, sizeof *end);
    if (end && !evolve_create(&e, p->on.i, &setup, &why)) {
        if (!evolve_run(e, NULL, NULL) && !evolve_state(e, end))
            at = end[p->on.i->sizes.n == 1 ? 0 : (int)i->p[1]];
        evolve_destroy(e);
    }
    free(end);
    return at;
}

/* The equation alone comes first. */
static contract_verdict rests(const battery_place *p, void *context, reason *why)
{
    at_rest *b = context;
    char name[128];
    const real here = moved(p);
    if (p->on.i->sizes.n == 1) b->alone = here;
    const real off = ivp_abs(here - b->alone);
    if (!ivp_finite(off)) return CONTRACT_IDLE;
    b->worst = ivp_max(b->worst, off);
    battery_name(p, name, sizeof name);
    if (off > equal)
        reason_set(why, "on %s what rests beside an equation moves its end by %.1e", name,
                   (double)off);
    return off > equal ? CONTRACT_BROKEN : CONTRACT_KEPT;
}

contract_verdict contract_rest(const ivp_solver *s, reason *why)
{
    at_rest b = { .alone = (real)NAN };
    if (!s->fixed_step) return contract_idle(why, "it takes no constant steps");
    const contract_verdict v = battery_visit(s, BATTERY_REST, rests, &b, why);
    if (v == CONTRACT_KEPT) reason_set(why, "its end moves by %.1e at most", (double)b.worst);
    return v;
}

/* ---- copies ------------------------------------------------------------------------------ */

static contract_verdict stay_equal(const battery_place *p, void *context, reason *why)
{
    const double length = p->on.i->t1 - p->on.i->t0;
    const struct {
        double h, tol;
        bool tried;
    } how[] = { { length / 20, 0, p->s->fixed_step },
                { 0, 1e-4, p->s->adaptive },
                { 0, 1e-7, p->s->adaptive } };
    char name[128];
    real *worst = context, here = -1;
    for (size_t k = 0; k < sizeof how / sizeof *how; k++)
        if (how[k].tried) here = ivp_max(here, copies_apart(p, how[k].h, how[k].tol));
    *worst = ivp_max(*worst, here);
    battery_name(p, name, sizeof name);
    if (here > equal)
        reason_set(why, "on %s the numbers of two equal systems end %.1e apart", name,
                   (double)here);
    return here > equal ? CONTRACT_BROKEN : here < 0 ? CONTRACT_IDLE : CONTRACT_KEPT;
}

contract_verdict contract_copies(const ivp_solver *s, reason *why)
{
    real worst = -1;
    const contract_verdict v = battery_visit(s, BATTERY_COPIES, stay_equal, &worst, why);
    if (v == CONTRACT_IDLE) return contract_idle(why, "no run of two systems arrives");
    if (v == CONTRACT_KEPT) reason_set(why, "they end %.1e apart at most", (double)worst);
    return v;
}
