/* brusselator_2d.c -- the Brusselator with diffusion on the unit square, periodic, N x N
 * points.
 *
 *     u' = A + u^2 v - (B + 1) u + alpha (u_xx + u_yy) + f,   v' = B u - u^2 v + alpha (v_xx + v_yy)
 *
 *     f = 5 in the disc of radius 0.1 about (0.3, 0.6) from t = 1.1 on, else 0
 *     u = 22 y (1 - y)^1.5,  v = 27 x (1 - x)^1.5 at the start
 *
 * x_i = (i - 1)/N and y_j = (j - 1)/N; u row by row, j the faster index, then v. Whether a
 * point lies in the disc is asked in whole numbers: (10 i - 3 N)^2 + (10 j - 6 N)^2 <= N^2 with
 * indices from 0. Hairer, Wanner, Solving ODEs II, IV.10, with N = 128; the default is a
 * sketch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#define IVP_NO_LANES /* the inflow is taken by time */
#include "lib/descriptor.h"
#include "lib/grid.h"

enum { POINTS, A, B, ALPHA };

static const ivp_param params[] = {
    [POINTS] = { "N", "8", "points along a side [1]" },
    [A] = { "A", "1", "inflow [1]" },
    [B] = { "B", "3.4", "rate of the decay into v [1]" },
    [ALPHA] = { "alpha", "0.1", "diffusion [1]" },
    { 0 },
};

static const double breaks[] = { (double)R(1.1) };

static int points(const real *p) { return (int)re(p[POINTS]); }

static void size(const real *p, ivp_sizes *s) { s->n = 2 * points(p) * points(p); }

static bool in_disc(int n, int i, int j)
{
    const int dx = 10 * i - 3 * n, dy = 10 * j - 6 * n;
    return dx * dx + dy * dy <= n * n;
}

static real diffusion(const real *p) { return p[ALPHA] * p[POINTS] * p[POINTS]; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const int n = points(p), all = n * n;
    const real *u = s->y, *v = u + all, d = diffusion(p);
    const bool fed = re(s->t) >= (plain)breaks[0];
    int around[GRID_AROUND];
    for (int k = 0; k < all; k++) {
        const real made = u[k] * u[k] * v[k];
        grid_periodic(n, k, around);
        f[k] = p[A] + made - (p[B] + 1) * u[k] + d * grid_five_points(u, k, around);
        f[all + k] = p[B] * u[k] - made + d * grid_five_points(v, k, around);
        if (fed && in_disc(n, k / n, k % n)) f[k] += 5;
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const int n = points(p), all = n * n;
    const real *u = s->y, *v = u + all, d = diffusion(p);
    int around[GRID_AROUND];
    for (int k = 0; k < all; k++) {
        const real cross = 2 * u[k] * v[k], square = u[k] * u[k];
        grid_periodic(n, k, around);
        for (int m = 0; m < GRID_AROUND; m++) {
            *ivp_at(J, k, around[m]) += d;
            *ivp_at(J, all + k, all + around[m]) += d;
        }
        *ivp_at(J, k, k) += cross - (p[B] + 1) - 4 * d;
        *ivp_at(J, k, all + k) = square;
        *ivp_at(J, all + k, k) = p[B] - cross;
        *ivp_at(J, all + k, all + k) += -square - 4 * d;
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    grid_pattern(out, points(p), 2, grid_periodic);
}

/* x (1 - x)^1.5 */
static real hump(real x) { return x * (1 - x) * sqrt(1 - x); }

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = points(p), all = n * n;
    for (int k = 0; k < all; k++) {
        const int row = k / n, column = k % n;
        y[k] = 22 * hump(column / p[POINTS]);
        y[all + k] = 27 * hump(row / p[POINTS]);
    }
    return IVP_OK;
}

static real mean(const ivp_state *s, const real *p)
{
    return grid_mean(s->y, points(p) * points(p));
}

IVP_PROBLEM(brusselator_2d,
    .title = "Brusselator with diffusion on a square",
    .source = "Hairer, Wanner, Solving ODEs II, IV.10",
    .tags = "ode stiff reaction_diffusion chemistry scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "11.5",
    .form = IVP_ODE,
    .sizes = { .n = 128 },
    .size = size,
    .pattern = pattern,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian },
    BREAKS_OF(breaks),
    .observables =
        (const ivp_observable[]){
            { "u", "1", "activator, mean over the square", mean },
            { "u1", "1", "activator at the origin", .component = "y1" },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"));
