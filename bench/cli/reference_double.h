/* reference_double.h -- a reference of grade double: digits on which unlike families of solvers
 * agree, for problems without a source in quadruple precision.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_REFERENCE_DOUBLE_H
#define BENCH_CLI_REFERENCE_DOUBLE_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct double_request {
    const char *problem, *parameters; /* NULL: the defaults */
    const char *folder;               /* where it is written */
    long jobs;                        /* 0: all cores */
    bool quiet;
    bool says_nothing; /* on standard output; else the path of the file */
    double until_s;    /* no rung begins after this time, by now_s(); 0: all do */
} double_request;

/* Runs the plan references_in_double and writes the reference. An enum cli_exit: CLI_CHECK
 * where the runs do not agree, which is said. */
int reference_double(const double_request *q);

/* The one spelling of parameters; false with a sentence. */
bool reference_double_settings(const double_request *q, char *settings, size_t room,
                               reason *why);

/* Is there such a problem, and nothing of it in quad? */
bool reference_double_only(const char *problem);

#endif
