/* accept.c -- actions before and after a step, for all kinds of solvers: its end limit, updates
 * after acceptance, and restarts of the method.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/evolve_impl.h"

#include <limits.h>

void tell_totals(evolve *e)
{
    if (e->solver->finish) e->solver->finish(e->self);
}

/* y' and the multipliers, or algebraic unknowns, as they are behind t. */
static ivp_status complete(evolve *e)
{
    if (e->slopes) return slopes_at(e->slopes, e->t, e->y, e->yp);
    const real t = model_inside(e->model, e->t);
    ivp_status st = model_positions(e->model, t, e->y, e->canonical);
    if (!st) st = instance_complete(e->instance, t, e->canonical);
    return st ? st : model_unknowns(e->model, t, e->canonical, e->y, e->yp);
}

void look_between(evolve *e)
{
    const bool nobody =
        !e->watch && !e->events && !e->hooked && e->model->direct && !(e->tol.h > 0);
    const long most = e->max_steps ? e->max_steps : LONG_MAX;
    e->model->unwatched = nobody;
    e->model->unseen = nobody ? most - e->model->count[IVP_N_ACCEPTED] : 0;
}

/* The method begins anew at (t, y). */
static ivp_status restart_at(evolve *e, real h0)
{
    model_begin(e->model);
    ivp_status st = complete(e);
    scale_tolerances(e);
    control_begin(e);
    e->h = h0 > 0 ? h0 : first_step(e);
    tell_totals(e);
    look_between(e);
    if (!st) st = e->solver->restart(e->self, e->t, e->y, e->yp, e->h);
    e->model->count[IVP_N_RESTART]++;
    return st ? evolve_fail(e, st, "restart at t = %.9g: %s%s", (double)e->t,
                            ivp_status_name(st), told_reason(e))
              : IVP_OK;
}

void enter_piece(evolve *e)
{
    const double *b = e->instance->problem->breaks;
    const int n = e->instance->nbreaks;
    int k = 0;
    while (k < n && !(b[k] > e->t)) k++;
    e->at_break = k < n && b[k] < e->t1;
    e->wall = e->at_break ? b[k] : e->t1;
    /* pulses change at the end of the interval too: it belongs to the last piece */
    model_piece(e->model, k ? b[k - 1] : -(real)INFINITY, n ? e->wall : (real)INFINITY);
}

static void commit(evolve *e)
{
    real *y = e->y;
    e->y = e->y_new;
    e->y_new = y;
    e->t = e->t_new;
    e->model->count[IVP_N_ACCEPTED]++;
    if (e->beat) {
        e->beat->t = (double)e->t;
        e->beat->steps = e->model->count[IVP_N_ACCEPTED];
    }
}

static void tell(evolve *e)
{
    const bool moved = e->moved && !e->solver->keeps_history;
    if (e->solver->verdict) e->solver->verdict(e->self, moved ? IVP_MOVED : IVP_KEPT, e->y_new);
}

bool must_restart(const evolve *e) { return e->jump || e->disturbed || e->repartition; }

/* After an event or a break point with a first step by the rule; after a search that moved a
 * wrapped solver, or in new coordinates, with the step size as it is. */
ivp_status begin_again(evolve *e)
{
    if (!must_restart(e)) return IVP_OK;
    enter_piece(e);
    const ivp_status st = restart_at(e, e->jump ? 0 : e->solver->attempt ? e->h : e->size);
    e->jump = e->disturbed = e->repartition = false;
    return st ? st : show(e, e->t, e->y, 0, -1, 0);
}

ivp_status enough_steps(evolve *e)
{
    if (!e->max_steps || e->model->count[IVP_N_ACCEPTED] < e->max_steps) return IVP_OK;
    return evolve_fail(e, IVP_E_TOO_MANY_STEPS, "%ld steps reached only t = %.9g", e->max_steps,
                       (double)e->t);
}

/* The problem's own hook; few have one, and in line it would cost all others a frame. */
static __attribute__((noinline)) ivp_status tell_problem(evolve *e)
{
    const instance *i = e->instance;
    ivp_status st = model_positions(e->model, model_inside(e->model, e->t), e->y, e->canonical);
    if (!st) st = i->problem->accepted(e->t, e->canonical, i->p);
    return st ? evolve_fail(e, st < 0 ? st : IVP_E_INVALID, ".accepted() of %s at t = %.9g: %s",
                            i->problem->name, (double)e->t, ivp_status_name(st))
              : IVP_OK;
}

ivp_status accept_trial(evolve *e)
{
    bool event = false;
    ivp_status st = e->events ? meet_events(e, &event) : IVP_OK;
    if (st) return st;
    e->size = e->t_new - e->t;
    if (!event) tell(e);
    commit(e);
    e->jump = event || (e->at_break && e->t >= e->wall);
    if (e->hooked && (st = tell_problem(e))) return st;
    return event ? IVP_OK : show(e, e->t, e->y, e->size, -1, 0);
}
