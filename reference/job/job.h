/* job.h -- a problem opened for its reference, and single runs of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_JOB_H
#define REFERENCE_JOB_H

#include "reference/flow/flow.h"
#include "reference/job/recipe.h"

typedef struct job {
    instance *i;
    recipe recipe; /* a copy: the command line may change it */
    char settings[512];
    flow_breaks breaks;
    int nc, width; /* components; and observables behind them */
    real *row;     /* width numbers of workspace */
} job;

/* On failure a sentence in why. */
ivp_status job_open(job *j, const char *problem, const char *settings, reason *why);
void job_close(job *j);
void job_name(const job *j, int k, char name[32]); /* of component or observable k */

typedef struct job_steps {
    int n;
    double *t;          /* ends of the steps */
    real *peak;         /* largest moduli of q, u, x or y, from the start on */
    flow_breaks events; /* met on the way; of a closed form those that were scanned for */
} job_steps;

/* Called after each step with the time reached, and the flow that has made it
 * (flow_inside()). */
typedef void (*job_watch)(void *watcher, double t, const flow *f);

/* One run through ascending times; `out` takes n rows of width numbers: components, then
 * observables. `steps` (may be NULL) takes the ends of its steps and its events. */
ivp_status job_run(job *j, const recipe_run *run, const double *times, int n, real *out,
                   job_steps *steps, job_watch watch, void *watcher, reason *why);

void job_forget_steps(job_steps *steps);

/* Values published for the end with these parameters, or NULL. */
const ivp_published *job_published(const job *j);
/* The published decimal of a component, or false. */
bool published_value(const ivp_published *p, const char *component, char text[64]);

#endif
