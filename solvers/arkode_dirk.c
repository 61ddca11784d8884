/* arkode_dirk.c -- ARKODE's ARKStep: diagonally implicit Runge-Kutta pairs of order 2 to 5 for
 * M y' = f(t, y) with a constant, invertible matrix.
 *
 *     M k_i = f(t + c_i h, y + h sum_(j<=i) a_ij k_j)
 *     y1    = y + h sum b_i k_i
 *     error = h sum (b_i - bhat_i) k_i
 *
 * Stages by Newton's iteration with the exact Jacobian, M - h a_ii J full, banded or sparse
 * (adapters/sundials/sundials_linear.h); M is factored once a restart. Error, step size and the
 * iteration are the library's own. Constant steps iterate to 1e-14.
 *
 * The library takes an M that depends on t alone, too; that is not offered. KLU, where there is
 * an M, is for problems that declare a pattern: its own would need another one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define ARKODE_METHOD(name) ARKStep##name

#include <arkode/arkode_arkstep.h>

#include "adapters/sundials/sundials_linear.h"

#include "adapters/sundials/arkode.h"
#include "kernel/methods/declines.h"

enum { TABLE, LINEAR_SOLVER, PRECONDITIONER, ITERATION = PRECONDITIONER + 3 };
static const ivp_param options[] = {
    [TABLE] = { "table", "esdirk4",
                "pair of formulas, of order 4(3) 5(4) 4(3) 5(4) 4(3) 3(2) 2(3)",
                "esdirk4 esdirk5 kvaerno4 kvaerno5 sdirk4 esdirk3 trbdf2" },
    [LINEAR_SOLVER] = SUNDIALS_LINEAR_SOLVER,
    SUNDIALS_KRYLOV_OPTIONS(PRECONDITIONER),
    [ITERATION] = { "iteration", "0.1",
                    "error that Newton's iteration may leave, part of the tolerance",
                    "0.1 1e-3 1e-5" },
    { 0 },
};

/* in the order of the words above */
static const ARKODE_DIRKTableID tables[] = {
    ARKODE_ESDIRK436L2SA_6_3_4, ARKODE_ESDIRK547L2SA2_7_4_5, ARKODE_KVAERNO_5_3_4,
    ARKODE_KVAERNO_7_4_5,       ARKODE_SDIRK_5_3_4,          ARKODE_ESDIRK324L2SA_4_2_3,
    ARKODE_TRBDF2_3_3_2,
};

/* in the order of the words of `iteration` */
static const real may_leave[] = { 0.1, 1e-3, 1e-5 };

/* Of the solution; the library's iteration goes on to a tenth of it. */
static const real to_rounding = 1e-13;

/* Relative change of h from which the matrix is factored anew: any, in place of the library's
 * fifth. Its rate of convergence is that of earlier steps, almost 0 after exact steps. With a
 * matrix of another h one iteration then counts as enough, and what it leaves is in no
 * estimate: on y' = cos t - (y - sin t) at 1e-8 that was 5e-5. */
static const real h_changes = 1e-6;

struct dirk {
    arkode ark; /* first */
    sundials_linear newton, mass;
    bool has_mass;
};

/* Every Newton iteration is one back-substitution. Without M the list ends before its work. */
static const sundials_statistic with_mass[SUNDIALS_STATISTICS] = {
    { IVP_N_NEWTON, ARKodeGetNumNonlinSolvIters }, { IVP_N_SOLVE, ARKodeGetNumNonlinSolvIters },
    { IVP_N_LU, ARKodeGetNumLinSolvSetups },       { IVP_N_REJECTED, ARKodeGetNumErrTestFails },
    { IVP_N_FAILED, ARKodeGetNumStepSolveFails },  { IVP_N_LU, ARKodeGetNumMassSetups },
    { IVP_N_SOLVE, ARKodeGetNumMassSolves },
};
static const sundials_statistic without_mass[SUNDIALS_STATISTICS] = {
    { IVP_N_NEWTON, ARKodeGetNumNonlinSolvIters }, { IVP_N_SOLVE, ARKodeGetNumNonlinSolvIters },
    { IVP_N_LU, ARKodeGetNumLinSolvSetups },       { IVP_N_REJECTED, ARKodeGetNumErrTestFails },
    { IVP_N_FAILED, ARKodeGetNumStepSolveFails },
};
/* A pencil counts its own work. */
static const sundials_statistic with_pencil[SUNDIALS_STATISTICS] = {
    { IVP_N_NEWTON, ARKodeGetNumNonlinSolvIters },
    { IVP_N_REJECTED, ARKodeGetNumErrTestFails },
    { IVP_N_FAILED, ARKodeGetNumStepSolveFails },
};

