/* cost.c -- what a solve costs, and cost at equal accuracy.
 *
 * With m_w the log of the median of worker w's samples, w = 1 .. W:
 *
 *     cost = exp(mean m)
 *     error of log cost: Student's t, d degrees of freedom, variance s^2 / W
 *
 * where s^2 and d join what these workers say with what the other cells of the machine do
 * (noise.h). Samples of one process take part in its median alone: they share its memory layout
 * and its moment, so their number says nothing of the next process.
 *
 * Errors of several costs add up with weights c_i: variance v = sum c_i^2 v_i, and degrees of
 * freedom v^2 / sum((c_i^2 v_i)^2 / d_i). Welch, The generalization of Student's problem when
 * several different population variances are involved, Biometrika 34 (1947).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/metrics/cost.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics.h>

#include "bench/base/util.h"

/* Differences smaller than this are never claimed, whatever the samples say. Others are claimed
 * where the 99.9 % interval leaves no doubt: a table makes hundreds of comparisons. */
static const double resolution = 0.02;
static const double covered = 0.95, beyond_doubt = 0.999;

/* Logs of the workers' medians; returns how many. */
static int worker_logs(const timing *sample, int n, double *logs)
{
    double *v = need(calloc((size_t)n + 1, sizeof *v));
    int workers = 0;
    for (int i = 0, k = 0; i < n; i++) {
        v[k++] = sample[i].s;
        if (i + 1 < n && sample[i + 1].worker == sample[i].worker) continue;
        logs[workers++] = log(median_of(v, k));
        k = 0;
    }
    free(v);
    return workers;
}

static spread spread_of(const double *logs, int workers)
{
    if (workers < 2) return (spread){ 0 };
    return (spread){ gsl_stats_variance(logs, 1, (size_t)workers), workers - 1 };
}

spread cost_spread(const timing *sample, int n)
{
    double *logs = need(calloc((size_t)n + 1, sizeof *logs));
    const spread s = spread_of(logs, worker_logs(sample, n, logs));
    free(logs);
    return s;
}

/* ---- estimates and their errors ---------------------------------------------------------- */

typedef struct estimate {
    double log, variance, freedom;
} estimate;

/* a x + b y, for independent x and y */
static estimate combine(double a, estimate x, double b, estimate y)
{
    const double v = a * a * x.variance, w = b * b * y.variance;
    return (estimate){ a * x.log + b * y.log, v + w,
                       (v + w) * (v + w) / (v * v / x.freedom + w * w / y.freedom) };
}

static estimate estimate_of(const cost *c)
{
    return (estimate){ log(c->median), c->variance, c->freedom };
}

/* Half the width of the interval that holds the truth with this probability. */
static double half_width(estimate e, double probability)
{
    return gsl_cdf_tdist_Pinv(0.5 + probability / 2, e.freedom) * sqrt(e.variance);
}

cost cost_of(const timing *sample, int n, const noise *prior)
{
    cost c = { .n = n, .median = NAN, .low = NAN, .high = NAN, .min = NAN, .variance = NAN };
    if (n < 1) return c;
    double *logs = need(calloc((size_t)n, sizeof *logs));
    c.workers = worker_logs(sample, n, logs);
    const noise workers_noise = noise_of(prior, spread_of(logs, c.workers));
    c.median = exp(gsl_stats_mean(logs, 1, (size_t)c.workers));
    c.variance = workers_noise.variance / c.workers;
    c.freedom = workers_noise.freedom;
    const double away = half_width(estimate_of(&c), covered);
    c.low = c.median * exp(-away);
    c.high = c.median * exp(away);
    c.min = sample[0].s;
    for (int i = 1; i < n; i++) c.min = fmin(c.min, sample[i].s);
    free(logs);
    return c;
}

