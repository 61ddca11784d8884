/* agreement.c -- the rule of references in double.
 *
 * Of a ladder the window w of three consecutive rungs with the least spread
 *
 *     s(w) = max over k of (max_w y_k - min_w y_k) / S_k,     S_k the size of component k,
 *
 * and of all ladders the two windows of unlike families with the least s. With their six values
 *
 *     value_k = median,     bar_k = 3 (max y_k - min y_k) + noise_k + 16 eps |y_k| + eps S_k
 *
 * S_k is at least 1e5 eps times the largest size of its kind (q, u, y ...), so components that
 * are zero by symmetry do not forbid a reference; 16 units are added to their bars
 * (agreement_floor()).
 *
 * Tolerances at which round-off is larger than the error have a large spread and are left out
 * by that. The factor 3 and the windows were chosen on 27 problems of the tree; problems that
 * were held out are in tests/reference/heldout.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/double/agreement.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

enum { VALUES = AGREEMENT_HALVES * AGREEMENT_WINDOW };
static const double factor = 3;  /* of the spread */
static const double most = 1e-3; /* bar over size: beyond it nothing is told */

/* Least size, of the largest of its kind: a bar of 100 units of rounding of that is then below
 * `most`. Rounding that piles up along a run stays within this. */
static const double zero = 1e5 * DBL_EPSILON;

static size_t kind_length(const char *name) { return strcspn(name, "0123456789"); }

static bool same_kind(const char *a, const char *b)
{
    const size_t n = kind_length(a);
    return n == kind_length(b) && !strncmp(a, b, n);
}

/* Components of a kind follow one another. */
void agreement_floor(const char *const *names, int n, double *scale, double *least)
{
    for (int first = 0, end; first < n; first = end) {
        double largest = 0;
        for (end = first; end < n && same_kind(names[first], names[end]); end++)
            largest = fmax(largest, scale[end]);
        for (int k = first; k < end; k++) {
            least[k] = scale[k] < zero * largest ? 16 * DBL_EPSILON * largest : 0;
            scale[k] = largest > 0 ? fmax(scale[k], zero * largest) : 1;
        }
    }
}

/* Tolerances follow one another by a decade. */
static bool is_window(const agreement_ladder *l, int first)
{
    for (int j = first; j < first + AGREEMENT_WINDOW - 1; j++)
        if (!(l->rtol[j + 1] > 0.05 * l->rtol[j] && l->rtol[j + 1] < 0.2 * l->rtol[j]))
            return false;
    return true;
}

static double range_of(const agreement_ladder *l, int first, int k)
{
    double low = INFINITY, high = -INFINITY;
    for (int j = first; j < first + AGREEMENT_WINDOW; j++) {
        low = fmin(low, l->y[j][k]);
        high = fmax(high, l->y[j][k]);
    }
    return high - low;
}

static double spread_of(const agreement_ladder *l, int first, int n, const double *scale)
{
    double spread = 0;
    for (int k = 0; k < n; k++) spread = fmax(spread, range_of(l, first, k) / scale[k]);
    return spread;
}

/* The best window of a ladder; false: it has none. */
static bool best_of(const agreement_ladder *l, int n, const double *scale, int *first,
                    double *spread)
{
    *spread = INFINITY;
    for (int j = 0; j + AGREEMENT_WINDOW <= l->n; j++) {
        if (!is_window(l, j)) continue;
        const double here = spread_of(l, j, n, scale);
        if (!(here < *spread)) continue;
        *spread = here;
        *first = j;
    }
    return *spread < INFINITY;
}

bool agreement_choose(const agreement_ladder *l, int nladders, int ncomponents,
                      const double *scale, agreement_choice *c, reason *why)
{
    for (int h = 0; h < AGREEMENT_HALVES; h++) {
        c->ladder[h] = -1;
        c->spread[h] = INFINITY;
        for (int i = 0; i < nladders; i++) {
            int first = 0;
            double spread;
            if (h && !strcmp(l[i].family, l[c->ladder[0]].family)) continue;
            if (!best_of(&l[i], ncomponents, scale, &first, &spread) ||
                !(spread < c->spread[h]))
                continue;
            c->ladder[h] = i;
            c->first[h] = first;
            c->spread[h] = spread;
        }
        if (c->ladder[h] < 0)
            return reason_set(
                why,
                h ? "only methods of family %s reach the end at three tolerances that follow "
                    "one another; two families are needed"
                  : "no method reaches the end at three tolerances that follow one another",
                h ? l[c->ladder[0]].family : "");
    }
    return true;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, ascending);
    return n % 2 ? v[n / 2] : v[n / 2 - 1] + (v[n / 2] - v[n / 2 - 1]) / 2;
}

bool agreement_value(const agreement_ladder *l, const agreement_choice *c, int ncomponents,
                     const double *scale, const double *unit, const double *noise,
                     double *half[AGREEMENT_HALVES], double *bar, reason *why)
{
    for (int k = 0; k < ncomponents; k++) {
        double v[VALUES];
        for (int h = 0; h < AGREEMENT_HALVES; h++) {
            const agreement_ladder *from = &l[c->ladder[h]];
            double *mine = v + h * AGREEMENT_WINDOW;
            for (int j = 0; j < AGREEMENT_WINDOW; j++) mine[j] = from->y[c->first[h] + j][k];
            half[h][k] = median(mine, AGREEMENT_WINDOW);
        }
        const double middle = median(v, VALUES);
        bar[k] = factor * (v[VALUES - 1] - v[0]) + noise[k] + 16 * DBL_EPSILON * fabs(middle) +
                 DBL_EPSILON * scale[k];
        half[0][k] = middle;
        const double seen = fmax(scale[k], unit[k]);
        if (!(bar[k] <= most * seen))
            return reason_set(
                why,
                "%s and %s agree to %.1e of the size of component %d, and a reference needs "
                "%.0e",
                l[c->ladder[0]].name, l[c->ladder[1]].name, bar[k] / seen, k + 1, most);
    }
    return true;
}
