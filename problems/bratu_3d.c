/* bratu_3d.c -- heat from a reaction in a cube, N x N x N inner points: Bratu's source.
 *
 *     u_t = u_xx + u_yy + u_zz + lambda e^u      0 < x, y, z < 1,   u = 0 on the border
 *     u = 100 x^2 (1 - x) y (1 - y)^2 z (1 - z) at the start
 *
 * Differences of seven points, dx = 1/(N + 1); x the fastest index, then y. Below lambda = 9.9
 * heat is led away and u comes to rest, above it u grows beyond all bounds in a finite time.
 * The start is ours.
 *
 * Bratu, Bull. Soc. Math. France 42 (1914) 113; Frank-Kamenetskii, Diffusion and Heat Transfer
 * in Chemical Kinetics (1969); the cube at rest is PETSc's example snes/tutorials/ex14.c, with
 * lambda = 6.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"

enum { POINTS, LAMBDA };

static const ivp_param params[] = {
    [POINTS] = { "N", "5", "inner points along a side [1]" },
    [LAMBDA] = { "lambda", "6", "strength of the source [1]" },
    { 0 },
};

static int points(const real *p) { return (int)re(p[POINTS]); }

static int count(const real *p) { return points(p) * points(p) * points(p); }

static void size(const real *p, ivp_sizes *s) { s->n = count(p); }

/* The inner neighbours of point k; returns their number, six or less. */
static int neighbours(int n, int k, int around[6])
{
    int found = 0;
    for (int stride = 1; stride <= n * n; stride *= n) {
        const int place = k / stride % n;
        if (place > 0) around[found++] = k - stride;
        if (place < n - 1) around[found++] = k + stride;
    }
    return found;
}

static real fineness(const real *p) { return (p[POINTS] + 1) * (p[POINTS] + 1); }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const int n = points(p);
    const real *u = s->y, d = fineness(p);
    int around[6];
    for (int k = 0; k < n * n * n; k++) {
        const int found = neighbours(n, k, around);
        real sum = -6 * u[k];
        for (int m = 0; m < found; m++) sum += u[around[m]];
        f[k] = d * sum + p[LAMBDA] * exp(u[k]);
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const int n = points(p);
    const real *u = s->y, d = fineness(p);
    int around[6];
    for (int k = 0; k < n * n * n; k++) {
        const int found = neighbours(n, k, around);
        for (int m = 0; m < found; m++) *ivp_at(J, k, around[m]) = d;
        *ivp_at(J, k, k) = p[LAMBDA] * exp(u[k]) - 6 * d;
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    const int n = points(p);
    int around[6];
    for (int k = 0; k < n * n * n; k++) {
        const int found = neighbours(n, k, around);
        ivp_entry(out, IVP_JAC, k, k);
        for (int m = 0; m < found; m++) ivp_entry(out, IVP_JAC, k, around[m]);
    }
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = points(p);
    for (int k = 0; k < n * n * n; k++) {
        const real x = (k % n + 1) / (p[POINTS] + 1), z = (k / (n * n) + 1) / (p[POINTS] + 1);
        const real w = (k / n % n + 1) / (p[POINTS] + 1);
        y[k] = 100 * x * x * (1 - x) * w * (1 - w) * (1 - w) * z * (1 - z);
    }
    return IVP_OK;
}

static real mean(const ivp_state *s, const real *p)
{
    real sum = ivp_of(0);
    for (int k = 0; k < count(p); k++) sum += s->y[k];
    return sum / (fineness(p) * (p[POINTS] + 1));
}

static real middle(const ivp_state *s, const real *p) { return s->y[count(p) / 2]; }

IVP_PROBLEM(bratu_3d,
    .title = "Bratu's heat source in a cube",
    .source = "Bratu 1914; Frank-Kamenetskii 1969; PETSc, snes/tutorials/ex14.c",
    .tags = "ode stiff reaction_diffusion scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "0.1",
    .form = IVP_ODE,
    .sizes = { .n = 125 },
    .size = size,
    .pattern = pattern,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian, .autonomous = true },
    .observables =
        (const ivp_observable[]){
            { "mean", "1", "temperature, mean over the cube", mean },
            { "middle", "1", "temperature in the middle", middle },
            { "u1", "1", "temperature next to the corner", .component = "y1" },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"));
