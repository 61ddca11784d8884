/* t_upwind_dae.c -- F(t, y, y') = M(t, y) y' - f = 0 around a ring; see
 * tests/plugins/upwind.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/upwind.h"

static ivp_status residual(const ivp_state *s, real *F, const real *p)
{
    const int n = upwind_cells(p);
    const ivp_status st = upwind_rhs(s, F, p);
    for (int i = 0; i < n; i++) {
        const int k = upwind_behind(i, n);
        F[i] = (3 + s->t + s->y[i] * s->y[i]) * s->yp[i] + s->y[k] / 4 * s->yp[k] - F[i];
    }
    return st;
}

static ivp_status jacobian(const ivp_state *s, real c, ivp_mat J, const real *p)
{
    const int n = upwind_cells(p);
    for (int i = 0; i < n; i++) {
        const int k = upwind_behind(i, n);
        const real y = s->y[i];
        *ivp_at(J, i, k) = (c * s->y[k] + s->yp[k]) / 4 - n;
        *ivp_at(J, i, i) = c * (3 + s->t + y * y) + 2 * y * s->yp[i] + n + 3 * y * y;
    }
    return IVP_OK;
}

IVP_PROBLEM(t_upwind_dae, UPWIND, .form = IVP_DAE, .dae = { .F = residual, .jac = jacobian });
