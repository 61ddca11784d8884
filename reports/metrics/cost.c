/* cost.c -- median with interval from all samples, and cost at equal accuracy.
 *
 * The 95 % interval of a median from n ordered samples is (x_(k), x_(n+1-k)) with the largest k
 * for which P(Binomial(n, 1/2) < k) <= 0.025; below six samples no such k exists and all
 * samples are the interval. The bootstrap draws workers first, then samples of each drawn
 * worker, so that the spread between processes counts; few workers (or few samples of a single
 * one) widen it by Student's factor t(k-1) / t(infinity). */
#include "reports/metrics/cost.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>

#include "bench/base/util.h"

const double cost_resolution = 0.02;
static const double lone_resolution = 0.05; /* one worker says nothing of the next */
enum { REPLICATES = 400, BOOTSTRAP_SEED = 20080201, MOST_DRAWN = 200 };

static double median_of(double *v, int n)
{
    if (n < 1) return NAN;
    gsl_sort(v, 1, (size_t)n);
    return gsl_stats_median_from_sorted_data(v, 1, (size_t)n);
}

/* 1-based rank of the lower end; 0: too few samples. */
static int order_statistic(int n)
{
    int k = 0;
    while (k < n / 2 && gsl_cdf_binomial_P((unsigned)k, 0.5, (unsigned)n) <= 0.025) k++;
    return k;
}

/* Median of the samples of one worker; NAN if it has none. */
static double worker_median(const timing *sample, int n, int worker, double *scratch)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        if (sample[i].worker == worker) scratch[k++] = sample[i].s;
    return median_of(scratch, k);
}

cost cost_of(const timing *sample, int n)
{
    cost c = { .n = n, .median = NAN, .low = NAN, .high = NAN, .min = NAN };
    if (n < 1) return c;
    double *v = need(calloc((size_t)n, sizeof *v));
    for (int i = 0; i < n; i++) v[i] = sample[i].s;
    c.median = median_of(v, n);
    const int k = order_statistic(n);
    c.min = v[0];
    c.low = v[k > 0 ? k - 1 : 0];
    c.high = v[k > 0 ? n - k : n - 1];
    for (int i = 0; i < n; i++) {
        if (i && sample[i].worker == sample[i - 1].worker) continue;
        const double m = worker_median(sample, n, sample[i].worker, v);
        c.low = fmin(c.low, m);
        c.high = fmax(c.high, m);
    }
    free(v);
    return c;
}

/* ---- Pareto front ------------------------------------------------------------------------ */

typedef struct front {
    double digits, logcost;
} front;

static int by_digits(const void *a, const void *b)
{
    const front *x = a, *y = b;
    return (x->digits > y->digits) - (x->digits < y->digits);
}

/* Keeps the points that no other beats in both digits and cost; returns how many. */
static int pareto(front *f, int n)
{
    qsort(f, (size_t)n, sizeof *f, by_digits);
    int top = n;
    double cheapest = INFINITY;
    for (int i = n - 1; i >= 0; i--) {
        if (f[i].logcost >= cheapest) continue;
        cheapest = f[i].logcost;
        f[--top] = f[i];
    }
    for (int i = top; i < n; i++) f[i - top] = f[i];
    return n - top;
}

/* No extrapolation: outside the front the answer is that there is none. */
static double front_at(const front *f, int n, double digits)
{
    if (n < 1 || !(digits >= f[0].digits) || digits > f[n - 1].digits) return NAN;
    int i = 0;
    while (i + 1 < n && f[i + 1].digits < digits) i++;
    if (i + 1 >= n || f[i].digits == digits) return f[i].logcost;
    const double w = (digits - f[i].digits) / (f[i + 1].digits - f[i].digits);
    return f[i].logcost + w * (f[i + 1].logcost - f[i].logcost);
}

/* ---- bootstrap --------------------------------------------------------------------------- */

/* Replicate 0 is the front of the samples as they are. */
struct cost_curve {
    int n, workers, samples; /* fewest workers and samples behind any point */
    int size[REPLICATES + 1];
    front *fronts; /* REPLICATES + 1 times n */
};

static int count_workers(const timing *s, int n, int *start)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        if (!i || s[i].worker != s[i - 1].worker) start[k++] = i;
    start[k] = n;
    return k;
}

/* Median of one resample; samples of a worker are contiguous. rng NULL: the samples as they
 * are. */
static double resampled_median(const timing *s, const int *start, int workers, gsl_rng *rng,
                               double *v)
{
    const int most = workers ? MOST_DRAWN / workers + 1 : 0;
    int k = 0;
    for (int w = 0; rng && w < workers; w++) {
        const int pick = (int)gsl_rng_uniform_int(rng, (unsigned long)workers);
        const int have = start[pick + 1] - start[pick];
        for (int j = 0; j < have && j < most; j++)
            v[k++] = s[start[pick] + (int)gsl_rng_uniform_int(rng, (unsigned long)have)].s;
    }
    for (int i = 0; !rng && i < start[workers]; i++) v[k++] = s[i].s;
    return median_of(v, k);
}

