/* thin.h -- chooses the points of a trajectory from more candidates than needed. */
#ifndef REFERENCE_THIN_H
#define REFERENCE_THIN_H

#include <ivp/base.h>

typedef struct samples {
    int n, width;     /* points; numbers in a row */
    const double *t;  /* ascending; a time that occurs twice parts the trajectory */
    const real *rows; /* n x width */
    int ncolumns;     /* columns that count */
    const int *column;
} samples;

/* Marks about `target` points such that piecewise cubic interpolation has the same error
 * everywhere: their density follows the fourth root of the largest fourth divided difference of
 * a column, relative to the column's size. The ends of each part stay, and so does what is
 * already marked. */
void thin(const samples *s, int target, bool *keep);

#endif
