/* t_uncounted.c -- break points without a count around 0, where a list that ends with 0 says
 * nothing: refused. */
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

IVP_PROBLEM(t_uncounted,
    .title = "Break points without a count",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "-2",
    .t1 = "2",
    .form = IVP_ODE,
    .sizes = { .n = 1 },
    .init = start,
    .ode = { .f = decay },
    .breaks = (const double[]){ -1, 0, 1, 0 });
