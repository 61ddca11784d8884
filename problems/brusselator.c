/* brusselator.c -- the Brusselator without diffusion: an autocatalytic oscillation.
 *
 *     y1' = A + y1^2 y2 - (B + 1) y1,   y2' = B y1 - y1^2 y2
 *
 * Lefever, Nicolis 1971; Hairer, Norsett, Wanner, Solving ODEs I, I.16 and II.4: from (1.5, 3),
 * t up to
 * 20.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { A, B };

static const ivp_param params[] = {
    [A] = { "A", "1", "inflow [1]" },
    [B] = { "B", "3", "rate of the decay into y2 [1]" },
    { 0 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y, made = y[0] * y[0] * y[1];
    f[0] = p[A] + made - (p[B] + 1) * y[0];
    f[1] = p[B] * y[0] - made;
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *y = s->y, cross = 2 * y[0] * y[1], square = y[0] * y[0];
    *ivp_at(J, 0, 0) = cross - (p[B] + 1);
    *ivp_at(J, 0, 1) = square;
    *ivp_at(J, 1, 0) = p[B] - cross;
    *ivp_at(J, 1, 1) = -square;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(R(1.5));
    y[1] = ivp_of(3);
    return IVP_OK;
}

IVP_PROBLEM(brusselator,
    .title = "Brusselator without diffusion",
    .source = "Hairer, Norsett, Wanner, Solving ODEs I, II.4",
    .tags = "ode nonstiff oscillator chemistry extra",
    .params = params,
    .t0 = "0",
    .t1 = "20",
    AUTONOMOUS_ODE(2),
    .observables =
        (const ivp_observable[]){
            { "activator", "1", "y1", .component = "y1" },
            { "inhibitor", "1", "y2", .component = "y2" },
            { 0 },
        },
    SCORED_ALL,
    .protocol = { .from = 4, .to = 12, .per_decade = 4, .atol = "rtol" });
