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
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>

#include <arkode/arkode_erkstep.h>

#include "adapters/sundials/arkode.h"

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

static const sundials_statistic statistics[SUNDIALS_STATISTICS] = {
    { IVP_N_REJECTED, ARKodeGetNumErrTestFails },
};

static void destroy(void *self)
{
    arkode *s = self;
    if (!s) return;
    ARKodeFree(&s->lib.memory);
    sundials_close(&s->lib);
    free(s);
}

static ivp_status set_up(arkode *s, ivp_model *m, const ivp_tol *tol, const double *option)
{
    sundials *lib = &s->lib;
    const ivp_status st = sundials_open(lib, m, tol);
    if (st) return st;
    lib->statistics = statistics;
    s->h = tol->h;
    void *memory = lib->memory = ERKStepCreate(sundials_rhs, 0, lib->y, lib->context);
    if (!memory) return IVP_E_NOMEM;
    return SUNDIALS_SILENCE(ERKStep, memory) ||
                   ERKStepSetTableNum(memory, tables[(int)option[TABLE]]) ||
                   !arkode_configure(s, tol->rtol, tol->hmax)
               ? IVP_E_INVALID
               : IVP_OK;
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    arkode *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    return sundials_created(self, set_up(s, m, tol, option), destroy);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)yp;
    arkode *s = self;
    sundials_copy(&s->lib, s->lib.y, y);
    return ERKStepReInit(s->lib.memory, sundials_rhs, t, s->lib.y)
               ? IVP_E_LIBRARY
               : arkode_restarted(s, t, y, h0);
}

IVP_SOLVER(arkode_erk,
    .title = "ARKODE, embedded explicit Runge-Kutta pairs",
    .family = "explicit_rk",
    .source = ARKODE_SOURCE "Dormand and Prince 1980, Bogacki and Shampine 1989, Zonneveld "
    "1963, Cash and Karp 1990, Fehlberg 1969",
    .views = IVP_FIRST,
    .order = 5, /* of the default table */
    ARKODE_SOLVER,
    .finish = sundials_finish);
