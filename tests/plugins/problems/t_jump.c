/* t_jump.c -- a right-hand side that jumps where nobody says so: no reference of it may be
 * certified. */
#include <ivp/problem.h>

static ivp_status jump(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = -y[0] + (re(s->t) < R(1.0) / 3 ? R(0.0) : R(1.0));
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 1;
    return IVP_OK;
}

IVP_PROBLEM(t_jump,
    .title = "Hidden jump",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "1",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 1 },
    .ode = { .f = jump });
