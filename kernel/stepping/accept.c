/* accept.c -- actions before and after a step, for all kinds of solvers: the end of its piece,
 * and what follows on its acceptance.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/evolve_impl.h"

#include <limits.h>

#include "kernel/problem/status.h"

void tell_totals(evolve *e)
{
    if (e->solver->finish) e->solver->finish(e->self);
}

void look_between(evolve *e)
{
    const bool nobody = !e->report.watch && !e->search.events && !e->setting.hooked &&
                        e->model->direct && !(e->setting.tol.h > 0);
    const long most = e->setting.tol.max_steps ? e->setting.tol.max_steps : LONG_MAX;
    e->model->unwatched = nobody;
    e->model->unseen = nobody ? most - e->model->count[IVP_N_ACCEPTED] : 0;
}

void enter_piece(evolve *e)
{
    const double *b = e->instance->problem->breaks;
    const int n = e->instance->nbreaks;
    int k = 0;
    while (k < n && !(b[k] > e->now.t)) k++;
    e->piece.at_break = k < n && b[k] < e->setting.t1;
    e->piece.wall = e->piece.at_break ? b[k] : e->setting.t1;
    /* pulses change at the end of the interval too: it belongs to the last piece */
    model_piece(e->model, k ? b[k - 1] : -(real)INFINITY, n ? e->piece.wall : (real)INFINITY);
}

static void commit(evolve *e)
{
    real *y = e->now.y;
    e->now.y = e->trial.y;
    e->trial.y = y;
    e->now.t = e->trial.t;
    e->model->count[IVP_N_ACCEPTED]++;
    if (e->report.beat) {
        e->report.beat->t = (double)e->now.t;
        e->report.beat->steps = e->model->count[IVP_N_ACCEPTED];
    }
}

static void tell(evolve *e)
{
    const bool moved = e->trial.moved && !e->solver->keeps_history;
    if (e->solver->verdict)
        e->solver->verdict(e->self, moved ? IVP_MOVED : IVP_KEPT, e->trial.y);
}

ivp_status enough_steps(evolve *e)
{
    if (!e->setting.tol.max_steps || e->model->count[IVP_N_ACCEPTED] < e->setting.tol.max_steps)
        return IVP_OK;
    return evolve_fail(e, IVP_E_TOO_MANY_STEPS, "%ld steps reached only t = %.9g",
                       e->setting.tol.max_steps, (double)e->now.t);
}

/* The problem's own hook; few have one, and in line it would cost all others a frame. */
static __attribute__((noinline)) ivp_status tell_problem(evolve *e)
{
    const instance *i = e->instance;
    ivp_status st =
        model_positions(e->model, model_inside(e->model, e->now.t), e->now.y, e->canonical);
    if (!st) st = i->problem->accepted(e->now.t, e->canonical, i->p);
    return st ? evolve_fail(e, st < 0 ? st : IVP_E_INVALID, ".accepted() of %s at t = %.9g: %s",
                            i->problem->name, (double)e->now.t, status_name(st))
              : IVP_OK;
}

ivp_status accept_trial(evolve *e)
{
    bool event = false;
    ivp_status st = e->search.events ? meet_events(e, &event) : IVP_OK;
    if (st) return st;
    e->now.size = e->trial.t - e->now.t;
    if (!event) tell(e);
    commit(e);
    e->restart.jump = event || (e->piece.at_break && e->now.t >= e->piece.wall);
    if (e->setting.hooked && (st = tell_problem(e))) return st;
    return event ? IVP_OK : show(e, e->now.t, e->now.y, e->now.size, -1, 0);
}
