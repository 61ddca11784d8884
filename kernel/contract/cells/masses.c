/* masses.c -- M(t, y) y' = f(t, y) with closed forms.
 *
 *     y1 = 2 + sin t,  y2 = cos t,  y3 = exp(sin t)
 *     h  = (y2 |(y1 - 2, y2)|^2,  2 - y1,  y3 cos t),   f = M h
 *     M  = [2 1 0; 1 3 1/2; 0 1/5 1],  or with its first diagonal element + sin(3 t),
 *          or also with its second + y1 y2 / 4
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/cells/cell.h"

enum { CASE };
enum { CONSTANT, TIME, STATE };
static const ivp_param params[] = {
    [CASE] = { "mass", "constant", "M", .choices = "constant time state" },
    { 0 },
};

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    const int of = (int)re(p[CASE]);
    *ivp_at(M, 0, 0) = 2 + (of >= TIME ? sin(3 * s->t) : 0);
    *ivp_at(M, 0, 1) = 1;
    *ivp_at(M, 1, 0) = 1;
    *ivp_at(M, 1, 1) = 3 + (of == STATE ? s->y[0] * s->y[1] / 4 : 0);
    *ivp_at(M, 1, 2) = R(0.5);
    *ivp_at(M, 2, 1) = R(0.2);
    *ivp_at(M, 2, 2) = 1;
    return IVP_OK;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    const real h[3] = { y[1] * ((y[0] - 2) * (y[0] - 2) + y[1] * y[1]), 2 - y[0],
                        y[2] * cos(s->t) };
    real M[9] = { 0 };
    mass(s, (ivp_mat){ 3, 3, 3, M }, p);
    for (int i = 0; i < 3; i++) f[i] = M[i] * h[0] + M[i + 3] * h[1] + M[i + 6] * h[2];
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = 2 + sin(t);
    y[1] = cos(t);
    y[2] = exp(sin(t));
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    yp[0] = cos(t0);
    yp[1] = -sin(t0);
    yp[2] = cos(t0) * exp(sin(t0));
    return exact(t0, y, p);
}

#define MASS(id, varies)                                                                       \
    CELL(id, .title = "A regular matrix on the left", .params = params, .t0 = "0.25",          \
         .t1 = "1.75", .form = IVP_LIN, .sizes = { .n = 3 }, .init = start, .exact = exact,    \
         .ode = { .f = rhs, .mass = mass, .mass_varies = varies })

MASS(cell_mass, false);
MASS(cell_mass_varies, true);
