/* tree_conditions.h -- the order conditions of explicit Runge-Kutta methods, for all
 * rooted trees.
 *
 * With the notation of rooted_trees.h, weights b(theta) are of order p if for all trees of order
 * p at most
 *
 *     sum_i b_i(theta) Phi_i(t) = theta^|t| / gamma(t)
 *
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.2.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TREE_CONDITIONS_H
#define TREE_CONDITIONS_H

#include <stdlib.h>

#include "kernel/linear/hermite.h"
#include "kernel/methods/runge_kutta/explicit_rk.h"
#include "tests/methods/rooted_trees.h"

enum { STAGES_MOST = EXPLICIT_RK_STAGES };

static explicit_rk_row phi[TREES];

static inline void tree_weights(const explicit_rk_table *table)
{
    const real *a = table->a[0];
    trees_make(TREE_ORDER);
    trees_weigh(table->all, EXPLICIT_RK_STAGES, a, a, phi[0]);
}

/* Largest residual of the conditions of this order; theta = 0: of weights of a difference. */
static inline real tree_residual(const real *b, real theta, int order)
{
    real most = 0;
    for (int t = 0; t < ntrees; t++) {
        if (trees[t].order != order) continue;
        real sum = 0, power = 1;
        for (int i = 0; i < STAGES_MOST; i++) sum += b[i] * phi[t][i];
        for (int k = 0; k < order; k++) power *= theta;
        most = ivp_max(most, ivp_abs(sum - power / (real)trees[t].density));
    }
    return most;
}

/* Conditions hold up to this order and not beyond. */
static inline void expect_tree_order(const real *b, real theta, int order, const char *what)
{
    for (int k = 1; k <= order; k++)
        ck_assert_msg(tree_residual(b, theta, k) < R(1e-27), "%s, theta = %g, order %d: %.3e",
                      what, (double)theta, k, (double)tree_residual(b, theta, k));
    ck_assert_msg(tree_residual(b, theta, order + 1) > R(1e-9), "%s, theta = %g: order %d too",
                  what, (double)theta, order + 1);
}

/* The weights of dense output: of the cubic, and of the polynomial nested in theta. */
static inline void dense_weights(const explicit_rk_table *x, real theta, real *w)
{
    const real rest = 1 - theta, bump = theta * rest, *b = x->a[x->last];
    const real factor[] = { 1, theta, theta * rest, theta * rest * theta };
    ck_assert_int_le(x->rows, 4);
    for (int j = 0; j < x->all; j++) {
        const real rise = j < x->last ? b[j] : 0;
        w[j] = hermite_cubic(theta, 0, rise, j == 0, j == x->last);
        for (int r = 0; r < x->rows; r++) w[j] += bump * bump * factor[r] * x->d[r][j];
    }
}

/* What each table must satisfy; `coarse`: the order of the second embedded formula. */
static inline void expect_table(const explicit_rk_table *x, int order, int embedded, int coarse,
                                int dense)
{
    static const real thetas[] = { R(0.2), R(0.5), R(0.8) };
    tree_weights(x);
    for (int i = 1; i < x->all; i++) {
        real sum = -x->c[i];
        for (int j = 0; j < i; j++) sum += x->a[i][j];
        ck_assert_msg(ivp_abs(sum) < R(1e-28), "row %d: %.3e", i, (double)sum);
    }
    expect_tree_order(x->a[x->last], 1, order, "step");
    expect_tree_order(x->error, 0, embedded, "error");
    if (x->coarse) expect_tree_order(x->coarse, 0, coarse, "coarse error");
    for (size_t k = 0; k < sizeof thetas / sizeof *thetas; k++) {
        explicit_rk_row w = { 0 };
        dense_weights(x, thetas[k], w);
        expect_tree_order(w, thetas[k], dense, "dense output");
    }
}

#endif
