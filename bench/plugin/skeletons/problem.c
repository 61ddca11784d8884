/* NAME.c -- a mass on a spring with a damper: to be replaced.
 *
 *     y1' = y2     y2' = -(k y1 + d y2) / m
 *
 *     ivpbench plugin test NAME.c
 *     export IVPBENCH_PLUGIN_PATH=$PWD/plugins
 *     ivpbench reference make NAME
 *     ivpbench try NAME --solver dopri5,ida --rtol 1e-6 */
#include <ivp/problem.h>

enum { MASS, DAMPING, STIFFNESS };

static const ivp_param params[] = {
    [MASS] = { "m", "1", "mass [kg]" },
    [DAMPING] = { "d", "0.1", "damping [N s/m]" },
    [STIFFNESS] = { "k", "10", "stiffness [N/m]" },
    { 0 },
};

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    (void)t0, (void)yp, (void)p;
    y[0] = ivp_of(1); /* what is not written is zero */
    return IVP_OK;
}

static ivp_status swing(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1];
    f[1] = -(p[STIFFNESS] * s->y[0] + p[DAMPING] * s->y[1]) / p[MASS];
    return IVP_OK;
}

static const ivp_observable observables[] = {
    { "displacement", "m", "of the mass from its rest", .component = "y1" },
    { 0 },
};

IVP_PROBLEM(NAME,
    .title = "NAME: mass, spring and damper",
    .source = "textbook",
    .tags = "ode",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_ODE,
    .sizes = { .n = 2 },
    .init = start,
    .ode = { .f = swing },
    .observables = observables);
