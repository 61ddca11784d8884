/* sundials_klu.h -- KLU behind SUNDIALS' interface. The set-up reuses the pivot order while
 * pivots stay large.
 *
 * SUNDIALS' own set-up refactors. If rcond = min |u_kk| / max |u_kk| is below eps^(2/3), it
 * estimates the condition number, and factors anew if that exceeds eps^(-2/3). This test does
 * not separate a bad pivot order from an ill-conditioned matrix. The matrices of a track in
 * index 3 fail it in any order: each set-up was a refactorisation, an estimate and a
 * factorisation. Here such a matrix is factored anew only if rcond falls to a tenth of its
 * value when the order was found. Other matrices are treated as in SUNDIALS.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_SUNDIALS_SUNDIALS_KLU_H
#define ADAPTERS_SUNDIALS_SUNDIALS_KLU_H

#include <stdbool.h>

#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

/* The order of pivots still serves; least: what rcond may fall to. */
static inline bool sundials_klu_kept(SUNLinearSolverContent_KLU k, SUNMatrix A, double least)
{
    return !k->first_factorize &&
           sun_klu_refactor((void *)SM_INDEXPTRS_S(A), (void *)SM_INDEXVALS_S(A), SM_DATA_S(A),
                            k->symbolic, k->numeric, &k->common) &&
           sun_klu_rcond(k->symbolic, k->numeric, &k->common) && k->common.rcond >= least;
}

static inline int sundials_klu_setup(SUNLinearSolver solver, SUNMatrix A)
{
    const double good = 3.6668528625979106e-11; /* eps^(2/3) */
    SUNLinearSolverContent_KLU k = solver->content;
    double *least = k->common.user_data;
    if (sundials_klu_kept(k, A, *least))
        return k->last_flag = 0; /* success has another name since 7.0 */
    k->first_factorize = 1;
    const int failed = SUNLinSolSetup_KLU(solver, A);
    if (failed || !sun_klu_rcond(k->symbolic, k->numeric, &k->common)) return failed;
    *least = k->common.rcond / 10 < good ? k->common.rcond / 10 : good;
    return failed;
}

static inline int sundials_klu_no_zero(SUNMatrix A)
{
    (void)A;
    return 0;
}

/* For a matrix that is written whole each time, so that its structure may stay; NULL: no
 * memory. */
static inline SUNLinearSolver sundials_klu_create(N_Vector y, SUNMatrix A, double *least,
                                                  SUNContext context)
{
    SUNLinearSolver solver = SUNLinSol_KLU(y, A, context);
    if (!solver) return NULL;
    SUNLinSol_KLUGetCommon(solver)->user_data = least;
    solver->ops->setup = sundials_klu_setup;
    A->ops->zero = sundials_klu_no_zero;
    return solver;
}

#endif
