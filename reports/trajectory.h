/* trajectory.h -- errors of a computed quantity along its own grid against a reference grid.
 *
 * Two rules turn the reference grid into a function of time:
 *   TRAJECTORY_PAPER  natural cubic spline through the four neighbours E(r-1) .. E(r+2), as in
 * the Rosenbrock-Nystrom paper (first four, last four at the ends); TRAJECTORY_SHARP polynomial
 * through the eight neighbours, for errors below what the spline resolves. A time that occurs
 * twice in the reference separates two pieces; no rule reaches across. */
#ifndef REPORTS_TRAJECTORY_H
#define REPORTS_TRAJECTORY_H

#include <stdbool.h>

typedef enum trajectory_rule {
    TRAJECTORY_PAPER,
    TRAJECTORY_SHARP,
    TRAJECTORY_RULES
} trajectory_rule;

typedef struct curve {
    int n;
    const double *t, *v; /* t ascending; equal times: a jump */
} curve;

/* Matched events of the run and of the reference: between them own time is mapped linearly, so
 * that a shift of an event does not read as an error of the state. */
typedef struct time_map {
    int n;
    const double *own, *ref;
} time_map;

typedef struct trajectory_error {
    int n;                /* points compared; 0: nothing known */
    double max, t_star;   /* largest difference and its (own) time */
    double rms, l2;       /* root mean square over points; over time */
    double percent;       /* 100 max / |reference there|; NAN if that is 0 */
    double interpolation; /* error of the interpolated reference itself, estimated */
    bool marked;          /* that estimate is above a tenth of max */
} trajectory_error;

trajectory_error trajectory_compare(curve own, curve reference, const time_map *map,
                                    trajectory_rule rule, double interpolation);
/* Differences point by point, own.n numbers, NAN where there is no reference. */
void trajectory_differences(curve own, curve reference, const time_map *map,
                            trajectory_rule rule, double *difference, double *expected);
/* Largest difference at every other reference point when those are left out, scaled to the full
 * grid by the rule's least order. NAN if the grid is too short to tell. */
double trajectory_interpolation(curve reference, trajectory_rule rule);

#endif
