/* sparse.h -- a large mechanism with sparse matrices, at its start.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PROBLEMS_SPARSE_H
#define TESTS_PROBLEMS_SPARSE_H

#include "tests/suite.h"

#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"

static inline mech *sparse_mechanism(instance *i, long *count)
{
    mech *m = NULL;
    ck_assert_int_eq(mech_create_sparse(&m, i->problem, &i->sizes, i->p, i->twin, count),
                     IVP_OK);
    return m;
}

/* The start, with its accelerations and multipliers in m. */
static inline ivp_state accelerated(mech *m, const instance *i)
{
    ivp_state s = mech_state(m, 0, i->start);
    ck_assert_int_eq(mech_accelerate(m, &s), IVP_OK);
    return s;
}

#endif
