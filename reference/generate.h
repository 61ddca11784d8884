/* generate.h -- makes a reference: states with bars, events, trajectory. */
#ifndef REFERENCE_GENERATE_H
#define REFERENCE_GENERATE_H

#include <time.h>

#include "reference/recipe.h"
#include "reference/ref.h"

/* Shown during long work: what is being done, how far it is. */
typedef void (*generate_progress)(const char *problem, const char *what, double t, double t1);

/* A problem opened for generation. */
typedef struct job {
    instance *i;
    recipe recipe; /* a copy: the command line may change it */
    char settings[512];
    flow_breaks breaks;
    int nc, width; /* components; and observables behind them */
    real *row;     /* width numbers of workspace */
    generate_progress progress;
    time_t shown; /* when the last line of progress was */
} job;

/* On failure a sentence in why[PLUGIN_WHY_MAX]. */
ivp_status job_open(job *j, const char *problem, const char *settings, char *why);
void job_close(job *j);

/* Runs by one method through ascending times; `out` takes n rows of width numbers: components,
 * then observables. Steps, when wanted, are appended to a list. */
typedef struct step_list {
    int n;
    double *t;
} step_list;
ivp_status job_run(job *j, flow_method method, const char *tol, const double *times, int n,
                   real *out, step_list *steps, char *why);

/* The two runs that a value and its bar come from, at `times`. values and others: n x width.
 * With a closed form the values are its own and the others are integrated. */
ivp_status job_pair(job *j, const double *times, int n, real *values, real *others,
                    step_list *steps, char *why);
/* Ten times the difference of the two, and the rounding of the decimals. */
real job_bar(real value, real other);

/* Bars of the events, from the closed form and an integration. */
ivp_status job_event_bars(job *j, char *why);

void job_name(const job *j, int k, char name[32]); /* of component or observable k */

/* Values published for the end with these parameters, or NULL. */
const ivp_published *job_published(const job *j);
/* The published decimal of a component, or false. */
bool published_value(const ivp_published *p, const char *component, char text[64]);

ivp_status generate(job *j, ref **out, char *why);

#endif
