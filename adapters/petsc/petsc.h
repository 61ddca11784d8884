/* petsc.h -- PETSc's shared library, opened when a run needs it and never linked; nothing of it
 * is needed to build.
 *
 * PETSc starts MPI. Open MPI is told that it is alone: no daemon, no network, no files, no look for
 * graphics, so that it also starts where sockets and writing are forbidden. Errors return as
 * numbers and print nothing;
 * what was said is kept.
 *
 * Types of the C interface that are pointers there are void * here; enumerations and PetscInt are int, as
 * in every build of Debian with real numbers and 32 bit indices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ADAPTERS_PETSC_PETSC_H
#define ADAPTERS_PETSC_PETSC_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/fortran/library_path.h"

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

/* Found once: a process sees one installation. */
static const char *petsc_path(void)
{
    static char path[256];
    static const char *const patterns[] = { "/usr/lib/*/libpetsc_real.so.3.*",
                                            "/usr/local/lib/libpetsc_real.so.3.*", NULL };
    if (!*path) library_path(patterns, path, sizeof path);
    return *path ? path : NULL;
}

/* What MPI keeps until the end of the process would be reported as leaks. */
static const char *petsc_missing(void)
{
#if defined __SANITIZE_ADDRESS__
    return "MPI, which PETSc starts, does not run under AddressSanitizer";
#endif
    return petsc_path() ? NULL : "libpetsc-real is not installed";
}

/* Open MPI 4 and 5 and the libraries under them read these; others pass them over. */
static void petsc_be_alone(void)
{
    static const char *const settings[][2] = {
        { "OMPI_MCA_ess_singleton_isolated", "1" },
        { "OMPI_MCA_btl", "self" },
        { "OMPI_MCA_pml", "ob1" },
        { "OMPI_MCA_shmem", "mmap" },
        { "OMPI_MCA_if", "linux_ipv6" }, /* which asks no socket */
        { "PMIX_MCA_pif", "linux_ipv6" },
        { "OMPI_MCA_orte_create_session_dirs", "0" },
        { "HWLOC_COMPONENTS", "-gl" },
        { "HWLOC_PLUGINS_BLACKLIST", "gl,opencl,cuda,nvml,rsmi,levelzero" },
    };
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        setenv(settings[k][0], settings[k][1], 1);
}

static char petsc_said[200]; /* the last error */

/* Its first call is where the error arose (kind 0), the further ones follow the way back. */
static int petsc_note(void *comm, int line, const char *function, const char *file, int code,
                      int kind, const char *message, void *context)
{
    (void)comm, (void)line, (void)file, (void)context;
    if (kind == 0) snprintf(petsc_said, sizeof petsc_said, "%s: %s", function, message);
    return code;
}

/* dlsym() gives an object pointer; that it is a function is known here. */
static bool petsc_find(void *library, petsc_api *api)
{
    void *address;
#define PETSC_FIND(name, arguments)                                                            \
    if (!(address = dlsym(library, #name))) return false;                                      \
    memcpy(&api->name, &address, sizeof address);
    PETSC_FUNCTIONS(PETSC_FIND)
#undef PETSC_FIND
    return true;
}

static bool petsc_start(petsc_api *api, void *library)
{
    static char name[] = "ivpbench", no_file[] = "-skip_petscrc";
    static char no_signals[] = "-no_signal_handler";
    static char *given[] = { name, no_file, no_signals, NULL };
    char **arguments = given;
    int count = 3;
    if (api->PetscInitialize(&count, &arguments, NULL, NULL)) return false;
    void **world = dlsym(library, "PETSC_COMM_WORLD");
    if (!world) return false;
    api->comm = *world; /* one process: it is all the world */
    return api->PetscPushErrorHandler(petsc_note, NULL) == 0;
}

/* PETSc, started at the first call; NULL: it cannot be. It stays for the life of the process. */
static const petsc_api *petsc_open(void)
{
    static petsc_api api;
    static enum { NEW, READY, FAILED } state;
    if (state != NEW) return state == READY ? &api : NULL;
    state = FAILED;
    petsc_be_alone();
    void *library = petsc_path() ? dlopen(petsc_path(), RTLD_LAZY | RTLD_GLOBAL) : NULL;
    if (!library || !petsc_find(library, &api) || !petsc_start(&api, library)) return NULL;
    state = READY;
    return &api;
}

#endif
