/* restart.c -- the method begins anew at an accepted state: after an event or a break point,
 * after a search that moved a wrapped solver, in new coordinates.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/evolve_impl.h"

#include "kernel/problem/status.h"

/* y' and the multipliers, or algebraic unknowns, as they are behind t. */
static ivp_status complete(evolve *e)
{
    if (e->restart.slopes)
        return slopes_at(e->restart.slopes, e->now.t, e->now.y, e->restart.yp);
    const real t = model_inside(e->model, e->now.t);
    ivp_status st = model_positions(e->model, t, e->now.y, e->canonical);
    if (!st) st = instance_complete(e->instance, t, e->canonical);
    return st ? st : model_unknowns(e->model, t, e->canonical, e->now.y, e->restart.yp);
}

/* The method begins anew at (t, y). */
static ivp_status restart_at(evolve *e, real h0)
{
    model_begin(e->model);
    ivp_status st = complete(e);
    scale_tolerances(e);
    pace_begin(e, h0 > 0 ? h0 : first_step(e));
    tell_totals(e);
    look_between(e);
    if (!st) st = e->solver->restart(e->self, e->now.t, e->now.y, e->restart.yp, e->pace.h);
    e->model->count[IVP_N_RESTART]++;
    return st ? evolve_fail(e, st, "restart at t = %.9g: %s%s", (double)e->now.t,
                            status_name(st), told_reason(e))
              : IVP_OK;
}

bool must_restart(const evolve *e)
{
    return e->restart.jump || e->restart.disturbed || e->restart.repartition;
}

void restart_none(evolve *e)
{
    e->restart.jump = e->restart.disturbed = e->restart.repartition = false;
}

/* After an event or a break point with a first step by the rule; after a search that moved a
 * wrapped solver, or in new coordinates, with the step size as it is. */
ivp_status begin_again(evolve *e)
{
    if (!must_restart(e)) return IVP_OK;
    enter_piece(e);
    const ivp_status st = restart_at(e, e->restart.jump      ? 0
                                        : e->solver->attempt ? e->pace.h
                                                             : e->now.size);
    restart_none(e);
    return st ? st : show(e, e->now.t, e->now.y, 0, -1, 0);
}
