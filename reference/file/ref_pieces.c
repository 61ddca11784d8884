/* ref_pieces.c -- the trajectory of a reference at any time: Chebyshev series by pieces.
 *
 * Clenshaw's recurrence:
 *
 *     b_k = c_k + 2 s b_k+1 - b_k+2               sum = c_0 + s b_1 - b_2
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/ref.h"

#include <math.h>
#include <string.h>

int ref_column(const ref *r, const char *name)
{
    const char *plain = ref_plain_name(name);
    int found = -1;
    for (int k = 0; k < r->pieces.width && (found < 0 || plain != name); k++)
        if (!strcmp(r->pieces.names[k], plain)) found = k;
    return found;
}

/* The piece that holds t, or -1; at a break point the left one unless side > 0. */
static int piece_of(const ref_pieces *p, double t, int side)
{
    if (p->n < 1 || !(t >= p->t[0] && t <= p->t[p->n])) return -1;
    int low = 0, high = p->n; /* t[low] <= t, and t < t[high] or t is the end */
    while (high - low > 1) {
        const int mid = low + (high - low) / 2;
        if (p->t[mid] < t || (p->t[mid] == t && side > 0))
            low = mid;
        else
            high = mid;
    }
    return low;
}

/* (t - a) and (b - t) are exact where it matters. */
static double place(const ref_pieces *p, int i, double t)
{
    const double a = p->t[i], b = p->t[i + 1];
    return ((t - a) - (b - t)) / (b - a);
}

static double clenshaw(const double *c, int degree, double s)
{
    double b1 = 0, b2 = 0;
    for (int k = degree; k > 0; k--) {
        const double b = c[k] + (2 * s * b1 - b2);
        b2 = b1;
        b1 = b;
    }
    return c[0] + (s * b1 - b2);
}

static const double *series(const ref_pieces *p, int i, int column)
{
    const size_t at = (size_t)i * (size_t)p->width + (size_t)column;
    return p->c + at * ((size_t)p->degree + 1);
}

double ref_value_at(const ref *r, int column, double t, int side)
{
    const ref_pieces *p = &r->pieces;
    const int i = piece_of(p, t, side);
    if (i < 0 || column < 0 || column >= p->width) return NAN;
    return clenshaw(series(p, i, column), p->degree, place(p, i, t));
}
