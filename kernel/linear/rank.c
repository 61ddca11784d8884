/* rank.c -- Gaussian elimination with full pivoting.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/rank.h"

/* Rows, then columns, to a largest entry of one; empty ones stay. */
static void equilibrate(ivp_mat A)
{
    for (int i = 0; i < A.rows; i++) {
        real most = 0;
        for (int j = 0; j < A.cols; j++) most = ivp_max(most, ivp_abs(*ivp_at(A, i, j)));
        const real scale = most > 0 ? 1 / most : 1;
        for (int j = 0; j < A.cols; j++) *ivp_at(A, i, j) *= scale;
    }
    for (int j = 0; j < A.cols; j++) {
        real most = 0;
        for (int i = 0; i < A.rows; i++) most = ivp_max(most, ivp_abs(*ivp_at(A, i, j)));
        for (int i = 0; most > 0 && i < A.rows; i++) *ivp_at(A, i, j) /= most;
    }
}

static void exchange(real *a, real *b)
{
    const real x = *a;
    *a = *b;
    *b = x;
}

/* Where the largest entry from (k, k) on stands. */
static void look(ivp_mat A, int k, int *row, int *column)
{
    int p = k, q = k;
    for (int j = k; j < A.cols; j++)
        for (int i = k; i < A.rows; i++)
            if (ivp_abs(*ivp_at(A, i, j)) > ivp_abs(*ivp_at(A, p, q))) p = i, q = j;
    *row = p;
    *column = q;
}

/* Its row and column become number k. */
static void bring(ivp_mat A, int k, int row, int column)
{
    for (int j = 0; row != k && j < A.cols; j++) exchange(ivp_at(A, k, j), ivp_at(A, row, j));
    for (int i = 0; column != k && i < A.rows; i++)
        exchange(ivp_at(A, i, k), ivp_at(A, i, column));
}

int rank_of(ivp_mat A)
{
    const int n = A.rows;
    const real least = 64 * (real)n * IVP_EPS;
    equilibrate(A);
    for (int k = 0; k < n; k++) {
        int row, column;
        look(A, k, &row, &column);
        if (!(ivp_abs(*ivp_at(A, row, column)) > least)) return k;
        bring(A, k, row, column);
        const real d = *ivp_at(A, k, k);
        for (int i = k + 1; i < n; i++) *ivp_at(A, i, k) /= d;
        for (int j = k + 1; j < n; j++)
            for (int i = k + 1; i < n; i++)
                *ivp_at(A, i, j) -= *ivp_at(A, i, k) * *ivp_at(A, k, j);
    }
    return n;
}
