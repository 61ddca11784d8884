/* code.h -- the code of a problem in the interface of the Test Set: what prob() says of it, its
 * functions at a point in double. One in an object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_TESTSET_CODE_H
#define ADAPTERS_TESTSET_CODE_H

#include <ivp/testset.h>

enum { TESTSET_MOST = 20000, TESTSET_BREAKS = 1000, TESTSET_TEXT = 80 };

#pragma GCC visibility push(hidden)

extern struct testset {
    const testset_code *code;
    int n, numjac, mljac, mujac, nummas, mlmas, mumas,
        ndisc;                    /* mljac, mlmas: n for a full matrix */
    double t[TESTSET_BREAKS + 2]; /* beginning, ndisc breaks, end */
    double *y, *yp, *f, *g, *J;   /* n, n, n, 8 n, n (2 n + 1) */
    char title[TESTSET_TEXT + 1], type[4];
    int *index;
    bool residual; /* F(t, y, y'): y' is read there alone */
} testset;

/* Asks prob() and allocates; false: its numbers make no sense, or no memory. */
bool testset_ask(const testset_code *code);

/* f at a point. The code is given copies: it may not change what the caller has. */
ivp_status testset_value(double t, const double *y, const double *yp, double *f);

/* Jacobian or mass matrix at (t, testset.y, testset.yp) into testset.J, full or by diagonals
 * J(i - j + mu + 1, j). */
ivp_status testset_matrix(bool mass, double t);

/* f or F of the descriptor. */
ivp_status testset_f(const ivp_state *s, real *f, const real *p);

#pragma GCC visibility pop

/* Element i, j of testset.J */
static inline double testset_element(bool mass, int i, int j)
{
    const int n = testset.n, ml = mass ? testset.mlmas : testset.mljac,
              mu = mass ? testset.mumas : testset.mujac;
    if (ml >= n) return testset.J[i + j * n];
    if (i - j > ml || j - i > mu) return 0;
    return testset.J[i - j + mu + j * (ml + mu + 1)];
}

#endif
