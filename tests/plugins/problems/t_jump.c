/* t_jump.c -- a right-hand side that jumps where nobody says so: no reference of it may be
 * certified. */
#include <ivp/problem.h>

static const ivp_param params[] = { { 0 } };

static ivp_status jump(real t, const real *y, real *f, const real *p)
{
    (void)p;
    f[0] = -y[0] + (re(t) < R(1.0) / 3 ? R(0.0) : R(1.0));
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    (void)t0, (void)yp, (void)p;
    y[0] = 1;
    return IVP_OK;
}

IVP_PROBLEM(t_jump) = {
    .abi = IVP_ABI,
    .arith = IVP_ARITH,
    .name = "t_jump",
    .title = "Hidden jump",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 1 },
    .ode = { .f = jump },
};
