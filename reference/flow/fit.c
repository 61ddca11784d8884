/* fit.c -- Chebyshev interpolation in quad, first on given intervals, then on pieces as long as
 * degree 20 allows.
 *
 *     c_l     = (2 - delta_l0)/N sum_i f(s_i) cos(l theta_i)
 *     s_i     = cos theta_i
 *     theta_i = (i + 1/2) pi / N
 *
 * The end of a piece is found by bisection between what fits and what does not.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/flow/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE_NODES = FIT_DEGREE + 1,
    CHECKS = 2 * PIECE_NODES,
    BISECTIONS = 10,
    CORRECTIONS = 12
};

static const real tolerance = R(1.5e-16);
/* what the text of a file keeps of a coefficient */
static const real quantum = R(1e-18);

/* Zeros of T_n and of a finer one, cos(m pi / (2 n)): cosines are dear in quad. */
typedef struct nodes {
    int n;
    real turn[4 * PIECE_NODES], check[CHECKS];
} nodes;

static real node(int i, int n) { return cos((2 * (real)i + 1) * IVP_PI / (2 * (real)n)); }

static void nodes_make(nodes *x, int n)
{
    x->n = n;
    for (int m = 0; m < 4 * n; m++) x->turn[m] = cos((real)m * IVP_PI / (2 * (real)n));
    for (int i = 0; i < CHECKS; i++) x->check[i] = node(i, CHECKS);
}

static real node_of(const nodes *x, int i) { return x->turn[2 * i + 1]; }

double fit_time(const fit_source *s, int i, int l)
{
    const real a = s->t[i], b = s->t[i + 1];
    return (double)((a + b) / 2 - (b - a) / 2 * node(l, FIT_NODES)); /* ascending */
}

/* Sum of a Chebyshev series at x in [-1, 1]. */
static real sum(const real *c, int n, real x)
{
    real b1 = 0, b2 = 0;
    for (int k = n - 1; k > 0; k--) {
        const real b = c[k] + 2 * x * b1 - b2;
        b2 = b1;
        b1 = b;
    }
    return c[0] + x * b1 - b2;
}

/* Samples at the nodes, in descending order of s, to coefficients. */
static void transform(const nodes *x, const real *f, real *c)
{
    for (int l = 0; l < x->n; l++) {
        real total = 0;
        for (int i = 0; i < x->n; i++) total += f[i] * x->turn[l * (2 * i + 1) % (4 * x->n)];
        c[l] = (l ? 2 : 1) * total / (real)x->n;
    }
}

/* ---- the source -------------------------------------------------------------------------- */

static const real *series(const fit_source *s, int i, int column)
{
    const size_t width = (size_t)s->width;
    return s->rows + ((size_t)i * width + (size_t)column) * FIT_NODES;
}

static real place(const fit_source *s, int i, real t)
{
    const real a = s->t[i], b = s->t[i + 1];
    return ((t - a) - (b - t)) / (b - a);
}

/* The samples lie at the doubles next to the nodes: to first order the value at the node is
 * that of the interpolant at the sample's shifted place. Returns the largest change. */
static real correct(const fit_source *s, const nodes *x, int i, const real *f, real *c)
{
    real moved[FIT_NODES], delta[FIT_NODES], most = 0;
    for (int l = 0; l < FIT_NODES; l++) {
        const real there = place(s, i, (real)fit_time(s, i, FIT_NODES - 1 - l));
        moved[l] = f[l] - sum(c, FIT_NODES, there);
    }
    transform(x, moved, delta);
    for (int l = 0; l < FIT_NODES; l++) {
        c[l] += delta[l];
        most = ivp_max(most, ivp_abs(delta[l]));
    }
    return most;
}

/* Twice where time begins near zero; far from zero doubles lie further from the nodes. */
static void correct_all(const fit_source *s, const nodes *x, int i, const real *f, real *c,
                        real scale)
{
    real moved = INFINITY;
    for (int again = 0; again < CORRECTIONS && (again < 2 || moved > R(1e-24) * scale); again++)
        moved = correct(s, x, i, f, c);
}

/* A column that is zero but for rounding has no digits of its own: `floor` of fit.h. */
static void find_scales(fit_source *s)
{
    const size_t width = (size_t)s->width;
    for (size_t k = 0; k < width; k++)
        s->scale[k] = ivp_max(R(1e-25), s->floor ? s->floor[k] : 0);
    for (size_t k = 0; k < FIT_NODES * width * (size_t)s->n; k++)
        s->scale[k % width] = ivp_max(s->scale[k % width], ivp_abs(s->rows[k]));
}

real fit_prepare(fit_source *s)
{
    const size_t width = (size_t)s->width, block = FIT_NODES * width;
    real *copy = calloc(block, sizeof *copy), worst = 0;
    nodes x;
    if (!copy) return INFINITY;
    nodes_make(&x, FIT_NODES);
    find_scales(s);
    for (int i = 0; i < s->n; i++) {
        real *rows = s->rows + (size_t)i * block;
        memcpy(copy, rows, block * sizeof *copy);
        for (size_t k = 0; k < width; k++) {
            real f[FIT_NODES], *c = rows + k * FIT_NODES;
            for (size_t l = 0; l < FIT_NODES; l++) f[l] = copy[(FIT_NODES - 1 - l) * width + k];
            transform(&x, f, c);
            correct_all(s, &x, i, f, c, s->scale[k]);
            const real tail =
                ivp_max(ivp_abs(c[FIT_NODES - 1]), ivp_abs(c[FIT_NODES - 2]) / FIT_NODES);
            worst = ivp_max(worst, tail / s->scale[k]);
        }
    }
    free(copy);
    return worst;
}

