/* run_file.h -- one run of a reference, and the file that it leaves.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_RUN_FILE_H
#define REFERENCE_RUN_FILE_H

#include "reference/job/job.h"

enum { RUN_KEY_ROOM = 65, RUN_PATH_ROOM = 1200 };

typedef struct one_run {
    recipe_run run;
    const char *label; /* "A tight" */
    bool rounded;      /* by ivpbench-quad-rounded */
    const double *times;
    int n;
    real *rows; /* n x width, filled */
    job_steps steps;
    bool done;
} one_run;

/* What tells this run from all others; `equations` is their digest. */
void run_key(const job *j, const one_run *r, const char *equations, char key[RUN_KEY_ROOM]);
void run_path(const job *j, const char *folder, const char *key, char path[RUN_PATH_ROOM]);
/* false: there is no such run, or not all of it. */
bool run_read(const job *j, one_run *r, const char *key, const char *path);
/* Runs in this process and leaves a file. */
ivp_status run_to_file(job *j, one_run *r, const char *key, const char *path, job_watch watch,
                       void *watcher, reason *why);
void run_free(one_run *r);

#endif
