/* system_calls.c -- the equations of a system, evaluated, and its events.
 *
 * A system does not know which steps its caller accepts. In state_space each evaluation of f is
 * the anchor of the next recovery of dependent coordinates (kernel/formulation/partition.h).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "library/system.h"

#include <stdio.h>
#include <string.h>

#include "kernel/formulation/partition.h"

static bool is_first(const ivp_system *s) { return s->model->view == IVP_FIRST; }

static ivp_mat square(const ivp_system *s, double *a)
{
    const int n = s->model->n;
    return (ivp_mat){ n, n, n, a };
}

/* What every evaluation asks for first; IVP_OK: the arguments are good. */
static ivp_status ask(ivp_system *s, double t, const double *y, const void *out)
{
    if (!s) return IVP_E_INVALID;
    if (!y || !out) return system_fails(s, IVP_E_INVALID, "an array that is needed is NULL");
    return system_finite(s, t, y) ? IVP_OK
                                  : system_fails(s, IVP_DOMAIN, "t or y is NaN or infinite");
}

/* The same of what F(t, y, y') = 0 does not have. */
static ivp_status ask_f(ivp_system *s, double t, const double *y, const void *out,
                        const char *what)
{
    const ivp_status st = ask(s, t, y, out);
    if (st || s->model->view != IVP_RES) return st;
    return system_fails(s, IVP_E_INVALID,
                        "%s in the formulation %s is F(t, y, y') = 0: it has no %s",
                        s->instance->problem->name, s->formulation, what);
}

int ivp_system_start(ivp_system *s, double *y, double *yp)
{
    if (!s) return IVP_E_INVALID;
    if (!y) return system_fails(s, IVP_E_INVALID, "an array that is needed is NULL");
    instance_reset(s->instance);
    const ivp_status st = model_start(s->model, y, yp ? yp : s->work);
    model_begin(s->model);
    return system_result(s, st, "start", s->instance->t0);
}

/* ---- evaluations ------------------------------------------------------------------------- */

int ivp_system_rhs(ivp_system *s, double t, const double *y, double *f)
{
    ivp_status st = ask_f(s, t, y, f, "right-hand side");
    if (st) return st;
    st = ivp_rhs(s->model, t, y, f);
    if (!st && s->model->part) partition_anchor(s->model->part, t, s->model->q);
    return system_result(s, st, "right-hand side", t);
}

int ivp_system_jac(ivp_system *s, double t, const double *y, double *J)
{
    const ivp_status st = ask_f(s, t, y, J, "Jacobian df/dy");
    if (st) return st;
    return system_result(s, ivp_rhs_jac(s->model, t, y, square(s, J)), "Jacobian", t);
}

int ivp_system_mass(ivp_system *s, double t, const double *y, double *M)
{
    const ivp_status st = ask_f(s, t, y, M, "mass matrix");
    if (st) return st;
    const size_t n = (size_t)s->model->n;
    if (!is_first(s))
        return system_result(s, ivp_mass(s->model, t, y, square(s, M)), "mass matrix", t);
    memset(M, 0, n * n * sizeof *M);
    for (size_t k = 0; k < n; k++) M[k * (n + 1)] = 1;
    return IVP_OK;
}

int ivp_system_res(ivp_system *s, double t, const double *y, const double *yp, double *F)
{
    ivp_status st = ask(s, t, y, F);
    if (!st) st = ask(s, t, yp, F);
    if (st) return st;
    if (!is_first(s)) return system_result(s, ivp_res(s->model, t, y, yp, F), "residual", t);
    st = ivp_rhs(s->model, t, y, s->work);
    for (int k = 0; k < s->model->n; k++) F[k] = yp[k] - s->work[k];
    return system_result(s, st, "residual", t);
}

int ivp_system_res_jac(ivp_system *s, double t, const double *y, const double *yp, double c,
                       double *J)
{
    ivp_status st = ask(s, t, y, J);
    if (!st) st = ask(s, c, yp, J);
    if (st) return st;
    const size_t n = (size_t)s->model->n;
    st = is_first(s) ? ivp_rhs_jac(s->model, t, y, square(s, J))
                     : ivp_res_jac(s->model, t, y, yp, c, square(s, J));
    if (st || !is_first(s)) return system_result(s, st, "Jacobian", t);
    for (size_t k = 0; k < n * n; k++) J[k] = (k % (n + 1) ? 0 : c) - J[k];
    return IVP_OK;
}

int ivp_system_components(ivp_system *s, double t, const double *y, double *component)
{
    const ivp_status st = ask(s, t, y, component);
    if (st) return st;
    return system_result(s, model_canonical(s->model, t, y, component), "acceleration", t);
}

/* ---- events ------------------------------------------------------------------------------ */

static const ivp_event *event_of(ivp_system *s, int k)
{
    if (k >= 0 && k < s->instance->nevents) return &s->instance->problem->events[k];
    system_fails(s, IVP_E_INVALID, "%s has %d guards, from 0; %d is none",
                 s->instance->problem->name, s->instance->nevents, k);
    return NULL;
}

int ivp_system_guard_at(ivp_system *s, int k, ivp_system_guard *out)
{
    if (!s || !out) return IVP_E_INVALID;
    const ivp_event *e = event_of(s, k);
    if (!e) return IVP_E_INVALID;
    const ivp_system_guard guard = { .name = e->name,
                                     .direction = e->direction,
                                     .restarts = e->then == IVP_RESTART || e->reset,
                                     .stops = e->then == IVP_STOP,
                                     .resets = e->reset,
                                     .may_stop_later = e->stops };
    return system_give(s, out, &guard, sizeof guard);
}

int ivp_system_guards(ivp_system *s, double t, const double *y, double *g)
{
    const ivp_status st = ivp_system_components(s, t, y, s ? s->component : NULL);
    if (st) return st;
    if (!g) return system_fails(s, IVP_E_INVALID, "an array that is needed is NULL");
    const instance *i = s->instance;
    const ivp_state at = instance_view(i, t, s->component, NULL);
    for (int k = 0; k < i->nevents; k++) g[k] = instance_guard(i, &i->problem->events[k], &at);
    return IVP_OK;
}

static ivp_status happen(ivp_system *s, const ivp_event *e, double t, double *y, bool *ends)
{
    instance *i = s->instance;
    *ends = e->then == IVP_STOP;
    ivp_status st = model_positions(s->model, t, y, s->component);
    if (st || !e->reset) return system_result(s, st, "state", t);
    e->reset(t, s->component, i->p);
    instance_sync(i);
    model_begin(s->model);
    if (e->stops) *ends = e->stops(t, s->component, i->p);
    st = instance_complete(i, t, s->component);
    model_pack(s->model, s->component, y);
    const int n = i->sizes.n;
    for (int k = n; k < s->model->n; k++)
        y[k] = k < n + i->sizes.ng ? s->component[k + i->sizes.nq] : 0;
    return system_result(s, st, "state after the event", t);
}

int ivp_system_happen(ivp_system *s, int k, double t, double *y, bool *ends)
{
    bool ended = false;
    ivp_status st = ask(s, t, y, y);
    const ivp_event *e = st ? NULL : event_of(s, k);
    if (!st && !e) st = IVP_E_INVALID;
    if (!st && s->model->part)
        st = system_fails(s, IVP_E_DECLINED,
                          "state_space chooses new coordinates at an event: take index1");
    if (!st) st = happen(s, e, t, y, &ended);
    if (ends) *ends = ended;
    return st;
}
