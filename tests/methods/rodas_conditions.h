/* rodas_conditions.h -- what the coefficients of the stiffly accurate Rosenbrock methods must
 * satisfy, in the arithmetic of the test that includes this.
 *
 * Order conditions belong to rooted trees. With Phi = 1 of the leaf, beta = alpha + gamma and
 * density d,
 *
 *     Phi_i = (beta Phi(child))_i         one child
 *     Phi_i = prod (alpha Phi(child))_i   several
 *     b Phi = 1 / d
 *
 * Hairer, Wanner: Solving Ordinary Differential Equations II, IV.7, theorem 7.4 and table
 * 7.1.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef RODAS_CONDITIONS_H
#define RODAS_CONDITIONS_H

#include "kernel/methods/rosenbrock/rodas.h"
#include "tests/methods/rooted_trees.h"

enum { ORDERS = 5, RODAS_TREES = 17 };

/* alpha and beta; of each tree Phi; gamma Phi, whose products with weights of u are those of b
 * with Phi */
typedef struct conditions {
    int stages;
    real gamma[RODAS_STAGES][RODAS_STAGES], alpha[RODAS_STAGES][RODAS_STAGES];
    real phi[RODAS_TREES][RODAS_STAGES], weighed[RODAS_TREES][RODAS_STAGES];
    real m[RODAS_STAGES], m_hat[RODAS_STAGES]; /* weights of u in y1 and in z_s */
} conditions;

/* Weights of u in the argument of stage i; i = stages: in y1 */
static inline void argument(const rodas_table *t, int i, real *a)
{
    const int own = i < t->formed ? i : t->formed - 1;
    for (int j = 0; j < t->stages; j++) a[j] = j < own ? t->a[own][j] : 0;
    for (int j = t->formed - 1; j < i && i >= t->formed; j++) a[j] += 1;
}

/* gamma = (1/gamma - c)^-1, alpha = a gamma */
static inline void transform_back(conditions *k, const rodas_table *t)
{
    real a[RODAS_STAGES];
    for (int j = 0; j < t->stages; j++)
        for (int i = j; i < t->stages; i++) {
            real sum = i == j;
            for (int l = j; l < i; l++) sum += t->c[i][l] * k->gamma[l][j];
            k->gamma[i][j] = t->gamma * sum;
        }
    for (int i = 0; i < t->stages; i++) {
        argument(t, i, a);
        for (int j = 0; j < t->stages; j++)
            for (int l = 0; l < t->stages; l++) k->alpha[i][j] += a[l] * k->gamma[l][j];
    }
    argument(t, t->stages - 1, k->m_hat);
    argument(t, t->stages, k->m);
}

/* theorem 7.4 */
static inline void weigh(conditions *k)
{
    real beta[RODAS_STAGES][RODAS_STAGES];
    for (int i = 0; i < k->stages; i++)
        for (int j = 0; j < k->stages; j++) beta[i][j] = k->alpha[i][j] + k->gamma[i][j];
    trees_weigh(k->stages, RODAS_STAGES, beta[0], k->alpha[0], k->phi[0]);
    for (int t = 0; t < ntrees; t++)
        for (int i = 0; i < k->stages; i++)
            for (int j = 0; j < k->stages; j++)
                k->weighed[t][i] += k->gamma[i][j] * k->phi[t][j];
}

static inline conditions conditions_of(const rodas_table *t)
{
    conditions k = { .stages = t->stages };
    transform_back(&k, t);
    trees_make(ORDERS);
    weigh(&k);
    return k;
}

static inline void expect_small(real residual, real bound, const char *what, int where)
{
    ck_assert_msg(residual <= bound && -residual <= bound, "%s %d: %.3e", what, where,
                  (double)residual);
}

/* sum w u = 1 / d for trees of this order; *worst: largest residual of the next order's */
static inline void expect_order(const conditions *k, const real *w, int order, real bound,
                                const char *what)
{
    real worst = 0;
    for (int i = 0; i < ntrees; i++) {
        real residual = -1 / (real)trees[i].density;
        for (int j = 0; j < k->stages; j++) residual += w[j] * k->weighed[i][j];
        if (trees[i].order <= order) expect_small(residual, bound, what, i);
        if (trees[i].order == order + 1)
            worst = worst > residual ? worst : residual > -residual ? residual : -residual;
    }
    if (order < ORDERS) ck_assert_msg(worst > R(1e-4), "%s: a higher order", what);
}

/* Weights of theta^p u in the dense output: theta m + theta (1 - theta) sum theta^k d_k */
static inline real dense_weight(const rodas_table *t, const conditions *k, int p, int j)
{
    const real before = p >= 2 ? t->d[p - 2][j] : 0;
    return (p == 1 ? k->m[j] : 0) + (p <= t->dense ? t->d[p - 1][j] : 0) - before;
}

/* Of order dense + 1: sum w(theta) u = theta^order / d for every theta */
static inline void expect_dense(const rodas_table *t, const conditions *k, real bound)
{
    for (int i = 0; i < ntrees; i++)
        for (int p = 1; p <= t->dense + 1 && trees[i].order <= t->dense + 1; p++) {
            real residual = p == trees[i].order ? -1 / (real)trees[i].density : 0;
            for (int j = 0; j < t->stages; j++)
                residual += dense_weight(t, k, p, j) * k->weighed[i][j];
            expect_small(residual, bound, "dense output, tree", i);
        }
}

static inline void expect_sums(const rodas_table *t, const conditions *k, real bound)
{
    for (int i = 0; i < t->stages; i++) {
        real alpha = -t->alpha[i], gamma = -t->gamma_sum[i];
        for (int j = 0; j < t->stages; j++) {
            alpha += k->alpha[i][j];
            gamma += k->gamma[i][j];
        }
        expect_small(alpha, bound, "alpha", i);
        expect_small(gamma, bound, "gamma", i);
        if (i >= t->formed) ck_assert(t->alpha[i] >= 1 && t->alpha[i] <= 1);
    }
}

static inline void expect_coefficients(const rodas_table *t, real bound)
{
    const conditions k = conditions_of(t);
    expect_sums(t, &k, bound);
    expect_order(&k, k.m, t->embedded + 1, bound, "order of y1, tree");
    expect_order(&k, k.m_hat, t->embedded, bound, "order of the embedded solution, tree");
    expect_dense(t, &k, 100 * bound);
}

#endif
