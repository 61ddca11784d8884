/* worker_describe.h -- a plug-in's documentation as a document (described.h). Calls plug-ins.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_WORKER_DESCRIBE_H
#define BENCH_WORKER_DESCRIBE_H

#include <jansson.h>

/* NULL with a sentence in why[PLUGIN_WHY_MAX]. */
json_t *worker_problem(const char *name, char *why);
json_t *worker_solver(const char *name, char *why);

#endif
