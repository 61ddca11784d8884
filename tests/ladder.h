/* ladder.h -- the order of a method from its errors on a ladder of step sizes, read where the
 * errors follow a power law: below lies round-off, above the steps are too large.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef LADDER_H
#define LADDER_H

#include "tests/suite.h"
#include <math.h>
#include <stdio.h>

enum { LADDER_MAX = 24, LADDER_POINTS = 4 };

typedef struct ladder {
    int n;
    double h[LADDER_MAX], error[LADDER_MAX]; /* h descending */
} ladder;

static inline void ladder_add(ladder *l, double h, double error)
{
    l->h[l->n] = h;
    l->error[l->n++] = error;
}

/* Slope of log error over log h by least squares; *spread: largest distance of one interval's
 * slope from it. */
static inline double ladder_slope(const ladder *l, int from, int to, double *spread)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    const double n = to - from + 1;
    for (int i = from; i <= to; i++) {
        const double x = log(l->h[i]), y = log(l->error[i]);
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    *spread = 0;
    for (int i = from; i < to; i++) {
        const double s = log(l->error[i + 1] / l->error[i]) / log(l->h[i + 1] / l->h[i]);
        *spread = fmax(*spread, fabs(s - slope));
    }
    return slope;
}

/* The slope in the longest window of at least LADDER_POINTS whose intervals agree within
 * `tolerance`, of equal ones the straightest; NAN if there is none. */
static inline double ladder_order(const ladder *l, double tolerance)
{
    double order = NAN, straightest = 0;
    int longest = 0;
    for (int from = 0; from < l->n; from++) {
        for (int to = from + LADDER_POINTS - 1; to < l->n; to++) {
            double spread;
            const double slope = ladder_slope(l, from, to, &spread);
            const int length = to - from;
            if (!(spread <= tolerance) || !(slope > 0.5) || length < longest) continue;
            if (length == longest && spread >= straightest) continue;
            longest = length;
            straightest = spread;
            order = slope;
        }
    }
    return order;
}

/* For messages of tests that fail. */
static inline const char *ladder_text(const ladder *l)
{
    static char text[64 * LADDER_MAX];
    int at = 0;
    for (int i = 0; i < l->n; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "\n  h %.3e  error %.3e", l->h[i],
                       l->error[i]);
    return text;
}

static inline void ladder_expect(const ladder *l, double order, const char *what)
{
    const double found = ladder_order(l, 0.15);
    ck_assert_msg(fabs(found - order) < 0.15, "%s: order %.3f, expected %g%s", what, found,
                  order, ladder_text(l));
}

#endif
