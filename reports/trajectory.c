/* trajectory.c -- errors of a computed quantity along its own grid against a reference grid.
 *
 *     Delta_i = |E*(t_i) - e_i|,  Delta = max Delta_i at t*,  RMS = sqrt(sum Delta_i^2 / n),
 *     RelErr[%] = 100 Delta / |E*(t*)|
 *
 * Negrut, Sandu, Haug, Potra, Sandu, A Rosenbrock-Nystrom state space implicit approach for the
 * dynamic analysis of mechanical systems: section on numerical results. */
#include "reports/trajectory.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_interp.h>

#include "bench/util.h"

static const struct {
    int points;
    double gain; /* error at spacing 2h over error at h, at least */
} rules[TRAJECTORY_RULES] = {
    [TRAJECTORY_PAPER] = { 4, 4 },
    [TRAJECTORY_SHARP] = { 8, 16 },
};

/* A reader of one reference: remembers piece and window, for times that come in order. */
typedef struct reader {
    curve E;
    trajectory_rule rule;
    int first, last;   /* present piece */
    int window, width; /* points the interpolant stands on */
    gsl_interp *f;
} reader;

static bool is_jump(curve E, int i) { return i + 1 < E.n && E.t[i] == E.t[i + 1]; }

/* A piece ends at the first of two equal times, or at the end of the grid. */
static void find_piece(reader *r, int first)
{
    r->first = r->last = first;
    while (r->last + 1 < r->E.n && !is_jump(r->E, r->last)) r->last++;
    r->window = -1;
}

static void reader_free(reader *r)
{
    gsl_interp_free(r->f);
    r->f = NULL;
}

/* The piece that holds t; side > 0 at a jump: the one after it, else the one before. */
static bool seek(reader *r, double t, int side)
{
    if (t < r->E.t[r->first]) find_piece(r, 0);
    for (;;) {
        const double end = r->E.t[r->last];
        const bool beyond = t > end || (t == end && side > 0 && is_jump(r->E, r->last));
        if (!beyond) return t >= r->E.t[r->first];
        if (r->last + 1 >= r->E.n) return false;
        find_piece(r, r->last + 1);
    }
}

static const gsl_interp_type *interpolant(trajectory_rule rule, int width)
{
    if (width < 3) return gsl_interp_linear;
    return rule == TRAJECTORY_PAPER ? gsl_interp_cspline : gsl_interp_polynomial;
}

/* Interpolant through the neighbours of t, as many on its left as on its right. */
static bool stand_around(reader *r, double t)
{
    const int n = r->last - r->first + 1, want = rules[r->rule].points;
    const int width = n < want ? n : want;
    if (width < 2) return false;
    const int left =
        (int)gsl_interp_bsearch(r->E.t, t, (size_t)r->first, (size_t)r->last) - width / 2 + 1;
    const int low = left < r->first ? r->first : left;
    const int window = low + width - 1 > r->last ? r->last - width + 1 : low;
    if (window == r->window && r->f && width == r->width) return true;
    if (!r->f || width != r->width) {
        reader_free(r);
        r->f = gsl_interp_alloc(interpolant(r->rule, width), (size_t)width);
    }
    r->window = window;
    r->width = width;
    return r->f && !gsl_interp_init(r->f, r->E.t + window, r->E.v + window, (size_t)width);
}

/* Reference value at t; NAN outside the grid. */
static double read_at(reader *r, double t, int side)
{
    double v = NAN;
    if (r->E.n < 1 || !isfinite(t) || !seek(r, t, side)) return NAN;
    if (r->first == r->last) return t == r->E.t[r->first] ? r->E.v[r->first] : NAN;
    if (!stand_around(r, t)) return NAN;
    if (gsl_interp_eval_e(r->f, r->E.t + r->window, r->E.v + r->window, t, NULL, &v))
        return NAN;
    return v;
}

/* Own time on the reference's scale; k walks along the matched events. */
static double map_time(const time_map *m, int *k, double t, int side)
{
    if (!m || m->n < 1) return t;
    while (*k < m->n && (t > m->own[*k] || (t == m->own[*k] && side > 0))) ++*k;
    if (*k < m->n && t == m->own[*k]) return m->ref[*k];
    if (*k > 0 && t == m->own[*k - 1]) return m->ref[*k - 1];
    if (*k == 0 || *k == m->n) return t; /* outside the knots */
    const double s0 = m->own[*k - 1], s1 = m->own[*k], S0 = m->ref[*k - 1], S1 = m->ref[*k];
    return s1 > s0 && S1 > S0 ? S0 + (t - s0) * ((S1 - S0) / (s1 - s0)) : t;
}

/* First of several points with one time: before the jump (-1), last: after it (+1), one alone:
 * 0. Points between (states between two resets at one time) have no counterpart: 2. */
