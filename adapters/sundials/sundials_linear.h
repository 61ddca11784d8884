/* sundials_linear.h -- matrices of SUNDIALS in the structure of the problem, and their linear
 * solvers.
 *
 *     dense    full
 *     band     diagonals (ivp_band_of), LU with row pivoting
 *     klu      compressed columns, KLU; without a full matrix in between where the problem
 *              declares a pattern or is a large mechanism, whose y' = f has no Jacobian then
 *              (sundials_pencil.h)
 *     gmres    no matrix: products with it, and a preconditioner (sundials_krylov.h)
 *     auto     band where diagonals are declared and save work; klu where many unknowns come
 *              with a pattern; else dense
 *
 * Where nothing is declared, KLU's pattern has the entries that were nonzero in any Jacobian
 * since the last restart, and the diagonal. When the pattern grows, the symbolic analysis is
 * repeated. So no entry is lost, and no Jacobian is evaluated for its pattern alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_SUNDIALS_SUNDIALS_LINEAR_H
#define ADAPTERS_SUNDIALS_SUNDIALS_LINEAR_H

#include <stdlib.h>

#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "adapters/sundials/sundials_klu.h"
#include "adapters/sundials/sundials_krylov.h"
#include "adapters/sundials/sundials_pencil.h"
#include "kernel/formulation/model_private.h"
#include "kernel/formulation/sparse_saddle.h"

/* An option of a wrapper: its name, default, meaning and words. */
enum { LINSOL_AUTO, LINSOL_DENSE, LINSOL_BAND, LINSOL_KLU, LINSOL_GMRES, LINSOL_SADDLE };
#define SUNDIALS_LINEAR_SOLVER                                                                 \
    {                                                                                          \
        "linear_solver", "auto",                                                               \
            "solver of the linear systems; auto: a factorisation, as the problem is "          \
            "structured",                                                                      \
            "auto dense band klu gmres"                                                        \
    }

typedef struct sundials_linear {
    int n, kind;
    ivp_band band;
    SUNMatrix A;
    SUNLinearSolver solver;
    real *dense;           /* KLU: the matrix before it is compressed, ... */
    bool *pattern;         /* ... and the entries seen so far, column by column */
    sparse_saddle *saddle; /* who gives columns; NULL: nobody */
    int made;              /* of which structure */
    double least;          /* rcond that lets an order of pivots stay */
    sundials_pencil pencil;
    sundials_krylov krylov;
} sundials_linear;

static inline int sundials_linear_kind(const ivp_model *m, int requested)
{
    const ivp_band band = ivp_band_of(m);
    if (requested != LINSOL_AUTO) return requested;
    if (2 * band.lower + band.upper + 1 < ivp_n(m)) return LINSOL_BAND;
    return LINSOL_DENSE;
}

static inline bool sundials_linear_klu(sundials_linear *l, const sundials *lib)
{
    const size_t nn = (size_t)l->n * (size_t)l->n;
    l->dense = malloc(nn * sizeof *l->dense);
    l->pattern = calloc(nn, sizeof *l->pattern);
    if (!l->dense || !l->pattern) return false;
    l->A = SUNSparseMatrix(l->n, l->n, (sunindextype)nn, CSC_MAT, lib->context);
    l->solver = l->A ? SUNLinSol_KLU(lib->y, l->A, lib->context) : NULL;
    return l->solver != NULL;
}

static inline bool sundials_linear_columns(sundials_linear *l, const sundials *lib)
{
    l->kind = LINSOL_SADDLE;
    l->A = SUNSparseMatrix(l->n, l->n, l->n, CSC_MAT, lib->context);
    l->solver = l->A ? sundials_klu_create(lib->y, l->A, &l->least, lib->context) : NULL;
    return l->solver != NULL;
}

static inline void sundials_linear_structure(SUNMatrix A, const sparse_columns *J)
{
    for (int j = 0; j <= J->n; j++) SM_INDEXPTRS_S(A)[j] = J->first[j];
    for (int e = 0; e < J->first[J->n]; e++) SM_INDEXVALS_S(A)[e] = J->row[e];
}

static inline ivp_status sundials_linear_take(sundials_linear *l, SUNMatrix A,
                                              const sparse_columns *J)
{
    const int entries = J->first[J->n];
    const bool other = J->made != l->made;
    if (other && SUNSparseMatrix_Reallocate(A, entries)) return IVP_E_NOMEM;
    if (other) sundials_linear_structure(A, J);
    memcpy(SM_DATA_S(A), J->value, (size_t)entries * sizeof(real));
    l->made = J->made;
    if (other && SUNLinSol_KLUReInit(l->solver, A, entries, SUNKLU_REINIT_PARTIAL))
        return IVP_E_LIBRARY;
    return IVP_OK;
}

