/* t_driven.c -- a point on a line that turns and rises with time, with a tangent by hand that
 * writes the time derivatives too.
 *
 *     q = (x, y)    M = diag(1, 2)    f = (x sin 3t, t u2 - 10)    0 = g = y - sin t - t x
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 1;
    y[3] = 2; /* u2 = cos t + x + t u1 */
    return IVP_OK;
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real t = s->t, *q = s->q, *u = s->u;
    *ivp_at(out->M, 0, 0) = 1;
    *ivp_at(out->M, 1, 1) = 2;
    *ivp_at(out->G, 0, 0) = -t;
    *ivp_at(out->G, 0, 1) = 1;
    out->f[0] = q[0] * sin(3 * t);
    out->f[1] = t * u[1] - 10;
    out->g[0] = q[1] - sin(t) - t * q[0];
    out->gt[0] = -cos(t) - q[0];
    out->gamma[0] = 2 * u[0] - sin(t);
    return IVP_OK;
}

static ivp_status tangent(const ivp_state *s, const real *mu, ivp_tangent *out, const real *p)
{
    const real t = s->t;
    *ivp_at(out->rq, 0, 0) = -sin(3 * t);
    *ivp_at(out->ru, 1, 1) = -t;
    *ivp_at(out->su, 0, 0) = -2;
    *ivp_at(out->vq, 0, 0) = -1;
    out->rt[0] = -s->lambda[0] - 3 * s->q[0] * cos(3 * t);
    out->rt[1] = -s->u[1];
    out->st[0] = -s->a[0] + cos(t);
    out->vt[0] = -s->u[0] + sin(t);
    return IVP_OK;
}

IVP_PROBLEM(t_driven, .title = "Point on a driven line", .source = "test", .tags = "mechanical",
            .t0 = "0", .t1 = "1", .form = IVP_MECH, .sizes = { .nq = 2, .ng = 1 },
            .init = start, .mech = { .terms = terms, .tangent = tangent });
