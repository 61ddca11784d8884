/* lorenz.c -- Lorenz' convection, chaotic.
 *
 *     y1' = sigma (y2 - y1),   y2' = rho y1 - y2 - y1 y3,   y3' = y1 y2 - beta y3
 *
 * beta is given as three times itself, so that 8/3 is a decimal. Neighbouring solutions part
 * like exp(0.906 t) (Lyapunov's exponent): by some 2e6 until t = 16. Rounding of doubles,
 * 1e-16, has grown to 1 at t = 41: beyond this horizon, and for a tolerance of 1e-8 beyond t =
 * 20, no number printed means anything. At t = 16 steps count, not rounding: dop853 ends with
 * 7.2 digits at rtol = 1e-13, with 8.2 at
 * 1e-15, gauss with 7.8 and 9.5.
 * Lorenz, Deterministic nonperiodic flow, 1963.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { SIGMA, RHO, BETA_3 };

static const ivp_param params[] = {
    [SIGMA] = { "sigma", "10", "Prandtl's number [1]" },
    [RHO] = { "rho", "28", "Rayleigh's number over the critical one [1]" },
    [BETA_3] = { "beta_3", "8", "three times beta, the shape of a cell [1]" },
    { 0 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = p[SIGMA] * (y[1] - y[0]);
    f[1] = y[0] * (p[RHO] - y[2]) - y[1];
    f[2] = y[0] * y[1] - p[BETA_3] * y[2] / 3;
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *y = s->y;
    *ivp_at(J, 0, 0) = -p[SIGMA];
    *ivp_at(J, 0, 1) = p[SIGMA];
    *ivp_at(J, 1, 0) = p[RHO] - y[2];
    *ivp_at(J, 1, 1) = ivp_of(-1);
    *ivp_at(J, 1, 2) = -y[0];
    *ivp_at(J, 2, 0) = y[1];
    *ivp_at(J, 2, 1) = y[0];
    *ivp_at(J, 2, 2) = -p[BETA_3] / 3;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(-8);
    y[1] = ivp_of(8);
    y[2] = ivp_of(27);
    return IVP_OK;
}

IVP_PROBLEM(lorenz,
    .title = "Lorenz' attractor",
    .source = "Lorenz, Deterministic nonperiodic flow, 1963",
    .tags = "ode nonstiff chaotic extra",
    .params = params,
    .t0 = "0",
    .t1 = "16",
    AUTONOMOUS_ODE(3),
    .observables =
        (const ivp_observable[]){
            { "circulation", "1", "y1", .component = "y1" },
            { "profile", "1", "y3", .component = "y3" },
            { 0 },
        },
    SCORED_ALL,
    .protocol = { .from = 4, .to = 12, .per_decade = 4, .atol = "rtol" });
