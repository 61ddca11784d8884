/* van_der_pol.c -- the van der Pol oscillator, stiff, in both of its scalings.
 *
 *     scaling=eps   y1' = y2,  y2' = ((1 - y1^2) y2 - y1) / eps     t in [0, 2]
 *     scaling=mu    y1' = y2,  y2' = mu (1 - y1^2) y2 - y1          t in [0, 2000]
 *
 * They are the same motion when eps = 1 / mu^2:
 *
 *     t_mu  = mu t_eps
 *     y1_mu = y1_eps
 *     y2_mu = y2_eps / mu
 *
 * Either parameter acts in its own scaling alone. The start is off the slow manifold: a layer
 * of width eps at t = 0. Hairer, Wanner, Solving ODEs II (eps); Test Set for IVP Solvers 2.4
 * (mu).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { SCALING, EPSILON, MU };
enum { SCALING_EPS, SCALING_MU };

static const ivp_param params[] = {
    [SCALING] = { "scaling", "eps", "slow time (eps) or time of the oscillator (mu)",
                  .choices = "eps mu" },
    [EPSILON] = { "eps", "1e-6", "1/damping squared, scaling eps [1]" },
    [MU] = { "mu", "1000", "damping, scaling mu [1]" },
    { 0 },
};

/* y2' = damping (1 - y1^2) y2 - stiffness y1 */
typedef struct oscillator {
    real damping, stiffness;
} oscillator;

static bool in_slow_time(const real *p) { return re(p[SCALING]) == SCALING_EPS; }

static oscillator scaled(const real *p)
{
    if (in_slow_time(p)) return (oscillator){ 1 / p[EPSILON], 1 / p[EPSILON] };
    return (oscillator){ p[MU], ivp_of(1) };
}

static double end(const real *p) { return in_slow_time(p) ? 2 : 2000; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    const oscillator o = scaled(p);
    f[0] = y[1];
    f[1] = o.damping * (1 - y[0] * y[0]) * y[1] - o.stiffness * y[0];
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *y = s->y;
    const oscillator o = scaled(p);
    *ivp_at(J, 0, 1) = ivp_of(1);
    *ivp_at(J, 1, 0) = -2 * o.damping * y[0] * y[1] - o.stiffness;
    *ivp_at(J, 1, 1) = o.damping * (1 - y[0] * y[0]);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(2);
    y[1] = ivp_of(0);
    return IVP_OK;
}

/* Lienard's coordinate y2 / damping + y1^3/3 - y1: slow where y1 jumps. */
static real lienard(const ivp_state *s, const real *p)
{
    const real x = s->y[0];
    return s->y[1] / scaled(p).damping + x * x * x / 3 - x;
}

IVP_PROBLEM(van_der_pol,
    .title = "Van der Pol's oscillator, stiff",
    .source = "Hairer, Wanner, Solving ODEs II; Test Set for IVP Solvers 2.4, vdpol",
    .tags = "ode stiff oscillator testset core",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .end = end,
    AUTONOMOUS_ODE(2),
    .observables =
        (const ivp_observable[]){
            { "displacement", "1", "y1", .component = "y1" },
            { "lienard", "1", "y2 / damping + y1^3/3 - y1", lienard },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", second component times 1000", "14.1"),
              .values = "y1=0.1706167732170469e1 y2=-0.8928097010248125e0" },
            { .params = "scaling=mu",
              .source = "Test Set for IVP Solvers 2.4",
.verified = "11.2",
              .values = "y1=0.1706167732170469e1 y2=-0.8928097010248125e-3" },
            { 0 },
        });
