/* metrics.c -- digits of an end state, and drift.
 *
 *     scd   = -log10 max_i |y_i - r_i| / |r_i|
 *     mescd = -log10 max_i |y_i - r_i| / (atol_i/rtol_i + |r_i|)
 *
 * Mazzia, Magherini, Test Set for Initial Value Problem Solvers, release 2.4 -- with |r_i|,
 * where the published code divides by the signed r_i.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/metrics/metrics.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

digits metrics_unknown(void)
{
    return (digits){ .value = NAN, .limit = NAN, .shift = NAN, .worst = -1 };
}

bool metrics_near_shift(const digits *d)
{
    return d->known && isfinite(d->shift) && d->value >= d->shift - 1;
}

/* A zero error still leaves the rounding of the computed value to double; where the reference
 * is zero, that of what its error is divided by. */
static double bar_of(const compared *c, double divisor)
{
    const double rounding = 0.5 * DBL_EPSILON * (c->r == 0 ? divisor : fabs(c->r));
    return c->bar > rounding ? c->bar : fmax(rounding, DBL_MIN);
}

/* Digits that the rounding of constants leaves; one component that is not known hides all. */
static double digits_of_shift(const compared *c, const double *divisor, int n)
{
    double top = 0;
    for (int i = 0; i < n; i++) {
        if (!(c[i].shift >= 0)) return NAN;
        top = fmax(top, c[i].shift / divisor[i]);
    }
    return top > 0 ? -log10(top) : NAN;
}

/* Largest error and largest bar in the same divisor: a score is capped where it would claim to
 * see through the reference. A single component that is not finite leaves no score at all. */
static digits digits_over(const compared *c, const double *divisor, int n)
{
    digits d = metrics_unknown();
    double worst = -1, bar = 0;
    for (int i = 0; i < n; i++) {
        const double e = fabs(c[i].y - c[i].r) / divisor[i];
        if (!isfinite(e)) return metrics_unknown();
        bar = fmax(bar, bar_of(&c[i], divisor[i]) / divisor[i]);
        if (e > worst) {
            worst = e;
            d.worst = i;
        }
    }
    if (n < 1) return d;
    d.known = true;
    d.limit = -log10(bar);
    d.capped = worst <= bar;
    d.hollow = worst <= 10 * bar;
    d.shift = digits_of_shift(c, divisor, n);
    d.value = d.capped ? d.limit : -log10(worst);
    return d;
}

/* Relative errors of a zero do not exist; the test set falls back on absolute ones. */
static double relative_divisor(const compared *c, bool absolute)
{
    return absolute || c->r == 0 ? 1 : fabs(c->r);
}

static double mixed_divisor(const compared *c)
{
    const double d = c->scale + fabs(c->r);
    return d > 0 ? d : 1;
}

digits metrics_scd(const compared *c, int n, bool absolute)
{
    double *divisor = calloc((size_t)n + 1, sizeof *divisor);
    if (!divisor) return metrics_unknown();
    for (int i = 0; i < n; i++) divisor[i] = relative_divisor(&c[i], absolute);
    digits d = digits_over(c, divisor, n);
    free(divisor);
    return d;
}

digits metrics_mescd(const compared *c, int n)
{
    double *divisor = calloc((size_t)n + 1, sizeof *divisor);
    if (!divisor) return metrics_unknown();
    for (int i = 0; i < n; i++) divisor[i] = mixed_divisor(&c[i]);
    digits d = digits_over(c, divisor, n);
    free(divisor);
    return d;
}

double metrics_printed_bar(const char *decimal)
{
    char *end = NULL;
    if (!isfinite(strtod(decimal, &end)) || end == decimal || *end) return NAN;
    const char *e = strpbrk(decimal, "eE"), *point = strchr(decimal, '.');
    const long exponent = e ? strtol(e + 1, NULL, 10) : 0;
    const char *stop = e ? e : end;
    const long fraction = point ? (long)(stop - point) - 1 : 0;
    return 0.5 * pow(10, (double)(exponent - fraction));
}

double metrics_max_abs(const double *v, int n)
{
    double top = n > 0 ? 0 : NAN;
    for (int i = 0; i < n; i++) {
        if (!isfinite(v[i])) return NAN;
        top = fmax(top, fabs(v[i]));
    }
    return top;
}

double metrics_drift(const double *v, int n)
{
    double top = n > 0 ? 0 : NAN;
    for (int i = 0; i < n; i++) {
        if (!isfinite(v[i])) return NAN;
        top = fmax(top, fabs(v[i] - v[0]));
    }
    return n > 0 && v[0] != 0 ? top / fabs(v[0]) : top;
}
