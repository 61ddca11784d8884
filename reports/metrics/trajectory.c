/* trajectory.c -- errors of a computed quantity along its own grid against a reference.
 *
 *     Delta_i   = |E*(t_i) - e_i|
 *     Delta     = max Delta_i, at t*
 *     RMS       = sqrt(sum Delta_i^2 / n)
 *     RelErr[%] = 100 Delta / |E*(t*)|
 *
 * Negrut, Sandu, Haug, Potra, Sandu, A Rosenbrock-Nystrom state space implicit approach for the
 * dynamic analysis of mechanical systems: section on numerical results.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/metrics/trajectory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "bench/base/util.h"
#include "reports/metrics/phase.h"

#define ROW(member) FIELD_ROW(REAL, trajectory_error, member, 0, 0)
const field_row trajectory_fields[] = { ROW(max),     ROW(t_star), ROW(rms),   ROW(l2),
                                        ROW(percent), ROW(bar),    ROW(shift), ROW(explained),
                                        ROW(rest),    { 0 } };

trajectory_error trajectory_unknown(void)
{
    trajectory_error e = { 0 };
    for (const field_row *f = trajectory_fields; f->name; f++) field_set_number(f, NAN, &e);
    return e;
}

/* ---- own time on the reference's scale --------------------------------------------------- */

static double map_time(const time_map *m, int *k, double t, int side)
{
    if (m->n < 1) return t;
    while (*k < m->n && (t > m->computed[*k] || (t == m->computed[*k] && side > 0))) ++*k;
    if (*k < m->n && t == m->computed[*k]) return m->ref[*k];
    if (*k > 0 && t == m->computed[*k - 1]) return m->ref[*k - 1];
    if (*k == 0 || *k == m->n) return t; /* outside the knots */
    const double s0 = m->computed[*k - 1], s1 = m->computed[*k], S0 = m->ref[*k - 1],
                 S1 = m->ref[*k];
    return s1 > s0 && S1 > S0 ? S0 + (t - s0) * ((S1 - S0) / (s1 - s0)) : t;
}

/* First of several points with one time: before the jump (-1), last: after it (+1), one alone:
 * 0. Points between (states between two resets at one time) have no counterpart: 2. */
static int side_of(curve computed, int i)
{
    const bool before = i > 0 && computed.t[i - 1] == computed.t[i];
    const bool after = i + 1 < computed.n && computed.t[i + 1] == computed.t[i];
    if (before && after) return 2;
    return after ? -1 : before ? 1 : 0;
}

/* The matched events, with both ends of the interval as further knots. */
static time_map with_ends(curve computed, double end, const time_map *map, double *knots)
{
    const int n = map ? map->n : 0;
    if (n < 1 || computed.n < 1) return (time_map){ 0 };
    double *s = knots, *S = knots + n + 2;
    int k = 0;
    s[k] = computed.t[0];
    S[k++] = computed.t[0];
    for (int i = 0; i < n; i++) {
        if (map->computed[i] <= s[k - 1] || map->ref[i] <= S[k - 1]) continue;
        s[k] = map->computed[i];
        S[k++] = map->ref[i];
    }
    if (computed.t[computed.n - 1] > s[k - 1] && end > S[k - 1]) {
        s[k] = computed.t[computed.n - 1];
        S[k] = fmin(s[k], end);
        k++;
    }
    return (time_map){ k, s, S };
}

/* ---- the two rules ----------------------------------------------------------------------- */

static double end_of(const trajectory_reference *E)
{
    if (E->r && E->r->pieces.n > 0) return E->r->pieces.t[E->r->pieces.n];
    return E->grid.n > 0 ? E->grid.t[E->grid.n - 1] : -INFINITY;
}

static double exact_at(const trajectory_reference *E, double t, int side)
{
    return E->r ? ref_value_at(E->r, E->column, t, side) : NAN;
}

