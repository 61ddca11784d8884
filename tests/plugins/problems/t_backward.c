/* t_backward.c -- an interval that ends before it begins. */
#include <ivp/problem.h>

static ivp_status decay(const ivp_state *s, real *f, const real *p)
{
    f[0] = -s->y[0];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 1;
    return IVP_OK;
}

IVP_PROBLEM(t_backward,
    .title = "Backwards in time",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "2",
    .t1 = "0",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 1 },
    .ode = { .f = decay });
