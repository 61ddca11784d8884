/* test_noise.c -- intervals of costs against a machine whose noise is known: how often they
 * hold the truth, how often equal solvers are called different, how often unequal ones are told
 * apart.
 *
 * The machine has two levels of noise. A process is slower or faster as a whole, by exp(s X)
 * with X of Student's t with 5 degrees of freedom (heavy tails) and of variance 1, s differing
 * from cell to cell: log-normal around 1.5 %, two thirds of the cells within a factor 1.8. Its
 * samples differ by 2 % besides, long cells having one sample and short ones forty.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>

#include "bench/base/util.h"
#include "reports/metrics/cost.h"

#include "tests/suite.h"

enum { CELLS = 400, STORES = 25, MOST = 40, MOST_WORKERS = 6, DEFAULT_WORKERS = 5 };
static const double usual_spread = 0.015, differs = 0.6, within = 0.02;

typedef struct machine {
    gsl_rng *rng;
    int workers;
    double spread; /* usual one between processes */
} machine;

static machine machine_new(int workers, double between)
{
    machine m = { need(gsl_rng_alloc(gsl_rng_taus2)), workers, between };
    gsl_rng_set(m.rng, 20080201);
    return m;
}

/* One cell: `seconds` on average, s between its processes. */
static int measure(const machine *m, double seconds, double s, int each, timing *t)
{
    int n = 0;
    for (int w = 0; w < m->workers; w++) {
        const double process = s * gsl_ran_tdist(m->rng, 5) * sqrt(3.0 / 5);
        for (int k = 0; k < each; k++)
            t[n++] = (timing){
                seconds * exp(process + within * gsl_ran_gaussian_ziggurat(m->rng, 1)), w
            };
    }
    return n;
}

/* All cells of a store. Cells 2 k and 2 k + 1 do the same work but for a factor. */
static void fill(const machine *m, double factor, cost c[CELLS])
{
    static timing t[CELLS][MOST_WORKERS * MOST];
    static spread v[CELLS];
    int n[CELLS], many = 0;
    double s = 0;
    for (int g = 0; g < CELLS; g++) {
        if (g % 2 == 0) s = m->spread * exp(gsl_ran_gaussian_ziggurat(m->rng, differs));
        n[g] = measure(m, g % 2 ? factor : 1, s, g % 4 < 2 ? 1 : MOST, t[g]);
        v[many] = cost_spread(t[g], n[g]);
        many += v[many].freedom > 0;
    }
    const noise prior = noise_fit(v, many);
    for (int g = 0; g < CELLS; g++) c[g] = cost_of(t[g], n[g], &prior);
}

/* Shares of all cells, or pairs of cells, of many stores. */
typedef struct shares {
    double covered, claimed, wrong; /* wrong: claimed, and the other way */
} shares;

static shares simulate(int workers, double between, double factor)
{
    const machine m = machine_new(workers, between);
    static cost c[CELLS];
    int covered = 0, claimed = 0, wrong = 0;
    for (int k = 0; k < STORES; k++) {
        fill(&m, factor, c);
        for (int g = 0; g < CELLS; g += 2) {
            const verdict said = cost_compare_costs(&c[g + 1], &c[g]).verdict;
            covered += c[g].low <= 1 && 1 <= c[g].high;
            covered += c[g + 1].low <= factor && factor <= c[g + 1].high;
            claimed += said != COST_SAME;
            wrong += said == COST_LESS;
        }
    }
    gsl_rng_free(m.rng);
    return (shares){ (double)covered / (CELLS * STORES), 2.0 * claimed / (CELLS * STORES),
                     2.0 * wrong / (CELLS * STORES) };
}

START_TEST(a_95_per_cent_interval_holds_the_truth_so_often)
{
    static const double spreads[] = { 0.005, 0.015, 0.1 };
    const int workers = 1 + _i % MOST_WORKERS;
    const double s = spreads[_i / MOST_WORKERS];
    if (workers == 1) return; /* what is assumed then is another test's */
    const double share = simulate(workers, s, 1).covered;
    ck_assert_msg(share > 0.93 && share < 0.97, "%d workers, %.3g: %.4f", workers, s, share);
}
END_TEST

START_TEST(equal_solvers_are_not_told_apart)
{
    for (int workers = 2; workers <= MOST_WORKERS; workers++) {
        const double share = simulate(workers, usual_spread, 1).claimed;
        const double most = workers == DEFAULT_WORKERS ? 0.001 : 0.004;
        ck_assert_msg(share <= most, "%d workers: %.4f", workers, share);
    }
}
END_TEST

START_TEST(fifteen_per_cent_is_told_apart_by_the_workers_of_the_default_plan)
{
    const shares x = simulate(DEFAULT_WORKERS, usual_spread, 1.15);
    ck_assert_msg(x.claimed > 0.95, "%.4f", x.claimed);
    ck_assert(x.wrong == 0);
}
END_TEST

/* ---- the pool ---------------------------------------------------------------------------- */

/* Variances that follow the model exactly give its parameters back. */
START_TEST(the_pool_is_found)
{
    enum { N = 20000 };
    static spread v[N];
    const noise truth = { 0.03 * 0.03, 6 };
    gsl_rng *rng = need(gsl_rng_alloc(gsl_rng_taus2));
    for (int g = 0; g < N; g++) {
        const int d = 1 + g % 4;
        const double s2 = truth.freedom * truth.variance / gsl_ran_chisq(rng, truth.freedom);
        v[g] = (spread){ s2 * gsl_ran_chisq(rng, d) / d, d };
    }
    const noise found = noise_fit(v, N);
    ck_assert_double_eq_tol(found.freedom, truth.freedom, 0.8);
    ck_assert_double_eq_tol(sqrt(found.variance), 0.03, 0.002);
    gsl_rng_free(rng);
}
END_TEST

START_TEST(few_cells_make_no_pool)
{
    const spread v[3] = { { 1, 1 }, { 1, 1 }, { 1, 1 } };
    const noise found = noise_fit(v, 3), usual = noise_usual();
    ck_assert(found.variance == usual.variance && found.freedom == usual.freedom);
}
END_TEST

START_TEST(cells_that_agree_are_believed_to_a_degree)
{
    spread v[50];
    for (int g = 0; g < 50; g++) v[g] = (spread){ 1e-4, 3 };
    const noise found = noise_fit(v, 50);
    ck_assert_double_le(found.freedom, 20);
    ck_assert(found.variance > 0 && isfinite(found.variance));
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("noise");
    tcase_add_loop_test(c, a_95_per_cent_interval_holds_the_truth_so_often, 0,
                        3 * MOST_WORKERS);
    tcase_add_test(c, equal_solvers_are_not_told_apart);
    tcase_add_test(c, fifteen_per_cent_is_told_apart_by_the_workers_of_the_default_plan);
    tcase_add_test(c, the_pool_is_found);
    tcase_add_test(c, few_cells_make_no_pool);
    tcase_add_test(c, cells_that_agree_are_believed_to_a_degree);
    return suite_run("noise", c);
}
