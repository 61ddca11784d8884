/* t_epoch.c -- an oscillator on a clock that counts seconds since 1970. */
#include <ivp/problem.h>

static ivp_status oscillator(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1];
    f[1] = -s->y[0];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    y[1] = 1;
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = sin(t - R(1.7e9));
    y[1] = cos(t - R(1.7e9));
    return IVP_OK;
}

static real zero(const ivp_state *s, const real *p) { return s->y[0]; }

static const ivp_event events[] = { { "zero", 0, zero, IVP_RESTART }, { 0 } };

IVP_PROBLEM(t_epoch,
    .title = "Oscillator on the Unix clock",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "1.7e9",
    .t1 = "1700000010",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 2 },
    .ode = { .f = oscillator },
    .events = events,
    .exact = exact);
