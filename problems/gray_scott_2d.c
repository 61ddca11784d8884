/* gray_scott_2d.c -- spots of the Gray-Scott model on a square of side L, periodic, N x N
 * points.
 *
 *     u' = D1 (u_xx + u_yy) - u v^2 + gamma (1 - u)
 *     v' = D2 (v_xx + v_yy) + u v^2 - (gamma + kappa) v
 *
 *     v = sin^2(4 pi x) sin^2(4 pi y) / 4 for 1 <= x, y <= 1.5, else 0, and u = 1 - 2 v at the start
 *
 * Differences of five points. Points are the centres of cells, x_j = (j + 1/2) L / N: with L =
 * 2.5 and N = 8, points at the corners of cells are zeros of the start. u row by row, then v.
 * The solution keeps the symmetries of the square. With N = 8 a spot cannot feed itself and is
 * gone by t = 200; with 64 points and more spots divide, and fill the square by T = 2000.
 *
 * Pearson, Science 261 (1993) 189; equations, constants and start of Hundsdorfer, Verwer,
 * Numerical Solution of Time-Dependent Advection-Diffusion-Reaction Equations (2003), p. 21,
 * where nothing flows over the border; periodic as in PETSc's example
 * ts/tutorials/advection-diffusion-reaction/ex5.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"
#include "lib/grid.h"

enum { POINTS, END, SIDE, D1, D2, FEED, DECAY };

static const ivp_param params[] = {
    [POINTS] = { "N", "8", "points along a side [1]" },
    [END] = { "T", "50", "end of the interval [1]" },
    [SIDE] = { "L", "2.5", "side of the square [1]" },
    [D1] = { "D1", "8e-5", "diffusion of u [1]" },
    [D2] = { "D2", "4e-5", "diffusion of v [1]" },
    [FEED] = { "gamma", "0.024", "rate of feeding [1]" },
    [DECAY] = { "kappa", "0.06", "rate of the decay of v, beyond the feed [1]" },
    { 0 },
};

static int points(const real *p) { return (int)re(p[POINTS]); }

static double end(const real *p) { return (double)re(p[END]); }

static void size(const real *p, ivp_sizes *s) { s->n = 2 * points(p) * points(p); }

/* One over the square of the distance of points */
static real fineness(const real *p)
{
    const real m = p[POINTS] / p[SIDE];
    return m * m;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const int n = points(p), all = n * n;
    const real *u = s->y, *v = u + all, d1 = p[D1] * fineness(p), d2 = p[D2] * fineness(p);
    int around[GRID_AROUND];
    for (int k = 0; k < all; k++) {
        const real used = u[k] * v[k] * v[k];
        grid_periodic(n, k, around);
        f[k] = d1 * grid_five_points(u, k, around) - used + p[FEED] * (1 - u[k]);
        f[all + k] = d2 * grid_five_points(v, k, around) + used - (p[FEED] + p[DECAY]) * v[k];
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const int n = points(p), all = n * n;
    const real *u = s->y, *v = u + all, d1 = p[D1] * fineness(p), d2 = p[D2] * fineness(p);
    int around[GRID_AROUND];
    for (int k = 0; k < all; k++) {
        const real square = v[k] * v[k], cross = 2 * u[k] * v[k];
        grid_periodic(n, k, around);
        for (int m = 0; m < GRID_AROUND; m++) {
            *ivp_at(J, k, around[m]) += d1;
            *ivp_at(J, all + k, all + around[m]) += d2;
        }
        *ivp_at(J, k, k) += -square - p[FEED] - 4 * d1;
        *ivp_at(J, k, all + k) = -cross;
        *ivp_at(J, all + k, k) = square;
        *ivp_at(J, all + k, all + k) += cross - p[FEED] - p[DECAY] - 4 * d2;
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    grid_pattern(out, points(p), 2, grid_periodic);
}

static real hump(int j, const real *p)
{
    const real x = (2 * j + 1) * p[SIDE] / (2 * p[POINTS]), wave = sin(4 * IVP_PI * x);
    return 1 <= re(x) && re(x) <= R(1.5) ? wave * wave : ivp_of(0);
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = points(p), all = n * n;
    for (int k = 0; k < all; k++) {
        y[all + k] = hump(k / n, p) * hump(k % n, p) / 4;
        y[k] = 1 - 2 * y[all + k];
    }
    return IVP_OK;
}

static real mean_u(const ivp_state *s, const real *p)
{
    return grid_mean(s->y, points(p) * points(p));
}

static real mean_v(const ivp_state *s, const real *p)
{
    const int all = points(p) * points(p);
    return grid_mean(s->y + all, all);
}

/* Of the point behind the middle of the square */
static real middle(const ivp_state *s, const real *p)
{
    const int n = points(p);
    return s->y[n * n + n / 2 * (n + 1)];
}

IVP_PROBLEM(gray_scott_2d,
    .title = "Gray-Scott model on a square",
    .source = "Pearson 1993; Hundsdorfer, Verwer, Advection-Diffusion-Reaction Equations, p. "
              "21",
    .tags = "ode reaction_diffusion chemistry scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "50",
    .end = end,
    .form = IVP_ODE,
    .sizes = { .n = 128 },
    .size = size,
    .pattern = pattern,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian, .autonomous = true },
    .observables =
        (const ivp_observable[]){
            { "u_mean", "1", "mean of u over the square", mean_u },
            { "v_mean", "1", "mean of v over the square", mean_v },
            { "v_middle", "1", "v behind the middle of the square", middle },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"));
