/* query.h -- lets a worker print what only plug-ins know.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PROCESS_QUERY_H
#define BENCH_PROCESS_QUERY_H

/* `ivpbench worker TASK NAME`, whose output is for the caller, who frees it; never NULL. What
 * it says is repeated. An enum cli_exit, after a sentence if the worker died. */
int ask_worker_text(const char *task, const char *name, char **text);

#endif
