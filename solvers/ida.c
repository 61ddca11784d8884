/* ida.c -- IDA: variable-order, variable-step BDF for F(t, y, y') = 0.
 *
 *     F(t_n, y_n, y'_n) = 0
 *     y'_n = sum_(i=0)^q alpha_(n,i) y_(n-i) / h_n,     q = 1 .. 5
 *
 * in fixed-leading-coefficient form, solved by Newton's iteration with the exact matrix
 * dF/dy + c dF/dy', full, banded or sparse (adapters/sundials/sundials_linear.h).
 *
 * Rules of this wrapper for equations of higher index. Multipliers get an absolute tolerance
 * larger by a factor (option multiplier_atol), so that they leave the norm of the error test
 * and that of Newton's convergence test; IDASetSuppressAlg reaches only the first. The first
 * step is rtol, as in the test set's protocol. Nothing more is done: `index3`, where the
 * conditioning of the corrector grows like h^-2, may fail, and the failure is the result.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>

#include <ida/ida.h>

#include "adapters/sundials/sundials_linear.h"

enum { LINEAR_SOLVER, MAX_ORDER, MULTIPLIER_ATOL, SUPPRESS_ALG, PRECONDITIONER };
static const ivp_param options[] = {
    [LINEAR_SOLVER] = SUNDIALS_LINEAR_SOLVER,
    [MAX_ORDER] = { "max_order", "5", "highest order, 1 to 5", NULL },
    [MULTIPLIER_ATOL] = { "multiplier_atol", "1e10", "factor on atol of multipliers", NULL },
    [SUPPRESS_ALG] = { "suppress_alg", "no", "algebraic variables out of the error test",
                       "no yes" },
    SUNDIALS_KRYLOV_OPTIONS(PRECONDITIONER),
    { 0 },
};

struct ida {
    sundials lib; /* first */
    N_Vector yp, id;
    sundials_linear linear;
    real rtol;
};

static const sundials_flag flags[] = {
    { IDA_TOO_MUCH_WORK, IVP_E_TOO_MANY_STEPS },
    { IDA_TOO_MUCH_ACC, IVP_E_STEP_TOO_SMALL },
    { IDA_ERR_FAIL, IVP_E_STEP_TOO_SMALL },
    { IDA_CONV_FAIL, IVP_E_DIVERGED },
    { IDA_LSETUP_FAIL, IVP_E_DIVERGED },
    { IDA_LSOLVE_FAIL, IVP_E_DIVERGED },
    { IDA_FIRST_RES_FAIL, IVP_E_STEP_TOO_SMALL },
    { IDA_REP_RES_ERR, IVP_E_STEP_TOO_SMALL },
    { IDA_ILL_INPUT, IVP_E_INVALID },
    { IDA_MEM_FAIL, IVP_E_NOMEM },
    { 0, IVP_OK },
};

/* Every Newton iteration is one back-substitution. */
static const sundials_statistic statistics[SUNDIALS_STATISTICS] = {
    { IVP_N_NEWTON, IDAGetNumNonlinSolvIters }, { IVP_N_SOLVE, IDAGetNumNonlinSolvIters },
    { IVP_N_LU, IDAGetNumLinSolvSetups },       { IVP_N_REJECTED, IDAGetNumErrTestFails },
    { IVP_N_FAILED, IDAGetNumStepSolveFails },
};

/* A pencil counts its own work. */
static const sundials_statistic with_pencil[SUNDIALS_STATISTICS] = {
    { IVP_N_NEWTON, IDAGetNumNonlinSolvIters },
    { IVP_N_REJECTED, IDAGetNumErrTestFails },
    { IVP_N_FAILED, IDAGetNumStepSolveFails },
};

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector F, void *self)
{
    sundials *s = self;
    return sundials_answer(s, ivp_res(s->m, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp),
                                      N_VGetArrayPointer(F)));
}

/* Of a large mechanism. */
static ivp_status sparse_jacobian(struct ida *s, real t, real c, N_Vector y, N_Vector yp,
                                  SUNMatrix J)
{
    const int nq = ivp_nq(s->lib.m);
    const real *q = N_VGetArrayPointer(y), *u = q + nq;
    const ivp_state at = {
        .t = t, .q = q, .u = u, .x = u + nq, .a = N_VGetArrayPointer(yp) + nq, .lambda = u + nq
    };
    sparse_columns columns;
    const ivp_status st = sparse_saddle_residual(s->linear.saddle, &at, c, &columns);
    return st ? st : sundials_linear_take(&s->linear, J, &columns);
}

