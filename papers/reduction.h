/* reduction.h -- one number from a column of numbers.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_REDUCTION_H
#define PAPERS_REDUCTION_H

#include <stdbool.h>

/* n > 0 values v and the column x that belongs to them, NULL if there is none. */
typedef double reduction(const double *x, const double *v, int n);

/* NULL for any other name; needs_x: not without the column x.
 *
 *     max, min, maxabs, sum, mean, rms, count, median, quartile1, quartile3
 *     spread        largest over least
 *     first, last   at the least and at the largest x
 *     place         x of the largest value
 *     slope         of log v over log x, by least squares */
reduction *reduction_by_name(const char *name, bool *needs_x);

#endif