/* Matrices that are never full, where there are any. */
static inline ivp_status sundials_linear_sparse(sundials_linear *l, sundials *lib)
{
    const bool first = ivp_view_of(lib->m) == IVP_FIRST;
    if (ivp_has_columns(lib->m) || (ivp_is_sparse(lib->m) && first))
        return sundials_pencil_open(&l->pencil, lib, 1 + !first, &l->A, &l->solver);
    if (!ivp_is_sparse(lib->m)) return IVP_OK;
    const ivp_status st = sparse_saddle_open(lib->m, &l->saddle);
    if (st) return st;
    return sundials_linear_columns(l, lib) ? IVP_OK : IVP_E_NOMEM;
}

/* What is there after a failure is for sundials_linear_close(). */
static inline ivp_status sundials_linear_open(sundials_linear *l, sundials *lib, int requested,
                                              sundials_krylov_choice krylov)
{
    ivp_status st = IVP_OK;
    l->n = lib->n;
    l->band = ivp_band_of(lib->m);
    l->kind = sundials_linear_kind(lib->m, requested);
    if (requested == LINSOL_GMRES)
        return sundials_krylov_open(&l->krylov, lib, krylov, &l->solver);
    if (requested == LINSOL_AUTO || requested == LINSOL_KLU)
        st = sundials_linear_sparse(l, lib);
    if (st || l->solver) return st;
    if (l->kind != LINSOL_BAND && ivp_refuses_full(lib->m)) return IVP_E_DECLINED;
    if (l->kind == LINSOL_KLU) return sundials_linear_klu(l, lib) ? IVP_OK : IVP_E_NOMEM;
    if (l->kind == LINSOL_BAND) {
        l->A = SUNBandMatrix(l->n, l->band.upper, l->band.lower, lib->context);
        l->solver = l->A ? SUNLinSol_Band(lib->y, l->A, lib->context) : NULL;
    } else {
        l->A = SUNDenseMatrix(l->n, l->n, lib->context);
        l->solver = l->A ? SUNLinSol_Dense(lib->y, l->A, lib->context) : NULL;
    }
    return l->solver ? IVP_OK : IVP_E_NOMEM;
}

static inline void sundials_linear_close(sundials_linear *l)
{
    if (l->solver) SUNLinSolFree(l->solver);
    if (l->A) SUNMatDestroy(l->A);
    sundials_krylov_close(&l->krylov);
    free(l->dense);
    free(l->pattern);
}

/* At a restart: what was learnt is forgotten. */
static inline void sundials_linear_forget(sundials_linear *l)
{
    sundials_krylov_pause(&l->krylov);
    if (l->pattern) memset(l->pattern, 0, (size_t)l->n * (size_t)l->n * sizeof *l->pattern);
}

/* Where the model writes a matrix that the library gave to fill. */
static inline ivp_mat sundials_linear_view(const sundials_linear *l, SUNMatrix A)
{
    const int n = l->n;
    if (l->kind == LINSOL_KLU) return (ivp_mat){ n, n, n, l->dense };
    if (l->kind == LINSOL_DENSE) return (ivp_mat){ n, n, n, SM_DATA_D(A) };
    return (ivp_mat){ n, n, (int)SM_LDIM_B(A) - 1, SM_DATA_B(A) + SM_SUBAND_B(A) };
}

/* Dense to compressed columns over the learnt pattern; whether that has grown. */
static inline bool sundials_linear_compress(sundials_linear *l, SUNMatrix A)
{
    const int n = l->n;
    bool grown = false;
    sunindextype k = 0;
    for (int j = 0; j < n; j++) {
        SM_INDEXPTRS_S(A)[j] = k;
        for (int i = 0; i < n; i++) {
            const size_t e = (size_t)i + (size_t)j * (size_t)n;
            const bool entry = l->pattern[e] || i == j || l->dense[e] != 0;
            if (!entry) continue;
            grown = grown || !l->pattern[e];
            l->pattern[e] = true;
            SM_INDEXVALS_S(A)[k] = i;
            SM_DATA_S(A)[k++] = l->dense[e];
        }
    }
    SM_INDEXPTRS_S(A)[n] = k;
    return grown;
}

/* After the model has written it. */
static inline ivp_status sundials_linear_written(sundials_linear *l, SUNMatrix A)
{
    if (l->kind != LINSOL_KLU || !sundials_linear_compress(l, A)) return IVP_OK;
    const int failed =
        SUNLinSol_KLUReInit(l->solver, A, SM_INDEXPTRS_S(A)[l->n], SUNKLU_REINIT_PARTIAL);
    return failed ? IVP_E_LIBRARY : IVP_OK;
}

#endif
