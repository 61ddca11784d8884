/* end_of_run.h -- a run of a large mechanism to its end.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PROBLEMS_END_OF_RUN_H
#define TESTS_PROBLEMS_END_OF_RUN_H

#include "tests/suite.h"
#include <stdlib.h>
#include <string.h>

#include "kernel/stepping/evolve.h"

/* The last state, which the caller frees, and the counts. */
static inline double *end_of_run(instance *i, const evolve_setup *setup, evolve_watch watch,
                                 void *watcher, long counters[IVP_NCOUNTERS])
{
    reason why;
    evolve *e = NULL;
    ck_assert_msg(evolve_create(&e, i, setup, &why) == IVP_OK, "%s", why.text);
    double *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    ck_assert_int_eq(evolve_run(e, watch, watcher), IVP_OK);
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    memcpy(counters, evolve_counters(e), IVP_NCOUNTERS * sizeof *counters);
    evolve_destroy(e);
    return y;
}

#endif
