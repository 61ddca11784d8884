/* t_hidden_jump.c -- an oscillator whose force changes at t = 1/3, which the problem does not
 * tell: by a jump or, with kind=kink, by a change of slope. */
#include <ivp/problem.h>

enum { KIND };
static const ivp_param params[] = {
    [KIND] = { "kind", "jump", "what changes at t = 1/3", "jump kink" },
    { 0 },
};

static ivp_status oscillator(real t, const real *y, real *f, const real *p)
{
    const real late = ivp_pos(t - R(1.0) / 3);
    f[0] = y[1];
    f[1] = -y[0] + (re(p[KIND]) > 0 ? late : re(late) > 0 ? 1 : 0);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    (void)t0, (void)yp, (void)p;
    y[0] = 1;
    y[1] = 0;
    return IVP_OK;
}

IVP_PROBLEM(t_hidden_jump) = {
    .abi = IVP_ABI,
    .arith = IVP_ARITH,
    .name = "t_hidden_jump",
    .title = "Oscillator with a hidden jump",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 2 },
    .ode = { .f = oscillator },
};
