/* t_smooth.c -- smooth solutions in closed form, by right-hand sides that methods stumble over.
 * The first four vanish at the start while their derivatives do not. The last is a fast
 * undamped spring whose end is moved slowly: an error of any step rings on for ever.
 *
 *     drift    y' = 2 t,       y(0) = 1     y = 1 + t^2
 *     sine     y' = sin(t) y,  y(0) = 1     y = exp(1 - cos t)
 *     cube     y' = t^3 y,     y(0) = 1     y = exp(t^4 / 4)
 *     rest     x' = v,  v' = t - x,  x(0) = v(0) = 0     x = t - sin t
 *     follow   x' = v,  v' = -w^2 (x - sin t) - sin t,  x(0) = 0, v(0) = 1     x = sin t
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { CASE, FREQUENCY };
enum { DRIFT, SINE, CUBE, REST, FOLLOW };
static const ivp_param params[] = {
    [CASE] = { "case", "drift", "right-hand side", .choices = "drift sine cube rest follow" },
    [FREQUENCY] = { "w", "1000", "frequency of the spring that follows [1/s]" },
    { 0 },
};

static void size(const real *p, ivp_sizes *s) { s->n = (int)p[CASE] >= REST ? 2 : 1; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real t = s->t, *y = s->y;
    if ((int)p[CASE] == DRIFT) f[0] = 2 * t;
    if ((int)p[CASE] == SINE) f[0] = sin(t) * y[0];
    if ((int)p[CASE] == CUBE) f[0] = t * t * t * y[0];
    if ((int)p[CASE] == REST) f[0] = y[1], f[1] = t - y[0];
    if ((int)p[CASE] == FOLLOW)
        f[0] = y[1], f[1] = -p[FREQUENCY] * p[FREQUENCY] * (y[0] - sin(t)) - sin(t);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = (int)p[CASE] >= REST ? 0 : 1;
    if ((int)p[CASE] >= REST) y[1] = (int)p[CASE] == FOLLOW ? 1 : 0;
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    if ((int)p[CASE] == DRIFT) y[0] = 1 + t * t;
    if ((int)p[CASE] == SINE) y[0] = exp(1 - cos(t));
    if ((int)p[CASE] == CUBE) y[0] = exp(t * t * t * t / 4);
    if ((int)p[CASE] == REST) y[0] = t - sin(t), y[1] = 1 - cos(t);
    if ((int)p[CASE] == FOLLOW) y[0] = sin(t), y[1] = cos(t);
    return IVP_OK;
}

IVP_PROBLEM(t_smooth,
    .title = "Smooth solutions",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .form = IVP_ODE,
    .size = size,
    .init = start,
    .exact = exact,
    .ode = { .f = rhs });
