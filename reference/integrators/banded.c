/* banded.c -- Gaussian elimination of a band, row by row; interchanges widen it above by ml.
 *
 * Row i holds columns i - ml .. i + mu + ml, with the factor that eliminated column j in place
 * of entry j, as it was when row i was below the pivot.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/banded.h"

#include <math.h>
#include <stdlib.h>

struct banded {
    int n, ml, mu, width;
    double _Complex *a;
    int *pivot;
    double *row, *column; /* scales */
};

banded *banded_create(int n, int ml, int mu)
{
    const size_t size = (size_t)n, width = (size_t)(2 * ml + mu + 1);
    banded *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    *b = (banded){ .n = n, .ml = ml, .mu = mu, .width = (int)width };
    b->a = calloc(size * width, sizeof *b->a);
    b->pivot = calloc(size, sizeof *b->pivot);
    b->row = calloc(2 * size, sizeof *b->row);
    b->column = b->row ? b->row + size : NULL;
    if (b->a && b->pivot && b->row) return b;
    banded_destroy(b);
    return NULL;
}

void banded_destroy(banded *b)
{
    if (!b) return;
    free(b->a);
    free(b->pivot);
    free(b->row);
    free(b);
}

static double _Complex *at(const banded *b, int i, int j)
{
    return &b->a[(size_t)i * (size_t)b->width + (size_t)(j - i + b->ml)];
}

static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

void banded_set(banded *b, int i, int j, double _Complex value) { *at(b, i, j) = value; }

static double size(double _Complex z) { return fabs(creal(z)) + fabs(cimag(z)); }

static void clear_fill(banded *b)
{
    for (int i = 0; i < b->n; i++)
        for (int j = i + b->mu + 1; j <= i + b->mu + b->ml; j++) *at(b, i, j) = 0;
}

/* Each row, then each column, by its largest entry: components differ by many decades. */
static bool equilibrate(banded *b)
{
    const int n = b->n;
    for (int i = 0; i < n; i++) {
        const int from = larger(0, i - b->ml), to = smaller(n - 1, i + b->mu);
        double most = 0;
        for (int j = from; j <= to; j++) most = fmax(most, size(*at(b, i, j)));
        if (!(most > 0) || !isfinite(most)) return false;
        b->row[i] = most;
        for (int j = from; j <= to; j++) *at(b, i, j) /= most;
    }
    for (int j = 0; j < n; j++) {
        const int from = larger(0, j - b->mu), to = smaller(n - 1, j + b->ml);
        double most = 0;
        for (int i = from; i <= to; i++) most = fmax(most, size(*at(b, i, j)));
        if (!(most > 0)) return false;
        b->column[j] = most;
        for (int i = from; i <= to; i++) *at(b, i, j) /= most;
    }
    return true;
}

/* Brings the largest entry of column k on and below the diagonal to the diagonal. */
static bool choose_pivot(banded *b, int k)
{
    int best = k;
    for (int i = k + 1; i <= smaller(b->n - 1, k + b->ml); i++)
        if (size(*at(b, i, k)) > size(*at(b, best, k))) best = i;
    b->pivot[k] = best;
    for (int j = k; best != k && j <= smaller(b->n - 1, k + b->mu + b->ml); j++) {
        const double _Complex other = *at(b, k, j);
        *at(b, k, j) = *at(b, best, j);
        *at(b, best, j) = other;
    }
    return size(*at(b, k, k)) > 0;
}

bool banded_factor(banded *b)
{
    clear_fill(b);
    if (!equilibrate(b)) return false;
    for (int k = 0; k < b->n; k++) {
        if (!choose_pivot(b, k)) return false;
        const int last = smaller(b->n - 1, k + b->mu + b->ml);
        for (int i = k + 1; i <= smaller(b->n - 1, k + b->ml); i++) {
            const double _Complex factor = *at(b, i, k) / *at(b, k, k);
            *at(b, i, k) = factor;
            for (int j = k + 1; j <= last; j++) *at(b, i, j) -= factor * *at(b, k, j);
        }
    }
    return true;
}

void banded_solve(const banded *b, double _Complex *x)
{
    const int n = b->n;
    for (int i = 0; i < n; i++) x[i] /= b->row[i];
    for (int k = 0; k < n; k++) {
        const double _Complex top = x[b->pivot[k]];
        x[b->pivot[k]] = x[k];
        x[k] = top;
        for (int i = k + 1; i <= smaller(n - 1, k + b->ml); i++) x[i] -= *at(b, i, k) * top;
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j <= smaller(n - 1, k + b->mu + b->ml); j++)
            x[k] -= *at(b, k, j) * x[j];
        x[k] /= *at(b, k, k);
    }
    for (int j = 0; j < n; j++) x[j] /= b->column[j];
}
