/* sundials_versions.h -- SUNDIALS 6 and 7 under one set of names, those of 7, and without MPI.
 *
 * A library that was built with MPI refers to four symbols of MPI in its context and its
 * logger. The communicator is always SUN_COMM_NULL, so none of them is called. But the loader
 * would load MPI and its dependencies into every process before main(). So SUNDIALS is linked
 * from its static libraries, and these four symbols are defined here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_SUNDIALS_SUNDIALS_VERSIONS_H
#define ADAPTERS_SUNDIALS_SUNDIALS_VERSIONS_H

#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_logger.h>
#include <sundials/sundials_types.h>

/* How the library was compiled, by the Makefile: "-O2" (tools/sundials.sh), "package"
 * (Debian's, without optimisation), "user". Results keep it behind the version, for times hang
 * on it and bits do not. */
#ifndef SUNDIALS_BUILT
#define SUNDIALS_BUILT "unknown build"
#endif
#define SUNDIALS_LIBRARY "SUNDIALS " SUNDIALS_VERSION " (" SUNDIALS_BUILT ")"

/* ---- names ------------------------------------------------------------------------------- */

#if SUNDIALS_VERSION_MAJOR < 7
#define SUN_COMM_NULL NULL
#endif

/* Before 7.1 each method of ARKODE has these under its own name; a wrapper of another one than
 * ERKStep says so before it includes this. */
#if 100 * SUNDIALS_VERSION_MAJOR + SUNDIALS_VERSION_MINOR < 701
#ifndef ARKODE_METHOD
#define ARKODE_METHOD(name) ERKStep##name
#endif
#define ARKodeEvolve                ARKODE_METHOD(Evolve)
#define ARKodeFree                  ARKODE_METHOD(Free)
#define ARKodeGetDky                ARKODE_METHOD(GetDky)
#define ARKodeGetNumErrTestFails    ARKODE_METHOD(GetNumErrTestFails)
#define ARKodeGetNumLinIters        ARKODE_METHOD(GetNumLinIters)
#define ARKodeGetNumLinSolvSetups   ARKODE_METHOD(GetNumLinSolvSetups)
#define ARKodeGetNumMassSetups      ARKODE_METHOD(GetNumMassSetups)
#define ARKodeGetNumMassSolves      ARKODE_METHOD(GetNumMassSolves)
#define ARKodeGetNumNonlinSolvIters ARKODE_METHOD(GetNumNonlinSolvIters)
#define ARKodeGetNumStepSolveFails  ARKODE_METHOD(GetNumStepSolveFails)
#define ARKodeReset                 ARKODE_METHOD(Reset)
#define ARKodeSVtolerances          ARKODE_METHOD(SVtolerances)
#define ARKodeSetDeltaGammaMax      ARKODE_METHOD(SetDeltaGammaMax)
#define ARKodeSetFixedStep          ARKODE_METHOD(SetFixedStep)
#define ARKodeSetInitStep           ARKODE_METHOD(SetInitStep)
#define ARKodeSetJacFn              ARKODE_METHOD(SetJacFn)
#define ARKodeSetJacTimes           ARKODE_METHOD(SetJacTimes)
#define ARKodeSetLinSysFn           ARKODE_METHOD(SetLinSysFn)
#define ARKodeSetLinearSolver       ARKODE_METHOD(SetLinearSolver)
#define ARKodeSetMassFn             ARKODE_METHOD(SetMassFn)
#define ARKodeSetMassLinearSolver   ARKODE_METHOD(SetMassLinearSolver)
#define ARKodeSetMaxNonlinIters     ARKODE_METHOD(SetMaxNonlinIters)
#define ARKodeSetMaxNumSteps        ARKODE_METHOD(SetMaxNumSteps)
#define ARKodeSetMaxStep            ARKODE_METHOD(SetMaxStep)
#define ARKodeSetNonlinConvCoef     ARKODE_METHOD(SetNonlinConvCoef)
#define ARKodeSetPreconditioner     ARKODE_METHOD(SetPreconditioner)
#define ARKodeSetStopTime           ARKODE_METHOD(SetStopTime)
#define ARKodeSetUserData           ARKODE_METHOD(SetUserData)
#endif

/* ---- silence ----------------------------------------------------------------------------- */

/* Errors are returned as flags. Before 7 each integrator prints into a file of its own:
 * SUNDIALS_SILENCE(CVode, memory) is 0 on success. From 7 on the context calls handlers of
 * errors and logs warnings; an empty file name would leave these on the terminal. */
#if SUNDIALS_VERSION_MAJOR < 7
#define SUNDIALS_SILENCE(module, memory) module##SetErrFile(memory, NULL)
static inline int sundials_silent_context(SUNContext context)
{
    (void)context;
    return 0;
}
#else
#define SUNDIALS_SILENCE(module, memory) 0
static inline int sundials_silent_context(SUNContext context)
{
    static const char nowhere[] = "/dev/null";
    SUNLogger logger;
    return SUNContext_ClearErrHandlers(context) || SUNContext_GetLogger(context, &logger) ||
           SUNLogger_SetErrorFilename(logger, nowhere) ||
           SUNLogger_SetWarningFilename(logger, nowhere);
}
#endif

/* ---- no MPI ------------------------------------------------------------------------------ */

#if SUNDIALS_VERSION_MAJOR >= 7 && SUNDIALS_MPI_ENABLED
int MPI_Comm_dup(MPI_Comm old, MPI_Comm *new)
{
    *new = old;
    return MPI_SUCCESS;
}

int MPI_Comm_free(MPI_Comm *comm)
{
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    (void)comm;
    *rank = 0;
    return MPI_SUCCESS;
}

#ifdef OPEN_MPI /* where MPI_COMM_NULL is the address of an object */
struct ompi_predefined_communicator_t {
    char never_read;
};
struct ompi_predefined_communicator_t ompi_mpi_comm_null;
#endif
#endif

#endif
