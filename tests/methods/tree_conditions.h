/* tree_conditions.h -- the order conditions of explicit Runge-Kutta methods, for all
 * rooted trees.
 *
 * A tree t = [t_1 ... t_m] of order |t| = 1 + |t_1| + ... has
 *
 *     gamma(t) = |t| gamma(t_1) ... gamma(t_m)
 *     Phi_i(t) = product over its branches t_k of sum_j a_ij Phi_j(t_k)
 *
 * and weights b(theta) are of order p if for all trees of order p at most
 *
 *     sum_i b_i(theta) Phi_i(t) = theta^|t| / gamma(t)
 *
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.2. */
#ifndef TREE_CONDITIONS_H
#define TREE_CONDITIONS_H

#include <stdlib.h>

#include "kernel/methods/runge_kutta/explicit_rk.h"
#include "tests/suite.h"

enum { TREE_ORDER = 9, TREES = 486, STAGES_MOST = EXPLICIT_RK_STAGES };

typedef struct tree {
    int order, branches, branch[TREE_ORDER];
    real gamma;
    explicit_rk_row phi;
} tree;

static tree trees[TREES];
static int ntrees;

static inline void tree_finish(tree t, const explicit_rk_table *table)
{
    t.gamma = (real)t.order;
    for (int i = 0; i < table->all; i++) t.phi[i] = 1;
    for (int k = 0; k < t.branches; k++) {
        const tree *branch = &trees[t.branch[k]];
        t.gamma *= branch->gamma;
        for (int i = 0; i < table->all; i++) {
            real sum = 0;
            for (int j = 0; j < i; j++) sum += table->a[i][j] * branch->phi[j];
            t.phi[i] *= sum;
        }
    }
    ck_assert_int_lt(ntrees, TREES);
    trees[ntrees++] = t;
}

/* All ways to give t branches of `left` vertices together, none later than tree `latest`. */
static inline void tree_grow(tree t, int left, int latest, const explicit_rk_table *table)
{
    if (left == 0) tree_finish(t, table);
    for (int k = 0; left > 0 && k <= latest; k++) {
        tree grown = t;
        if (trees[k].order > left) return;
        grown.branch[grown.branches++] = k;
        tree_grow(grown, left - trees[k].order, k, table);
    }
}

static inline void trees_make(const explicit_rk_table *table)
{
    ntrees = 0;
    for (int order = 1; order <= TREE_ORDER; order++)
        tree_grow((tree){ .order = order }, order - 1, ntrees - 1, table);
    ck_assert_int_eq(ntrees, TREES);
}

/* Largest residual of the conditions of this order; theta = 0: of weights of a difference. */
static inline real tree_residual(const real *b, real theta, int order)
{
    real most = 0;
    for (const tree *t = trees; t < trees + ntrees; t++) {
        if (t->order != order) continue;
        real sum = 0, power = 1;
        for (int i = 0; i < STAGES_MOST; i++) sum += b[i] * t->phi[i];
        for (int k = 0; k < order; k++) power *= theta;
        most = ivp_max(most, ivp_abs(sum - power / t->gamma));
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
        w[j] =
            theta * rise + bump * (rest * ((j == 0) - rise) - theta * ((j == x->last) - rise));
        for (int r = 0; r < x->rows; r++) w[j] += bump * bump * factor[r] * x->d[r][j];
    }
}

/* What each table must satisfy; `coarse`: the order of the second embedded formula. */
static inline void expect_table(const explicit_rk_table *x, int order, int embedded, int coarse,
                                int dense)
{
    static const real thetas[] = { R(0.2), R(0.5), R(0.8) };
    trees_make(x);
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