static int side_of(curve own, int i)
{
    const bool before = i > 0 && own.t[i - 1] == own.t[i];
    const bool after = i + 1 < own.n && own.t[i + 1] == own.t[i];
    if (before && after) return 2;
    return after ? -1 : before ? 1 : 0;
}

/* The matched events, with both ends of the interval as further knots. */
static time_map with_ends(curve own, curve reference, const time_map *map, double *knots)
{
    const int n = map ? map->n : 0;
    if (n < 1 || own.n < 1 || reference.n < 1) return (time_map){ 0 };
    double *s = knots, *S = knots + n + 2;
    int k = 0;
    s[k] = own.t[0];
    S[k++] = own.t[0];
    for (int i = 0; i < n; i++) {
        if (map->own[i] <= s[k - 1] || map->ref[i] <= S[k - 1]) continue;
        s[k] = map->own[i];
        S[k++] = map->ref[i];
    }
    if (own.t[own.n - 1] > s[k - 1] && reference.t[reference.n - 1] > S[k - 1]) {
        s[k] = own.t[own.n - 1];
        S[k] = fmin(s[k], reference.t[reference.n - 1]);
        k++;
    }
    return (time_map){ k, s, S };
}

void trajectory_differences(curve own, curve reference, const time_map *map,
                            trajectory_rule rule, double *difference, double *expected)
{
    double *knots = need(calloc(2 * (size_t)(map ? map->n : 0) + 4, sizeof *knots));
    const time_map m = with_ends(own, reference, map, knots);
    reader r = { .E = reference, .rule = rule, .window = -1 };
    int k = 0;
    if (reference.n > 0) find_piece(&r, 0);
    for (int i = 0; i < own.n; i++) {
        const int side = side_of(own, i);
        const double E = side == 2 ? NAN : read_at(&r, map_time(&m, &k, own.t[i], side), side);
        if (expected) expected[i] = E;
        difference[i] = own.v[i] - E;
    }
    reader_free(&r);
    free(knots);
}

/* Both ends of every piece stay, so that the coarse grid covers the same time. */
double trajectory_interpolation(curve reference, trajectory_rule rule)
{
    double *t = need(calloc((size_t)reference.n, sizeof *t)),
           *v = need(calloc((size_t)reference.n, sizeof *v));
    double top = NAN;
    int n = 0;
    for (int i = 0, place = 0; i < reference.n; i++, place++) {
        const bool starts = i && is_jump(reference, i - 1);
        if (starts) place = 0;
        if (place % 2 && !is_jump(reference, i) && i + 1 < reference.n) continue;
        t[n] = reference.t[i];
        v[n++] = reference.v[i];
    }
    reader r = { .E = { n, t, v }, .rule = rule, .window = -1 };
    if (n > 0) find_piece(&r, 0);
    for (int i = 1; i + 1 < reference.n; i++) {
        if (is_jump(reference, i) || is_jump(reference, i - 1)) continue;
        const double d = fabs(read_at(&r, reference.t[i], 0) - reference.v[i]);
        if (isfinite(d) && !(d <= top)) top = d;
    }
    reader_free(&r);
    free(t);
    free(v);
    return top / rules[rule].gain;
}

/* Sums over the grid: root mean square per point, and over time by the trapezoidal rule. */
static void take_means(curve own, const double *d, trajectory_error *e)
{
    double sum = 0, area = 0, span = 0;
    for (int i = 0; i < own.n; i++) {
        if (!isfinite(d[i])) continue;
        sum += d[i] * d[i];
        if (!i || !isfinite(d[i - 1])) continue;
        const double h = own.t[i] - own.t[i - 1];
        area += h * (d[i] * d[i] + d[i - 1] * d[i - 1]) / 2;
        span += h;
    }
    e->rms = e->n ? sqrt(sum / e->n) : NAN;
    e->l2 = span > 0 ? sqrt(area / span) : NAN;
}

trajectory_error trajectory_compare(curve own, curve reference, const time_map *map,
                                    trajectory_rule rule, double interpolation)
{
    trajectory_error e = {
        .max = NAN, .t_star = NAN, .percent = NAN, .interpolation = interpolation
    };
    double *d = need(calloc(2 * (size_t)own.n, sizeof *d)), *E = d + own.n;
    trajectory_differences(own, reference, map, rule, d, E);
    for (int i = 0; i < own.n; i++) {
        if (!isfinite(d[i])) continue;
        e.n++;
        if (fabs(d[i]) <= e.max) continue;
        e.max = fabs(d[i]);
        e.t_star = own.t[i];
        e.percent = E[i] != 0 ? 100 * e.max / fabs(E[i]) : NAN;
    }
    take_means(own, d, &e);
    e.marked = !(e.interpolation <= e.max / 10);
    free(d);
    return e;
}
