/* cost.c -- median with interval from all samples, and cost at equal accuracy.
 *
 * The 95 % interval of a median from n ordered samples is (x_(k), x_(n+1-k)) with the largest k
 * for which P(Binomial(n, 1/2) < k) <= 0.025; below six samples no such k exists and all
 * samples are the interval. The bootstrap draws workers first, then samples of each drawn
 * worker, so that the spread between processes counts; few workers (or few samples of a single
 * one) widen it by Student's factor t(k-1) / t(infinity). */
#include "reports/cost.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>

#include "bench/util.h"

const double cost_resolution = 0.02;
static const double lone_resolution = 0.05; /* one worker says nothing of the next */
enum { REPLICATES = 400, BOOTSTRAP_SEED = 20080201, MOST_DRAWN = 200 };

static double median_of(double *v, int n)
{
    if (n < 1) return NAN;
    gsl_sort(v, 1, (size_t)n);
    return gsl_stats_median_from_sorted_data(v, 1, (size_t)n);
}

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

/* ---- Pareto front --------------------------------------------------------------------------
 */

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

static double front_at(const front *f, int n, double digits)
{
    if (n < 1 || !(digits >= f[0].digits) || digits > f[n - 1].digits) return NAN;
    int i = 0;
    while (i + 1 < n && f[i + 1].digits < digits) i++;
    if (i + 1 >= n || f[i].digits == digits) return f[i].logcost;
    const double w = (digits - f[i].digits) / (f[i + 1].digits - f[i].digits);
    return f[i].logcost + w * (f[i + 1].logcost - f[i].logcost);
}

/* ---- bootstrap ------------------------------------------------------------------------------
 */

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
static double resampled_median(const timing *s, int n, gsl_rng *rng)
{
    double *v = need(calloc((size_t)n + MOST_DRAWN + 1, sizeof *v));
    int *start = need(calloc((size_t)n + 1, sizeof *start)), k = 0;
    const int workers = count_workers(s, n, start);
    const int most = workers ? MOST_DRAWN / workers + 1 : 0;
    for (int w = 0; rng && w < workers; w++) {
        const int pick = (int)gsl_rng_uniform_int(rng, (unsigned long)workers);
        const int have = start[pick + 1] - start[pick];
        for (int j = 0; j < have && j < most && k < n + MOST_DRAWN; j++)
            v[k++] = s[start[pick] + (int)gsl_rng_uniform_int(rng, (unsigned long)have)].s;
    }
    for (int i = 0; !rng && i < n; i++) v[k++] = s[i].s;
    const double m = median_of(v, k);
    free(v);
    free(start);
    return m;
}

static double log_cost_at(const cost_point *p, int n, double digits, gsl_rng *rng)
{
    front *f = need(calloc((size_t)n, sizeof *f));
    int k = 0;
    for (int i = 0; i < n; i++) {
        const double m = resampled_median(p[i].sample, p[i].n, rng);
        if (m > 0 && isfinite(p[i].digits)) f[k++] = (front){ p[i].digits, log(m) };
    }
    k = pareto(f, k);
    const double at = front_at(f, k, digits);
    free(f);
    return at;
}

double cost_at(const cost_point *p, int n, double digits)
{
    return exp(log_cost_at(p, n, digits, NULL));
}

/* Fewest workers, or where that is one fewest samples, behind any point. */
typedef struct backing {
    int workers, samples;
} backing;

static backing backing_of(const cost_point *p, int n, backing b)
{
    for (int i = 0; i < n; i++) {
        int *start = need(calloc((size_t)p[i].n + 1, sizeof *start));
        const int workers = count_workers(p[i].sample, p[i].n, start);
        free(start);
        if (workers < b.workers) b.workers = workers;
        if (p[i].n < b.samples) b.samples = p[i].n;
    }
    return b;
}

static verdict judge(const cost_ratio *r, const backing *b)
{
    const double least = b->workers > 1 ? cost_resolution : lone_resolution;
    if (r->low > 1 && r->ratio > 1 + least) return COST_MORE;
    if (r->high < 1 && r->ratio < 1 - least) return COST_LESS;
    return COST_SAME;
}

static void set_interval(cost_ratio *r, const double *sorted, int k, const backing *b)
{
    const int groups = b->workers > 1 ? b->workers : b->samples;
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

cost_ratio cost_compare(const cost_point *a, int na, const cost_point *b, int nb, double digits)
{
    cost_ratio r = { COST_NO_OVERLAP, NAN, NAN, NAN };
    const double middle = log_cost_at(a, na, digits, NULL) - log_cost_at(b, nb, digits, NULL);
    gsl_rng *rng = isfinite(middle) ? gsl_rng_alloc(gsl_rng_taus2) : NULL;
    if (!rng) return r;
    double *v = need(calloc(REPLICATES, sizeof *v));
    int k = 0;
    gsl_rng_set(rng, BOOTSTRAP_SEED);
    for (int i = 0; i < REPLICATES; i++) {
        const double x = log_cost_at(a, na, digits, rng) - log_cost_at(b, nb, digits, rng);
        if (isfinite(x)) v[k++] = x;
    }
    gsl_sort(v, 1, (size_t)k);
    backing behind = { INT_MAX, INT_MAX };
    behind = backing_of(b, nb, backing_of(a, na, behind));
    r.ratio = exp(middle);
    set_interval(&r, v, k, &behind);
    r.verdict = judge(&r, &behind);
    gsl_rng_free(rng);
    free(v);
    return r;
}

cost_ratio cost_compare_samples(const timing *a, int na, const timing *b, int nb)
{
    const cost_point p = { 0, a, na }, q = { 0, b, nb };
    return cost_compare(&p, 1, &q, 1, 0);
}
