/* spline.c -- natural cubic splines through four neighbours on a grid.
 *
 * A natural spline has no curvature at its ends, which four points do not hide: its error is of
 * the order h^2 f'', not h^4. That is how the paper measures, so it is kept as it is, and what
 * it makes wrong is measured (trajectory.c).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/metrics/spline.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_interp.h>

#include "bench/base/util.h"

enum { POINTS = 4 };

struct spline {
    curve E;
    int first, last;   /* present piece */
    int window, width; /* points the interpolant stands on */
    gsl_interp *f;
};

static bool is_jump(curve E, int i) { return i + 1 < E.n && E.t[i] == E.t[i + 1]; }

/* A piece ends at the first of two equal times, or at the end of the grid. */
static void find_piece(spline *s, int first)
{
    s->first = s->last = first;
    while (s->last + 1 < s->E.n && !is_jump(s->E, s->last)) s->last++;
    s->window = -1;
}

spline *spline_new(curve grid)
{
    spline *s = need(calloc(1, sizeof *s));
    s->E = grid;
    s->window = -1;
    if (grid.n > 0) find_piece(s, 0);
    return s;
}

void spline_free(spline *s)
{
    if (s) gsl_interp_free(s->f);
    free(s);
}

/* The piece that holds t; side > 0 at a jump: the one after it, else the one before. */
static bool seek(spline *s, double t, int side)
{
    if (t < s->E.t[s->first]) find_piece(s, 0);
    for (;;) {
        const double end = s->E.t[s->last];
        const bool beyond = t > end || (t == end && side > 0 && is_jump(s->E, s->last));
        if (!beyond) return t >= s->E.t[s->first];
        if (s->last + 1 >= s->E.n) return false;
        find_piece(s, s->last + 1);
    }
}

/* Interpolant through the neighbours of t, as many on its left as on its right. */
static bool stand_around(spline *s, double t)
{
    const int n = s->last - s->first + 1, width = n < POINTS ? n : POINTS;
    if (width < 2) return false;
    const int left =
        (int)gsl_interp_bsearch(s->E.t, t, (size_t)s->first, (size_t)s->last) - width / 2 + 1;
    const int low = left < s->first ? s->first : left;
    const int window = low + width - 1 > s->last ? s->last - width + 1 : low;
    if (window == s->window && s->f && width == s->width) return true;
    if (!s->f || width != s->width) {
        gsl_interp_free(s->f);
        s->f =
            gsl_interp_alloc(width < 3 ? gsl_interp_linear : gsl_interp_cspline, (size_t)width);
    }
    s->window = window;
    s->width = width;
    return s->f && !gsl_interp_init(s->f, s->E.t + window, s->E.v + window, (size_t)width);
}

double spline_at(spline *s, double t, int side)
{
    double v = NAN;
    if (s->E.n < 1 || !isfinite(t) || !seek(s, t, side)) return NAN;
    if (s->first == s->last) return t == s->E.t[s->first] ? s->E.v[s->first] : NAN;
    if (!stand_around(s, t)) return NAN;
    if (gsl_interp_eval_e(s->f, s->E.t + s->window, s->E.v + s->window, t, NULL, &v))
        return NAN;
    return v;
}
