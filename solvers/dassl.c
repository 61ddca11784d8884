/* dassl.c -- DASSL, BDF formulas for F(t, y, y') = 0; see adapters/fortran/dassl.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/dassl.h"
#include "adapters/fortran/octave.h"

enum { MULTIPLIER_ATOL };
static const ivp_param options[] = {
    [MULTIPLIER_ATOL] = { "multiplier_atol", "1e10", "factor on atol of multipliers", NULL },
    { 0 },
};

static const dassl_method method = { .lacking = "liboctave cannot be opened, or has no ddassl_",
                                     .past = 28,
                                     .differences = 40 };

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)tol;
    return option[MULTIPLIER_ATOL] > 0 ? NULL : "multiplier_atol must be a positive number";
}

static double memory(const ivp_model *m, const double *option)
{
    (void)option;
    return dassl_memory(m, &method);
}

static double least_s(const ivp_model *m, const double *option)
{
    (void)option;
    return dassl_least_s(m, &method);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    const dassl_setup of = { .method = &method,
                             .code = octave_function("ddassl_"),
                             .past = octave_function("ddatrp_"),
                             .factor = option[MULTIPLIER_ATOL] };
    return dassl_create(self, m, tol, &of);
}

IVP_SOLVER(dassl,
    .title = "DASSL, BDF formulas for differential-algebraic equations",
    .source = "L. R. Petzold, A description of DASSL: a differential/algebraic system solver, "
              "Sandia SAND82-8637, 1982; K. E. Brenan, S. L. Campbell, L. R. Petzold, "
              "Numerical Solution of Initial-Value Problems in Differential-Algebraic "
              "Equations, 1996; in " OCTAVE_LIBRARY
              "; settings: exact matrix, full or banded, multipliers left out of the norms by "
              "their tolerance, else as its author chose them",
    .library = OCTAVE_LIBRARY,
    .options = options,
    .refuses = refuses,
    .missing = octave_missing,
    DASSL_SOLVER);
