/* gurtin_2d.c -- two phases on the unit square whose kinetics stiffen with the rate: an
 * equation that is implicit in y', with algebraic equations on the border. N x N points.
 *
 *     inside         (1 + b u_t^2) u_t = eps^2 (u_xx + u_yy) + u - u^3
 *     on the border  u = g,   g = -cos(w t) at x = 0 and -1 on the other sides
 *     u = tanh((r0 - r) / (sqrt(2) eps)) at the start, r the distance from (0.45, 0.4)
 *
 * Differences of five points, x_j = j/(N - 1); u row by row, points of the border too, so that
 * F(t, y, y') = 0 has index 1. One wall changes its phase, and a front moves into the square.
 *
 * Gurtin, Physica D 92 (1996) 178, equation of Ginzburg and Landau with a kinetic modulus
 * beta(u_t) > 0. The choice 1 + b u_t^2, the walls and the place of the disc are ours. The
 * rates at the start solve the cubic equation of each point by Newton's iteration.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"
#include "lib/grid.h"

enum { POINTS, EPSILON, RADIUS, MODULUS, FREQUENCY };

static const ivp_param params[] = {
    [POINTS] = { "N", "6", "points along a side [1]" },
    [EPSILON] = { "eps", "0.1", "width of the front [1]" },
    [RADIUS] = { "r0", "0.3", "radius of the disc [1]" },
    [MODULUS] = { "b", "4", "growth of the kinetic modulus with the rate [1]" },
    [FREQUENCY] = { "w", "3", "angular frequency of the wall at x = 0 [1]" },
    { 0 },
};

static int points(const real *p) { return (int)re(p[POINTS]); }

/* A band of N diagonals on each side is cheaper than a pattern where N is small. */
static void size(const real *p, ivp_sizes *s)
{
    enum { FEW = 12 };
    s->n = points(p) * points(p);
    s->ml = s->mu = points(p) <= FEW ? points(p) : 0;
}

static real diffusion(const real *p)
{
    const real m = p[EPSILON] * (p[POINTS] - 1);
    return m * m;
}

static bool on_border(int n, int k)
{
    const int i = k / n, j = k % n;
    return i == 0 || j == 0 || i == n - 1 || j == n - 1;
}

static real wall(int n, int k, real t, const real *p)
{
    return k % n == 0 ? -cos(p[FREQUENCY] * t) : ivp_of(-1);
}

/* The right-hand side inside */
static real force(const real *u, int n, int k, const real *p)
{
    int around[GRID_AROUND];
    grid_closed(n, k, around);
    return diffusion(p) * grid_five_points(u, k, around) + u[k] * (1 - u[k] * u[k]);
}

static ivp_status residual(const ivp_state *s, real *F, const real *p)
{
    const int n = points(p);
    for (int k = 0; k < n * n; k++) {
        const real rate = s->yp[k];
        F[k] = on_border(n, k) ? s->y[k] - wall(n, k, s->t, p)
                               : (1 + p[MODULUS] * rate * rate) * rate - force(s->y, n, k, p);
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, real c, ivp_mat J, const real *p)
{
    const int n = points(p);
    const real d = diffusion(p);
    int around[GRID_AROUND];
    for (int k = 0; k < n * n; k++) {
        const real u = s->y[k], rate = s->yp[k];
        if (on_border(n, k)) {
            *ivp_at(J, k, k) = ivp_of(1);
            continue;
        }
        grid_closed(n, k, around);
        for (int m = 0; m < GRID_AROUND; m++) *ivp_at(J, k, around[m]) = -d;
        *ivp_at(J, k, k) = 4 * d - 1 + 3 * u * u + c * (1 + 3 * p[MODULUS] * rate * rate);
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    const int n = points(p);
    int around[GRID_AROUND];
    for (int k = 0; k < n * n; k++) {
        ivp_entry(out, IVP_JAC, k, k);
        if (on_border(n, k)) continue;
        grid_closed(n, k, around);
        for (int m = 0; m < GRID_AROUND; m++) ivp_entry(out, IVP_JAC, k, around[m]);
    }
}

/* ---- the start --------------------------------------------------------------------------- */

/* s of (1 + b s^2) s = r: from s = r on, Newton's iteration comes nearer to 0 in each step. */
static real rate_of(real r, real b)
{
    enum { MOST = 100 };
    real s = r, change = ivp_of(1);
    for (int k = 0; k < MOST && re(ivp_abs(change)) > IVP_EPS * re(ivp_abs(s)); k++) {
        change = ((1 + b * s * s) * s - r) / (1 + 3 * b * s * s);
        s -= change;
    }
    return s;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = points(p);
    for (int k = 0; k < n * n; k++) {
        const real x = k % n / (p[POINTS] - 1) - R(0.45), z = k / n / (p[POINTS] - 1) - R(0.4);
        const real inside = p[RADIUS] - sqrt(x * x + z * z);
        y[k] = on_border(n, k) ? wall(n, k, t0, p) : tanh(inside / (sqrt(R(2.0)) * p[EPSILON]));
    }
    for (int k = 0; k < n * n; k++)
        yp[k] = !on_border(n, k) ? rate_of(force(y, n, k, p), p[MODULUS])
                : k % n == 0     ? p[FREQUENCY] * sin(p[FREQUENCY] * t0)
                                 : ivp_of(0);
    return IVP_OK;
}

/* ---- what is scored ---------------------------------------------------------------------- */

/* (1 + u) / 2, the share of the phase of the disc */
static real share(const ivp_state *s, const real *p)
{
    return (1 + grid_mean(s->y, points(p) * points(p))) / 2;
}

static real middle(const ivp_state *s, const real *p)
{
    const int n = points(p);
    return s->y[n / 2 * (n + 1)];
}

static real near_the_wall(const ivp_state *s, const real *p)
{
    const int n = points(p);
    return s->y[n / 2 * n + 1];
}

IVP_PROBLEM(gurtin_2d,
    .title = "Phases with a kinetic modulus that grows with the rate",
    .source = "Gurtin 1996",
    .tags = "dae implicit index1 stiff reaction_diffusion scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .form = IVP_DAE,
    .sizes = { .n = 36, .ml = 6, .mu = 6 },
    .size = size,
    .pattern = pattern,
    .init = start,
    .dae = { .F = residual, .jac = jacobian },
    .observables =
        (const ivp_observable[]){
            { "share", "1", "of the phase of the disc", share },
            { "middle", "1", "u behind the middle of the square", middle },
            { "near", "1", "u beside the wall that changes", near_the_wall },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"));
