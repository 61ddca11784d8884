/* pendulum.c -- a point mass on a massless rod of length 1 from the horizontal, in its angle.
 *
 *     theta'' = -g cos theta,     (x, y) = (cos theta, sin theta)
 *
 * The multiplier is that of (x^2 + y^2 - 1) / 2: lambda = |v|^2 - g y.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { GRAVITY };

static const system_param params[] = { [GRAVITY] = { .name = "g", .value = "9.81" }, { 0 } };

static void start(const scene *s, num *x) { x[0] = x[1] = integer(s->f, 0); }

static void slope(const scene *s, num *dx)
{
    num sine, cosine;
    turn(s->x[0], &sine, &cosine);
    dx[0] = s->x[1];
    dx[1] = neg(mul(s->p[GRAVITY], cosine));
}

static const char *components(const scene *s)
{
    (void)s;
    return "q1 q2 u1 u2 a1 a2 lambda1";
}

static void show(const scene *s, num *out)
{
    const num w = s->x[1];
    num sine, cosine;
    turn(s->x[0], &sine, &cosine);
    out[0] = cosine;
    out[1] = sine;
    out[2] = neg(mul(w, sine));
    out[3] = mul(w, cosine);
    out[6] = sub(sqr(w), mul(s->p[GRAVITY], sine));
    out[4] = neg(mul(out[6], cosine));
    out[5] = neg(add(mul(out[6], sine), s->p[GRAVITY]));
}

const enclosed_system system_pendulum = {
    .name = "pendulum",
    .source = "textbook",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .times = "1 2 4 6 8 10",
    .n = 2,
    .start = start,
    .slope = slope,
    .components = components,
    .show = show,
};
