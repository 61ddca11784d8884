/* t_wall.c -- y' = -y, which cannot be evaluated after t = 1. */
#include <ivp/problem.h>

enum { BEYOND };
static const ivp_param params[] = {
    [BEYOND] = { "beyond", "domain", "status after t = 1", .choices = "domain fatal" },
    { 0 },
};

static ivp_status decay(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = -y[0];
    if (re(s->t) <= 1) return IVP_OK;
    return re(p[BEYOND]) > 0 ? IVP_E_LIBRARY : IVP_DOMAIN;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 1;
    return IVP_OK;
}

IVP_PROBLEM(t_wall,
    .title = "Decay until t = 1",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 1 },
    .ode = { .f = decay });