/* IDA's signature. NOLINTNEXTLINE(readability-function-size) */
static int jacobian(sunrealtype t, sunrealtype c, N_Vector y, N_Vector yp, N_Vector F,
                    SUNMatrix J, void *self, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
    (void)F, (void)tmp1, (void)tmp2, (void)tmp3;
    struct ida *s = self;
    sundials_pencil *p = &s->linear.pencil;
    p->a = c;
    if (p->pencil)
        return sundials_answer(&s->lib,
                               ivp_pencil_linearise(p->pencil, t, N_VGetArrayPointer(y),
                                                    N_VGetArrayPointer(yp), NULL));
    if (s->linear.saddle) return sundials_answer(&s->lib, sparse_jacobian(s, t, c, y, yp, J));
    ivp_status st = ivp_res_jac(s->lib.m, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), c,
                                sundials_linear_view(&s->linear, J));
    if (!st) st = sundials_linear_written(&s->linear, J);
    return sundials_answer(&s->lib, st);
}

/* ---- gmres ------------------------------------------------------------------------------ */

/* IDA's signature. NOLINTNEXTLINE(readability-function-size) */
static int along(sunrealtype t, N_Vector y, N_Vector yp, N_Vector F, N_Vector v, N_Vector Jv,
                 sunrealtype c, void *self, N_Vector tmp1, N_Vector tmp2)
{
    (void)F, (void)tmp1, (void)tmp2;
    sundials *s = self;
    return sundials_answer(s,
                           ivp_res_along(s->m, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp),
                                         c, N_VGetArrayPointer(v), N_VGetArrayPointer(Jv)));
}

static int prepare(sunrealtype t, N_Vector y, N_Vector yp, N_Vector F, sunrealtype c,
                   void *self)
{
    (void)F;
    return sundials_krylov_prepare(&((struct ida *)self)->linear.krylov, t, y, yp, false, c, 1);
}

/* IDA's signature. NOLINTNEXTLINE(readability-function-size) */
static int precondition(sunrealtype t, N_Vector y, N_Vector yp, N_Vector F, N_Vector r,
                        N_Vector z, sunrealtype c, sunrealtype delta, void *self)
{
    (void)t, (void)y, (void)yp, (void)F, (void)c, (void)delta;
    return sundials_krylov_solve(&((struct ida *)self)->linear.krylov, r, z);
}

static ivp_status use_gmres(struct ida *s)
{
    sundials_krylov *k = &s->linear.krylov;
    void *memory = s->lib.memory;
    k->iterations = IDAGetNumLinIters;
    s->lib.statistics = with_pencil;
    const int failed = IDASetLinearSolver(memory, s->linear.solver, NULL) ||
                       (k->exact && IDASetJacTimes(memory, NULL, along)) ||
                       (k->p && IDASetPreconditioner(memory, prepare, precondition));
    return failed ? IVP_E_LIBRARY : IVP_OK;
}

static void finish(void *self)
{
    sundials_finish(self);
    sundials_krylov_finish(&((struct ida *)self)->linear.krylov);
}

/* lambda and mu, or an algebraic unknown of index 2 and more in a problem that is not born
 * mechanical. */
static bool is_multiplier(const ivp_model *m, int i)
{
    if (ivp_nq(m) > 0) return i >= 2 * ivp_nq(m) + ivp_nx(m);
    return ivp_index(m)[i] > 1 && !ivp_differential(m)[i];
}

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)tol;
    const double order = option[MAX_ORDER];
    if (!(order >= 1 && order <= 5) || order != (int)order)
        return "max_order must be 1, 2, 3, 4 or 5";
    if (!(option[MULTIPLIER_ATOL] > 0)) return "multiplier_atol must be a positive number";
    return sundials_krylov_refused(option + PRECONDITIONER);
}

static void destroy(void *self)
{
    struct ida *s = self;
    if (!s) return;
    IDAFree(&s->lib.memory);
    sundials_linear_close(&s->linear);
    if (s->id) N_VDestroy(s->id);
    if (s->yp) N_VDestroy(s->yp);
    sundials_close(&s->lib);
    free(s);
}

