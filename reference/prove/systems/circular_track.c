/* circular_track.c -- the point mass on a circle with its controller, in the angle.
 *
 *     theta' = w
 *     m w'   = K_P (w_ref - w) + K_I x
 *     x'     = w_ref - w
 *
 * on the unit circle, where q = (cos theta, sin theta). The radial balance
 * -m w^2 = F_R - 2 lambda gives the multiplier of |q|^2 - 1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/system.h"

enum { MASS, PUSH, K_P, K_I, W_REF };
enum { THETA, W, X, N };

static const system_param params[] = {
    [MASS] = { .name = "m", .value = "1" },      [PUSH] = { .name = "F_R", .value = "10" },
    [K_P] = { .name = "K_P", .value = "10" },    [K_I] = { .name = "K_I", .value = "25" },
    [W_REF] = { .name = "w_ref", .value = "1" }, { 0 },
};

static void start(const scene *s, num *x)
{
    for (int i = 0; i < N; i++) x[i] = integer(s->f, 0);
}

static void slope(const scene *s, num *dx)
{
    const num e = sub(s->p[W_REF], s->x[W]);
    const num drive = add(mul(s->p[K_P], e), mul(s->p[K_I], s->x[X]));
    dx[THETA] = s->x[W];
    dx[W] = divide(drive, s->p[MASS]);
    dx[X] = e;
}

static const char *components(const scene *s)
{
    (void)s;
    return "q1 q2 u1 u2 x1 a1 a2 lambda1";
}

static void show(const scene *s, num *out)
{
    const num w = s->x[W];
    num dx[N], sine, cosine;
    slope(s, dx);
    turn(s->x[THETA], &sine, &cosine);
    out[0] = cosine;
    out[1] = sine;
    out[2] = neg(mul(w, sine));
    out[3] = mul(w, cosine);
    out[4] = s->x[X];
    out[5] = neg(add(mul(dx[W], sine), mul(sqr(w), cosine)));
    out[6] = sub(mul(dx[W], cosine), mul(sqr(w), sine));
    out[7] = over(add(s->p[PUSH], mul(s->p[MASS], sqr(w))), 2);
}

const enclosed_system system_circular_track = {
    .name = "circular_track",
    .source = "Burgermeister, Arnold, Esterl, DAE time integration for real-time "
              "applications, 4.1",
    .params = params,
    .t0 = "0",
    .t1 = "100",
    .times = "0.1 0.5 1 2 5 10 20 40 60 80 100",
    .n = N,
    .start = start,
    .slope = slope,
    .components = components,
    .show = show,
    .goal = 850, /* x falls to 1e-215 */
};
