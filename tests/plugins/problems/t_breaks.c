/* t_breaks.c -- a slope that changes its sign at known times, for the tests of break points. */
#include <ivp/problem.h>

static const ivp_param params[] = { { 0 } };

/* |y'| = 1000: a step across a break point would show */
static ivp_status zigzag(real t, const real *y, real *f, const real *p)
{
    (void)p;
    f[0] = re(t) < R(0.5) ? R(1e3) : re(t) < R(1.25) ? -R(1e3) : R(1e3);
    f[1] = -y[1];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    (void)t0, (void)yp, (void)p;
    y[0] = 0;
    y[1] = 1;
    return IVP_OK;
}

static const double breaks[] = { (double)R(0.5), (double)R(1.25), 0 };

IVP_PROBLEM(t_breaks) = {
    .abi = IVP_ABI,
    .arith = IVP_ARITH,
    .name = "t_breaks",
    .title = "Zigzag",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 2 },
    .ode = { .f = zigzag },
    .breaks = breaks,
};
