/* recipe.h -- how the reference of a problem is made: two halves by unlike methods, times. */
#ifndef REFERENCE_RECIPE_H
#define REFERENCE_RECIPE_H

#include "kernel/problem/instance.h"
#include "reference/file/ref.h"

/* A run: the name of a method (flow.h) and its tolerance. */
typedef struct recipe_run {
    const char *method, *tol;
} recipe_run;

enum { RECIPE_LOOSE, RECIPE_TIGHT, RECIPE_RUNS };

typedef struct recipe {
    const char *problem; /* NULL: everything else */
    /* A loose without a method: A has a closed form */
    recipe_run half[REF_HALVES][RECIPE_RUNS];
    recipe_run check; /* of `reference check` */
    /* inner times with full digits, blanks between; NULL: tenths, and a twentieth */
    const char *times;
    const char *settings; /* parameters that are on file, separated by "|"; "" the defaults */
    int least;            /* digits that the check must find */
    bool bare;            /* states alone: the trajectory has too many steps */
    bool published;       /* half B: the published end state */
    const char *digits;   /* published values instead: so many digits of them are right */
} recipe;

/* The row of the problem, or the one for its form and tags. */
const recipe *recipe_for(const ivp_problem *p);
const recipe *recipe_all(int *n); /* rows that have a problem */

#endif
