/* maker.h -- references made into a folder: one, or all that are missing or outdated.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_MAKER_H
#define REFERENCE_MAKER_H

#include "reference/make/generate.h"

typedef struct maker {
    const char *output; /* folder, or a file that ends with .ref */
    int jobs;
    bool quiet;
    int made, kept; /* counted */
} maker;

/* Makes the reference of an open job, whether there is one or not. */
ivp_status maker_make(maker *m, job *j, reason *why);
/* All settings of all recipes; what is up to date is kept. Goes on after a failure, which is
 * written to stderr; returns the last one. */
ivp_status maker_make_all(maker *m, reason *why);

#endif
