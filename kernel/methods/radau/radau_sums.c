/* radau_sums.c -- row after row, a pack of unknowns after the other; the weights of a row stay
 * in registers, since the number of stages is known where a loop is compiled.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/radau/radau_sums.h"

#include "kernel/linear/pack.h"

enum { WIDTH = RADAU_STAGES };
INLINED void spread(int s, const real *row, pack *w)
{
    UNROLLED
    for (int j = 0; j < s; j++) w[j] = pack_of(row[j]);
}

INLINED pack sum_of(int s, int n, const pack *w, const real *x)
{
    pack sum = w[0] * pack_load(x);
    UNROLLED
    for (int j = 1; j < s; j++) sum += w[j] * pack_load(x + j * n);
    return sum;
}

/* s is known where these are called */
INLINED void combine(int rows, int s, int n, const real *M, const real *x, real *y)
{
    pack w[WIDTH];
    for (int i = 0; i < rows; i++, M += WIDTH, y += n) {
        spread(s, M, w);
        for (int k = 0; k < n; k += PACK) pack_store(y + k, sum_of(s, n, w, x + k));
    }
}

INLINED real move(int s, int n, const real *M, const real *x, const real *weight, real *z)
{
    real sum = 0;
    pack w[WIDTH];
    for (int i = 0; i < s; i++, M += WIDTH, z += n) {
        spread(s, M, w);
        for (int k = 0; k < n; k += PACK) {
            const pack d = sum_of(s, n, w, x + k), part = d * pack_load(weight + k);
            pack_store(z + k, pack_load(z + k) - d);
            sum = pack_add(sum, part * part);
        }
    }
    return sum;
}

void radau_sums(int rows, int s, int n, const real *M, const real *x, real *y)
{
    switch (s) {
    case 3:
        combine(rows, 3, n, M, x, y);
        break;
    case 5:
        combine(rows, 5, n, M, x, y);
        break;
    default:
        combine(rows, 7, n, M, x, y);
    }
}

real radau_sums_move(int s, int n, const real *M, const real *x, const real *weight, real *z)
{
    switch (s) {
    case 3:
        return move(3, n, M, x, weight, z);
    case 5:
        return move(5, n, M, x, weight, z);
    default:
        return move(7, n, M, x, weight, z);
    }
}

/* x + i y := (a + i c) (X + i Y) - (x + i y) */
static void turn_pair(int n, real a, real c, const real *X, const real *Y, real *x, real *y)
{
    for (int k = 0; k < n; k += PACK) {
        const pack re = pack_load(X + k), im = pack_load(Y + k);
        pack_store(x + k, a * re - c * im - pack_load(x + k));
        pack_store(y + k, a * im + c * re - pack_load(y + k));
    }
}

void radau_sums_turn(const radau_blocks *b, int n, real h, const real *W, real *x)
{
    const real gamma = b->re[0] / h;
    for (int k = 0; k < n; k += PACK)
        pack_store(x + k, gamma * pack_load(W + k) - pack_load(x + k));
    for (int k = 1; k <= b->pairs; k++) {
        const int at = (2 * k - 1) * n;
        turn_pair(n, b->re[k] / h, b->im[k] / h, W + at, W + at + n, x + at, x + at + n);
    }
}

void radau_sums_subtract(int n, const real *x, real *y)
{
    for (int k = 0; k < n; k += PACK) pack_store(y + k, pack_load(y + k) - pack_load(x + k));
}
