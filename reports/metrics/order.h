/* order.h -- observed order of a step ladder, from its asymptotic window alone.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_ORDER_H
#define REPORTS_ORDER_H

#include <stdbool.h>

typedef struct observed_order {
    bool known;
    double order, low, high; /* slope of log error over log h, 95 % interval */
    double h_from, h_to;     /* window: largest and smallest step used */
    int n;                   /* rungs in the window */
} observed_order;

/* Is it one? Known, and by an interval narrower than half an order: a wider one holds
 * several. */
bool order_is_claimed(const observed_order *o);

/* Errors that are NAN or zero are left out. */
observed_order order_observe(const double *h, const double *error, int n);

#endif
