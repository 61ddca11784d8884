/* look_rows.c -- rows of the equations at a point, and the sums of the moduli that they are
 * made of.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/witness/look_inner.h"

#include <string.h>

#include "kernel/problem/mech.h"

static ivp_status mech_rows(look *l, real t, const real *y, const real *yp, real *F, real *size)
{
    instance *i = l->i;
    const int n = l->n, nq = i->sizes.nq;
    const ivp_status status = instance_complete(i, t, l->z);
    for (int k = 0; k < n && !status; k++) {
        const real f = k < nq       ? y[nq + k]
                       : k < 2 * nq ? l->z[n + k - nq]
                                    : i->mech->at.d[k - 2 * nq];
        F[k] = yp[k] - f;
        size[k] = ivp_abs(f) + ivp_abs(yp[k]);
    }
    return status;
}

/* F at y' = 0 is what F at y' is made of. */
static ivp_status dae_rows(look *l, real t, const real *yp, real *F, real *size)
{
    const instance *i = l->i;
    ivp_state s = instance_view(i, t, l->z, l->zero);
    ivp_status status = i->problem->dae.F(&s, size, i->p);
    s.yp = yp;
    if (!status) status = i->problem->dae.F(&s, F, i->p);
    for (int k = 0; k < l->n; k++) size[k] = ivp_abs(size[k]);
    return status;
}

/* A mass matrix that is not said to vary is compared with the first one. */
static void compare_mass(look *l)
{
    const size_t bytes = (size_t)l->n * (size_t)l->n * sizeof *l->M;
    if (l->has_M0) l->mass_varied |= memcmp(l->M, l->M0, bytes) != 0;
    if (!l->has_M0) memcpy(l->M0, l->M, bytes);
    l->has_M0 = true;
}

static ivp_status subtract_mass(look *l, const ivp_state *s, const real *yp, real *F,
                                real *size)
{
    const int n = l->n;
    memset(l->M, 0, (size_t)n * (size_t)n * sizeof *l->M);
    const ivp_status status = l->i->problem->ode.mass(s, (ivp_mat){ n, n, n, l->M }, l->i->p);
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) {
            F[k] -= l->M[k + j * n] * yp[j];
            size[k] += ivp_abs(l->M[k + j * n] * yp[j]);
        }
    if (!status && !l->i->problem->ode.mass_varies) compare_mass(l);
    return status;
}

static ivp_status first_rows(look *l, real t, const real *yp, real *F, real *size)
{
    const instance *i = l->i;
    const ivp_state s = instance_view(i, t, l->z, yp);
    const ivp_status status = i->problem->ode.f(&s, F, i->p);
    for (int k = 0; k < l->n; k++) size[k] = ivp_abs(F[k]);
    if (status || i->problem->form == IVP_LIN)
        return status ? status : subtract_mass(l, &s, yp, F, size);
    for (int k = 0; k < l->n; k++) {
        F[k] -= yp[k];
        size[k] += ivp_abs(yp[k]);
    }
    return status;
}

static bool all_finite(const real *F, int n)
{
    bool all = true;
    for (int k = 0; k < n; k++) all = all && ivp_finite(F[k]);
    return all;
}

ivp_status look_rows(look *l, real t, const real *y, const real *yp, real *F, real *size)
{
    const size_t bytes = (size_t)l->n * sizeof *y;
    const ivp_form form = l->i->problem->form;
    memcpy(l->z, y, bytes);
    memset(F, 0, bytes);
    memset(size, 0, bytes);
    const ivp_status status = form == IVP_MECH  ? mech_rows(l, t, y, yp, F, size)
                              : form == IVP_DAE ? dae_rows(l, t, yp, F, size)
                                                : first_rows(l, t, yp, F, size);
    return status || all_finite(F, l->n) ? status : IVP_DOMAIN;
}
