/* run.c -- from the start to the end of the interval, step by step. */
#include <string.h>

#include "kernel/stepping/evolve_impl.h"
#include "kernel/linear/mat.h"

/* A step whose end cannot be brought back to the manifolds was too long: a method under the
 * kernel's control tries a shorter one. */
static bool give_back(evolve *e)
{
    const real h = e->t_new - e->t;
    if (!e->solver->attempt || e->tol.h > 0 || h < R(1e-12) * (real)e->t1) return false;
    if (e->solver->verdict) e->solver->verdict(e->self, IVP_REJECTED, e->y);
    e->model->count[IVP_N_FAILED]++;
    control_begin(e);
    e->h = h / 4;
    return true;
}

static ivp_status settled_step(evolve *e, real wall)
{
    for (;;) {
        ivp_status st = take_step(e, wall);
        if (st) return st;
        st = settle(e, true);
        if (st <= 0 || !give_back(e)) return st ? unsettled(e, st) : IVP_OK;
    }
}

static void finish(evolve *e)
{
    if (e->solver->finish) e->solver->finish(e->self);
}

/* The method begins anew at (t, y), where y' and the multipliers are computed again. */
static ivp_status restart_at(evolve *e, real h0)
{
    if (e->instance->problem->form == IVP_LIN || e->instance->problem->form == IVP_DAE)
        return evolve_fail(e, IVP_E_INCONSISTENT,
                           "restart at t = %.9g: y' of an implicit problem is not known there",
                           (double)e->t);
    ivp_status st = model_positions(e->model, e->t, e->y, e->canonical);
    if (!st) st = instance_complete(e->instance, e->t, e->canonical);
    if (!st) st = model_unknowns(e->model, e->t, e->canonical, e->y, e->yp);
    scale_tolerances(e);
    control_begin(e);
    e->h = h0 > 0 ? h0 : first_step(e);
    finish(e);
    if (!st) st = e->solver->restart(e->self, e->t, e->y, e->yp, e->h);
    e->model->count[IVP_N_RESTART]++;
    return st ? evolve_fail(e, st, "restart at t = %.9g: %s", (double)e->t, ivp_status_name(st))
              : IVP_OK;
}

static ivp_status begin(evolve *e)
{
    instance *i = e->instance;
    memset(e->model->count, 0, sizeof e->model->count);
    *e->message = '\0';
    e->stopped = e->moved = e->repartition = false;
    e->model->wall = 0;
    e->t = i->t0;
    instance_reset(i);
    ivp_status st = model_start(e->model, e->y, e->yp);
    scale_tolerances(e);
    if (e->events) {
        memcpy(e->canonical, i->start, (size_t)instance_ncomponents(i) * sizeof *e->canonical);
        events_begin(e->events, e->t, e->canonical, i->start_yp);
    }
    control_begin(e);
    e->h = first_step(e);
    if (!st) st = e->solver->restart(e->self, e->t, e->y, e->yp, e->h);
    if (st) return evolve_fail(e, st, "start: %s", ivp_status_name(st));
    return show(e, e->t, e->y, 0, -1, 0);
}

/* The next time that no step may cross: a break point or the end. */
static real next_wall(const evolve *e, bool *restart)
{
    const double *b = e->instance->problem->breaks;
    *restart = false;
    for (; b && *b != 0; b++)
        if (*b > e->t && *b < e->t1) {
            *restart = true;
            return *b;
        }
    return e->t1;
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

/* After an event or a break point with a first step by the rule; after a search that moved a
 * wrapped solver, or in new coordinates, with the step size as it is. */
static ivp_status begin_again(evolve *e, bool jump, real h)
{
    e->model->wall = 0;
    const bool again = jump || e->disturbed || e->repartition;
    const ivp_status st = !again ? IVP_OK
                                 : restart_at(e, jump                 ? 0
                                                 : e->solver->attempt ? e->h
                                                                      : h);
    e->disturbed = e->repartition = false;
    return again && !st ? show(e, e->t, e->y, 0, -1, 0) : st;
}

static ivp_status step(evolve *e)
{
    if (e->max_steps && e->model->count[IVP_N_ACCEPTED] >= e->max_steps)
        return evolve_fail(e, IVP_E_TOO_MANY_STEPS, "%ld steps reached only t = %.9g",
                           e->max_steps, (double)e->t);
    bool at_break, event = false;
    const real wall = next_wall(e, &at_break);
    e->model->wall = at_break ? wall : 0;
    ivp_status st = settled_step(e, wall);
    if (!st && e->events) st = meet_events(e, &event);
    if (st) return st;
    const real h = e->t_new - e->t;
    if (!event) tell(e);
    commit(e);
    if (!event) st = show(e, e->t, e->y, h, -1, 0);
    if (st || e->stopped || e->t >= e->t1) return st;

    return begin_again(e, event || (at_break && e->t >= wall), h);
}

ivp_status evolve_run(evolve *e, evolve_watch watch, void *watcher)
{
    e->watch = watch;
    e->watcher = watcher;
    ivp_status st = begin(e);
    while (!st && e->t < e->t1 && !e->stopped) st = step(e);
    finish(e);
    return st;
}

double evolve_t(const evolve *e) { return (double)e->t; }
const char *evolve_message(const evolve *e) { return e->message; }
const long *evolve_counters(const evolve *e) { return e->model->count; }

ivp_status evolve_state(evolve *e, real *canonical)
{
    return model_canonical(e->model, e->t, e->y, canonical);
}
