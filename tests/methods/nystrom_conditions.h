/* nystrom_conditions.h -- the order conditions of explicit Runge-Kutta-Nystrom methods for
 * v'' = f(t, v), for all trees.
 *
 * A tree is a root with branches. A branch is a leaf, which stands for v' (or t), or a tree.
 * With the power |t| of h that belongs to it, and a number K(t),
 *
 *     |t|   = sum over its branches of 1 (leaf) or |u| + 2 (tree u)
 *     K(t)  = product of 1 (leaf) or K(u) / ((|u| + 1) (|u| + 2))
 *     Phi_i = product of c_i (leaf) or sum_j a_ij Phi_j(u)
 *
 * (the same products for the solution, with integrals in place of sums, give K(t) theta^|t|).
 * Weights are of order p if
 *
 *     sum_i b'_i Phi_i(t) = K(t) / (|t| + 1)                  for |t| + 1 <= p
 *     sum_i b_i Phi_i(t)  = K(t) / ((|t| + 1) (|t| + 2))      for |t| + 2 <= p
 *
 * There are 1, 1, 2, 3, 6, 10, 20, 36, 72, 137, 275, 541, 1098 trees with |t| = 0, 1, 2 ...
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.14.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef NYSTROM_CONDITIONS_H
#define NYSTROM_CONDITIONS_H

#include "kernel/methods/runge_kutta/nystrom.h"
#include "tests/suite.h"

enum { POWER_MOST = 12, NYSTROM_TREES = 2202, STAGES_MOST = NYSTROM_STAGES };

typedef struct nystrom_tree {
    int power;
    real k, phi[STAGES_MOST];
} nystrom_tree;

/* By their power; branch n of others: the leaf for n = 0, else tree n - 1. */
static nystrom_tree trees[NYSTROM_TREES], branches[NYSTROM_TREES + 1];
static int ntrees;

/* Tree number n, just made, as a branch */
static inline void trees_graft(const nystrom_table *x, int n)
{
    const nystrom_tree *t = &trees[n];
    nystrom_tree *b = &branches[n + 1];
    b->power = t->power + 2;
    b->k = t->k / (real)((t->power + 1) * (t->power + 2));
    for (int i = 0; i < x->stages; i++) {
        b->phi[i] = 0;
        for (int j = 0; j < i; j++) b->phi[i] += x->a[i][j] * t->phi[j];
    }
}

/* All ways to give t branches of the power `left` together, none later than `latest`. */
static inline void trees_grow(const nystrom_table *x, const nystrom_tree *t, int left,
                              int latest)
{
    if (left == 0) {
        ck_assert_int_lt(ntrees, NYSTROM_TREES);
        trees[ntrees] = *t;
        trees_graft(x, ntrees++);
    }
    for (int n = 0; left > 0 && n <= latest; n++) {
        nystrom_tree grown = *t;
        if (branches[n].power > left) return;
        grown.k *= branches[n].k;
        for (int i = 0; i < x->stages; i++) grown.phi[i] *= branches[n].phi[i];
        trees_grow(x, &grown, left - branches[n].power, n);
    }
}

static inline void trees_make(const nystrom_table *x, int highest)
{
    static const int count[POWER_MOST + 1] = { 1,  1,  2,   3,   6,   10,  20,
                                               36, 72, 137, 275, 541, 1098 };
    branches[0] = (nystrom_tree){ .power = 1, .k = 1 };
    for (int i = 1; i < x->stages; i++) branches[0].phi[i] = x->c[i];
    ntrees = 0;
    for (int power = 0; power <= highest; power++) {
        nystrom_tree root = { .power = power, .k = 1 };
        const int before = ntrees;
        for (int i = 0; i < x->stages; i++) root.phi[i] = 1;
        trees_grow(x, &root, power, ntrees);
        ck_assert_int_eq(ntrees - before, count[power]);
    }
}

/* Largest residual of the conditions of this order; of: 1, 0 of weights of a difference. */
static inline real nystrom_residual(const real *b, bool rates, int of, int order)
{
    real most = 0;
    for (int t = 0; t < ntrees; t++) {
        const int power = trees[t].power;
        if (power + (rates ? 1 : 2) != order) continue;
        real sum = 0, due = of * trees[t].k / (real)(power + 1);
        for (int i = 0; i < STAGES_MOST; i++) sum += b[i] * trees[t].phi[i];
        if (!rates) due /= (real)(power + 2);
        most = ivp_max(most, ivp_abs(sum - due));
    }
    return most;
}

/* Conditions hold up to this order and not beyond. */
static inline void expect_nystrom_order(const real *b, bool rates, int of, int order,
                                        const char *what)
{
    for (int k = 1; k <= order; k++)
        ck_assert_msg(nystrom_residual(b, rates, of, k) < R(1e-29), "%s, order %d: %.3e", what,
                      k, (double)nystrom_residual(b, rates, of, k));
    ck_assert_msg(nystrom_residual(b, rates, of, order + 1) > R(1e-9), "%s: order %d too", what,
                  order + 1);
}

/* What each table must satisfy. */
static inline void expect_nystrom_table(const nystrom_table *x, int order, int embedded)
{
    trees_make(x, order);
    for (int i = 1; i <= x->last; i++) {
        real sum = -x->c[i] * x->c[i] / 2;
        for (int j = 0; j < i; j++) sum += x->a[i][j];
        ck_assert_msg(ivp_abs(sum) < R(1e-32), "row %d: %.3e", i, (double)sum);
    }
    expect_nystrom_order(x->a[x->last], false, 1, order, "v");
    expect_nystrom_order(x->rates, true, 1, order, "v'");
    expect_nystrom_order(x->error, false, 0, embedded, "error of v");
    expect_nystrom_order(x->error_rate, true, 0, embedded, "error of v'");
}

#endif
