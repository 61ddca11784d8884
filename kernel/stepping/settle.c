/* settle.c -- projects the new state onto the manifolds, passes it to the observer, or refuses
 * it with a sentence. The loop, trials and event location share these functions.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel/stepping/evolve_impl.h"
#include "kernel/linear/mat.h"

ivp_status evolve_fail(evolve *e, ivp_status st, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!*e->message.text) reason_vadd(&e->message, format, args);
    va_end(args);
    return st < 0 ? st : IVP_E_LIBRARY;
}

ivp_status show_watcher(evolve *e, real t, const real *y, real h, int event, int direction)
{
    instance *i = e->instance;
    ivp_status st = model_canonical(e->model, t, y, e->canonical);
    if (st)
        return evolve_fail(e, IVP_E_NONFINITE, "the state at t = %.9g cannot be completed (%s)",
                           (double)t, ivp_status_name(st));
    const ivp_state s = instance_view(i, t, e->canonical, NULL);
    e->watch(e->watcher, &(evolve_point){ (double)t, (double)h, &s, event, direction });
    return IVP_OK;
}

ivp_status settle(evolve *e, bool projects)
{
    memcpy(e->y_new, e->raw, (size_t)e->n * sizeof *e->y_new);
    ivp_settled what = IVP_SETTLED_KEPT;
    const bool settled =
        projects && e->solver->projects && e->model->formulation == IVP_PROJECTED;
    const ivp_status st = settled ? IVP_OK : model_settle(e->model, e->t_new, e->y_new, &what);
    e->moved = what == IVP_SETTLED_MOVED;
    e->repartition = what == IVP_SETTLED_RESTART;
    return st || !e->moved || vec_finite(e->y_new, (size_t)e->n) ? st : IVP_DOMAIN;
}

ivp_status went_beyond(evolve *e, real wall, real t)
{
    return evolve_fail(e, IVP_E_LIBRARY, "the solver went beyond t = %.9g, to %.9g",
                       (double)wall, (double)t);
}

ivp_status unsettled(evolve *e, ivp_status st)
{
    return evolve_fail(e, st < 0 ? st : IVP_E_DIVERGED, "projection at t = %.9g: %s",
                       (double)e->t_new, ivp_status_name(st));
}

ivp_status state_inside(evolve *e, real t, const real *y, ivp_state *s)
{
    ivp_status st = model_positions(e->model, t, y, e->canonical);
    *s = instance_view(e->instance, t, e->canonical, NULL);
    if (!st && e->deep) st = model_canonical(e->model, t, y, e->canonical);
    if (!e->deep) s->a = s->lambda = NULL;
    return st;
}
