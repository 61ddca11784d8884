/* custom_axes.h -- measures of runs by the names that the page's address has for them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_CUSTOM_CUSTOM_AXES_H
#define REPORTS_CUSTOM_CUSTOM_AXES_H

#include "reports/board/board.h"

typedef struct custom_axis {
    double (*of)(const entry *e, int k); /* NAN: the run has none */
    int k;                               /* of several of a kind */
    bool log;
    char label[256];
} custom_axis;

/* "scd", "cpu", "e0" ...; false: there is none of that name. */
bool custom_axis_named(const board *b, const group *g, const char *name, custom_axis *a);
char *custom_axis_names(void); /* for a sentence; the caller frees */

#endif
