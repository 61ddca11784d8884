/* t_said.c -- an oscillator that says things beside its equations, one of which may be wrong by
 * a part.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/toys.h"

enum { WRONG, SLIP };
enum { NOTHING, EXACT, INVARIANT, PUBLISHED, ALL };
static const ivp_param params[] = {
    [WRONG] = { "wrong", "nothing", "what is wrong",
                .choices = "nothing exact invariant published all" },
    [SLIP] = { "slip", "1", "by this part [1]" },
    { 0 },
};

static real slip(const real *p, int what)
{
    const int wrong = (int)(re(p[WRONG]) + R(0.5));
    return wrong == what || wrong == ALL ? p[SLIP] : ivp_of(0);
}

/* right at the start */
static ivp_status exact(real t, real *y, const real *p)
{
    const real s = t + slip(p, EXACT) * t;
    y[0] = sin(s);
    y[1] = cos(s);
    return IVP_OK;
}

static real energy(const ivp_state *s, const real *p)
{
    return (s->y[0] * s->y[0] + s->y[1] * s->y[1]) / 2 + slip(p, INVARIANT) * s->y[0] * s->y[0];
}

/* zero by cancellation */
static real nothing(const ivp_state *s, const real *p)
{
    return s->y[0] * s->y[0] + s->y[1] * s->y[1] - 1;
}

static const ivp_observable invariants[] = {
    { "energy", "J", "kinetic and potential", energy },
    { "nothing", "J", "twice the energy less what it is", nothing },
    { 0 },
};

static const ivp_published published[] = {
    { "", "sine and cosine of two", "y1=0.9092974268256817 y2=-0.4161468365471424" },
    { "wrong=published", "another table", "y1=0.1 y2=-0.2" },
    { "wrong=all", "another table", "y1=0.1 y2=-0.2" },
    { 0 },
};

IVP_PROBLEM(t_said,
    .title = "Oscillator that says things",
    TOY("0", "2", 2, toy_second),
    .params = params,
    .tags = "test",
    .ode = { .f = toy_oscillator, .autonomous = true },
    .invariants = invariants,
    .exact = exact,
    .published = published);