cost cost_mean(const cost *const *part, int n)
{
    if (n == 1) return *part[0];
    estimate e = { 0, 0, 1 };
    cost c = { .min = INFINITY };
    for (int i = 0; i < n; i++) {
        e = combine(1, e, 1.0 / n, estimate_of(part[i]));
        c.n += part[i]->n;
        c.workers += part[i]->workers;
        c.min = fmin(c.min, part[i]->min);
    }
    const double away = half_width(e, covered);
    c.median = exp(e.log);
    c.low = c.median * exp(-away);
    c.high = c.median * exp(away);
    c.variance = e.variance;
    c.freedom = e.freedom;
    return c;
}

/* ---- Pareto front ------------------------------------------------------------------------ */

typedef struct front {
    double digits;
    estimate cost;
} front;

struct cost_curve {
    int n;
    front *front;
};

static int by_digits(const void *a, const void *b)
{
    const front *x = a, *y = b;
    return (x->digits > y->digits) - (x->digits < y->digits);
}

/* Keeps the points that no other beats in both digits and cost; returns how many. */
static int pareto(front *f, int n)
{
    if (n) qsort(f, (size_t)n, sizeof *f, by_digits);
    int top = n;
    double cheapest = INFINITY;
    for (int i = n - 1; i >= 0; i--) {
        if (f[i].cost.log >= cheapest) continue;
        cheapest = f[i].cost.log;
        f[--top] = f[i];
    }
    for (int i = top; i < n; i++) f[i - top] = f[i];
    return n - top;
}

cost_curve *cost_curve_new(const cost_point *p, int n)
{
    cost_curve *c = need(calloc(1, sizeof *c));
    c->front = need(calloc((size_t)n + 1, sizeof *c->front));
    for (int i = 0; i < n; i++)
        if (p[i].cost->median > 0 && isfinite(p[i].digits))
            c->front[c->n++] = (front){ p[i].digits, estimate_of(p[i].cost) };
    c->n = pareto(c->front, c->n);
    return c;
}

void cost_curve_free(cost_curve *c)
{
    if (c) free(c->front);
    free(c);
}

/* No extrapolation: outside the front the answer is that there is none. */
static bool find_at(const cost_curve *c, double digits, estimate *e)
{
    const front *f = c->front;
    if (c->n < 1 || !(digits >= f[0].digits) || digits > f[c->n - 1].digits) return false;
    int i = 0;
    while (i + 1 < c->n && f[i + 1].digits <= digits) i++;
    *e = f[i].cost;
    if (i + 1 == c->n || f[i].digits == digits) return true;
    const double w = (digits - f[i].digits) / (f[i + 1].digits - f[i].digits);
    *e = combine(1 - w, f[i].cost, w, f[i + 1].cost);
    return true;
}

double cost_at(const cost_curve *c, double digits)
{
    estimate e;
    return find_at(c, digits, &e) ? exp(e.log) : NAN;
}

/* ---- comparison -------------------------------------------------------------------------- */

static cost_ratio judge(estimate a, estimate b)
{
    const estimate d = combine(1, a, -1, b);
    const double away = half_width(d, covered), sure = half_width(d, beyond_doubt);
    cost_ratio r = { COST_SAME,         exp(d.log),        exp(d.log - away),
                     exp(d.log + away), exp(d.log - sure), exp(d.log + sure) };
    if (!(fabs(d.log) > sure)) return r;
    if (r.ratio > 1 + resolution) r.verdict = COST_MORE;
    if (r.ratio < 1 - resolution) r.verdict = COST_LESS;
    return r;
}

static cost_ratio no_overlap(void)
{
    return (cost_ratio){ COST_NO_OVERLAP, NAN, NAN, NAN, NAN, NAN };
}

cost_ratio cost_compare(const cost_curve *a, const cost_curve *b, double digits)
{
    estimate x, y;
    return find_at(a, digits, &x) && find_at(b, digits, &y) ? judge(x, y) : no_overlap();
}

cost_ratio cost_compare_costs(const cost *a, const cost *b)
{
    if (!(a->median > 0) || !(b->median > 0)) return no_overlap();
    return judge(estimate_of(a), estimate_of(b));
}
