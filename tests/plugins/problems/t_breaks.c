/* t_breaks.c -- a slope that changes its sign at known times, for the tests of break points. */
#include <ivp/problem.h>

/* |y'| = 1000: a step across a break point would show */
static ivp_status zigzag(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = re(s->t) < R(0.5) ? R(1e3) : re(s->t) < R(1.25) ? -R(1e3) : R(1e3);
    f[1] = -y[1];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    y[1] = 1;
    return IVP_OK;
}

static const double breaks[] = { (double)R(0.5), (double)R(1.25), 0 };

IVP_PROBLEM(t_breaks,
    .title = "Zigzag",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "2",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 2 },
    .ode = { .f = zigzag },
    .breaks = breaks);
