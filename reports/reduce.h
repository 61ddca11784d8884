/* reduce.h -- one number from a column of numbers. */
#ifndef REPORTS_REDUCE_H
#define REPORTS_REDUCE_H

#include <stdbool.h>

/* n > 0 values v and the column x that belongs to them, NULL if there is none. */
typedef double reduction(const double *x, const double *v, int n);

/* "max", "min", "maxabs", "spread", "sum", "mean", "rms", "count", "first", "last", "place",
 * "slope"; NULL for any other name. needs_x: not without the column x. */
reduction *reduction_by_name(const char *name, bool *needs_x);

#endif
