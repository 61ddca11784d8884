/* chebyshev.c -- the recurrences of the Runge-Kutta-Chebyshev method.
 *
 *     T_j = 2 w T_(j-1) - T_(j-2),   T_j' = 2 w T_(j-1)' - T_(j-2)' + 2 T_(j-1), and so on
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/runge_kutta/chebyshev.h"

static const real eps = R(2.0) / R(13.0), per_square = R(1.54);

static chebyshev_value follow(real w, const chebyshev_value *T)
{
    return (chebyshev_value){
        2 * w * T[0].value - T[1].value,
        2 * w * T[0].first - T[1].first + 2 * T[0].value,
        2 * w * T[0].second - T[1].second + 4 * T[0].first,
    };
}

static void advance(real w, chebyshev_value *T)
{
    const chebyshev_value next = follow(w, T);
    T[1] = T[0];
    T[0] = next;
}

static void start(real w, chebyshev_value *T)
{
    T[1] = (chebyshev_value){ 1, 0, 0 };
    T[0] = (chebyshev_value){ w, 1, 0 };
}

void chebyshev_begin(chebyshev *x, int stages)
{
    const real w = 1 + eps / ((real)stages * (real)stages);
    start(w, x->T);
    for (int j = 1; j < stages; j++) advance(w, x->T);
    x->w0 = w;
    x->w1 = x->T[0].first / x->T[0].second;
    start(w, x->T);
    x->j = 1;
    x->b[0] = x->b[1] = 1 / (4 * w * w);
    x->c[1] = 0;
    x->c[0] = x->b[0] * x->w1;
}

chebyshev_stage chebyshev_next(chebyshev *x)
{
    const real a = 1 - x->b[0] * x->T[0].value;
    advance(x->w0, x->T);
    const real b = x->T[0].second / (x->T[0].first * x->T[0].first);
    chebyshev_stage s = { .mu = 2 * b * x->w0 / x->b[0],
                          .nu = -b / x->b[1],
                          .h_f = 2 * b * x->w1 / x->b[0],
                          .c_of_last_f = x->c[0] };
    s.h_f0 = -a * s.h_f;
    const real c = s.mu * x->c[0] + s.nu * x->c[1] + s.h_f + s.h_f0;
    x->b[1] = x->b[0];
    x->b[0] = b;
    x->c[1] = x->c[0];
    x->c[0] = c;
    x->j++;
    return s;
}

int chebyshev_stages(real z)
{
    const int stages = 1 + (int)sqrt(1 + per_square * z);
    return stages < CHEBYSHEV_LEAST ? CHEBYSHEV_LEAST : stages;
}

real chebyshev_bound(int stages) { return ((real)stages * (real)stages - 1) / per_square; }