/* ---- callbacks -------------------------------------------------------------------------- */

static int jacobian(sunrealtype t, N_Vector y, N_Vector f, SUNMatrix J, void *self,
                    N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
    (void)f, (void)tmp1, (void)tmp2, (void)tmp3;
    struct dirk *s = self;
    ivp_status st = ivp_rhs_jac(s->ark.lib.m, t, N_VGetArrayPointer(y),
                                sundials_linear_view(&s->newton, J));
    if (!st) st = sundials_linear_written(&s->newton, J);
    return sundials_answer(&s->ark.lib, st);
}

/* ARKODE's signature. NOLINTNEXTLINE(readability-function-size) */
static int linear_system(sunrealtype t, N_Vector y, N_Vector f, SUNMatrix A, SUNMatrix M,
                         sunbooleantype known, sunbooleantype *new, sunrealtype gamma,
                         void *self, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
    (void)f, (void)A, (void)M, (void)tmp1, (void)tmp2, (void)tmp3;
    struct dirk *s = self;
    return sundials_pencil_take(&s->newton.pencil, t, y, known, gamma, new);
}

static int mass(sunrealtype t, SUNMatrix M, void *self, N_Vector tmp1, N_Vector tmp2,
                N_Vector tmp3)
{
    (void)tmp1, (void)tmp2, (void)tmp3;
    struct dirk *s = self;
    if (s->mass.pencil.pencil) return sundials_pencil_mass(&s->mass.pencil);
    const ivp_mat view = sundials_linear_view(&s->mass, M);
    return sundials_answer(&s->ark.lib,
                           ivp_mass(s->ark.lib.m, t, N_VGetArrayPointer(s->ark.lib.y), view));
}

/* ---- gmres ------------------------------------------------------------------------------ */

static int along(N_Vector v, N_Vector Jv, sunrealtype t, N_Vector y, N_Vector f, void *self,
                 N_Vector tmp)
{
    (void)f, (void)tmp;
    return sundials_krylov_along(&((struct dirk *)self)->newton.krylov, t, y, v, Jv);
}

static int prepare(sunrealtype t, N_Vector y, N_Vector f, sunbooleantype known,
                   sunbooleantype *new, sunrealtype gamma, void *self)
{
    (void)f;
    *new = !known;
    return sundials_krylov_prepare(&((struct dirk *)self)->newton.krylov, t, y, NULL, known, 1,
                                   gamma);
}

/* ARKODE's signature. NOLINTNEXTLINE(readability-function-size) */
static int precondition(sunrealtype t, N_Vector y, N_Vector f, N_Vector r, N_Vector z,
                        sunrealtype gamma, sunrealtype delta, int lr, void *self)
{
    (void)t, (void)y, (void)f, (void)gamma, (void)delta, (void)lr;
    return sundials_krylov_solve(&((struct dirk *)self)->newton.krylov, r, z);
}

static ivp_status use_gmres(struct dirk *s)
{
    sundials_krylov *k = &s->newton.krylov;
    void *memory = s->ark.lib.memory;
    k->iterations = ARKodeGetNumLinIters;
    s->ark.lib.statistics = with_pencil;
    const int failed = ARKodeSetLinearSolver(memory, s->newton.solver, NULL) ||
                       (k->exact && ARKodeSetJacTimes(memory, NULL, along)) ||
                       (k->p && ARKodeSetPreconditioner(memory, prepare, precondition));
    return failed ? IVP_E_LIBRARY : IVP_OK;
}

static void finish(void *self)
{
    sundials_finish(self);
    sundials_krylov_finish(&((struct dirk *)self)->newton.krylov);
}

/* ---- set-up ----------------------------------------------------------------------------- */

static void destroy(void *self)
{
    struct dirk *s = self;
    if (!s) return;
    ARKodeFree(&s->ark.lib.memory);
    sundials_linear_close(&s->newton);
    sundials_linear_close(&s->mass);
    sundials_close(&s->ark.lib);
    free(s);
}

