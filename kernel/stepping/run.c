/* run.c -- from the start to the end of the interval, step by step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <string.h>

#include "kernel/stepping/evolve_impl.h"
#include "kernel/linear/mat.h"

/* A step whose end cannot be brought back to the manifolds was too long: a method under the
 * kernel's control tries a shorter one. */
static bool give_back(evolve *e)
{
    const real h = e->t_new - e->t;
    if (!e->solver->attempt || e->tol.h > 0 || h < R(1e-12) * ivp_abs(e->t_new)) return false;
    if (e->solver->verdict) e->solver->verdict(e->self, IVP_REJECTED, e->y);
    e->model->count[IVP_N_FAILED]++;
    control_begin(e);
    e->h = h / 4;
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
    *e->message.text = '\0';
    e->stopped = e->moved = e->repartition = e->disturbed = e->jump = false;
    e->model->reason = e->model->remark = NULL;
    e->t = i->t0;
    enter_piece(e);
    instance_reset(i);
    model_anew(e->model);
    model_begin(e->model);
    ivp_status st = model_start(e->model, e->y, e->yp);
    scale_tolerances(e);
    if (e->events) {
        memcpy(e->canonical, i->start, (size_t)instance_ncomponents(i) * sizeof *e->canonical);
        events_begin(e->events, e->t, e->canonical, i->start_yp);
    }
    control_begin(e);
    e->h = first_step(e);
    look_between(e);
    if (!st) st = e->solver->restart(e->self, e->t, e->y, e->yp, e->h);
    if (st) return evolve_fail(e, st, "start: %s%s", ivp_status_name(st), told_reason(e));
    return show(e, e->t, e->y, 0, -1, 0);
}

static ivp_status step(evolve *e)
{
    ivp_status st = enough_steps(e);
    if (!st) st = settled_step(e);
    if (!st) st = accept_trial(e);
    return st || is_over(e) ? st : begin_again(e);
}

/* A step that becomes too small may be what an accumulation of events looks like. */
static ivp_status blame(evolve *e, ivp_status st)
{
    if (events_blame(e->events, st) == st) return st;
    *e->message.text = '\0';
    return event_lost(e, IVP_E_EVENT_LOST, e->t);
}

static void add_remark(evolve *e)
{
    if (e->model->remark)
        reason_add(&e->message, "%s%s", *e->message.text ? "; " : "", e->model->remark);
}

/* What a wrapped library does not tell is no number; what was counted backwards stays so. */
static void forget_unknown(ivp_model *m)
{
    for (int c = 0; c < IVP_NCOUNTERS; c++)
        if (m->not_counted[c] && m->count[c] >= 0) m->count[c] = -1;
}

ivp_status evolve_run(evolve *e, evolve_watch watch, void *watcher)
{
    e->watch = watch;
    e->watcher = watcher;
    ivp_status st = begin(e);
    while (!st && !is_over(e)) st = e->solver->drive ? drive(e) : step(e);
    if (st && e->events) st = blame(e, st);
    tell_totals(e);
    forget_unknown(e->model);
    add_remark(e);
    return st;
}

double evolve_t(const evolve *e) { return (double)e->t; }
const char *evolve_message(const evolve *e) { return e->message.text; }
const long *evolve_counters(const evolve *e) { return e->model->count; }

ivp_status evolve_state(evolve *e, real *canonical)
{
    return model_canonical(e->model, e->t, e->y, canonical);
}
