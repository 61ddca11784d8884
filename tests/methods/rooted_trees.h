/* rooted_trees.h -- the rooted trees up to an order, to which order conditions belong.
 *
 * A tree t = [t_1 ... t_m] has
 *
 *     |t|      = 1 + |t_1| + ... + |t_m|                    its order
 *     gamma(t) = |t| gamma(t_1) ... gamma(t_m)              its density
 *     Phi_i(t) = product over k of sum_j a_ij Phi_j(t_k)    its weights in stages with a matrix a
 *
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.2.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ROOTED_TREES_H
#define ROOTED_TREES_H

#include "tests/suite.h"

enum { TREE_ORDER = 9, TREES = 486 };

typedef struct rooted_tree {
    int order, density, branches,
        branch[TREE_ORDER]; /* branches: places of trees in the list */
} rooted_tree;

/* By their order: branches stand before what they are branches of. */
static rooted_tree trees[TREES];
static int ntrees;

/* All ways to give t branches of `left` vertices together, none later than tree `latest`. */
static inline void tree_grow(rooted_tree t, int left, int latest)
{
    if (left == 0) {
        ck_assert_int_lt(ntrees, TREES);
        trees[ntrees++] = t;
    }
    for (int k = 0; left > 0 && k <= latest; k++) {
        rooted_tree grown = t;
        if (trees[k].order > left) return;
        grown.branch[grown.branches++] = k;
        grown.density *= trees[k].density;
        tree_grow(grown, left - trees[k].order, k);
    }
}

static inline void trees_make(int highest)
{
    static const int count[TREE_ORDER + 1] = { 0, 1, 2, 4, 8, 17, 37, 85, 200, TREES };
    ntrees = 0;
    for (int order = 1; order <= highest; order++)
        tree_grow((rooted_tree){ .order = order, .density = order }, order - 1, ntrees - 1);
    ck_assert_int_eq(ntrees, count[highest]);
}

/* phi[t * row + i] := Phi_i of tree t; rows of `row` numbers. A matrix of its own for trees with
 * one branch, and one for those with several. */
static inline void trees_weigh(int stages, int row, const real *alone, const real *several,
                               real *phi)
{
    for (int t = 0; t < ntrees; t++)
        for (int i = 0; i < stages; i++) {
            const real *a = (trees[t].branches == 1 ? alone : several) + i * row;
            phi[t * row + i] = 1;
            for (int b = 0; b < trees[t].branches; b++) {
                const real *branch = phi + trees[t].branch[b] * row;
                real sum = 0;
                for (int j = 0; j < stages; j++) sum += a[j] * branch[j];
                phi[t * row + i] *= sum;
            }
        }
}

#endif
