/* worker_describe.h -- a plug-in's documentation as a document (described.h). Calls plug-ins.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_WORKER_DESCRIBE_H
#define BENCH_WORKER_DESCRIBE_H

#include "kernel/reason/reason.h"

#include <jansson.h>

/* NULL with a sentence in why. */
json_t *worker_problem(const char *name, reason *why);
json_t *worker_solver(const char *name, reason *why);

#endif
