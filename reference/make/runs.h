/* runs.h -- runs in processes of their own, as many at once as there are cores; what is
 * finished is kept on file until nobody needs it any more. */
#ifndef REFERENCE_RUNS_H
#define REFERENCE_RUNS_H

#include "reference/make/job.h"

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

typedef struct runs_context {
    const char *folder;    /* of finished runs; made if missing */
    const char *equations; /* digest: part of a run's identity */
    int jobs;              /* at once; 0: the number of cores */
    bool quiet;            /* no progress on stderr */
} runs_context;

/* How many processes: `asked`, or the number of cores when that is 0. */
int runs_at_once(int asked);

/* Fills rows and steps of all runs. A rounded run is left undone (rows NULL) when there is no
 * ivpbench-quad-rounded beside this program. */
ivp_status runs_make(job *j, one_run *runs, int n, const runs_context *context, char *why);
void runs_free(one_run *runs, int n);
/* Removes finished runs of this job. */
void runs_forget(const job *j, const one_run *runs, int n, const runs_context *context);

/* The same for one run, in this process, into a file: what a child does. */
ivp_status run_to_file(job *j, one_run *r, const char *key, const char *path, job_watch watch,
                       void *watcher, char *why);

#endif
