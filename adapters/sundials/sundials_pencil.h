/* sundials_pencil.h -- iteration matrices a M - b J (ivp_pencil) as a matrix and a linear
 * solver of SUNDIALS: M - gamma J of CVODE and ARKODE, c dF/dy' + dF/dy of IDA, M alone (b =
 * 0). Both hold no numbers of their own: the pencil has them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_SUNDIALS_SUNDIALS_PENCIL_H
#define ADAPTERS_SUNDIALS_SUNDIALS_PENCIL_H

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include "adapters/sundials/sundials.h"

typedef struct sundials_pencil {
    sundials *lib;
    ivp_pencil *pencil; /* NULL: not open */
    int factors;        /* which of its sets */
    real a, b;          /* of the matrix that is asked for */
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
    return sundials_answer(p->lib, ivp_pencil_factor(p->pencil, p->factors, p->a, p->b));
}

static inline int sundials_pencil_solve(SUNLinearSolver solver, SUNMatrix A, N_Vector x,
                                        N_Vector b, sunrealtype tolerance)
{
    (void)A, (void)tolerance;
    const sundials_pencil *p = solver->content;
    sundials_copy(p->lib, x, N_VGetArrayPointer(b));
    ivp_pencil_solve(p->pencil, p->factors, N_VGetArrayPointer(x));
    return 0;
}

static inline int sundials_pencil_zero(SUNMatrix A)
{
    (void)A;
    return 0;
}

/* M of the pencil's model, which is constant, is evaluated where it is not known. */
static inline int sundials_pencil_mass(sundials_pencil *p)
{
    sundials *s = p->lib;
    const real *y = N_VGetArrayPointer(s->y);
    return sundials_answer(s, ivp_mass_times(s->m, s->t, y, y, N_VGetArrayPointer(s->scratch)));
}

static inline int sundials_pencil_times(SUNMatrix A, N_Vector x, N_Vector Mx)
{
    sundials_pencil *p = A->content;
    return sundials_answer(p->lib,
                           ivp_mass_times(p->lib->m, p->lib->t, N_VGetArrayPointer(p->lib->y),
                                          N_VGetArrayPointer(x), N_VGetArrayPointer(Mx)));
}

static inline SUNMatrix sundials_pencil_clone(SUNMatrix A)
{
    SUNMatrix copy = SUNMatNewEmpty(A->sunctx);
    if (!copy) return NULL;
    SUNMatCopyOps(A, copy);
    copy->content = A->content;
    return copy;
}

static inline int sundials_pencil_copy(SUNMatrix A, SUNMatrix to)
{
    (void)A, (void)to;
    return 0;
}

static inline void sundials_pencil_destroy(SUNMatrix A)
{
    A->content = NULL;
    SUNMatFreeEmpty(A);
}

/* The content is no object of its own. */
static inline int sundials_pencil_free(SUNLinearSolver solver)
{
    solver->content = NULL;
    SUNLinSolFreeEmpty(solver);
    return 0;
}

/* A matrix and a solver on a set of factors of a pencil that is open. What is there after a
 * failure is for SUNMatDestroy() and SUNLinSolFree(). */
static inline ivp_status sundials_pencil_wrap(sundials_pencil *p, SUNMatrix *A,
                                              SUNLinearSolver *solver)
{
    sundials *lib = p->lib;
    *A = SUNMatNewEmpty(lib->context);
    *solver = SUNLinSolNewEmpty(lib->context);
    if (!*A || !*solver) return IVP_E_NOMEM;
    (*A)->content = p;
    (*A)->ops->getid = sundials_pencil_matrix;
    (*A)->ops->zero = sundials_pencil_zero;
    (*A)->ops->matvec = sundials_pencil_times;
    (*A)->ops->clone = sundials_pencil_clone;
    (*A)->ops->copy = sundials_pencil_copy;
    (*A)->ops->destroy = sundials_pencil_destroy;
    (*solver)->content = p;
    (*solver)->ops->gettype = sundials_pencil_type;
    (*solver)->ops->getid = sundials_pencil_solver;
    (*solver)->ops->free = sundials_pencil_free;
    (*solver)->ops->setup = sundials_pencil_setup;
    (*solver)->ops->solve = sundials_pencil_solve;
    return IVP_OK;
}

/* factors: how many sets */
static inline ivp_status sundials_pencil_open(sundials_pencil *p, sundials *lib, int factors,
                                              SUNMatrix *A, SUNLinearSolver *solver)
{
    const ivp_status st = ivp_pencil_open(lib->m, factors, &p->pencil);
    if (st) return st;
    p->lib = lib;
    p->a = p->b = 1;
    return sundials_pencil_wrap(p, A, solver);
}

/* Answers a call for I - gamma J; known: J of an earlier one will do. */
static inline int sundials_pencil_take(sundials_pencil *p, real t, N_Vector y, bool known,
                                       real gamma, sunbooleantype *new)
{
    p->b = gamma;
    *new = !known;
    if (known) return 0;
    const ivp_status st = ivp_pencil_linearise(p->pencil, t, N_VGetArrayPointer(y), NULL, NULL);
    return sundials_answer(p->lib, st);
}

#endif
