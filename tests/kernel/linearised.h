/* linearised.h -- a mechanical problem as y' = f(t, y), in independent coordinates where it has
 * constraints: its exact Jacobian, and differences of the whole map (positions recovered by
 * Newton, velocities, accelerations), in the arithmetic of the program.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef LINEARISED_H
#define LINEARISED_H

#include <string.h>

#include "kernel/formulation/model_inner.h"
#include "kernel/formulation/partition.h"

enum { LINEARISED_N = 20 };

static const struct linearised_case {
    const char *problem, *settings, *formulation;
} linearised_cases[] = {
    { "andrews", "", "state_space" },
    { "car_axle", "", "state_space" },
    { "circular_track", "", "state_space" }, /* a first-order state */
    { "double_pendulum_rsda", "form=cartesian start=printed", "state_space" },
    { "double_pendulum_rsda", "form=angles start=printed", "ode" },
    { "double_pendulum_spring", "form=cartesian delta=1", "state_space" },
    { "double_pendulum_spring", "form=angles delta=1", "ode" },
};
enum { LINEARISED_CASES = sizeof linearised_cases / sizeof *linearised_cases };

/* f, df/dt and the columns df/dy one after the other at (t, y) */
typedef struct linearised {
    instance *instance;
    ivp_model *model;
    int n;
    real t, y[LINEARISED_N];
    real f[LINEARISED_N], column[1 + LINEARISED_N][LINEARISED_N];
} linearised;

static inline ivp_status linearised_open(linearised *l, const struct linearised_case *c)
{
    reason why = { "" };
    *l = (linearised){ 0 };
    ivp_status st = instance_open(&l->instance, c->problem, c->settings, &why);
    const ivp_formulation form = !strcmp(c->formulation, "ode") ? IVP_AS_ODE : IVP_STATE_SPACE;
    if (!st) st = model_open(&l->model, l->instance, form, NULL, IVP_FIRST, &why);
    if (!st) l->n = ivp_n(l->model);
    return l->n > LINEARISED_N ? IVP_E_NOMEM : st;
}

static inline void linearised_close(linearised *l)
{
    model_close(l->model);
    instance_close(l->instance);
}

/* Chooses the coordinates at a canonical state and reads y there. */
static inline ivp_status linearised_at(linearised *l, real t, const real *canonical)
{
    real yp[LINEARISED_N];
    l->t = t;
    return model_unknowns(l->model, t, canonical, l->y, yp);
}

static inline ivp_status linearise(linearised *l)
{
    const ivp_mat J = { l->n, l->n, LINEARISED_N, l->column[1] };
    memset(l->column, 0, sizeof l->column);
    const ivp_status st = ivp_rhs(l->model, l->t, l->y, l->f);
    return st ? st : ivp_rhs_jac_dt(l->model, l->t, l->y, J, l->column[0]);
}

/* (4 D(h/2) - D(h)) / 3 with D the central difference; j = -1: by t */
static inline ivp_status linearised_difference(linearised *l, int j, real step,
                                               real *derivative)
{
    real *const z = j < 0 ? &l->t : &l->y[j], at = *z;
    real up[LINEARISED_N] = { 0 }, down[LINEARISED_N] = { 0 };
    ivp_status st = IVP_OK;
    memset(derivative, 0, LINEARISED_N * sizeof *derivative);
    for (int pass = 0; !st && pass < 2; pass++) {
        const real h = (pass ? step / 2 : step) * ivp_max(ivp_abs(at), 1);
        *z = at + h;
        const real above = *z;
        st = ivp_rhs(l->model, l->t, l->y, up);
        *z = at - h;
        if (!st) st = ivp_rhs(l->model, l->t, l->y, down);
        for (int i = 0; i < l->n; i++)
            derivative[i] += (pass ? 4 : -1) * (up[i] - down[i]) / (3 * (above - *z));
    }
    *z = at;
    return st;
}

/* Largest difference of two columns, relative to the largest entry of the first. */
static inline real linearised_distance(int n, const real *exact, const real *other)
{
    real scale = R(1e-300), most = 0;
    for (int i = 0; i < n; i++) scale = ivp_max(scale, ivp_abs(exact[i]));
    for (int i = 0; i < n; i++) most = ivp_max(most, ivp_abs(exact[i] - other[i]));
    return most / scale;
}

#endif
