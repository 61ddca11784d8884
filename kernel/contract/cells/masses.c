/* masses.c -- M(t, y) y' = f(t, y) with closed forms, `copies` times.
 *
 *     y1 = 2 + sin t,  y2 = cos t,  y3 = exp(sin t)
 *     h  = (y2 |(y1 - 2, y2)|^2,  2 - y1,  y3 cos t),   f = M h
 *     M  = [2 1 0; 1 3 1/2; 0 1/5 1],  or with its first diagonal element + sin(3 t),
 *          or also with its second + y1 y2 / 4
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/cells/cell.h"

enum { CASE, COPIES, N = 3 };
enum { CONSTANT, TIME, STATE };
static const ivp_param params[] = {
    [CASE] = { "mass", "constant", "M", .choices = "constant time state" },
    [COPIES] = { "copies", "1", "of the equations", .kind = IVP_STRUCTURAL },
    { 0 },
};

static int copies(const real *p) { return (int)re(p[COPIES]); }

static void size(const real *p, ivp_sizes *s) { s->n = N * copies(p); }

static void one_mass(real t, const real *y, ivp_mat M, const real *p)
{
    const int of = (int)re(p[CASE]);
    *ivp_at(M, 0, 0) = 2 + (of >= TIME ? sin(3 * t) : 0);
    *ivp_at(M, 0, 1) = 1;
    *ivp_at(M, 1, 0) = 1;
    *ivp_at(M, 1, 1) = 3 + (of == STATE ? y[0] * y[1] / 4 : 0);
    *ivp_at(M, 1, 2) = R(0.5);
    *ivp_at(M, 2, 1) = R(0.2);
    *ivp_at(M, 2, 2) = 1;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    for (int k = 0; k < N * copies(p); k += N)
        one_mass(s->t, s->y + k, (ivp_mat){ N, N, M.ld, M.a + k + k * M.ld }, p);
    return IVP_OK;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    for (int k = 0; k < N * copies(p); k += N) {
        const real *y = s->y + k;
        const real h[N] = { y[1] * ((y[0] - 2) * (y[0] - 2) + y[1] * y[1]), 2 - y[0],
                            y[2] * cos(s->t) };
        real M[N * N] = { 0 };
        one_mass(s->t, y, (ivp_mat){ N, N, N, M }, p);
        for (int i = 0; i < N; i++)
            f[k + i] = M[i] * h[0] + M[i + N] * h[1] + M[i + 2 * N] * h[2];
    }
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    for (int k = 0; k < N * copies(p); k += N) {
        y[k] = 2 + sin(t);
        y[k + 1] = cos(t);
        y[k + 2] = exp(sin(t));
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int k = 0; k < N * copies(p); k += N) {
        yp[k] = cos(t0);
        yp[k + 1] = -sin(t0);
        yp[k + 2] = cos(t0) * exp(sin(t0));
    }
    return exact(t0, y, p);
}

#define MASS(id, varies)                                                                       \
    CELL(id, .title = "A regular matrix on the left", .params = params, .t0 = "0.25",          \
         .t1 = "1.75", .form = IVP_LIN, .size = size, .init = start, .exact = exact,           \
         .ode = { .f = rhs, .mass = mass, .mass_varies = varies })

MASS(cell_mass, false);
MASS(cell_mass_varies, true);
