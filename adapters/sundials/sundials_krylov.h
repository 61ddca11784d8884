/* sundials_krylov.h -- GMRES of SUNDIALS (SPGMR) with exact products and the kernel's
 * preconditioners, of CVODE, IDA and ARKODE.
 *
 *     products           exact: one complex step a product; difference: the library's own
 *     preconditioner     kernel/formulation/precondition.h, from the left
 *
 * A set-up of a preconditioner counts as a factorisation, its use as a back-substitution, and
 * an exact product as an evaluation for Jacobians. Linear iterations are in the remark of the
 * run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_SUNDIALS_SUNDIALS_KRYLOV_H
#define ADAPTERS_SUNDIALS_SUNDIALS_KRYLOV_H

#include <stdio.h>

#include <sunlinsol/sunlinsol_spgmr.h>

#include "adapters/sundials/sundials.h"
#include "kernel/formulation/model_private.h"
#include "kernel/formulation/precondition.h"

/* Options of a wrapper, in the order of their values. */
#define SUNDIALS_KRYLOV_OPTIONS(first)                                                         \
    [first] = { "preconditioner", "ilu0", "of linear_solver=gmres", "none ilu0 band block" },  \
    [(first) + 1] = { "preconditioner_width", "1",                                             \
                      "band: diagonals on each side; block: unknowns of a block", NULL },      \
    [(first) + 2] = { "products", "exact",                                                     \
                      "J v of linear_solver=gmres: by complex step, or "                       \
                      "the library's differences",                                             \
                      "exact difference" }

typedef struct sundials_krylov_choice {
    ivp_precondition_kind kind;
    int width;
    bool exact;
} sundials_krylov_choice;

static inline sundials_krylov_choice sundials_krylov_choose(const double *option)
{
    return (sundials_krylov_choice){ (ivp_precondition_kind)option[0], (int)option[1],
                                     (int)option[2] == 0 };
}

static inline const char *sundials_krylov_refused(const double *option)
{
    return ivp_preconditioner_refused((ivp_precondition_kind)option[0], option[1]);
}

typedef struct sundials_krylov {
    sundials *lib;
    ivp_preconditioner *p; /* NULL: none */
    bool open, exact;
    int (*iterations)(void *memory, long *count); /* of the library, since its last start */
    long earlier;                                 /* of those before */
    char remark[80];
} sundials_krylov;

/* What GMRES cannot be used for; NULL: it can. */
static inline const char *sundials_krylov_lacks(const ivp_model *m,
                                                const sundials_krylov_choice *c)
{
    if (ivp_nq(m) > 0) return "linear_solver=gmres is not for mechanical problems: klu or auto";
    if (c->kind != IVP_PRECONDITION_NONE && !ivp_has_columns(m))
        return IVP_PRECONDITION_NO_PATTERN;
    return ivp_mass_of(m) == IVP_MASS_ONE ? NULL
                                          : "linear_solver=gmres is not for M y' = f: klu";
}

/* What is there after a failure is for sundials_krylov_close(). */
static inline ivp_status sundials_krylov_open(sundials_krylov *k, sundials *lib,
                                              sundials_krylov_choice c, SUNLinearSolver *solver)
{
    const char *lacks = sundials_krylov_lacks(lib->m, &c);
    if (lacks) ivp_reason(lib->m, lacks);
    if (lacks) return IVP_E_DECLINED;
    const bool none = c.kind == IVP_PRECONDITION_NONE;
    *k = (sundials_krylov){ .lib = lib, .open = true, .exact = c.exact };
    *solver = SUNLinSol_SPGMR(lib->y, none ? SUN_PREC_NONE : SUN_PREC_LEFT, 0, lib->context);
    if (!*solver) return IVP_E_NOMEM;
    return none ? IVP_OK : ivp_preconditioner_open(lib->m, c.kind, c.width, &k->p);
}

static inline void sundials_krylov_close(sundials_krylov *k) { ivp_preconditioner_close(k->p); }

/* P of a M - b J; known: M and J of an earlier call will do. */
static inline int sundials_krylov_prepare(sundials_krylov *k, real t, N_Vector y, N_Vector yp,
                                          bool known, real a, real b)
{
    ivp_status st = IVP_OK;
    if (!known)
        st = ivp_preconditioner_linearise(k->p, t, N_VGetArrayPointer(y),
                                          yp ? N_VGetArrayPointer(yp) : NULL);
    if (!st) st = ivp_preconditioner_factor(k->p, a, b);
    return sundials_answer(k->lib, st);
}

static inline int sundials_krylov_solve(sundials_krylov *k, N_Vector r, N_Vector z)
{
    sundials_copy(k->lib, z, N_VGetArrayPointer(r));
    ivp_preconditioner_solve(k->p, N_VGetArrayPointer(z));
    return 0;
}

static inline int sundials_krylov_along(sundials_krylov *k, real t, N_Vector y, N_Vector v,
                                        N_Vector Jv)
{
    return sundials_answer(k->lib,
                           ivp_rhs_along(k->lib->m, t, N_VGetArrayPointer(y),
                                         N_VGetArrayPointer(v), N_VGetArrayPointer(Jv)));
}

/* Before the library starts anew. */
static inline void sundials_krylov_pause(sundials_krylov *k)
{
    long count = 0;
    if (k->open && !k->iterations(k->lib->memory, &count)) k->earlier += count;
}

/* The remark of a run. */
static inline void sundials_krylov_finish(sundials_krylov *k)
{
    if (!k->open) return;
    sundials_krylov_pause(k);
    snprintf(k->remark, sizeof k->remark, "gmres took %ld linear iterations", k->earlier);
    k->earlier = 0;
    ivp_remark(k->lib->m, k->remark);
}

#endif
