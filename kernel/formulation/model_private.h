/* model_private.h -- functions of a model for methods of this build, in addition to ivp/model.h
 * (symbol version IVP_PRIVATE: it may change with any commit).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_MODEL_PRIVATE_H
#define IVP_MODEL_PRIVATE_H

#include <ivp/model.h>

/* Returns whether events are located; then dense output must be as accurate as the end of a
 * step. */
bool model_looks_inside(const ivp_model *m);
double model_span(const ivp_model *m); /* length of the interval, for rules of h0 */

/* Returns whether M and J are kept by columns over a pattern that the problem declares. Then
 * every view has a pencil; that of F = 0 has M = dF/dy' and J = -dF/dy. */
bool ivp_has_columns(const ivp_model *m);

/* The order of the unknowns for packed diagonals over a pattern: the k-th is the model's
 * order[k]. NULL: the model's own order, where another one saves less than half of the diagonals,
 * or an unknown has index 2 or 3. */
const int *ivp_order_of(const ivp_model *m);
/* The diagonals below and above the main one that hold M and J: those that the problem
 * declares, or the fewest that hold its pattern in ivp_order_of(). n - 1: it declares
 * neither. */
ivp_band ivp_diagonals_of(const ivp_model *m);
/* ivp_rhs_jac() and ivp_res_jac() into packed diagonals of ivp_diagonals_of(), fewer than n;
 * rows and columns in ivp_order_of(), y and y' in the model's order */
ivp_status ivp_rhs_jac_packed(ivp_model *m, real t, const real *y, ivp_mat J);
ivp_status ivp_res_jac_packed(ivp_model *m, real t, const real *y, const real *yp, real c,
                              ivp_mat J);

/* The pattern that the problem declares, for codes with sparse matrices of their own: column j
 * has rows row[first[j]] .. row[first[j + 1] - 1], the diagonal among them. */
typedef struct ivp_entries {
    int n;
    const int *first, *row;
} ivp_entries;
/* false: ivp_has_columns() is. The arrays are the model's. */
bool ivp_entries_of(const ivp_model *m, ivp_entries *entries);
/* value := ivp_res_jac(), in the order of the pattern */
ivp_status ivp_res_jac_entries(ivp_model *m, real t, const real *y, const real *yp, real c,
                               real *value);
/* Bytes of factors over the pattern at least, as AMD counts them */
double ivp_factors_bytes(const ivp_model *m);

/* Wrapped codes at their own speed. Nobody looks between the steps of a run that is not watched
 * and has no events, where y' = f is the problem's own. A code may take this many steps before
 * it returns, and counts all but the last by ivp_count(IVP_N_ACCEPTED). It must come to the
 * same bits as step by step. 0: each step is looked at. */
long ivp_steps_unseen(const ivp_model *m);
/* The attempt to take them failed, and is repeated step by step: what was counted since
 * ivp_f_unseen() is taken back. */
void ivp_not_unseen(ivp_model *m);
/* The problem's f then, and *p its parameters; NULL: ivp_rhs() is to be called. Who calls f
 * counts the calls. Where f fails or is not finite, the code is left at once, for NaN can keep
 * it for ever. The run is then repeated with ivp_rhs(). */
typedef ivp_status ivp_direct_f(const ivp_state *s, real *f, const real *p);
ivp_direct_f *ivp_f_unseen(ivp_model *m, const real **p);
#if IVP_ARITH == 1 /* as wrapped codes are */
/* CPU seconds that an LU decomposition takes at least, for members least_s: 2/3 n^3 operations of
 * a full matrix, 2 n lower upper of diagonals without exchanges of rows. Loops over columns are
 * bound by memory, and their rate here is several times what the fastest processors reach. LAPACK
 * computes by blocks in the widest registers. */
#define IVP_LOOPS  1e10 /* operations a second */
#define IVP_LAPACK 2e11
static inline double ivp_least_full(double n, double rate) { return n * n * n / 1.5 / rate; }
static inline double ivp_least_band(double n, ivp_band b, double rate)
{
    return 2 * n * b.lower * b.upper / rate;
}

/* true: f is finite. Its sum is too, but for numbers beyond 1e307: then a repetition too
 * many. */
static inline bool ivp_f_is_finite(const real *f, int n)
{
    typedef real two_reals
        __attribute__((vector_size(2 * sizeof(real)), aligned(sizeof(real)), may_alias));
    two_reals two = { 0, 0 };
    int k = 0;
    for (; k + 4 <= n; k += 4)
        two += *(const two_reals *)(f + k) + *(const two_reals *)(f + k + 2);
    real sum = two[0] + two[1];
    for (; k < n; k++) sum += f[k];
    return sum - sum == 0;
}
#endif

/* Options of constraint stabilisation, for methods with their own stabilisation; zero if not
 * set. */
enum { IVP_CONVERGED = -1 };
typedef struct ivp_stabilisation {
    real alpha, beta; /* baumgarte1, baumgarte2 */
    int newton;       /* projected: Newton steps of the position projection, or IVP_CONVERGED */
    ivp_formulation base; /* projected: IVP_INDEX1 or IVP_INDEX2, what a step is made in */
} ivp_stabilisation;

ivp_stabilisation model_stabilisation(const ivp_model *m);

/* J = dF/dy and N = dF/dy' as separate matrices from one linearisation, for methods with
 * several numbers c */
ivp_status model_res_jacs(ivp_model *m, real t, const real *y, const real *yp, ivp_mat J,
                          ivp_mat N);

/* For create(): returns whether two full matrices take more memory than the run may have, and
 * sets a sentence of it as the reason. */
bool ivp_refuses_full(ivp_model *m);

/* Returns whether a pencil holds full matrices: no band, no pattern, no large mechanism. */
bool pencil_is_full(const ivp_model *m);

/* Of a pencil where ivp_has_columns(): factors number k > 0 of (re + i im) M - J, and
 * re + i im := its inverse times that vector. */
ivp_status pencil_shift(ivp_pencil *p, int k, real re, real im);
void pencil_solve_shift(ivp_pencil *p, int k, real *re, real *im);

/* Jx := J x of the last linearisation, different vectors */
ivp_status pencil_along(ivp_pencil *p, const real *x, real *Jx);
/* Where ivp_is_sparse(): J without the derivatives of accelerations by positions until it is
 * linearised again, before factors are made; otherwise nothing. */
void pencil_forget_positions(ivp_pencil *p);

#endif
