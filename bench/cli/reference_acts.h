/* reference_acts.h -- the actions of `ivpbench reference`.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_REFERENCE_ACTS_H
#define BENCH_CLI_REFERENCE_ACTS_H

#include <stdbool.h>

typedef struct reference_request {
    const char *parameters, *output, *folder, *at, *format;
    long jobs; /* 0: all cores */
    bool observables, quiet, in_double;
    int n; /* operands behind the action */
    char **operands;
} reference_request;

/* Runs an action; its exit code. */
int reference_act(const char *name, const reference_request *q);

#endif
