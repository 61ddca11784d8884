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
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_SUNDIALS_CVODE_H
#define ADAPTERS_SUNDIALS_CVODE_H

#include <stdlib.h>

#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "adapters/sundials/sundials_linear.h"
#include "kernel/formulation/model_private.h"

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
    real h0;         /* of the restart */
    bool fresh;      /* no step since then */
    ivp_direct_f *f; /* where nobody looks between steps; NULL: ivp_rhs() */
    const real *p;
    ivp_state at; /* of f: time and state alone */
};

struct cvode_method {
    int lmm, max_order;
    bool newton;
    int linear_solver; /* LINSOL_AUTO ... */
    sundials_krylov_choice krylov;
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

static int cvode_rhs(sunrealtype t, N_Vector y, N_Vector f, void *self)
{
    struct cvode *s = self;
    if (!s->f) return sundials_rhs(t, y, f, self);
    s->at.t = t;
    s->at.y = NV_DATA_S(y);
    return s->f(&s->at, NV_DATA_S(f), s->p) || !ivp_f_is_finite(NV_DATA_S(f), s->lib.n) ? -1
                                                                                        : 0;
}

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

/* ---- gmres ------------------------------------------------------------------------------ */

static int cvode_along(N_Vector v, N_Vector Jv, sunrealtype t, N_Vector y, N_Vector f,
                       void *self, N_Vector tmp)
{
    (void)f, (void)tmp;
    return sundials_krylov_along(&((struct cvode *)self)->linear.krylov, t, y, v, Jv);
}

static int cvode_prepare(sunrealtype t, N_Vector y, N_Vector f, sunbooleantype known,
                         sunbooleantype *new, sunrealtype gamma, void *self)
{
    (void)f;
    *new = !known;
    return sundials_krylov_prepare(&((struct cvode *)self)->linear.krylov, t, y, NULL, known, 1,
                                   gamma);
}

/* CVODE's signature. NOLINTNEXTLINE(readability-function-size) */
static int cvode_precondition(sunrealtype t, N_Vector y, N_Vector f, N_Vector r, N_Vector z,
                              sunrealtype gamma, sunrealtype delta, int lr, void *self)
{
    (void)t, (void)y, (void)f, (void)gamma, (void)delta, (void)lr;
    return sundials_krylov_solve(&((struct cvode *)self)->linear.krylov, r, z);
}

static ivp_status cvode_use_gmres(struct cvode *s)
{
    sundials_krylov *k = &s->linear.krylov;
    void *memory = s->lib.memory;
    k->iterations = CVodeGetNumLinIters;
    s->lib.statistics = cvode_functional_statistics;
    const int failed =
        CVodeSetLinearSolver(memory, s->linear.solver, NULL) ||
        (k->exact && CVodeSetJacTimes(memory, NULL, cvode_along)) ||
        (k->p && CVodeSetPreconditioner(memory, cvode_prepare, cvode_precondition));
    return failed ? IVP_E_LIBRARY : IVP_OK;
}

static void cvode_finish(void *self)
{
    sundials_finish(self);
    sundials_krylov_finish(&((struct cvode *)self)->linear.krylov);
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

static ivp_status cvode_set_corrector(struct cvode *s, const struct cvode_method *method)
{
    sundials *lib = &s->lib;
    const bool newton = method->newton;
    lib->statistics = newton ? cvode_newton_statistics : cvode_functional_statistics;
    if (!newton) {
        s->functional = SUNNonlinSol_FixedPoint(lib->y, 0, lib->context);
        return s->functional && !CVodeSetNonlinearSolver(lib->memory, s->functional)
                   ? IVP_OK
                   : IVP_E_NOMEM;
    }
    const ivp_status st =
        sundials_linear_open(&s->linear, lib, method->linear_solver, method->krylov);
    if (st) return st;
    if (s->linear.krylov.open) return cvode_use_gmres(s);
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
    if (SUNDIALS_SILENCE(CVode, memory) || CVodeInit(memory, cvode_rhs, 0, lib->y) ||
        CVodeSVtolerances(memory, tol->rtol, lib->atol) || CVodeSetUserData(memory, s) ||
        CVodeSetMaxNumSteps(memory, -1) || CVodeSetMaxStep(memory, tol->hmax) ||
        CVodeSetMaxOrd(memory, method->max_order))
        return IVP_E_INVALID;
    return cvode_set_corrector(s, method);
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
    struct cvode *c = self;
    c->h0 = h0;
    c->fresh = true;
    c->f = NULL;
    sundials_copy(s, s->y, y);
    sundials_linear_forget(&((struct cvode *)self)->linear);
    if (CVodeReInit(s->memory, t, s->y) || CVodeSetInitStep(s->memory, h0))
        return IVP_E_LIBRARY;
    sundials_begin(s, t, y);
    return IVP_OK;
}

/* All steps to tmax, f called directly; false: it begins anew, to be repeated with checks. */
static bool cvode_unseen(struct cvode *c, real tmax, long most)
{
    sundials *s = &c->lib;
    long steps = 0, calls = 0;
    N_VScale(1, s->y, s->scratch);
    c->f = ivp_f_unseen(s->m, &c->p);
    CVodeSetMaxNumSteps(s->memory, most);
    const int flag = CVode(s->memory, tmax, s->y, &s->t, CV_NORMAL);
    CVodeSetMaxNumSteps(s->memory, -1);
    CVodeGetNumSteps(s->memory, &steps);
    CVodeGetNumRhsEvals(s->memory, &calls);
    if (flag >= 0 && ivp_f_is_finite(N_VGetArrayPointer(s->y), s->n)) {
        ivp_count(s->m, IVP_N_ACCEPTED, steps - 1);
        if (c->f) ivp_count(s->m, IVP_N_F, calls);
        return true;
    }
    ivp_not_unseen(s->m);
    cvode_restart(c, s->t_old, N_VGetArrayPointer(s->scratch), NULL, c->h0);
    sundials_wall(s, CVodeSetStopTime, tmax);
    s->status = IVP_OK;
    return false;
}

static ivp_status cvode_advance(void *self, real tmax, real *t, real *y)
{
    sundials *s = self;
    struct cvode *c = self;
    const long unseen = c->fresh ? ivp_steps_unseen(s->m) : 0;
    s->status = IVP_OK;
    s->t_old = s->t;
    c->fresh = false;
    if (unseen && !sundials_wall(s, CVodeSetStopTime, tmax) && cvode_unseen(c, tmax, unseen))
        return sundials_stepped(s, cvode_flags, CV_SUCCESS, t, y);
    c->fresh = false;
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
    .advance = cvode_advance, .dense = cvode_dense, .finish = cvode_finish

#endif
