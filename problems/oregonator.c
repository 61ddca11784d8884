/* oregonator.c -- Field and Noyes' model of the Belousov-Zhabotinskii reaction: a relaxation
 * cycle.
 *
 *     y1' = s (y2 + y1 (1 - q y1 - y2))
 *     y2' = (y3 - (1 + y1) y2) / s
 *     y3' = w (y1 - y3)
 *
 * A cycle takes some 303 s; values run from 1 to 1e5. Field, Noyes 1974; Hairer, Wanner,
 * Solving ODEs II, IV.10; Test Set for IVP Solvers 2.4, orego.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { S, Q, W };

static const ivp_param params[] = {
    [S] = { "s", "77.27", "ratio of fast and slow rates [1/s]" },
    [Q] = { "q", "8.375e-6", "bound of the autocatalysis [1]" },
    [W] = { "w", "0.161", "rate of the catalyst [1/s]" },
    { 0 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = p[S] * (y[1] + y[0] * (1 - p[Q] * y[0] - y[1]));
    f[1] = (y[2] - (1 + y[0]) * y[1]) / p[S];
    f[2] = p[W] * (y[0] - y[2]);
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *y = s->y;
    *ivp_at(J, 0, 0) = p[S] * (1 - 2 * p[Q] * y[0] - y[1]);
    *ivp_at(J, 0, 1) = p[S] * (1 - y[0]);
    *ivp_at(J, 1, 0) = -y[1] / p[S];
    *ivp_at(J, 1, 1) = -(1 + y[0]) / p[S];
    *ivp_at(J, 1, 2) = 1 / p[S];
    *ivp_at(J, 2, 0) = p[W];
    *ivp_at(J, 2, 2) = -p[W];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < 3; i++) y[i] = ivp_of(i + 1);
    return IVP_OK;
}

IVP_PROBLEM(oregonator,
    .title = "Oregonator, the Belousov-Zhabotinskii reaction",
    .source = "Field, Noyes 1974; Test Set for IVP Solvers 2.4, orego",
    .tags = "ode stiff oscillator chemistry testset",
    .params = params,
    .t0 = "0",
    .t1 = "360",
    AUTONOMOUS_ODE(3),
    .observables =
        (const ivp_observable[]){
            { "bromous_acid", "1", "y1", .component = "y1" },
            { "bromide", "1", "y2", .component = "y2" },
            { "catalyst", "1", "y3", .component = "y3" },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("1e-2*rtol"),
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES("", "12.9"),
              .values = "y1=0.1000814870318523e1 y2=0.1228178521549917e4 "
                        "y3=0.1320554942846706e3" },
            { 0 },
        });
