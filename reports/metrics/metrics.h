/* metrics.h -- digits of an end state, drift and honesty, computed on plain arrays.
 *
 * A value that does not exist is NAN inside the reports and an empty cell outside.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_METRICS_H
#define REPORTS_METRICS_H

#include <stdbool.h>

/* One scored component: computed value, reference, error bar of the reference, rounding effect
 * and atol_i/rtol_i. The rounding effect is the change of the reference if the problem's
 * constants are rounded to double; negative: unknown. */
typedef struct compared {
    double y, r, bar, shift, scale;
} compared;

/* A score. Beyond `limit`, the digits that the reference itself has, it is capped. */
typedef struct digits {
    double value, limit;
    double shift; /* digits that the rounding of constants leaves; NAN: not known, or all */
    bool known;   /* false: a component is missing or not finite; the numbers are NAN */
    bool capped;  /* value == limit */
    bool hollow;  /* the error is within a factor 10 of the bar: nothing is ranked here */
    int worst;    /* component that decides */
} digits;

digits metrics_unknown(void);
/* Is the error within a factor 10 of what the rounding of constants moves? */
bool metrics_near_shift(const digits *d);
/* -log10 max |y - r| / |r|; absolute where the problem says so or r = 0 */
digits metrics_scd(const compared *c, int n, bool absolute);
/* -log10 max |y - r| / (atol/rtol + |r|) */
digits metrics_mescd(const compared *c, int n);

/* Half a unit of the last digit printed in a decimal such as "0.1581e2"; NAN if it is none. */
double metrics_printed_bar(const char *decimal);

/* max |v_i|; NAN when empty or not finite */
double metrics_max_abs(const double *v, int n);
/* max |v_i - v_0| / |v_0|; absolute when v_0 = 0 */
double metrics_drift(const double *v, int n);

/* Achieved error against requested tolerance along a ladder. */
typedef struct honesty {
    int n;            /* rungs that count */
    double slope;     /* of log error over log tolerance; 1 is proportional */
    double overshoot; /* largest error / tolerance */
    int reversals;    /* rungs at which a smaller tolerance gave a larger error */
} honesty;

/* Ladder of n rungs; rungs whose error is NAN or zero are left out. */
honesty metrics_honesty(const double *tolerance, const double *error, int n);

#endif
