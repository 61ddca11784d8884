/* cvode.h -- CVODE behind the solver interface: Adams and BDF differ in two words.
 *
 *     sum_(i=0)^K1 alpha_(n,i) y_(n-i) + h_n sum_(i=0)^K2 beta_(n,i) y'_(n-i) = 0
 *
 *     Adams-Moulton     K1 = 1     K2 = q - 1     q <= 12
 *     BDF               K1 = q     K2 = 0         q <= 5
 *
 * Variable order and step in Nordsieck form with fixed leading coefficient. The step is
 * corrected by Newton's iteration with the exact Jacobian, full, banded, sparse or never
 * formed, or by fixed-point iteration.
 *
 * CVODE can project only under BDF (CVodeSetProjFn). For `projected` both therefore keep their
 * own history: the kernel makes the right-hand side f(P(y)) and delivers P(y).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ADAPTERS_SUNDIALS_CVODE_H
#define ADAPTERS_SUNDIALS_CVODE_H

#include <stdlib.h>

#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "adapters/sundials/sundials_linear.h"

#define CVODE_SOURCE                                                                           \
    SUNDIALS_LIBRARY                                                                           \
    "; A. C. Hindmarsh et al., SUNDIALS: Suite of nonlinear and "                              \
    "differential/algebraic equation solvers, ACM TOMS 31 (2005) 363-396; P. N. Brown, "       \
    "G. D. Byrne, A. C. Hindmarsh, VODE: a variable-coefficient ODE solver, SIAM J. Sci. "     \
    "Stat. Comput. 10 (1989) 1038-1051"

struct cvode {
    sundials lib; /* first */
    sundials_linear linear;
    SUNNonlinearSolver functional;
};

struct cvode_method {
    int lmm, max_order;
    bool newton;
    int linear_solver; /* LINSOL_AUTO ... */
};

static const sundials_flag cvode_flags[] = {
    { CV_TOO_MUCH_WORK, IVP_E_TOO_MANY_STEPS },
    { CV_TOO_MUCH_ACC, IVP_E_STEP_TOO_SMALL },
    { CV_ERR_FAILURE, IVP_E_STEP_TOO_SMALL },
    { CV_CONV_FAILURE, IVP_E_DIVERGED },
    { CV_FIRST_RHSFUNC_ERR, IVP_E_STEP_TOO_SMALL },
    { CV_REPTD_RHSFUNC_ERR, IVP_E_STEP_TOO_SMALL },
    { CV_UNREC_RHSFUNC_ERR, IVP_E_STEP_TOO_SMALL },
    { CV_ILL_INPUT, IVP_E_INVALID },
    { CV_MEM_FAIL, IVP_E_NOMEM },
    { 0, IVP_OK },
};

/* Every nonlinear iteration of Newton's kind is one back-substitution. */
static const sundials_statistic cvode_newton_statistics[SUNDIALS_STATISTICS] = {
    { IVP_N_NEWTON, CVodeGetNumNonlinSolvIters }, { IVP_N_SOLVE, CVodeGetNumNonlinSolvIters },
    { IVP_N_LU, CVodeGetNumLinSolvSetups },       { IVP_N_REJECTED, CVodeGetNumErrTestFails },
    { IVP_N_FAILED, CVodeGetNumStepSolveFails },
};
static const sundials_statistic cvode_functional_statistics[SUNDIALS_STATISTICS] = {
    { IVP_N_NEWTON, CVodeGetNumNonlinSolvIters },
    { IVP_N_REJECTED, CVodeGetNumErrTestFails },
    { IVP_N_FAILED, CVodeGetNumStepSolveFails },
};

static int cvode_jacobian(sunrealtype t, N_Vector y, N_Vector f, SUNMatrix J, void *self,
                          N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
    (void)f, (void)tmp1, (void)tmp2, (void)tmp3;
    struct cvode *s = self;
    ivp_status st =
        ivp_rhs_jac(s->lib.m, t, N_VGetArrayPointer(y), sundials_linear_view(&s->linear, J));
    if (!st) st = sundials_linear_written(&s->linear, J);
    return sundials_answer(&s->lib, st);
}

/* CVODE's signature. NOLINTNEXTLINE(readability-function-size) */
static int cvode_linear_system(sunrealtype t, N_Vector y, N_Vector f, SUNMatrix A,
                               sunbooleantype known, sunbooleantype *new, sunrealtype gamma,
                               void *self, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
    (void)f, (void)A, (void)tmp1, (void)tmp2, (void)tmp3;
    struct cvode *s = self;
    return sundials_pencil_take(&s->linear.pencil, t, y, known, gamma, new);
}

