/* plan_ladder.c -- rungs of a group's ladders:
 *
 *     tolerances   rtol = 10^-(from + k / per_decade), k = 0, 1 ... while not beyond `to`
 *     until        then by decades down to 1e-13, each if the one before lacks digits
 *     jitter       further runs of each rung within its width, at offsets in units of it:
 *                  o_j = frac(j phi + 1/2) - 1/2, phi the golden ratio, j = 0 .. jitter - 1
 *     steps        h = hmax / 2^k, k = 0 .. halvings; hmax may be a share of the interval
 *
 * Multiples of phi fill an interval evenly, however many there are (Sos 1958), and a larger
 * jitter keeps the runs of a smaller one.
 *
 * A ladder by protocol has what the plan says and, for the rest, what the problem lays down.
 * --quick takes every second rung, from the coarse end, and one run of each; `until` does not
 * count.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/plan_inner.h"

#include "bench/base/util.h"
#include "bench/plan/fits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rung of a ladder that figures show (reports/figures/history.c). */
static const double usual_rtol = 1e-6;
/* The least tolerance beyond the end of a ladder is 10^-13. */
enum { LEAST = 13 };

/* 10^-x; whole numbers are the decimals that people write. */
static double power(double x)
{
    char text[32];
    const double whole = nearbyint(x);
    if (fabs(x - whole) > 1e-9) return pow(10, -x);
    snprintf(text, sizeof text, "1e%ld", -lround(whole));
    return strtod(text, NULL);
}

/* Of a problem that lays down no ladder: the test set's, rtol = 10^-(4 + m/4), atol = rtol. */
static const fits_protocol usual = {
    .from = 4, .to = 10, .per_decade = 4, .atol_factor = 1, .h0_factor = 1
};

/* What the plan leaves to the problem. */
static plan_tolerances completed(const plan_tolerances *t, const fits_protocol *by)
{
    plan_tolerances c = *t;
    if (!t->by_protocol) return c;
    if (!by || !by->per_decade) by = &usual;
    if (t->from < 0) c.from = by->from;
    if (t->to < 0) c.to = by->to;
    if (!t->per_decade) c.per_decade = by->per_decade;
    if (t->h0 < 0) {
        c.h0 = by->h0;
        c.h0_factor = by->h0_factor;
    }
    if (t->atol <= 0 && t->atol_factor <= 0) {
        c.atol = by->atol;
        c.atol_factor = by->atol_factor;
    }
    return c;
}

/* o_j: 0 is the rung itself. */
static double offset_of(int j)
{
    const double golden = 1.6180339887498949, at = j * golden + 0.5;
    return j ? at - floor(at) - 0.5 : 0;
}

static cell tolerance_run(const plan_group *g, const plan_tolerances *t, int k, int j)
{
    cell c = g->base;
    const double rung = t->rtol > 0 ? t->rtol : power(t->from + (double)k / t->per_decade);
    c.rung = j ? rung : 0;
    c.rtol = j ? rung * pow(10, -offset_of(j) / t->per_decade) : rung;
    c.atol = t->atol > 0 ? t->atol : t->atol_factor * c.rtol;
    c.h0 = t->h0_factor > 0 ? t->h0_factor * c.rtol : t->h0;
    return c;
}

/* The number of the last rung down to 10^-to. */
static int last_rung(const plan_tolerances *t, double to)
{
    return (int)floor((to - t->from) * t->per_decade + 1e-9);
}

/* v NULL: only counted. */
static int tolerance_rungs(const plan_group *g, const plan_tolerances *t, int every,
                           plan_rung *v)
{
    const bool goes_on = every == 1 && t->until.digits > 0;
    const int last = last_rung(t, t->to), end = goes_on ? last_rung(t, LEAST) : last;
    const int runs = every > 1 || t->jitter < 1 ? 1 : t->jitter;
    int m = 0;
    for (int k = 0, coarser = 0; k <= last || k <= end; k += k < last ? every : t->per_decade) {
        const int first = m + 1;
        for (int j = 0; j < runs; j++, m++) {
            if (!v) continue;
            v[m] = (plan_rung){ .cell = tolerance_run(g, t, k, j),
                                .coarser = goes_on ? coarser : 0 };
            if (k > last) v[m].until = t->until;
        }
        coarser = first;
    }
    return m;
}

/* Halving is exact: all grids share their points. */
static int step_rungs(const plan_group *g, double span, int every, plan_rung *v)
{
    int m = 0;
    const double hmax = g->steps.share > 0 ? g->steps.share * span : g->steps.hmax;
    for (int k = 0; k <= g->steps.halvings; k += every) {
        cell c = g->base;
        c.h = ldexp(hmax, -k);
        if (v) v[m] = (plan_rung){ .cell = c };
        m++;
    }
    return m;
}

/* Of a ladder whose series are kept as far as they are drawn that is one rung: the tolerance
 * nearest to the usual one, the middle of steps; none that may not be run. */
static void choose_drawn(plan_rung *v, int n, double middle)
{
    static const char points[] = "points";
    int best = -1;
    double least = HUGE_VAL;
    for (int k = 0; k < n; k++) {
        const cell *c = &v[k].cell;
        if (strcmp(c->series, "drawn") != 0) return;
        const double off = fabs(log((c->h > 0 ? c->h : c->rtol) / middle));
        if (v[k].until.digits > 0 || off >= least - 1e-9) continue;
        best = k;
        least = off;
    }
    for (int k = 0; k < n; k++)
        if (k != best) memcpy(v[k].cell.series, points, sizeof points);
}

int plan_rungs(const plan_group *g, const plan_asked *asked, plan_rung **rungs)
{
    const int every = asked->quick ? 2 : 1;
    const plan_tolerances ladder = completed(&g->tolerances, asked->protocol);
    const bool t = asked->tolerances && ladder.given, s = asked->steps && g->steps.given;
    const int nt = t ? tolerance_rungs(g, &ladder, every, NULL) : 0;
    const int ns = s ? step_rungs(g, asked->span, every, NULL) : 0, n = nt + ns;
    const int doubled = g->with_events && g->without_events ? 2 : 1;
    plan_rung *v = grown(NULL, (size_t)(n * doubled), sizeof *v);
    if (t) tolerance_rungs(g, &ladder, every, v);
    if (s) step_rungs(g, asked->span, every, v + nt);
    choose_drawn(v, nt, usual_rtol);
    if (ns) choose_drawn(v + nt, ns, sqrt(v[nt].cell.h * v[n - 1].cell.h));
    for (int k = 0; k < n; k++) v[k].cell.no_events = !g->with_events;
    for (int k = n; k < n * doubled; k++) {
        v[k] = v[k - n];
        v[k].cell.no_events = true;
        if (v[k].coarser) v[k].coarser += n;
    }
    *rungs = v;
    return n * doubled;
}
