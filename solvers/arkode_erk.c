/* arkode_erk.c -- ARKODE's ERKStep: embedded explicit Runge-Kutta pairs of order 3 to 5.
 *
 *     k_i   = f(t + c_i h, y + h sum_(j<i) a_ij k_j)
 *     y1    = y + h sum b_i k_i
 *     error = h sum (b_i - bhat_i) k_i
 *
 * The error is controlled by the library's own law; the solution of the higher order is
 * continued.
 *
 * The library's tables HEUN_EULER_2_1_2, VERNER_8_5_6 and FEHLBERG_13_7_8 are left out: ERKStep
 * of SUNDIALS 6.4.1 takes every table whose last node is 1 for one whose last stage is the
 * first of the next step, and with the last two has order 3 and 7 in place of 6 and 8. A
 * failure of f is final there: no smaller step is tried.
 *
 * Dense output is the library's Hermite interpolation. A state that was moved after the step
 * (projection) is taken over with ARKodeReset, which keeps the step size and the history of
 * the controller; that happens with the next step, so dense output stays valid until then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include <arkode/arkode_erkstep.h>

#include "solvers/lib/sundials.h"

enum { TABLE };
static const ivp_param options[] = {
    [TABLE] = { "table", "dormand_prince",
                "pair of formulas, of order 5(4) 3(2) 4(3) 5(4) 5(4)",
                "dormand_prince bogacki_shampine zonneveld cash_karp fehlberg" },
    { 0 },
};

/* in the order of the words above */
static const ARKODE_ERKTableID tables[] = {
    ARKODE_DORMAND_PRINCE_7_4_5, ARKODE_BOGACKI_SHAMPINE_4_2_3, ARKODE_ZONNEVELD_5_3_4,
    ARKODE_CASH_KARP_6_4_5,      ARKODE_FEHLBERG_6_4_5,
};

struct erk {
    sundials lib; /* first */
    real h;       /* > 0: constant step size */
    bool moved;   /* lib.y holds a state that the library does not know yet */
};

static const sundials_flag flags[] = {
    { ARK_TOO_MUCH_WORK, IVP_E_TOO_MANY_STEPS },
    { ARK_TOO_MUCH_ACC, IVP_E_STEP_TOO_SMALL },
    { ARK_ERR_FAILURE, IVP_E_STEP_TOO_SMALL },
    { ARK_ILL_INPUT, IVP_E_INVALID },
    { ARK_MEM_FAIL, IVP_E_NOMEM },
    { 0, IVP_OK },
};

static const sundials_statistic statistics[SUNDIALS_STATISTICS] = {
    { IVP_N_REJECTED, ARKodeGetNumErrTestFails },
};

static void destroy(void *self)
{
    struct erk *s = self;
    if (!s) return;
    ARKodeFree(&s->lib.memory);
    sundials_close(&s->lib);
    free(s);
}

static ivp_status set_up(struct erk *s, ivp_model *m, const ivp_tol *tol, const double *option)
{
    sundials *lib = &s->lib;
    const ivp_status st = sundials_open(lib, m, tol);
    if (st) return st;
    lib->statistics = statistics;
    s->h = tol->h;
    void *memory = lib->memory = ERKStepCreate(sundials_rhs, 0, lib->y, lib->context);
    if (!memory) return IVP_E_NOMEM;
    return SUNDIALS_SILENCE(ERKStep, memory) || ARKodeSetUserData(memory, s) ||
                   ERKStepSetTableNum(memory, tables[(int)option[TABLE]]) ||
                   (s->h > 0 ? ARKodeSetFixedStep(memory, s->h)
                             : ARKodeSVtolerances(memory, tol->rtol, lib->atol)) ||
                   ARKodeSetMaxNumSteps(memory, -1) || ARKodeSetMaxStep(memory, tol->hmax)
               ? IVP_E_INVALID
               : IVP_OK;
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    struct erk *s = calloc(1, sizeof *s);
    *self = s;
    if (!s) return IVP_E_NOMEM;
    const ivp_status st = set_up(s, m, tol, option);
    if (!st) return IVP_OK;
    destroy(s);
    *self = NULL;
    return st;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)yp;
    struct erk *s = self;
    sundials *lib = &s->lib;
    s->moved = false;
    sundials_copy(lib, lib->y, y);
    if (ERKStepReInit(lib->memory, sundials_rhs, t, lib->y) ||
        (s->h > 0 ? ARKodeSetFixedStep(lib->memory, s->h) : ARKodeSetInitStep(lib->memory, h0)))
        return IVP_E_LIBRARY;
    sundials_begin(lib, t, y);
    return IVP_OK;
}

static ivp_status advance(void *self, real tmax, real *t, real *y)
{
    struct erk *s = self;
    sundials *lib = &s->lib;
    lib->status = IVP_OK;
    int flag = ARK_SUCCESS;
    if (s->moved) { /* the reset forgets the stop time */
        flag = ARKodeReset(lib->memory, lib->t, lib->y);
        lib->stop = lib->t;
    }
    s->moved = false;
    lib->t_old = lib->t;
    if (!flag) flag = sundials_wall(lib, ARKodeSetStopTime, tmax);
    if (!flag) flag = ARKodeEvolve(lib->memory, tmax, lib->y, &lib->t, ARK_ONE_STEP);
    return sundials_stepped(lib, flags, flag, t, y);
}

static void verdict(void *self, ivp_verdict verdict_, const real *y1)
{
    struct erk *s = self;
    s->moved = verdict_ == IVP_MOVED;
    if (s->moved) sundials_copy(&s->lib, s->lib.y, y1);
}

static ivp_status dense(void *self, real theta, real *y)
{
    return sundials_dense(self, ARKodeGetDky, theta, y);
}

IVP_SOLVER(arkode_erk,
    .title = "ARKODE, embedded explicit Runge-Kutta pairs",
    .source = SUNDIALS_LIBRARY
    "; D. R. Reynolds, D. J. Gardner, C. S. Woodward, R. Chinomona, "
    "ARKODE: a flexible IVP solver infrastructure for one-step methods, ACM TOMS 49 "
    "(2023) 19; tables of Dormand and Prince 1980, Bogacki and Shampine 1989, Zonneveld "
    "1963, Cash and Karp 1990, Fehlberg 1969",
    .library = SUNDIALS_LIBRARY,
    .views = IVP_FIRST,
    .order = 5, /* of the default table */
    .fixed_step = true,
    .adaptive = true,
    .options = options,
    .h0_rule = IVP_H0_OWN,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .verdict = verdict,
    .dense = dense,
    .finish = sundials_finish);
