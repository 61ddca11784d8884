/* chebyshev_case.h -- Chebyshev coefficients of a known function, for references made up by
 * tests.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_CHEBYSHEV_CASE_H
#define TESTS_CHEBYSHEV_CASE_H

#include <math.h>

enum { CHEBYSHEV_DEGREE = 20 };

/* Interpolation at the zeros of T_21 on [a, b]; the sums in long double. */
static inline void chebyshev_case(long double (*f)(long double), double a, double b, double *c)
{
    enum { NODES = CHEBYSHEV_DEGREE + 1 };
    const long double pi = acosl(-1);
    for (int l = 0; l < NODES; l++) {
        long double sum = 0;
        for (int i = 0; i < NODES; i++) {
            const long double angle = pi * ((long double)i + 0.5L) / NODES;
            const long double t =
                ((long double)a + b) / 2 + ((long double)b - a) / 2 * cosl(angle);
            sum += f(t) * cosl((long double)l * angle);
        }
        c[l] = (double)((l ? 2 : 1) * sum / NODES);
    }
}

#endif
