/* t_kinks.c -- two kinks, of which the second may leave its side alone, and an event that
 * records, where the equations may bend.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { OF, SIDES };
enum { RIGHT, ALONE, BEND };
static const ivp_param params[] = {
    [OF] = { "of", "right", "which slip", .choices = "right alone bend" },
    { 0 },
};

static real first(const ivp_state *s, const real *p) { return s->y[0] - R(0.02); }
static real second(const ivp_state *s, const real *p) { return s->y[1] - R(0.01); }
static real third(const ivp_state *s, const real *p) { return s->y[0] + s->y[1]; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const int of = (int)re(p[OF]);
    const real one = first(s, p), two = second(s, p), three = third(s, p);
    const bool told = of != ALONE;
    f[0] = cos(s->y[1]) + (ivp_side(p[SIDES], one) ? one : 0);
    f[1] = -s->y[0] + (ivp_side(told ? p[SIDES + 1] : 0, two) ? 10 * two * two : 0);
    if (of == BEND && re(three) > 0) f[1] += three;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = R(0.001);
    y[1] = R(0.002);
    return IVP_OK;
}

IVP_PROBLEM(t_kinks, .title = "Kinks and their sides", .source = "made for tests",
            .tags = "ode events", .params = params, .t0 = "0", .t1 = "1", .form = IVP_ODE,
            .sizes = { .n = 2 }, .init = start, .ode = { .f = rhs },
            .events = (const ivp_event[]){ { "first", 0, first, .then = IVP_KINK },
                                           { "second", 0, second, .then = IVP_KINK },
                                           { "third", 0, third, .then = IVP_RECORD },
                                           { 0 } });
