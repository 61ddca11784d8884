/* error_chart.h -- what a diagram of errors against tolerances or step sizes is made of: its
 * ladders, their errors, and the ranges of both.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_ERROR_CHART_H
#define REPORTS_ERROR_CHART_H

#include "reports/figures/diagrams.h"
#include "reports/metrics/order.h"

typedef struct error_chart {
    const diagram *d;
    const digit_axis *y;
    bool steps;
    bool *front; /* a flag a ladder */
    span rung, error;
    int tall;                /* height of a frame, pixels */
    double coarsest, finest; /* ends of the axis, the latter behind the names */
    unsigned panels;         /* that have a ladder: bit 0 located, bit 1 not located */
    int rows;                /* ladders with failures, stacked at the top */
    double top;              /* of the axis of errors */
    int triangles[8];        /* orders that have one, rounded */
    int ntriangles;
    bool arrows; /* a curve ends with one */
} error_chart;

/* Chooses the curves in front and measures; false: there is nothing to draw, or no ladder of
 * steps has an order that is claimed (order.h). The caller frees front. */
bool error_chart_measure(error_chart *c);
/* Is it drawn, in a panel (-1: in any)? Panel 0: events located, or a problem without events;
 * 1: not located. */
bool error_chart_has(const error_chart *c, const ladder *l, int panel);
/* The error at the end; NAN: none is known. */
double error_of(const error_chart *c, const entry *e);
/* The order that a ladder of steps shows. */
observed_order error_order(const error_chart *c, const ladder *l);
/* The letter of a failure; 0: a point. */
char error_letter(const error_chart *c, const entry *e);
/* Does ladder i have a row of failures? Only curves in front have: the others' are counted
 * below. */
bool error_has_row(const error_chart *c, int i);
/* Where the failures of a row stand, on the axis of errors. */
double error_row_height(const error_chart *c, int row);

#endif
