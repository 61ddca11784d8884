/* stick_slip.c -- a mass on a belt, held by a spring: friction that sticks and slides, with
 * its mode declared.
 *
 *     slides:  x'' = -w^2 x + b,  the belt with the speed v_b passes below it
 *     sticks:  x' = v_b, until the spring pulls with c > b:  w^2 x = c
 *     slides until x' has risen to v_b again
 *
 * b and c: sliding and static friction over mass. The mode is a parameter that resets
 * change; the guards look at zero in their own mode alone. From x = 0, x' = v_b the mass
 * sticks for c / (w^2 v_b); then, with d = (c - b) / w^2,
 *
 *     slides:  x = b / w^2 + d cos w s + v_b / w sin w s
 *                                             for s up to 2 (pi - atan(w d / v_b)) / w
 *     sticks:  x = b / w^2 - d + v_b s                      for s up to 2 d / v_b
 *
 * and so on. Galvanetto, Bishop, Dynamics of a simple damped oscillator undergoing
 * stick-slip vibrations, Meccanica 34 (1999), has such a mass; values are ours.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES /* the mode decides */
#include <ivp/problem.h>

enum { BELT, FREQUENCY, SLIDING, STATIC, MODE };
enum { STICKS, SLIDES };

static const ivp_param params[] = {
    [BELT] = { "vb", "0.5", "speed of the belt [m/s]" },
    [FREQUENCY] = { "w", "1", "frequency of mass and spring [rad/s]" },
    [SLIDING] = { "b", "0.5", "sliding friction over mass [m/s^2]" },
    [STATIC] = { "c", "1", "static friction over mass [m/s^2]" },
    [MODE] = { "mode", "0",
               "0: it sticks, as at the start; 1: it slides; resets change it [1]" },
    { 0 },
};

static bool slides(const real *p) { return re(p[MODE]) > 0; }

static ivp_status move(const ivp_state *s, real *f, const real *p)
{
    const real w2 = p[FREQUENCY] * p[FREQUENCY];
    f[0] = s->y[1];
    f[1] = slides(p) ? p[SLIDING] - w2 * s->y[0] : 0 * w2;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    y[1] = p[BELT];
    return IVP_OK;
}

/* ---- events ------------------------------------------------------------------------------ */

/* What static friction has left, while the mass sticks */
static real hold(const ivp_state *s, const real *p)
{
    return slides(p) ? 1 : p[STATIC] - p[FREQUENCY] * p[FREQUENCY] * s->y[0];
}

static void slip(real t, real *y, real *p) { p[MODE] = SLIDES; }

/* Velocity on the belt, while the mass slides */
static real lag(const ivp_state *s, const real *p)
{
    return slides(p) ? s->y[1] - p[BELT] : -1;
}

static void stick(real t, real *y, real *p)
{
    y[1] = p[BELT];
    p[MODE] = STICKS;
}

static const ivp_event events[] = {
    { .name = "slip", .direction = -1, .guard = hold, .then = IVP_RESTART, .reset = slip },
    { .name = "stick", .direction = 1, .guard = lag, .then = IVP_RESTART, .reset = stick },
    { 0 },
};

/* ---- closed form ------------------------------------------------------------------------- */

typedef struct cycle {
    real w, v, middle, d; /* b / w^2, (c - b) / w^2 */
} cycle;

/* s behind the time at which the mass begins to slide. */
static void slide(const cycle *c, real s, real *y)
{
    const real angle = c->w * s;
    y[0] = c->middle + c->d * cos(angle) + c->v / c->w * sin(angle);
    y[1] = -c->w * c->d * sin(angle) + c->v * cos(angle);
}

static ivp_status exact(real t, real *y, const real *p)
{
    const real w2 = p[FREQUENCY] * p[FREQUENCY];
    const cycle c = { p[FREQUENCY], p[BELT], p[SLIDING] / w2, (p[STATIC] - p[SLIDING]) / w2 };
    const real sliding = 2 * (IVP_PI - atan(c.w * c.d / c.v)) / c.w, sticking = 2 * c.d / c.v;
    real s = t - (c.middle + c.d) / c.v;
    while (re(s) > re(sliding + sticking)) s -= sliding + sticking;
    if (re(s) > 0 && re(s) < re(sliding)) {
        slide(&c, s, y);
        return IVP_OK;
    }
    y[0] = re(s) > 0 ? c.middle - c.d + c.v * (s - sliding) : c.v * t;
    y[1] = c.v;
    return IVP_OK;
}

IVP_PROBLEM(stick_slip,
    .title = "Mass that sticks on a belt and slides",
    .source = "Galvanetto, Bishop, Meccanica 34 (1999); values are ours",
    .tags = "ode hybrid events exact extra",
    .params = params,
    .t0 = "0",
    .t1 = "20",
    .form = IVP_ODE,
    .sizes = { .n = 2 },
    .init = start,
    .ode = { .f = move },
    .events = events,
    .protocol = { .from = 4, .to = 10, .per_decade = 4, .atol = "rtol" },
    .exact = exact);
