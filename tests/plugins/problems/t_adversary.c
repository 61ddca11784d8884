/* t_adversary.c -- an oscillator with what a solver may overlook, by parameters that a test
 * draws.
 *
 *     y1' = y2,   y2' = -w^2 y1 + force,   y(0) = (1, 0),   t from 0 to 1
 *
 *     kind=pulse    force = size / width in [at, at + width], which nothing declares
 *     kind=graze    at y1 = level, rising, y2 changes its sign: level near the amplitude 1
 *     kind=twins    at t = at y1 is doubled, at t = at + width size is added to it
 *     kind=switch   force = size while y1 > level: an event
 *     kind=hidden   the same without an event
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

enum { KIND, OMEGA, AT, WIDTH, SIZE, LEVEL, NPARAMS };
enum { PULSE, GRAZE, TWINS, SWITCH, HIDDEN };
static const ivp_param params[] = {
    [KIND] = { "kind", "pulse", "what is to be overlooked",
               .choices = "pulse graze twins switch hidden" },
    [OMEGA] = { "w", "7", "frequency [1/s]" },
    [AT] = { "at", "0.37", "time of the first [s]" },
    [WIDTH] = { "width", "1e-3", "time to the second [s]" },
    [SIZE] = { "size", "1", "what it does [1]" },
    [LEVEL] = { "level", "0.5", "of y1 [1]" },
    { 0 },
};

enum { CEILING, FIRST, SECOND, CHANGE };

static bool is(const real *p, int kind) { return (int)(re(p[KIND]) + R(0.5)) == kind; }

static real ceiling_at(const ivp_state *s, const real *p)
{
    return is(p, GRAZE) ? s->y[0] - p[LEVEL] : ivp_of(-1);
}

static real first(const ivp_state *s, const real *p)
{
    return is(p, TWINS) ? s->t - p[AT] : ivp_of(-1);
}

static real second(const ivp_state *s, const real *p)
{
    return is(p, TWINS) ? s->t - p[AT] - p[WIDTH] : ivp_of(-1);
}

static real change(const ivp_state *s, const real *p)
{
    return is(p, SWITCH) ? s->y[0] - p[LEVEL] : ivp_of(-1);
}

static void turn_back(real t, real *y, real *p) { y[1] = -y[1]; }
static void twice(real t, real *y, real *p) { y[0] *= 2; }
static void add(real t, real *y, real *p) { y[0] += p[SIZE]; }

static real force(const ivp_state *s, const real *p)
{
    if (is(p, PULSE))
        return re(s->t) > re(p[AT]) && re(s->t) < re(p[AT]) + re(p[WIDTH]) ? p[SIZE] / p[WIDTH]
                                                                           : ivp_of(0);
    if (is(p, SWITCH)) return ivp_side(p[NPARAMS + CHANGE], change(s, p)) ? p[SIZE] : ivp_of(0);
    if (is(p, HIDDEN)) return re(s->y[0]) > re(p[LEVEL]) ? p[SIZE] : ivp_of(0);
    return ivp_of(0);
}

static ivp_status oscillator(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1];
    f[1] = -p[OMEGA] * p[OMEGA] * s->y[0] + force(s, p);
    return IVP_OK;
}

static const ivp_event events[] = {
    [CEILING] = { "ceiling", 1, ceiling_at, IVP_RESTART, .reset = turn_back },
    [FIRST] = { "first", 1, first, IVP_RESTART, .reset = twice },
    [SECOND] = { "second", 1, second, IVP_RESTART, .reset = add },
    [CHANGE] = { "change", 0, change, IVP_RESTART },
    { 0 },
};

IVP_PROBLEM(t_adversary,
    .title = "Oscillator with what may be overlooked",
    TOY("0", "1", 2, toy_first),
    .params = params,
    .tags = "test",
    .ode = { .f = oscillator },
    .events = events);
