/* t_table.c -- a table as forcing, with kinks at -1, 0 and 1: break points on both sides of
 * 0, and 0 itself.
 *
 *     y' = u(t) - y,  u linear between (-2, 0), (-1, 3), (0, -1), (1, 4), (2, 0);  y(-2) = 1
 *     on a piece u = a + b s:  y = a - b + b s + (y_k - a + b) exp(-s)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

enum { PIECES = 4 };
static const int table[PIECES + 1] = { 0, 3, -1, 4, 0 };

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const plain t = re(s->t);
    const int k = t < -1 ? 0 : t < 0 ? 1 : t < 1 ? 2 : 3;
    f[0] = table[k] + (table[k + 1] - table[k]) * (s->t - (k - 2)) - s->y[0];
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = 1;
    for (int k = 0; k < PIECES && re(t) > k - 2; k++) {
        const int a = table[k], b = table[k + 1] - table[k];
        const real s = re(t) > k - 1 ? 1 : t - (k - 2);
        y[0] = a - b + b * s + (y[0] - a + b) * exp(-s);
    }
    return IVP_OK;
}

IVP_PROBLEM(t_table,
    .title = "A table with a kink at 0",
    TOY("-2", "2", 1, toy_one),
    .tags = "test",
    .ode = { .f = rhs },
    IVP_BREAKS(-1, 0, 1),
    .exact = exact);
