/* residual_jacs.c -- dF/dy and dF/dy' as separate matrices.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/formulation/model_inner.h"

/* dF/dy + dF/dy' less dF/dy, which is one linearisation in two calls */
static ivp_status by_difference(ivp_model *m, real t, const real *y, const real *yp, ivp_mat J,
                                ivp_mat N)
{
    const ivp_status st = ivp_res_jac(m, t, y, yp, 1, N);
    for (int j = 0; j < m->n; j++)
        for (int i = view_top(m, N, j); i < view_end(m, N, j); i++)
            *ivp_at(N, i, j) -= *ivp_at(J, i, j);
    m->count[IVP_N_JAC]--;
    return st;
}

static ivp_status of_linear(ivp_model *m, real t, const real *y, ivp_mat N)
{
    const ivp_status st = linear_mass(m, model_inside(m, t), y);
    for (int j = 0; !st && j < m->n; j++) {
        const int end = view_end(m, N, j);
        for (int i = view_top(m, N, j); i < end; i++) *ivp_at(N, i, j) = 0;
    }
    if (!st) linear_add_matrix(m, 1, N);
    return st;
}

ivp_status ivp_res_jacs(ivp_model *m, real t, const real *y, const real *yp, ivp_mat J,
                        ivp_mat N)
{
    const ivp_status st = ivp_res_jac(m, t, y, yp, 0, J);
    if (st) return st;
    if (m->mass) return of_linear(m, t, y, N);
    if (!m->mech) return by_difference(m, t, y, yp, J, N);
    for (int j = 0; j < m->n; j++) memset(ivp_at(N, 0, j), 0, (size_t)m->n * sizeof(real));
    residual_mech_mass(m, N);
    return IVP_OK;
}
