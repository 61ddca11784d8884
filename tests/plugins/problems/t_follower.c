/* t_follower.c -- a fast undamped spring whose end is moved slowly, as y' = f: the solution is
 * smooth, and an error of any step rings on for ever.
 *
 *     x' = v,  v' = -w^2 (x - sin t) - sin t,  x(0) = 0, v(0) = 1     x = sin t */
#include <ivp/problem.h>

enum { FREQUENCY };
static const ivp_param params[] = {
    [FREQUENCY] = { "w", "1000", "frequency of the spring [1/s]" },
    { 0 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real w = p[FREQUENCY], *y = s->y;
    f[0] = y[1];
    f[1] = -w * w * (y[0] - sin(s->t)) - sin(s->t);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(0);
    y[1] = ivp_of(1);
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = sin(t);
    y[1] = cos(t);
    return IVP_OK;
}

IVP_PROBLEM(t_follower,
    .title = "Fast spring, moved slowly",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_ODE,
    .sizes = { .n = 2 },
    .init = start,
    .exact = exact,
    .ode = { .f = rhs });
