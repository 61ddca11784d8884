/* bdf_mechanical.c -- the equation of a BDF step for a mechanical system, in the terms of
 * kernel/methods/newmark/newmark.h. With the predictions q0, u0, x0 and q0', u0', x0' and
 * c = alpha / h the formulas q1' = c (q1 - q0) + q0', ... are, for the unknowns a = u1' and
 * w = x1',
 *
 *     u1 = u0 + (a - u0') / c
 *     q1 = q0 + (u0 - q0') / c + (a - u0') / c^2 - G0^T nu / c^2
 *     x1 = x0 + (w - x0') / c
 *     0  = M a + G^T lambda - f,     0 = g,     0 = w - d
 *
 * and in the stabilised form, where q' = u - G0^T mu with mu = nu / c, 0 = G u1 + g_t. G0 is
 * that of the prediction: mu is of the size of the error, so that no order is lost. Velocities
 * are eliminated, and the matrix of the iteration is that of Newmark's method with 1 / c^2 in
 * place of beta h^2: it stays well conditioned as h goes to zero. The iteration stops by the
 * rule of that file, when it changes the local error by 0.1 % of the tolerance: history turns
 * what is left in the positions into errors of velocities and multipliers, and at 1 % a run on
 * index 3 takes up to three times the steps.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/methods/multistep/bdf.h"

ivp_status bdf_mechanical_open(bdf *s)
{
    newmark *step = &s->step;
    step->m = s->m;
    step->nq = ivp_nq(s->m);
    step->nx = ivp_nx(s->m);
    step->ng = ivp_ng(s->m);
    step->nm = ivp_formulation_of(s->m) == IVP_GGL ? step->ng : 0;
    step->q.lead = step->x.lead = step->eps = 1;
    return sparse_saddle_open(s->m, &step->saddle);
}

size_t bdf_mechanical_carve(bdf *s, real *store) { return newmark_carve(&s->step, store); }

void bdf_mechanical_restart(bdf *s) { s->step.lever_matrix = 0; }

/* a, lambda, w, nu of the prediction, and q1, u1, x1 with them */
static void predict(bdf *s, real c)
{
    newmark *step = &s->step;
    const int nq = step->nq, nx = step->nx, ng = step->ng, X = step->x.at;
    const real *y0 = s->y0, *u0 = y0 + nq, *x0 = u0 + nq, *lambda0 = x0 + nx;
    real *z0 = step->z0, *base = step->base;
    memcpy(z0, s->slope0 + nq, (size_t)nq * sizeof(real));
    memcpy(z0 + nq, lambda0, (size_t)ng * sizeof(real));
    memcpy(z0 + X, s->slope0 + 2 * nq, (size_t)nx * sizeof(real));
    for (int k = 0; k < step->nm; k++) z0[X + nx + k] = c * lambda0[ng + k];
    memcpy(step->z1, z0, (size_t)step->n * sizeof(real));
    for (int i = 0; i < nq; i++) base[i] = y0[i] + (u0[i] - s->slope0[i]) / c;
    memcpy(base + nq, u0, (size_t)(nq + nx) * sizeof(real));
}

/* Scales with which ck times the norm of a correction is the error it makes in q, u and x. */
static void measure(bdf *s, real c)
{
    newmark *step = &s->step;
    const int nq = step->nq, nx = step->nx;
    const real *w = s->weight, *wu = w + nq, *wx = wu + nq;
    real sum = 0;
    for (int i = 0; i < nq; i++) {
        const real lever = sqrt(w[i] * w[i] + c * c * wu[i] * wu[i]) / (c * c);
        const real grain = s->y0[i] * lever * c * c;
        step->q.scale[i] = 1 / lever;
        sum += grain * grain;
    }
    step->q.grain = nq > 0 ? sqrt(sum / nq) : 0;
    for (int i = 0; i < nx; i++) step->x.scale[i] = c / wx[i];
    step->x.grain = nx > 0 ? 1 / s->tol->rtol : 0;
}

static ivp_status correct(bdf *s, real c, bool build)
{
    predict(s, c);
    return newmark_correct(&s->step, build);
}

ivp_status bdf_mechanical_solve(bdf *s, const bdf_equation *e)
{
    newmark *step = &s->step;
    step->t1 = e->t1;
    step->q.lever = 1 / (e->c * e->c);
    step->lever_u = step->lever_mu = step->x.lever = 1 / e->c;
    step->q.unit = step->x.unit = e->ck;
    measure(s, e->c);
    const bool stale = newmark_stale(step);
    ivp_status status = newmark_directions(step, e->t1, s->y0);
    if (status == IVP_OK) status = correct(s, e->c, stale);
    if (status > IVP_OK && !stale) status = correct(s, e->c, true);
    memcpy(e->y1, step->y1, (size_t)s->n * sizeof(real));
    return status;
}
