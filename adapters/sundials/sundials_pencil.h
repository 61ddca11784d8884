/* sundials_pencil.h -- I - gamma J of y' = f of a large mechanism as a matrix and a linear
 * solver of SUNDIALS. Both hold no numbers: ivp_pencil has them, and does not form J.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ADAPTERS_SUNDIALS_SUNDIALS_PENCIL_H
#define ADAPTERS_SUNDIALS_SUNDIALS_PENCIL_H

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include "adapters/sundials/sundials.h"

typedef struct sundials_pencil {
    sundials *lib;
    ivp_pencil *pencil; /* NULL: not open */
    real gamma;         /* of the matrix that is asked for */
} sundials_pencil;

static inline SUNMatrix_ID sundials_pencil_matrix(SUNMatrix A)
{
    (void)A;
    return SUNMATRIX_CUSTOM;
}

static inline SUNLinearSolver_Type sundials_pencil_type(SUNLinearSolver solver)
{
    (void)solver;
    return SUNLINEARSOLVER_DIRECT;
}

static inline SUNLinearSolver_ID sundials_pencil_solver(SUNLinearSolver solver)
{
    (void)solver;
    return SUNLINEARSOLVER_CUSTOM;
}

static inline int sundials_pencil_setup(SUNLinearSolver solver, SUNMatrix A)
{
    (void)A;
    const sundials_pencil *p = solver->content;
    return sundials_answer(p->lib, ivp_pencil_factor(p->pencil, 0, 1, p->gamma));
}

static inline int sundials_pencil_solve(SUNLinearSolver solver, SUNMatrix A, N_Vector x,
                                        N_Vector b, sunrealtype tolerance)
{
    (void)A, (void)tolerance;
    const sundials_pencil *p = solver->content;
    sundials_copy(p->lib, x, N_VGetArrayPointer(b));
    ivp_pencil_solve(p->pencil, 0, N_VGetArrayPointer(x));
    return 0;
}

/* The content is no object of its own. */
static inline int sundials_pencil_free(SUNLinearSolver solver)
{
    solver->content = NULL;
    SUNLinSolFreeEmpty(solver);
    return 0;
}

/* What is there after a failure is for SUNMatDestroy() and SUNLinSolFree(). */
static inline ivp_status sundials_pencil_open(sundials_pencil *p, sundials *lib, SUNMatrix *A,
                                              SUNLinearSolver *solver)
{
    const ivp_status st = ivp_pencil_open(lib->m, 1, &p->pencil);
    if (st) return st;
    p->lib = lib;
    *A = SUNMatNewEmpty(lib->context);
    *solver = SUNLinSolNewEmpty(lib->context);
    if (!*A || !*solver) return IVP_E_NOMEM;
    (*A)->ops->getid = sundials_pencil_matrix;
    (*solver)->content = p;
    (*solver)->ops->gettype = sundials_pencil_type;
    (*solver)->ops->getid = sundials_pencil_solver;
    (*solver)->ops->free = sundials_pencil_free;
    (*solver)->ops->setup = sundials_pencil_setup;
    (*solver)->ops->solve = sundials_pencil_solve;
    return IVP_OK;
}

/* Answers a call for I - gamma J; known: J of an earlier one will do. */
static inline int sundials_pencil_take(sundials_pencil *p, real t, N_Vector y, bool known,
                                       real gamma, sunbooleantype *new)
{
    p->gamma = gamma;
    *new = !known;
    if (known) return 0;
    const ivp_status st = ivp_pencil_linearise(p->pencil, t, N_VGetArrayPointer(y), NULL, NULL);
    return sundials_answer(p->lib, st);
}

#endif
