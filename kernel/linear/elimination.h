/* elimination.h -- elimination of a symmetric sparse system K x = b in an order that is found
 * once.
 *
 *     K = L D L^T,     L unit lower triangular in the chosen order, D diagonal
 *
 * The matrices of one problem share a pattern. So fill-in, pivot order and updates form a fixed
 * program over numbered slots. elimination_plan makes it once; it runs at every point. The
 * program does not pivot. A plan takes a pivot only if it was large relative to its column in
 * every sample matrix. Solutions are checked by their residual and refined once. If that does
 * not suffice, the caller falls back to a pivoted solver.
 *
 * A program is interpreted (elimination_run.h), or written as C and compiled with the problem
 * (elimination_code). Both perform the same operations in the same order, so results agree to
 * the bit. It has no branch on a value, so it also runs in lanes.
 *
 * For saddle points [M G^T; G 0] of small mechanisms: Andrews' 13 x 13 matrix needs 45
 * slots.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_ELIMINATION_H
#define IVP_ELIMINATION_H

#include <ivp/base.h>
#include <string.h>

/* Residuals in units of |K| |x| + |b|: above the first one is refined, above the second one
 * after that the factors were too inaccurate. Compared so that a NaN is above both. */
#define ELIMINATION_STABLE    (16 * IVP_EPS)
#define ELIMINATION_WORTHLESS (256 * IVP_EPS)
/* Near a singular K a solution is large, and its relative residual is small even if it is
 * inaccurate. So a solution is also refined if its residual exceeds this part of |b| and four
 * times that of the samples. */
#define ELIMINATION_LEFT (8 * (double)IVP_EPS)

/* What residuals are measured in: |K| |x| + |b|, and |b|, of the largest entries. */
typedef struct elimination_size {
    real unit, b;
} elimination_size;

/* One product that is subtracted: slot[to] -= slot[left] * slot[right]. */
typedef struct elimination_update {
    int to, left, right;
} elimination_update;

/* An entry of K, found at [from] of the caller's numbers; or of L: l = slot[from] / d, used as
 * x[row] -= l x[column] going forward, the other way round going back. */
typedef struct elimination_entry {
    int row, column, slot, from;
} elimination_entry;

/* The program: numbers of slots, nothing of any arithmetic. */
typedef struct elimination_plan {
    int n;
    int nlower, nslots;         /* slots of the lower triangle; with those of L behind them */
    double left;                /* of |b|, by solutions as usual */
    int nnonzero;               /* entries of the lower triangle that K itself has */
    elimination_entry *nonzero; /* their rows, columns and slots, column by column */
    int *order;                 /* n: pivots as they are taken */
    int *pivot;                 /* n: the slot of the k-th pivot, which becomes its inverse */
    int *first_entry;           /* n + 1: entries of L of the k-th pivot, in `entry` */
    elimination_entry *entry;   /* columns of L in the order of the pivots */
    int *first_update;          /* n + 1: updates that the k-th pivot makes, in `update` */
    elimination_update *update;
} elimination_plan;

/* Systems K x = b as they will come. */
typedef struct elimination_samples {
    int count;
    const real *K; /* n x n each, symmetric, full storage */
    const real *b; /* n each */
} elimination_samples;

/* A plan for matrices with the nonzeros of the samples. K(i, j) is looked for at [i + j n]
 * until whoever calls says where it is (nonzero[].from). NULL: out of memory, or no order keeps
 * the pivots away from zero. */
elimination_plan *elimination_plan_create(int n, const elimination_samples *of);
void elimination_plan_destroy(elimination_plan *p); /* accepts NULL */
/* Equal for equal programs (FNV-1a). */
unsigned long long elimination_plan_digest(const elimination_plan *p);

/* What is not zero of numbers, collected: all bits of it but the sign. In double and quad a
 * number of 64 bits, in lanes one a lane. Collecting bits waits for nothing, adding numbers
 * does. */
#if IVP_ARITH == IVP_LANES
typedef ivp_lane_mask elimination_bits;
#else
typedef unsigned long long elimination_bits;
#endif

static inline elimination_bits elimination_bits_of(real x)
{
#if IVP_ARITH == IVP_LANES
    return (ivp_lane_mask)x << 1;
#elif IVP_ARITH == IVP_DOUBLE
    elimination_bits bits;
    memcpy(&bits, &x, sizeof bits);
    return bits << 1;
#else
    return x != 0;
#endif
}

/* A plan written out. All work on storage of the caller, no part of which overlaps another:
 *
 *     value[nnonzero]    the entries of K
 *     slot[nslots]       L and the inverse of D */
typedef struct elimination_code {
    unsigned long long digest; /* of the plan; 0 ends a list */
    /* Reads K from `numbers` into value and factors it; the largest entry of |K|. */
    real (*factor)(const real *numbers, real *value, real *slot);
    /* x := (L D L^T)^-1 b; b and x are different vectors. */
    void (*solve)(const real *slot, const real *b, real *x);
    /* r := b - K x; the largest entry of |r|. |K| is given; the unit is NaN where |K| or x is
     * not finite. */
    real (*residual)(const real *value, real largest, const real *b, const real *x, real *r,
                     elimination_size *size);
    /* x := K^-1 b and nothing else: factors and residual stay where they are made, in
     * registers. Returns what residual() does; the same bits. */
    real (*solve_system)(const real *numbers, const real *b, real *x, elimination_size *size);
    /* Bits of the numbers outside of the pattern, of the lower triangle. */
    elimination_bits (*strays)(const real *numbers);
} elimination_code;

/* Of the structures above: what was compiled for others is not used. */
#define ELIMINATION_ABI (16 * IVP_ABI + 4)

/* What is compiled beside problem foo as ivp_eliminations_foo. */
typedef struct elimination_codes {
    unsigned abi; /* ELIMINATION_ABI */
    int arith;
    const char *name;
    const elimination_code *codes;
} elimination_codes;

#endif
