/* burgers.c -- Burgers' equation with viscosity on a line of N inner points: a front grows and
 * moves.
 *
 *     u_t = nu u_xx - (u^2/2)_x      0 < x < 1,   u = 0 on the border
 *     u = sin(2 pi x) + sin(pi x) / 2 at the start
 *
 * Central differences, dx = 1/(N + 1):
 *
 *     u_i' = nu (u_{i-1} - 2 u_i + u_{i+1}) / dx^2 - (u_{i+1}^2 - u_{i-1}^2) / (4 dx)
 *
 * Bands of one. Burgers, Adv. Appl. Mech. 1 (1948) 171; border and start of Huang, Ren,
 * Russell, J. Comput. Phys. 113 (1994) 279, where nu = 1e-4 and points move; here they do not,
 * and the default resolves the front: it is 4 nu wide.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { POINTS, VISCOSITY };

static const ivp_param params[] = {
    [POINTS] = { "N", "100", "inner points [1]" },
    [VISCOSITY] = { "nu", "0.01", "viscosity [1]" },
    { 0 },
};

static int points(const real *p) { return (int)re(p[POINTS]); }

static void size(const real *p, ivp_sizes *s)
{
    s->n = points(p);
    s->ml = s->mu = 1;
}

static real viscous(const real *p) { return p[VISCOSITY] * (p[POINTS] + 1) * (p[POINTS] + 1); }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const int n = points(p);
    const real d = viscous(p), a = (p[POINTS] + 1) / 4;
    real left = ivp_of(0);
    for (int i = 0; i < n; i++) {
        const real u = s->y[i], right = i < n - 1 ? s->y[i + 1] : ivp_of(0);
        f[i] = d * (left - 2 * u + right) - a * (right + left) * (right - left);
        left = u;
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const int n = points(p);
    const real d = viscous(p), a = (p[POINTS] + 1) / 2;
    for (int i = 0; i < n; i++) {
        if (i > 0) *ivp_at(J, i, i - 1) = d + a * s->y[i - 1];
        *ivp_at(J, i, i) = -2 * d;
        if (i < n - 1) *ivp_at(J, i, i + 1) = d - a * s->y[i + 1];
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < points(p); i++) {
        const real x = (i + 1) / (p[POINTS] + 1);
        y[i] = sin(2 * IVP_PI * x) + sin(IVP_PI * x) / 2;
    }
    return IVP_OK;
}

static real mean(const ivp_state *s, const real *p)
{
    real sum = ivp_of(0);
    for (int i = 0; i < points(p); i++) sum += s->y[i];
    return sum / (p[POINTS] + 1);
}

static real energy(const ivp_state *s, const real *p)
{
    real sum = ivp_of(0);
    for (int i = 0; i < points(p); i++) sum += s->y[i] * s->y[i];
    return sum / (2 * (p[POINTS] + 1));
}

static real middle(const ivp_state *s, const real *p) { return s->y[points(p) / 2]; }

IVP_PROBLEM(burgers,
    .title = "Burgers' equation on a line",
    .source = "Burgers 1948; Huang, Ren, Russell 1994",
    .tags = "ode stiff advection scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .form = IVP_ODE,
    .sizes = { .n = 100 },
    .size = size,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian, .autonomous = true },
    .observables =
        (const ivp_observable[]){
            { "mean", "1", "mean of u over the line", mean },
            { "energy", "1", "mean of u^2/2 over the line", energy },
            { "middle", "1", "u behind the middle", middle },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"));