static ivp_status open_vectors(struct ida *s, ivp_model *m, const ivp_tol *tol, double factor)
{
    sundials *lib = &s->lib;
    const ivp_status st = sundials_open(lib, m, tol);
    if (st) return st;
    s->rtol = tol->rtol;
    s->yp = N_VClone(lib->y);
    s->id = N_VClone(lib->y);
    if (!s->yp || !s->id) return IVP_E_NOMEM;
    N_VConst(0, s->yp);
    for (int i = 0; i < lib->n; i++) {
        NV_Ith_S(s->id, i) = ivp_differential(m)[i];
        if (is_multiplier(m, i)) NV_Ith_S(lib->atol, i) *= factor;
    }
    return IVP_OK;
}

static ivp_status open_linear_solver(struct ida *s, const double *option)
{
    sundials *lib = &s->lib;
    const ivp_status st = sundials_linear_open(&s->linear, lib, (int)option[LINEAR_SOLVER],
                                               sundials_krylov_choose(option + PRECONDITIONER));
    if (st) return st;
    if (s->linear.krylov.open) return use_gmres(s);
    if (s->linear.pencil.pencil) lib->statistics = with_pencil;
    return IDASetLinearSolver(lib->memory, s->linear.solver, s->linear.A) ||
                   IDASetJacFn(lib->memory, jacobian)
               ? IVP_E_LIBRARY
               : IVP_OK;
}

static ivp_status set_up(struct ida *s, ivp_model *m, const ivp_tol *tol, const double *option)
{
    sundials *lib = &s->lib;
    const ivp_status st = open_vectors(s, m, tol, option[MULTIPLIER_ATOL]);
    if (st) return st;
    lib->statistics = statistics;
    void *memory = lib->memory = IDACreate(lib->context);
    if (!memory) return IVP_E_NOMEM;
    if (SUNDIALS_SILENCE(IDA, memory) || IDAInit(memory, residual, 0, lib->y, s->yp) ||
        IDASVtolerances(memory, tol->rtol, lib->atol) || IDASetUserData(memory, s) ||
        IDASetMaxNumSteps(memory, -1) || IDASetMaxOrd(memory, (int)option[MAX_ORDER]) ||
        IDASetMaxStep(memory, tol->hmax) || IDASetId(memory, s->id) ||
        IDASetSuppressAlg(memory, (int)option[SUPPRESS_ALG]))
        return IVP_E_INVALID;
    return open_linear_solver(s, option);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    struct ida *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    return sundials_created(self, set_up(s, m, tol, option), destroy);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct ida *s = self;
    sundials *lib = &s->lib;
    sundials_copy(lib, lib->y, y);
    sundials_copy(lib, s->yp, yp);
    sundials_linear_forget(&s->linear);
    if (IDAReInit(lib->memory, t, lib->y, s->yp) ||
        IDASetInitStep(lib->memory, h0 > 0 ? h0 : s->rtol))
        return IVP_E_LIBRARY;
    sundials_begin(lib, t, y);
    return IVP_OK;
}

static ivp_status advance(void *self, real tmax, real *t, real *y)
{
    struct ida *s = self;
    sundials *lib = &s->lib;
    lib->status = IVP_OK;
    lib->t_old = lib->t;
    int flag = sundials_wall(lib, IDASetStopTime, tmax);
    if (!flag) flag = IDASolve(lib->memory, tmax, &lib->t, lib->y, s->yp, IDA_ONE_STEP);
    return sundials_stepped(lib, flags, flag, t, y);
}

static ivp_status dense(void *self, real theta, real *y)
{
    return sundials_dense(self, IDAGetDky, theta, y);
}

IVP_SOLVER(ida,
    .title = "IDA, variable-order BDF for implicit differential-algebraic systems",
    .family = "bdf",
    .source = SUNDIALS_LIBRARY
    "; A. C. Hindmarsh et al., ACM TOMS 31 (2005) 363-396; "
    "P. N. Brown, A. C. Hindmarsh, L. R. Petzold, Using Krylov methods in the solution "
    "of large-scale differential-algebraic systems, SIAM J. Sci. Comput. 15 (1994) "
    "1467-1488",
    .library = SUNDIALS_LIBRARY,
    .views = IVP_RES,
    .adaptive = true,
    .h0_rule = IVP_H0_RTOL,
    .options = options,
    .refuses = refuses,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .dense = dense,
    .finish = finish);
