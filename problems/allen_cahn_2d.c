/* allen_cahn_2d.c -- two phases on the unit square: a disc of one of them shrinks. N x N cells.
 *
 *     u_t = eps^2 (u_xx + u_yy) + u - u^3,     nothing flows over the border
 *     u = tanh((r0 - r) / (sqrt(2) eps)) at the start, r the distance from (0.45, 0.4)
 *
 * Finite volumes, x_j = (j + 1/2)/N, differences of five points; u row by row. A thin front
 * moves with eps^2 times its curvature, so r^2 = r0^2 - 2 eps^2 t for the radius of a disc that
 * is far from the border.
 *
 * Allen, Cahn, Acta Metallurgica 27 (1979) 1085. Place and size of the disc are ours: it is not
 * in the middle, so that no two points are equal by symmetry.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"
#include "lib/grid.h"

enum { CELLS, EPSILON, RADIUS };

static const ivp_param params[] = {
    [CELLS] = { "N", "10", "cells along a side [1]" },
    [EPSILON] = { "eps", "0.05", "width of the front [1]" },
    [RADIUS] = { "r0", "0.3", "radius of the disc [1]" },
    { 0 },
};

static int cells(const real *p) { return (int)re(p[CELLS]); }

static void size(const real *p, ivp_sizes *s) { s->n = cells(p) * cells(p); }

static real diffusion(const real *p)
{
    const real m = p[EPSILON] * p[CELLS];
    return m * m;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const int n = cells(p);
    const real *u = s->y, d = diffusion(p);
    int around[GRID_AROUND];
    for (int k = 0; k < n * n; k++) {
        grid_closed(n, k, around);
        f[k] = d * grid_five_points(u, k, around) + u[k] * (1 - u[k] * u[k]);
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const int n = cells(p);
    const real *u = s->y, d = diffusion(p);
    int around[GRID_AROUND];
    for (int k = 0; k < n * n; k++) {
        grid_closed(n, k, around);
        for (int m = 0; m < GRID_AROUND; m++) *ivp_at(J, k, around[m]) += d;
        *ivp_at(J, k, k) += 1 - 3 * u[k] * u[k] - 4 * d;
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    grid_pattern(out, cells(p), 1, grid_closed);
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = cells(p);
    for (int k = 0; k < n * n; k++) {
        const real x = (2 * (k % n) + 1) / (2 * p[CELLS]) - R(0.45);
        const real z = (2 * (k / n) + 1) / (2 * p[CELLS]) - R(0.4);
        y[k] = tanh((p[RADIUS] - sqrt(x * x + z * z)) / (sqrt(R(2.0)) * p[EPSILON]));
    }
    return IVP_OK;
}

/* (1 + u) / 2, the share of the phase of the disc */
static real share(const ivp_state *s, const real *p)
{
    return (1 + grid_mean(s->y, cells(p) * cells(p))) / 2;
}

/* Mean of (u^2 - 1)^2 / 4, large in the front only */
static real front(const ivp_state *s, const real *p)
{
    const int all = cells(p) * cells(p);
    real sum = ivp_of(0);
    for (int k = 0; k < all; k++) {
        const real away = s->y[k] * s->y[k] - 1;
        sum += away * away / 4;
    }
    return sum / all;
}

static real middle(const ivp_state *s, const real *p)
{
    const int n = cells(p);
    return s->y[n / 2 * (n + 1)];
}

IVP_PROBLEM(allen_cahn_2d,
    .title = "Allen-Cahn equation on a square",
    .source = "Allen, Cahn 1979",
    .tags = "ode stiff reaction_diffusion scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_ODE,
    .sizes = { .n = 100 },
    .size = size,
    .pattern = pattern,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian, .autonomous = true },
    .observables =
        (const ivp_observable[]){
            { "share", "1", "of the phase of the disc", share },
            { "front", "1", "mean of (u^2 - 1)^2 / 4", front },
            { "middle", "1", "u behind the middle of the square", middle },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"));
