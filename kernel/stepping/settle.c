/* settle.c -- projects the end of a trial onto the manifolds; states and slopes inside a step.
 * The loop, trials and event location share these functions.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/stepping/evolve_impl.h"
#include "kernel/linear/mat.h"

void trial_end(evolve *e, real t, const real *y)
{
    e->trial.t = t;
    memcpy(e->trial.raw, y, (size_t)e->n * sizeof *y);
}

ivp_status settle(evolve *e, bool projects)
{
    memcpy(e->trial.y, e->trial.raw, (size_t)e->n * sizeof *e->trial.y);
    ivp_settled what = IVP_SETTLED_KEPT;
    const bool settled =
        projects && e->solver->projects && e->model->formulation == IVP_PROJECTED;
    const ivp_status st =
        settled ? IVP_OK : model_settle(e->model, e->trial.t, e->trial.y, &what);
    e->trial.moved = what == IVP_SETTLED_MOVED;
    e->restart.repartition = what == IVP_SETTLED_RESTART;
    return st || !e->trial.moved || vec_finite(e->trial.y, (size_t)e->n) ? st : IVP_DOMAIN;
}

ivp_status state_inside(evolve *e, real t, const real *y, ivp_state *s)
{
    ivp_status st = model_positions(e->model, t, y, e->canonical);
    *s = instance_view(e->instance, t, e->canonical, NULL);
    if (!st && e->search.deep) st = model_canonical(e->model, t, y, e->canonical);
    if (!e->search.deep) s->a = s->lambda = NULL;
    return st;
}

ivp_status evolve_slope(evolve *e, real t, const real *y, real *f)
{
    if (e->model->view == IVP_FIRST) return ivp_rhs(e->model, t, y, f);
    const int nv = e->n / 2;
    memcpy(f, y + nv, (size_t)nv * sizeof *f);
    return ivp_accel(e->model, t, y, y + nv, f + nv);
}
