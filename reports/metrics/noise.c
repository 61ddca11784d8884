/* noise.c -- variances between processes, pooled over cells.
 *
 * A few processes tell little of their spread: with two, Student's factor is 12.7. But a store
 * has hundreds of cells of one machine, whose variances are alike though not the same:
 *
 *     s_g^2 ~ sigma_g^2 chi^2(d_g) / d_g,        1 / sigma_g^2 ~ chi^2(d_0) / (d_0 s_0^2)
 *
 * Then (d_0 s_0^2 + d_g s_g^2) / (d_0 + d_g) is the variance of cell g, and the error of its
 * mean over its root is distributed like Student's t with d_0 + d_g degrees of freedom. The
 * moments of z_g = log s_g^2 give d_0 and s_0; with e_g = z_g - psi(d_g/2) + log(d_g/2)
 *
 *     psi'(d_0/2) = var e - mean psi'(d_g/2),    log s_0^2 = mean e + psi(d_0/2) - log(d_0/2)
 *
 * Smyth, Linear models and empirical Bayes methods for assessing differential expression in
 * microarray experiments, Statistical Applications in Genetics and Molecular Biology 3 (2004),
 * equations (2) to (4) and section 6.2.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/metrics/noise.h"

#include <math.h>

#include <gsl/gsl_sf_psi.h>

enum { FEWEST_CELLS = 8 };
/* Clocks and batches tell no smaller spread apart; and more agreement than MOST_FREEDOM tells
 * is not believed: outside a sample there are always other processes. */
static const double least_variance = 1e-6, least_seen = 1e-12, most_freedom = 20;

/* A spread of 5 %, as four processes would have shown it. */
noise noise_usual(void) { return (noise){ 0.05 * 0.05, 4 }; }

/* x with psi'(x) = y, by Newton's method for 1 / psi' (monotone from below; Smyth,
 * appendix). */
static double trigamma_inverse(double y)
{
    double x = 0.5 + 1 / y;
    for (int i = 0; i < 50; i++) {
        const double p = gsl_sf_psi_1(x), step = p * (1 - p / y) / gsl_sf_psi_n(2, x);
        x += step;
        if (fabs(step) < 1e-10 * x) break;
    }
    return x;
}

noise noise_fit(const spread *v, int n)
{
    double mean = 0, squares = 0, expected = 0;
    if (n < FEWEST_CELLS) return noise_usual();
    for (int g = 0; g < n; g++) {
        const double half = 0.5 * v[g].freedom;
        const double e = log(fmax(v[g].variance, least_seen)) - gsl_sf_psi(half) + log(half);
        const double off = e - mean;
        mean += off / (g + 1);
        squares += off * (e - mean);
        expected += gsl_sf_psi_1(half) / n;
    }
    const double excess = squares / (n - 1) - expected;
    const double most = gsl_sf_psi_1(most_freedom / 2);
    const double half = excess > most ? trigamma_inverse(excess) : most_freedom / 2;
    return (noise){ exp(mean + gsl_sf_psi(half) - log(half)), 2 * half };
}

noise noise_of(const noise *prior, spread seen)
{
    const double d = seen.freedom + prior->freedom;
    const double v = (seen.freedom * seen.variance + prior->freedom * prior->variance) / d;
    return (noise){ fmax(v, least_variance), d };
}
