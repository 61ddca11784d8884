/* t_rods.c -- a platform that only translates, on parallel rods: two hold it, a third adds
 * nothing.
 *
 * q = (x, y, angle); rod k leads from (d_k, 0) to the platform's point d_k, its row is times
 * `factor`^k:
 *
 *     g_k = factor^k (|q + turn(angle) d_k - d_k|^2 - l^2) / 2
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { RODS, FACTOR };
static const ivp_param params[] = {
    [RODS] = { "rods", "2", "how many [1]" },
    [FACTOR] = { "factor", "1", "of each further row [1]" },
    { 0 },
};
static const int at[4] = { -1, 0, 1, 2 };

static void size(const real *p, ivp_sizes *s) { s->ng = (int)re(p[RODS]); }

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real *q = s->q, *u = s->u, c = cos(q[2]), n = sin(q[2]);
    real w = 1;
    for (int k = 0; k < 3; k++) *ivp_at(out->M, k, k) = 1;
    out->f[1] = R(-9.81);
    for (int k = 0; k < (int)re(p[RODS]); k++, w *= p[FACTOR]) {
        const real dx = q[0] + at[k] * (c - 1), dy = q[1] + at[k] * n;
        const real ax = -at[k] * n, ay = at[k] * c, vx = u[0] + ax * u[2],
                   vy = u[1] + ay * u[2];
        out->g[k] = w * (dx * dx + dy * dy - 1) / 2;
        *ivp_at(out->G, k, 0) = w * dx;
        *ivp_at(out->G, k, 1) = w * dy;
        *ivp_at(out->G, k, 2) = w * (dx * ax + dy * ay);
        out->gamma[k] =
            w * ((dx * at[k] * c + dy * at[k] * n) * u[2] * u[2] - vx * vx - vy * vy);
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = R(0.6);
    y[1] = R(-0.8);
    return IVP_OK;
}

IVP_PROBLEM(t_rods,
    .title = "Platform on parallel rods",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .init = start,
    .form = IVP_MECH,
    .sizes = { .nq = 3, .ng = 2 },
    .size = size,
    .mech = { .terms = terms });
