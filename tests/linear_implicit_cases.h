/* linear_implicit_cases.h -- what linear_implicit_euler can be asked for: its Jacobians and the
 * formulations of constrained systems, and runs of them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef LINEAR_IMPLICIT_CASES_H
#define LINEAR_IMPLICIT_CASES_H

#include <stdio.h>

#include "tests/ladder.h"
#include "tests/method.h"

static const char *const jacobians[] = { "exact", "J1", "J2", "J3", "none" };
enum { EXACT, J1, J2, J3, NONE, NJACOBIANS };

static const char *const forms[][2] = {
    { "index1", "" },
    { "index2", "" },
    { "baumgarte1", "" },
    { "baumgarte2", "" },
    { "projected", "base=index1" },
    { "projected", "base=index2" },
    { "ggl", "" },
};
enum { INDEX1, INDEX2, BAUMGARTE1, BAUMGARTE2, PROJECTED1, PROJECTED2, GGL, NFORMS };

static inline evolve_setup with_step(int form, const char *options, double h)
{
    return (evolve_setup){ .formulation = forms[form][0],
                           .formulation_options = forms[form][1],
                           .solver = "linear_implicit_euler",
                           .options = options,
                           .h = h };
}

/* "jacobian=J1 multiplier=explicit" in a buffer of its own, until the next call. */
static inline const char *asked(int jacobian, const char *more)
{
    static char option[100];
    snprintf(option, sizeof option, "jacobian=%s %s", jacobians[jacobian], more);
    return option;
}

static inline int run_suite(TCase *t, const char *name) { return suite_run(name, t); }

#endif
