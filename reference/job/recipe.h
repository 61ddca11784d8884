/* recipe.h -- how the reference of a problem is made: two halves by unlike methods, times.
 *
 * A text beside the references, PROBLEM.recipe; one item a line, # begins a comment:
 *
 *     half A METHOD TOL METHOD TOL   loose run, tight run
 *     half A exact                   the closed form
 *     half B ...                     likewise, or
 *     half B published               the published end state
 *     check METHOD TOL               run of `reference check`
 *     digits N                       that it must find
 *     times T1 T2 ...                inner times, all digits; without: tenths, and a twentieth
 *     bare                           states alone: the trajectory has too many steps
 *     parameters S                   a set that is on file, a line each; without: the defaults
 *
 * The methods are those of flow.h; gbs@twin is gbs on the problem that the descriptor names as
 * .twin. A problem without a recipe gets one by its form and tags.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_RECIPE_H
#define REFERENCE_RECIPE_H

#include "kernel/problem/instance.h"
#include "reference/file/ref.h"

/* A run: the name of a method (flow.h) and its tolerance. */
typedef struct recipe_run {
    const char *method, *tol;
} recipe_run;

enum { RECIPE_LOOSE, RECIPE_TIGHT, RECIPE_RUNS, RECIPE_SETS = 32 };

typedef struct recipe {
    /* A loose without a method: A has a closed form */
    recipe_run half[REF_HALVES][RECIPE_RUNS];
    recipe_run check;
    const char *times;                   /* blanks between; NULL: tenths, and a twentieth */
    const char *parameters[RECIPE_SETS]; /* on file */
    int nsets;
    int least;          /* digits that the check must find */
    bool bare;          /* states alone */
    bool published;     /* half B: the published end state */
    const char *digits; /* published values instead: so many digits of them are right */
    char *text;         /* of the file: what the words above are part of */
} recipe;

/* On file, or the one for its form and tags; a sentence with file and line in
 * why. */
ivp_status recipe_for(recipe *out, const ivp_problem *p, reason *why);
void recipe_free(recipe *r);
/* The next name, by the alphabet, of a problem with a recipe on file behind `name` ("" at
 * first); false: there is none. */
bool recipe_next(char name[64]);

#endif
