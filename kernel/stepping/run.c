/* run.c -- from the start to the end of the interval, step by step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/problem/status.h"
#include "kernel/stepping/evolve_impl.h"
#include "kernel/linear/mat.h"

/* A step whose end cannot be brought back to the manifolds was too long: a method under the
 * kernel's control tries a shorter one. */
static bool give_back(evolve *e)
{
    const real h = e->trial.t - e->now.t;
    if (!e->solver->attempt || e->setting.tol.h > 0 || h < R(1e-12) * ivp_abs(e->trial.t))
        return false;
    if (e->solver->verdict) e->solver->verdict(e->self, IVP_REJECTED, e->now.y);
    e->model->count[IVP_N_FAILED]++;
    pace_begin(e, h / 4);
    return true;
}

static ivp_status settled_step(evolve *e)
{
    for (;;) {
        ivp_status st = take_step(e);
        if (st) return st;
        st = settle(e, true);
        if (st <= 0 || !give_back(e)) return st ? unsettled(e, st) : IVP_OK;
    }
}

static ivp_status begin(evolve *e)
{
    instance *i = e->instance;
    memset(e->model->count, 0, sizeof e->model->count);
    memset(e->model->not_counted, 0, sizeof e->model->not_counted);
    e->search.stopped = false;
    restart_none(e);
    e->now.t = i->t0;
    enter_piece(e);
    instance_reset(i);
    model_anew(e->model);
    model_begin(e->model);
    ivp_status st = model_start(e->model, e->now.y, e->restart.yp);
    scale_tolerances(e);
    if (e->search.events) {
        memcpy(e->canonical, i->start, (size_t)instance_ncomponents(i) * sizeof *e->canonical);
        events_begin(e->search.events, e->now.t, e->canonical, i->start_yp);
    }
    pace_begin(e, first_step(e));
    look_between(e);
    if (!st) st = e->solver->restart(e->self, e->now.t, e->now.y, e->restart.yp, e->pace.h);
    if (st) return evolve_fail(e, st, "start: %s%s", status_name(st), told_reason(e));
    return show(e, e->now.t, e->now.y, 0, -1, 0);
}

static ivp_status step(evolve *e)
{
    ivp_status st = enough_steps(e);
    if (!st) st = settled_step(e);
    if (!st) st = accept_trial(e);
    return st || is_over(e) ? st : begin_again(e);
}

/* What a wrapped library does not tell is no number; what was counted backwards stays so. */
static void forget_unknown(ivp_model *m)
{
    for (int c = 0; c < IVP_NCOUNTERS; c++)
        if (m->not_counted[c] && m->count[c] >= 0) m->count[c] = -1;
}

ivp_status evolve_run(evolve *e, evolve_watch watch, void *watcher)
{
    report_begin(e, watch, watcher);
    ivp_status st = begin(e);
    while (!st && !is_over(e)) st = e->solver->drive ? drive(e) : step(e);
    if (st && e->search.events) st = blame_events(e, st);
    tell_totals(e);
    forget_unknown(e->model);
    report_end(e);
    return st;
}

double evolve_t(const evolve *e) { return (double)e->now.t; }
const long *evolve_counters(const evolve *e) { return e->model->count; }

ivp_status evolve_state(evolve *e, real *canonical)
{
    return model_canonical(e->model, e->now.t, e->now.y, canonical);
}
