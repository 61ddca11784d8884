/* dassl.h -- DASSL and DASPK behind the solver interface: BDF formulas of orders 1 to 5 in
 * fixed-leading-coefficient form on F(t, y, y') = 0; they differ in a table.
 *
 * Each call makes one step (INFO(3) = 1) and does not pass tmax (INFO(4) = 1, TSTOP);
 * DDATRP interpolates in the divided differences. IRES = -1 tells the codes that F does not
 * exist.
 *
 * Unknowns of index 2 and 3, which neither code handles by default:
 *
 *     DASPK   unknowns are sorted by index, and those of index 2 or 3 enter all norms times h
 *             or h^2 (INFO(21) to INFO(23), an addition of deSolve), as in RADAU5; algebraic
 *             ones leave the error test (INFO(16) = 1)
 *     DASSL   multipliers have a tolerance larger by a factor, so that they leave both norms
 *
 * Both codes require h > 4 eps max(|t|, |TOUT|). On an interval of length 1e11 a transient
 * needs smaller steps, so TOUT is set near t, and one step never passes it. If the code chooses
 * its first step size, TOUT is the end of the interval: its rule uses that distance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FORTRAN_DASSL_H
#define ADAPTERS_FORTRAN_DASSL_H

#include "adapters/fortran/fortran_net.h"
#include "kernel/formulation/precondition.h"

typedef struct dassl_method {
    const char *lacking;   /* the sentence, where the functions are not found */
    int past, differences; /* PSI and what comes before the vectors, in RWORK */
    bool takes_cj;         /* the residual has CJ */
    bool scales;           /* takes sizes of index 1, 2, 3 */
    bool tells_newton;
} dassl_method;

typedef struct dassl_setup {
    const dassl_method *method;
    void *code, *past; /* DDASSL or DDASPK and DDATRP in their library; NULL: not found */
    double factor;     /* on atol of multipliers */
    bool gmres;        /* DASPK's Krylov method, with this preconditioner */
    ivp_precondition_kind kind;
    int width; /* of it */
} dassl_setup;

#pragma GCC visibility push(hidden)

/* Members of ivp_solver */
ivp_status dassl_create(void **self, ivp_model *m, const ivp_tol *tol, const dassl_setup *of);
double dassl_memory(const ivp_model *m, const dassl_method *method);
double dassl_least_s(const ivp_model *m, const dassl_method *method);
void dassl_destroy(void *self);
ivp_status dassl_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status dassl_advance(void *self, real tmax, real *t, real *y);
ivp_status dassl_dense(void *self, real theta, real *y);
void dassl_finish(void *self);

#pragma GCC visibility pop

#define DASSL_SOLVER                                                                           \
    .views = IVP_RES, .adaptive = true, .h0_rule = IVP_H0_OWN, .memory = memory,               \
    .least_s = least_s, .create = create, .destroy = dassl_destroy, .restart = dassl_restart,  \
    .advance = dassl_advance, .dense = dassl_dense, .finish = dassl_finish

#endif
