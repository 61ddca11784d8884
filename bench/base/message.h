/* message.h -- what all verbs of the command line share: exit codes and messages.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_BASE_MESSAGE_H
#define BENCH_BASE_MESSAGE_H

#include <stdbool.h>

enum cli_exit {
    CLI_OK = 0,           /* as expected */
    CLI_CHECK = 1,        /* a gate or a check failed */
    CLI_USAGE = 2,        /* usage or configuration */
    CLI_INFRA = 3,        /* infrastructure, or nothing was measured */
    CLI_SOLVER = 4,       /* solvers failed where that was not allowed */
    CLI_INTERRUPTED = 130 /* results so far are kept */
};

/* "ivpbench: ..." on stderr. Says what was wrong, where, and what would be right. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Shell glob over a comma- or blank-separated list of patterns; an empty list matches all. */
bool cli_match(const char *patterns, const char *name);

#endif
