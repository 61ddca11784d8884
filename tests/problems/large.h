/* large.h -- what tests of large mechanisms share: a problem opened, "SOLVER OPTION=CHOICE"
 * taken apart.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_LARGE_H
#define TESTS_LARGE_H

#include "tests/suite.h"
#include <stdio.h>

#include "kernel/stepping/evolve.h"

static inline instance *opened(const char *problem, const char *settings)
{
    reason why;
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, problem, settings, &why) == IVP_OK, "%s", why.text);
    return i;
}

/* The name into `solver`; returns the options, NULL: none. */
static inline const char *split(const char *with, char solver[40])
{
    const size_t name = strcspn(with, " ");
    snprintf(solver, 40, "%.*s", (int)name, with);
    return with[name] ? with + name + 1 : NULL;
}

static inline double step_of(const char *solver)
{
    return strcmp(solver, "linear_implicit_euler") ? 0 : 0.01;
}

#endif
