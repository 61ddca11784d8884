/* recipe.h -- how the reference of a problem is made: method, tolerances, times, points. */
#ifndef REFERENCE_RECIPE_H
#define REFERENCE_RECIPE_H

#include "reference/flow.h"

typedef struct recipe {
    const char *problem;       /* NULL: everything else */
    flow_method method;        /* 0, from the command line: published values */
    const char *loose, *tight; /* two tolerances; their difference makes the bars */
    const char *check;         /* tolerance of `reference check` */
    const char *times;         /* inner times with full digits, blanks between; NULL: tenths */
    int least;                 /* digits that the check must find; 0: twelve */
    int points;                /* of the trajectory, about */
    const char *digits;        /* of published values, where the command line asks for them */
} recipe;

const recipe *recipe_for(const char *problem);

#endif