static void cvode_destroy(void *self)
{
    struct cvode *s = self;
    if (!s) return;
    CVodeFree(&s->lib.memory);
    if (s->functional) SUNNonlinSolFree(s->functional);
    sundials_linear_close(&s->linear);
    sundials_close(&s->lib);
    free(s);
}

static const char *cvode_order_refused(double order, int highest)
{
    if (order >= 1 && order <= highest && order == (int)order) return NULL;
    return highest == 5 ? "max_order must be 1, 2, 3, 4 or 5"
                        : "max_order must be a whole number from 1 to 12";
}

static ivp_status cvode_set_corrector(struct cvode *s, bool newton, int linear_solver)
{
    sundials *lib = &s->lib;
    lib->statistics = newton ? cvode_newton_statistics : cvode_functional_statistics;
    if (!newton) {
        s->functional = SUNNonlinSol_FixedPoint(lib->y, 0, lib->context);
        return s->functional && !CVodeSetNonlinearSolver(lib->memory, s->functional)
                   ? IVP_OK
                   : IVP_E_NOMEM;
    }
    const ivp_status st = sundials_linear_open(&s->linear, lib, linear_solver);
    if (st) return st;
    const bool pencil = s->linear.pencil.pencil; /* which counts for itself */
    if (pencil) lib->statistics = cvode_functional_statistics;
    if (CVodeSetLinearSolver(lib->memory, s->linear.solver, s->linear.A)) return IVP_E_LIBRARY;
    return (pencil ? CVodeSetLinSysFn(lib->memory, cvode_linear_system)
                   : CVodeSetJacFn(lib->memory, cvode_jacobian))
               ? IVP_E_LIBRARY
               : IVP_OK;
}

static ivp_status cvode_set_up(struct cvode *s, ivp_model *m, const ivp_tol *tol,
                               const struct cvode_method *method)
{
    sundials *lib = &s->lib;
    ivp_status st = sundials_open(lib, m, tol);
    if (st) return st;
    lib->memory = CVodeCreate(method->lmm, lib->context);
    if (!lib->memory) return IVP_E_NOMEM;
    void *memory = lib->memory;
    if (SUNDIALS_SILENCE(CVode, memory) || CVodeInit(memory, sundials_rhs, 0, lib->y) ||
        CVodeSVtolerances(memory, tol->rtol, lib->atol) || CVodeSetUserData(memory, s) ||
        CVodeSetMaxNumSteps(memory, -1) || CVodeSetMaxStep(memory, tol->hmax) ||
        CVodeSetMaxOrd(memory, method->max_order))
        return IVP_E_INVALID;
    return cvode_set_corrector(s, method->newton, method->linear_solver);
}

static ivp_status cvode_create(void **self, ivp_model *m, const ivp_tol *tol,
                               const struct cvode_method *method)
{
    struct cvode *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    return sundials_created(self, cvode_set_up(s, m, tol, method), cvode_destroy);
}

static ivp_status cvode_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)yp;
    sundials *s = self;
    sundials_copy(s, s->y, y);
    sundials_linear_forget(&((struct cvode *)self)->linear);
    if (CVodeReInit(s->memory, t, s->y) || CVodeSetInitStep(s->memory, h0))
        return IVP_E_LIBRARY;
    sundials_begin(s, t, y);
    return IVP_OK;
}

static ivp_status cvode_advance(void *self, real tmax, real *t, real *y)
{
    sundials *s = self;
    s->status = IVP_OK;
    s->t_old = s->t;
    int flag = sundials_wall(s, CVodeSetStopTime, tmax);
    if (!flag) flag = CVode(s->memory, tmax, s->y, &s->t, CV_ONE_STEP);
    return sundials_stepped(s, cvode_flags, flag, t, y);
}

static ivp_status cvode_dense(void *self, real theta, real *y)
{
    return sundials_dense(self, CVodeGetDky, theta, y);
}

/* The part of a descriptor that is the same for both; options and `create` are the solver's. */
#define CVODE_METHOD                                                                           \
    .source = CVODE_SOURCE, .library = SUNDIALS_LIBRARY, .views = IVP_FIRST, .adaptive = true, \
    .keeps_history = true, .options = options, .refuses = refuses, .h0_rule = IVP_H0_OWN,      \
    .create = create, .destroy = cvode_destroy, .restart = cvode_restart,                      \
    .advance = cvode_advance, .dense = cvode_dense, .finish = sundials_finish

#endif
