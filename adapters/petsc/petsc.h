/* petsc.h -- PETSc's shared library, opened when a run needs it and never linked; nothing of it
 * is needed to build.
 *
 * PETSc starts MPI. Open MPI is set to a single process without daemon, network, files or
 * graphics. So it also starts where sockets and writing are forbidden. Errors return as numbers
 * and print nothing; their text is kept.
 *
 * Pointer types of PETSc's C interface are void * here; enumerations and PetscInt are int.
 * Debian's builds with real numbers and 32 bit indices agree with that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_PETSC_PETSC_H
#define ADAPTERS_PETSC_PETSC_H

#define PETSC_LIBRARY "PETSc (libpetsc-real)"

typedef int petsc_residual(void *ts, double t, void *u, void *up, void *F, void *self);
typedef int petsc_matrix(void *ts, double t, void *u, void *up, double c, void *A, void *P,
                         void *self);
typedef int petsc_residual2(void *ts, double t, void *u, void *v, void *a, void *F, void *self);
typedef int petsc_matrix2(void *ts, double t, void *u, void *v, void *a, double shift_v,
                          double shift_a, void *A, void *P, void *self);
typedef int petsc_handler(void *, int, const char *, const char *, int, int, const char *,
                          void *);

/* X(name, arguments): all return an error code, 0: none */
#define PETSC_FUNCTIONS(X)                                                                     \
    X(PetscInitialize, (int *, char ***, const char *, const char *))                          \
    X(PetscPushErrorHandler, (petsc_handler *, void *))                                        \
    X(VecCreateSeq, (void *comm, int n, void **))                                              \
    X(VecDestroy, (void **))                                                                   \
    X(VecGetArray, (void *, double **))                                                        \
    X(VecRestoreArray, (void *, double **))                                                    \
    X(VecGetArrayRead, (void *, const double **))                                              \
    X(VecRestoreArrayRead, (void *, const double **))                                          \
    X(MatCreateSeqDense, (void *comm, int rows, int cols, double *, void **))                  \
    X(MatCreateSeqAIJ, (void *comm, int rows, int cols, int entries, const int *, void **))    \
    X(MatSetValues, (void *, int, const int *, int, const int *, const double *, int mode))    \
    X(MatAssemblyBegin, (void *, int))                                                         \
    X(MatAssemblyEnd, (void *, int))                                                           \
    X(MatDestroy, (void **))                                                                   \
    X(SNESGetKSP, (void *, void **))                                                           \
    X(SNESGetLineSearch, (void *, void **))                                                    \
    X(SNESLineSearchSetType, (void *, const char *))                                           \
    X(SNESSetFunctionDomainError, (void *))                                                    \
    X(KSPSetType, (void *, const char *))                                                      \
    X(KSPGetPC, (void *, void **))                                                             \
    X(PCSetType, (void *, const char *))                                                       \
    X(TSCreate, (void *comm, void **))                                                         \
    X(TSDestroy, (void **))                                                                    \
    X(TSSetType, (void *, const char *))                                                       \
    X(TSSetIFunction, (void *, void *, petsc_residual *, void *))                              \
    X(TSSetIJacobian, (void *, void *, void *, petsc_matrix *, void *))                        \
    X(TSSetI2Function, (void *, void *, petsc_residual2 *, void *))                            \
    X(TSSetI2Jacobian, (void *, void *, void *, petsc_matrix2 *, void *))                      \
    X(TSSetEquationType, (void *, int))                                                        \
    X(TSSetSolution, (void *, void *))                                                         \
    X(TS2SetSolution, (void *, void *, void *))                                                \
    X(TSSetTolerances, (void *, double, void *, double, void *))                               \
    X(TSSetTime, (void *, double))                                                             \
    X(TSGetTime, (void *, double *))                                                           \
    X(TSSetTimeStep, (void *, double))                                                         \
    X(TSGetTimeStep, (void *, double *))                                                       \
    X(TSSetMaxTime, (void *, double))                                                          \
    X(TSSetMaxSteps, (void *, int))                                                            \
    X(TSSetExactFinalTime, (void *, int))                                                      \
    X(TSSetErrorIfStepFails, (void *, int))                                                    \
    X(TSSetMaxSNESFailures, (void *, int))                                                     \
    X(TSSetMaxStepRejections, (void *, int))                                                   \
    X(TSSetConvergedReason, (void *, int))                                                     \
    X(TSGetConvergedReason, (void *, int *))                                                   \
    X(TSGetAdapt, (void *, void **))                                                           \
    X(TSAdaptSetType, (void *, const char *))                                                  \
    X(TSAdaptSetStepLimits, (void *, double, double))                                          \
    X(TSGetSNES, (void *, void **))                                                            \
    X(TSGetDM, (void *, void **))                                                              \
    X(DMShellSetMatrix, (void *, void *))                                                      \
    X(TSBDFSetOrder, (void *, int))                                                            \
    X(TSARKIMEXSetFullyImplicit, (void *, int))                                                \
    X(TSStep, (void *))                                                                        \
    X(TSGetStepNumber, (void *, int *))                                                        \
    X(TSInterpolate, (void *, double t, void *))                                               \
    X(TSGetStepRejections, (void *, int *))                                                    \
    X(TSGetSNESFailures, (void *, int *))                                                      \
    X(TSGetSNESIterations, (void *, int *))                                                    \
    X(TSGetKSPIterations, (void *, int *))

typedef struct petsc_api {
    void *comm; /* of this process alone */
#define PETSC_MEMBER(name, arguments) int(*name) arguments;
    PETSC_FUNCTIONS(PETSC_MEMBER)
#undef PETSC_MEMBER
} petsc_api;

#pragma GCC visibility push(hidden)

/* A sentence why it cannot be used, or NULL. */
const char *petsc_missing(void);
/* PETSc, started at the first call; NULL: it cannot be. It stays for the life of the
 * process. */
const petsc_api *petsc_open(void);
/* What PETSc said of the last error since petsc_hush(), or "". */
const char *petsc_error(void);
void petsc_hush(void);

#pragma GCC visibility pop

#endif