/* Of a pencil the second set of factors, b = 0. */
static ivp_status open_mass(struct dirk *s, const double *option)
{
    sundials *lib = &s->ark.lib;
    sundials_pencil *p = &s->mass.pencil;
    if (!s->newton.pencil.pencil)
        return sundials_linear_open(&s->mass, lib, (int)option[LINEAR_SOLVER],
                                    sundials_krylov_choose(option + PRECONDITIONER));
    *p = s->newton.pencil;
    p->factors = 1;
    p->b = 0;
    return sundials_pencil_wrap(p, &s->mass.A, &s->mass.solver);
}

static ivp_status open_linear_solvers(struct dirk *s, const double *option)
{
    sundials *lib = &s->ark.lib;
    const int requested = (int)option[LINEAR_SOLVER];
    if (s->has_mass && requested == LINSOL_KLU && !ivp_has_columns(lib->m)) {
        ivp_reason(lib->m, "linear_solver=klu with a matrix M is for problems that declare a "
                           "pattern, which this one does not: dense, band, auto");
        return IVP_E_INVALID;
    }
    ivp_status st = sundials_linear_open(&s->newton, lib, requested,
                                         sundials_krylov_choose(option + PRECONDITIONER));
    if (!st && s->has_mass) st = open_mass(s, option);
    if (st) return st;
    if (s->newton.krylov.open) return use_gmres(s);
    const bool pencil = s->newton.pencil.pencil;
    if (pencil) lib->statistics = with_pencil;
    int flag = ARKodeSetLinearSolver(lib->memory, s->newton.solver, s->newton.A) ||
               (pencil ? ARKodeSetLinSysFn(lib->memory, linear_system)
                       : ARKodeSetJacFn(lib->memory, jacobian));
    if (!flag && s->has_mass)
        flag = ARKodeSetMassLinearSolver(lib->memory, s->mass.solver, s->mass.A, SUNFALSE) ||
               ARKodeSetMassFn(lib->memory, mass);
    return flag ? IVP_E_LIBRARY : IVP_OK;
}

static ivp_status set_up(struct dirk *s, ivp_model *m, const ivp_tol *tol, const double *option)
{
    sundials *lib = &s->ark.lib;
    const ivp_status st = sundials_open(lib, m, tol);
    if (st) return st;
    s->has_mass = ivp_mass_of(m) != IVP_MASS_ONE;
    lib->statistics = s->has_mass ? with_mass : without_mass;
    const bool constant = tol->h > 0;
    s->ark.h = tol->h;
    if (constant) N_VConst(to_rounding, lib->atol);
    void *memory = lib->memory = ARKStepCreate(NULL, sundials_rhs, 0, lib->y, lib->context);
    if (!memory) return IVP_E_NOMEM;
    if (SUNDIALS_SILENCE(ARKStep, memory) ||
        ARKStepSetTableNum(memory, tables[(int)option[TABLE]], ARKODE_ERK_NONE) ||
        !arkode_configure(&s->ark, constant ? to_rounding : tol->rtol, tol->hmax) ||
        ARKodeSetDeltaGammaMax(memory, h_changes) ||
        ARKodeSetNonlinConvCoef(memory, may_leave[(int)option[ITERATION]]) ||
        (constant && ARKodeSetMaxNonlinIters(memory, 20)))
        return IVP_E_INVALID;
    return open_linear_solvers(s, option);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    struct dirk *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    return sundials_created(self, set_up(s, m, tol, option), destroy);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)yp;
    struct dirk *s = self;
    sundials *lib = &s->ark.lib;
    sundials_copy(lib, lib->y, y);
    sundials_linear_forget(&s->newton);
    if (ARKStepReInit(lib->memory, NULL, sundials_rhs, t, lib->y)) return IVP_E_LIBRARY;
    const ivp_status st = arkode_restarted(&s->ark, t, y, h0);
    /* the library's zeros come with the first step */
    memset(lib->counted, 0, sizeof lib->counted);
    return st;
}

IVP_SOLVER(arkode_dirk,
    .title = "ARKODE, diagonally implicit Runge-Kutta pairs",
    .family = "dirk",
    .source = ARKODE_SOURCE "Kennedy and Carpenter 2016 and 2019, Kvaerno 2004, Hairer and "
                            "Wanner "
    "1996, Bank et al. 1985",
    .views = IVP_FIRST | IVP_LINEAR,
    .order = 4, /* of the default table */
    .declines = declines_singular_mass,
    ARKODE_SOLVER,
    .finish = finish);
