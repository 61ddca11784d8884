/* bouncing_balls.c -- two balls above each other on elastic ground.
 *
 *     m1 y1'' = -m1 g + K max(2 R - (y1 - y2), 0)
 *     m2 y2'' = -m2 g - K max(2 R - (y1 - y2), 0) + K max(R - y2, 0)
 *
 * A mode is the set of closed contacts, bit 0 the ground, bit 1 the balls; within one the
 * equations are linear. Gil, Sanfelice, Nikravesh, Local linearization method in the
 * integration of multibody equations, (17)-(21).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { CASE, STIFFNESS, GRAVITY, RADIUS, MASS_1, MASS_2 };
enum { Y1, Y2, V1, V2, N };
enum { GROUND, BALLS, GUARDS };

static const system_param params[] = {
    [CASE] = { .name = "case", .value = "A", .choices = "A B" },
    [STIFFNESS] = { .name = "K", .value = "1e5" },
    [GRAVITY] = { .name = "g", .value = "9.81" },
    [RADIUS] = { .name = "R", .value = "0.1" },
    [MASS_1] = { .name = "m1", .value = "1" },
    [MASS_2] = { .name = "m2", .value = "1" },
    { 0 },
};

static void start(const scene *s, num *x)
{
    x[Y1] = number(s->f, s->choice[CASE] ? "0.72" : "1");
    x[Y2] = number(s->f, "0.5");
    x[V1] = x[V2] = integer(s->f, 0);
}

static void gaps(const scene *s, num *g)
{
    g[GROUND] = sub(s->x[Y2], s->p[RADIUS]);
    g[BALLS] = sub(sub(s->x[Y1], s->x[Y2]), times(2, s->p[RADIUS]));
}

/* The accelerations when these contacts press; forces as signed by the gaps. */
static void pushed(const scene *s, const num force[GUARDS], num a[2])
{
    a[0] = sub(divide(force[BALLS], s->p[MASS_1]), s->p[GRAVITY]);
    a[1] = sub(divide(sub(force[GROUND], force[BALLS]), s->p[MASS_2]), s->p[GRAVITY]);
}

static void slope(const scene *s, num *dx)
{
    num g[GUARDS], force[GUARDS];
    gaps(s, g);
    for (int k = 0; k < GUARDS; k++)
        force[k] = s->mode >> k & 1 ? neg(mul(s->p[STIFFNESS], g[k])) : integer(s->f, 0);
    dx[Y1] = s->x[V1];
    dx[Y2] = s->x[V2];
    pushed(s, force, &dx[V1]);
}

static const char *components(const scene *s)
{
    (void)s;
    return "q1 q2 u1 u2 a1 a2";
}

/* max(x, 0) = (x + |x|) / 2, with |x| = sqrt(x^2) */
static num positive_part(num x) { return over(add(x, root(sqr(x))), 2); }

static void show(const scene *s, num *out)
{
    num g[GUARDS], force[GUARDS];
    gaps(s, g);
    for (int k = 0; k < GUARDS; k++) force[k] = mul(s->p[STIFFNESS], positive_part(neg(g[k])));
    for (int i = 0; i < N; i++) out[i] = s->x[i];
    pushed(s, force, &out[N]);
}

static int side(int mode, int k) { return mode >> k & 1 ? -1 : 1; }
static int next(int mode, int k) { return mode ^ 1 << k; }

static const char *const guard_names[] = { "ground", "balls" };

const enclosed_system system_bouncing_balls = {
    .name = "bouncing_balls",
    .source = "Gil, Sanfelice, Nikravesh, Local linearization method, section 3",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .times = "0.1 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 1.8 2",
    .n = N,
    .start = start,
    .slope = slope,
    .components = components,
    .show = show,
    .guards = GUARDS,
    .modes = 4,
    .guard_names = guard_names,
    .guard = gaps,
    .side = side,
    .next = next,
    .goal = 400, /* an event costs a digit and a half */
};
