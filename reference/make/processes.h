/* processes.h -- runs in separate processes, one per core at a time. Finished results stay in
 * files until no further step needs them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_PROCESSES_H
#define REFERENCE_PROCESSES_H

#include <sys/types.h>

#include "reference/make/run_file.h"

typedef struct runs_context {
    const char *folder;    /* of finished runs; made if missing */
    const char *equations; /* digest: part of a run's identity */
    int jobs;              /* at once; 0: the number of cores */
    bool quiet;            /* no progress on stderr */
} runs_context;

/* How many processes: `asked`, or the number of cores when that is 0. */
int runs_at_once(int requested);

/* In a child just forked by `parent`: killed when that ends, and ended here if it has. */
void die_with(pid_t parent);

/* Fills rows and steps of all runs. A rounded run is left undone (rows NULL) when there is no
 * ivpbench-quad-rounded beside this program. */
ivp_status runs_make(job *j, one_run *runs, int n, const runs_context *context, reason *why);
void runs_free(one_run *runs, int n);
/* Removes finished runs of this job. */
void runs_forget(const job *j, const one_run *runs, int n, const runs_context *context);

#endif