/* The reference at the own points: by the pieces, and by the spline where one is given. */
static void expect(curve computed, const trajectory_reference *E, const time_map *map,
                   double *exact, double *smooth)
{
    double *knots = need(calloc(2 * (size_t)(map ? map->n : 0) + 4, sizeof *knots));
    const time_map m = with_ends(computed, end_of(E), map, knots);
    spline *s = smooth ? spline_new(E->grid) : NULL;
    for (int i = 0, k = 0; i < computed.n; i++) {
        const int side = side_of(computed, i);
        const double t = side == 2 ? NAN : map_time(&m, &k, computed.t[i], side);
        exact[i] = exact_at(E, t, side);
        if (s) smooth[i] = spline_at(s, t, side);
    }
    spline_free(s);
    free(knots);
}

void trajectory_differences(curve computed, const trajectory_reference *E, const time_map *map,
                            double *difference)
{
    expect(computed, E, map, difference, NULL);
    for (int i = 0; i < computed.n; i++) difference[i] = computed.v[i] - difference[i];
}

/* ---- numbers ----------------------------------------------------------------------------- */

/* Sums over the grid: root mean square per point, and over time by the trapezoidal rule. */
static void take_means(curve computed, const double *E, trajectory_error *e)
{
    double sum = 0, area = 0, span = 0, last = NAN;
    for (int i = 0; i < computed.n; i++) {
        const double d = computed.v[i] - E[i], squares = d * d + last * last;
        last = d;
        if (!isfinite(d)) continue;
        sum += d * d;
        if (!isfinite(squares)) continue;
        const double h = computed.t[i] - computed.t[i - 1];
        area += h * squares / 2;
        span += h;
    }
    e->rms = e->n ? sqrt(sum / e->n) : NAN;
    e->l2 = span > 0 ? sqrt(area / span) : NAN;
}

static void take_largest(curve computed, const double *E, trajectory_error *e)
{
    for (int i = 0; i < computed.n; i++) {
        const double d = fabs(computed.v[i] - E[i]);
        if (!isfinite(d)) continue;
        e->n++;
        if (d <= e->max) continue;
        e->max = d;
        e->t_star = computed.t[i];
        e->percent = E[i] != 0 ? 100 * d / fabs(E[i]) : NAN;
    }
}

/* Sums of a Chebyshev series round like a few units of the column's size. */
static double bar_of_reference(const trajectory_reference *E, const double *exact, int n)
{
    double size = 0;
    for (int i = 0; i < n; i++) size = fmax(size, fabs(exact[i]));
    return E->bar >= 0 ? fmax(E->bar, DBL_EPSILON * size) : NAN;
}

/* What the spline makes wrong at the points that are compared. */
static double bar_of_spline(const double *exact, const double *smooth, int n)
{
    double top = NAN;
    for (int i = 0; i < n; i++) top = fmax(top, fabs(smooth[i] - exact[i]));
    return top;
}

/* Between events time is mapped, and a shift has been taken out already. */
static void take_phase(curve computed, const double *exact, const trajectory_reference *E,
                       trajectory_error *e)
{
    const phase p = phase_of(computed, exact, E);
    e->shift = p.shift;
    e->explained = p.explained;
    e->rest = p.rest;
}

trajectory_error trajectory_compare(curve computed, const trajectory_reference *E,
                                    const time_map *map, trajectory_rule rule)
{
    trajectory_error e = trajectory_unknown();
    double *exact = need(calloc((size_t)computed.n + 1, sizeof *exact)),
           *smooth = need(calloc((size_t)computed.n + 1, sizeof *smooth));
    const bool paper = rule == TRAJECTORY_PAPER;
    expect(computed, E, map, exact, paper ? smooth : NULL);
    take_largest(computed, paper ? smooth : exact, &e);
    take_means(computed, paper ? smooth : exact, &e);
    e.bar = paper ? bar_of_spline(exact, smooth, computed.n)
                  : bar_of_reference(E, exact, computed.n);
    e.marked = !(e.max > 10 * e.bar);
    if (!paper && !e.marked && !(map && map->n)) take_phase(computed, exact, E, &e);
    free(smooth);
    free(exact);
    return e;
}
