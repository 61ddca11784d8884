/* flow.h -- carries the canonical state of a problem from time to time, in quad, by one method.
 *
 * Linked into two programs. `ivpbench-quad` has the exact decimals as constants and parameters,
 * `ivpbench-quad-rounded` the nearest doubles (R() and parameters, see ivp/base.h). The outputs
 * of `at PROBLEM --at T` differ by the effect of rounded data on the solution.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_FLOW_H
#define REFERENCE_FLOW_H

#include "kernel/problem/instance.h"

typedef enum flow_method {
    FLOW_GBS = 1,  /* extrapolated midpoint rule on y' = f, a and lambda eliminated */
    FLOW_IEX,      /* extrapolated implicit Euler on F(t, y, y') = 0 */
    FLOW_IEX_WIDE, /* the same with more substeps and smaller rounding errors */
    FLOW_EXACT,    /* the problem's closed form */
    FLOW_RADAU9,   /* Radau IIA with 9, 11, 13 stages on F(t, y, y') = 0; constraints */
    FLOW_RADAU11,  /* on position and velocity level with two sets of multipliers (ggl) */
    FLOW_RADAU13
} flow_method;

/* "gbs@twin": the method on the problem's twin. */
bool flow_by_twin(const char *name);
flow_method flow_method_by_name(const char *name); /* 0 for an unknown one */

/* Where the right-hand side changes: zeros of guards and known break points, ascending. */
typedef struct flow_break {
    real t;
    int event, direction; /* number of the guard, or -1 for a break point in time */
} flow_break;

typedef struct flow_breaks {
    int n;
    flow_break *at;
} flow_breaks;

/* The break points in time and, of a problem with a closed form, its events: by scanning its
 * guards along it and bisection. Integrations do not use those, they locate their own. On
 * failure a sentence in why. */
ivp_status flow_find_breaks(instance *i, flow_breaks *out, reason *why);
/* Appends one; false when memory is short. */
bool flow_breaks_add(flow_breaks *b, flow_break one);
void flow_breaks_sort(flow_breaks *b); /* by time */

typedef struct flow flow;

/* Called after each step of an integration with the time and q, u, x or y. */
typedef void (*flow_watch)(void *watcher, real t, const real *y);

/* tol is ignored by FLOW_EXACT. Breaks stay the caller's. */
ivp_status flow_open(flow **out, instance *i, flow_method method, real tol,
                     const flow_breaks *breaks, reason *why);
void flow_close(flow *f); /* accepts NULL */
void flow_set_watch(flow *f, flow_watch watch, void *watcher);
/* For use in an observer. The start of the step; the stage polynomial at a time t of the step,
 * flow_unknowns() numbers that begin with q, u, x or y. Returns false for methods without such
 * a polynomial. */
real flow_began(const flow *f);
int flow_unknowns(const flow *f);
bool flow_inside(const flow *f, real t, real *y);
/* Onwards to t1 exactly; then flow_state() is complete there. Times must ascend (any order with
 * FLOW_EXACT). On failure a sentence in why. */
ivp_status flow_to(flow *f, double t1, reason *why);
real *flow_state(flow *f); /* instance_ncomponents() numbers */
/* The events met so far by this integration, in order of time; valid until the next flow_to().
 * After one with IVP_STOP the state stays as it is there. */
const flow_breaks *flow_events(const flow *f);
long flow_steps(const flow *f); /* accepted ones */

#endif
