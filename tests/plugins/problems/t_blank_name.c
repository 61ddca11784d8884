/* t_blank_name.c -- an event whose name is two words: no file could be read again. */
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

static real half(const ivp_state *s, const real *p) { return s->y[0] - R(0.5); }

static const ivp_event events[] = { { "half way", -1, half, IVP_RECORD }, { 0 } };

IVP_PROBLEM(t_blank_name,
    .title = "A name with a blank",
    .source = "made for the tests",
    .tags = "test",
    .t0 = "0",
    .t1 = "1",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 1 },
    .ode = { .f = decay },
    .events = events);