static int interval_of(const fit_source *s, real t)
{
    int low = 0, high = s->n;
    while (high - low > 1) {
        const int mid = low + (high - low) / 2;
        if ((real)s->t[mid] <= t)
            low = mid;
        else
            high = mid;
    }
    return low;
}

static real value(const fit_source *s, int column, real t)
{
    const int i = interval_of(s, t);
    return sum(series(s, i, column), FIT_NODES, place(s, i, t));
}

/* ---- one piece --------------------------------------------------------------------------- */

/* Coefficients of a column on [a, b], and the error between the nodes. */
static real fit_column(const fit_source *s, const nodes *x, int column, real a, real b, real *c)
{
    real f[PIECE_NODES], worst = 0;
    for (int i = 0; i < PIECE_NODES; i++)
        f[i] = value(s, column, (a + b) / 2 + (b - a) / 2 * node_of(x, i));
    transform(x, f, c);
    for (int i = 0; i < CHECKS; i++) {
        const real at = x->check[i], t = (a + b) / 2 + (b - a) / 2 * at;
        worst = ivp_max(worst, ivp_abs(value(s, column, t) - sum(c, PIECE_NODES, at)));
    }
    return worst;
}

static bool fits(const fit_source *s, const nodes *x, real a, real b)
{
    for (int k = 0; k < s->width; k++) {
        real c[PIECE_NODES];
        const real bound = tolerance * s->scale[k], error = fit_column(s, x, k, a, b, c);
        if (error > bound || ivp_abs(c[FIT_DEGREE]) > bound ||
            ivp_abs(c[FIT_DEGREE - 1]) > bound)
            return false;
    }
    return true;
}

/* The end of the longest piece that begins at a: the next seam, if that fits. */
static double piece_end(const fit_source *s, const nodes *x, double a, double guess)
{
    int i = interval_of(s, (real)a) + 1;
    while (i < s->n && !s->seam[i]) i++;
    const double limit = s->t[i];
    double good = a, bad = limit, b = fmin(a + 2 * guess, limit);
    for (;;) { /* shrink until it fits, then close in */
        if (fits(s, x, (real)a, (real)b)) {
            good = b;
            break;
        }
        bad = b;
        b = a + (b - a) / 2;
        if (b <= a) return bad;
    }
    if (good == limit) return limit;
    for (int k = 0; k < BISECTIONS && bad - good > (bad - a) / 256; k++) {
        const double mid = good + (bad - good) / 2;
        if (fits(s, x, (real)a, (real)mid))
            good = mid;
        else
            bad = mid;
    }
    const double rest = limit - good; /* no splinter at the end */
    return rest > 0 && rest < (good - a) / 4 ? a + (limit - a) / 2 : good;
}

/* Rounded to what the column needs, with as few decimals. */
static double rounded(real c, real scale)
{
    char text[40];
    const real unit = quantum * scale;
    if (ivp_abs(c) < unit / 2) return 0;
    int digits = 1 + (int)ceil(log10((double)(ivp_abs(c) / unit)));
    digits = digits < 1 ? 1 : digits > 17 ? 17 : digits;
    snprintf(text, sizeof text, "%.*e", digits - 1, (double)c);
    return strtod(text, NULL);
}

static void store_piece(const fit_source *s, const nodes *x, double a, double b, double *to,
                        double *error)
{
    for (int k = 0; k < s->width; k++) {
        real c[PIECE_NODES], lost = 0;
        const real found = fit_column(s, x, k, (real)a, (real)b, c);
        for (int l = 0; l < PIECE_NODES; l++) {
            *to = rounded(c[l], s->scale[k]);
            lost += ivp_abs(c[l] - (real)*to++);
        }
        error[k] = fmax(error[k], (double)(found + lost));
    }
}

static bool add_piece(ref_pieces *p, double a, double b, bool seam)
{
    const size_t n = (size_t)p->n, block = (size_t)p->width * PIECE_NODES;
    double *t = realloc(p->t, (n + 2) * sizeof *t);
    if (t) p->t = t;
    bool *seams = realloc(p->seam, (n + 1) * sizeof *seams);
    if (seams) p->seam = seams;
    double *c = realloc(p->c, (n + 1) * block * sizeof *c);
    if (c) p->c = c;
    if (!t || !seams || !c) return false;
    p->t[n] = a;
    p->t[n + 1] = b;
    p->seam[n] = seam;
    p->n++;
    return true;
}

static bool is_seam(const fit_source *s, double t)
{
    const int i = interval_of(s, (real)t);
    return s->t[i] == t && s->seam[i];
}

bool fit_pieces(const fit_source *s, ref_pieces *out, double *error)
{
    *out = (ref_pieces){ .degree = FIT_DEGREE, .width = s->width };
    const double end = s->t[s->n];
    nodes x;
    nodes_make(&x, PIECE_NODES);
    double a = s->t[0], length = (end - a) / 16;
    const size_t block = (size_t)s->width * PIECE_NODES;
    while (a < end) {
        const double b = piece_end(s, &x, a, length);
        if (!add_piece(out, a, b, is_seam(s, a))) return false;
        store_piece(s, &x, a, b, out->c + (size_t)(out->n - 1) * block, error);
        length = b - a;
        a = b;
    }
    return true;
}