/* One point in all replicates: columns of the fronts, not yet reduced. */
static void add_point(cost_curve *c, const cost_point *p, gsl_rng *rng)
{
    int *start = need(calloc((size_t)p->n + 1, sizeof *start));
    const int workers = count_workers(p->sample, p->n, start);
    const size_t room = (size_t)p->n + (size_t)MOST_DRAWN + (size_t)workers * (size_t)p->n;
    double *v = need(calloc(room, sizeof *v));
    for (int r = 0; r <= REPLICATES; r++) {
        const double m = resampled_median(p->sample, start, workers, r ? rng : NULL, v);
        if (!(m > 0) || !isfinite(p->digits)) continue;
        c->fronts[r * c->n + c->size[r]++] = (front){ p->digits, log(m) };
    }
    if (workers < c->workers) c->workers = workers;
    if (p->n < c->samples) c->samples = p->n;
    free(v);
    free(start);
}

cost_curve *cost_curve_new(const cost_point *p, int n)
{
    cost_curve *c = need(calloc(1, sizeof *c));
    c->n = n;
    c->workers = c->samples = INT_MAX;
    c->fronts = need(calloc((size_t)(REPLICATES + 1) * (size_t)n + 1, sizeof *c->fronts));
    gsl_rng *rng = need(gsl_rng_alloc(gsl_rng_taus2));
    gsl_rng_set(rng, BOOTSTRAP_SEED);
    for (int i = 0; i < n; i++) add_point(c, &p[i], rng);
    gsl_rng_free(rng);
    for (int r = 0; r <= REPLICATES; r++) c->size[r] = pareto(c->fronts + r * n, c->size[r]);
    return c;
}

void cost_curve_free(cost_curve *c)
{
    if (c) free(c->fronts);
    free(c);
}

static double replicate_at(const cost_curve *c, int r, double digits)
{
    return front_at(c->fronts + r * c->n, c->size[r], digits);
}

double cost_at(const cost_curve *c, double digits) { return exp(replicate_at(c, 0, digits)); }

/* ---- comparison -------------------------------------------------------------------------- */

/* Percentile interval of the log ratio, stretched about the ratio itself; one group alone says
 * nothing, hence an interval without ends. */
static void set_interval(cost_ratio *r, const double *sorted, int k, int groups)
{
    if (k < 1 || groups < 2) {
        r->low = 0;
        r->high = INFINITY;
        return;
    }
    const double widen = gsl_cdf_tdist_Pinv(0.975, groups - 1) / gsl_cdf_ugaussian_Pinv(0.975);
    const double middle = log(r->ratio);
    const double low = gsl_stats_quantile_from_sorted_data(sorted, 1, (size_t)k, 0.025);
    const double high = gsl_stats_quantile_from_sorted_data(sorted, 1, (size_t)k, 0.975);
    r->low = exp(middle - widen * fmax(0, middle - low));
    r->high = exp(middle + widen * fmax(0, high - middle));
}

static verdict judge(const cost_ratio *r, double least)
{
    if (r->low > 1 && r->ratio > 1 + least) return COST_MORE;
    if (r->high < 1 && r->ratio < 1 - least) return COST_LESS;
    return COST_SAME;
}

cost_ratio cost_compare(const cost_curve *a, const cost_curve *b, double digits)
{
    cost_ratio r = { COST_NO_OVERLAP, NAN, NAN, NAN };
    const double middle = replicate_at(a, 0, digits) - replicate_at(b, 0, digits);
    if (!isfinite(middle)) return r;
    double v[REPLICATES];
    int k = 0;
    for (int i = 1; i <= REPLICATES; i++) {
        const double x = replicate_at(a, i, digits) - replicate_at(b, i, digits);
        if (isfinite(x)) v[k++] = x;
    }
    gsl_sort(v, 1, (size_t)k);
    const int workers = a->workers < b->workers ? a->workers : b->workers;
    const int samples = a->samples < b->samples ? a->samples : b->samples;
    r.ratio = exp(middle);
    set_interval(&r, v, k, workers > 1 ? workers : samples);
    r.verdict = judge(&r, workers > 1 ? cost_resolution : lone_resolution);
    return r;
}

cost_ratio cost_compare_samples(const timing *a, int na, const timing *b, int nb)
{
    const cost_point p = { 0, a, na }, q = { 0, b, nb };
    cost_curve *x = cost_curve_new(&p, 1), *y = cost_curve_new(&q, 1);
    const cost_ratio r = cost_compare(x, y, 0);
    cost_curve_free(x);
    cost_curve_free(y);
    return r;
}
