/* arkode.h -- steps of ARKODE behind the solver interface, as its explicit and its implicit
 * methods share them. ARKODE_METHOD(name) (adapters/sundials/sundials_versions.h) names the
 * library's function of the method in use.
 *
 * Dense output is the library's Hermite interpolation. If the kernel moved the state after the
 * step (projection), ARKodeReset takes it over. It keeps the step size and the history of the
 * controller. The next advance() calls it, so dense output stays valid until then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_SUNDIALS_ARKODE_H
#define ADAPTERS_SUNDIALS_ARKODE_H

#include <arkode/arkode.h>

#include "adapters/sundials/sundials.h"

#define ARKODE_SOURCE                                                                          \
    SUNDIALS_LIBRARY                                                                           \
    "; D. R. Reynolds, D. J. Gardner, C. S. Woodward, R. Chinomona, "                          \
    "ARKODE: a flexible IVP solver infrastructure for one-step methods, ACM TOMS 49 "          \
    "(2023) 19; tables of "

typedef struct arkode {
    sundials lib; /* first */
    real h;       /* > 0: constant step size */
    bool moved;   /* lib.y holds a state that the library does not know yet */
} arkode;

static const sundials_flag arkode_flags[] = {
    { ARK_TOO_MUCH_WORK, IVP_E_TOO_MANY_STEPS },
    { ARK_TOO_MUCH_ACC, IVP_E_STEP_TOO_SMALL },
    { ARK_ERR_FAILURE, IVP_E_STEP_TOO_SMALL },
    { ARK_CONV_FAILURE, IVP_E_DIVERGED },
    { ARK_LSETUP_FAIL, IVP_E_DIVERGED },
    { ARK_LSOLVE_FAIL, IVP_E_DIVERGED },
    { ARK_MASSSETUP_FAIL, IVP_E_DIVERGED },
    { ARK_MASSSOLVE_FAIL, IVP_E_DIVERGED },
    { ARK_FIRST_RHSFUNC_ERR, IVP_E_STEP_TOO_SMALL },
    { ARK_REPTD_RHSFUNC_ERR, IVP_E_STEP_TOO_SMALL },
    { ARK_ILL_INPUT, IVP_E_INVALID },
    { ARK_MEM_FAIL, IVP_E_NOMEM },
    { 0, IVP_OK },
};

/* Sets the options that all methods share. rtol and lib.atol control the error of variable
 * steps. With constant steps they bound the nonlinear iteration of an implicit method. */
static inline bool arkode_configure(arkode *s, real rtol, real hmax)
{
    void *memory = s->lib.memory;
    return !ARKodeSetUserData(memory, s) && !ARKodeSVtolerances(memory, rtol, s->lib.atol) &&
           (s->h <= 0 || !ARKodeSetFixedStep(memory, s->h)) &&
           !ARKodeSetMaxNumSteps(memory, -1) && !ARKodeSetMaxStep(memory, hmax);
}

/* After the library's own ReInit at (t, lib.y) */
static inline ivp_status arkode_restarted(arkode *s, real t, const real *y, real h0)
{
    void *memory = s->lib.memory;
    if (s->h > 0 ? ARKodeSetFixedStep(memory, s->h) : ARKodeSetInitStep(memory, h0))
        return IVP_E_LIBRARY;
    s->moved = false;
    sundials_begin(&s->lib, t, y);
    return IVP_OK;
}

static ivp_status arkode_advance(void *self, real tmax, real *t, real *y)
{
    arkode *s = self;
    sundials *lib = &s->lib;
    lib->status = IVP_OK;
    int flag = ARK_SUCCESS;
    if (s->moved) { /* the reset discards the stop time */
        flag = ARKodeReset(lib->memory, lib->t, lib->y);
        lib->stop = lib->t;
    }
    s->moved = false;
    lib->t_old = lib->t;
    if (!flag) flag = sundials_wall(lib, ARKodeSetStopTime, tmax);
    if (!flag) flag = ARKodeEvolve(lib->memory, tmax, lib->y, &lib->t, ARK_ONE_STEP);
    return sundials_stepped(lib, arkode_flags, flag, t, y);
}

static void arkode_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    arkode *s = self;
    s->moved = verdict == IVP_MOVED;
    if (s->moved) sundials_copy(&s->lib, s->lib.y, y1);
}

static ivp_status arkode_dense(void *self, real theta, real *y)
{
    return sundials_dense(self, ARKodeGetDky, theta, y);
}

/* The part of a descriptor that is the same for all of them. */
#define ARKODE_SOLVER                                                                          \
    .library = SUNDIALS_LIBRARY, .fixed_step = true, .adaptive = true, .options = options,     \
    .h0_rule = IVP_H0_OWN, .create = create, .destroy = destroy, .restart = restart,           \
    .advance = arkode_advance, .verdict = arkode_verdict, .dense = arkode_dense

#endif
