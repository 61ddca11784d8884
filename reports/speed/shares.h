/* shares.h -- shares of the time of a run, and a lower bound of it.
 *
 *     limit           its right-hand sides times the cheapest evaluation of one, in double or,
 *                     where the run used lanes, in lanes of that width
 *     model           its evaluations times the cost of the problem's equations alone
 *     linear algebra  its factorisations and solutions of the saddle point
 *     kernel          its steps times what the loop adds to one
 *     method          the rest: stages, norms, iteration, projection
 *
 * Counters do not give the cost of matrices in runs that use Jacobians. If instructions were
 * counted (`ivpbench speed count --shares`), the shares of these runs are shares of
 * instructions.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_SHARES_H
#define REPORTS_SHARES_H

#include "reports/speed/call_costs.h"

typedef struct shares {
    double cpu;                            /* seconds: the least of all samples */
    double evaluation, limit;              /* ns, seconds; NAN: not measured */
    double model, algebra, kernel, method; /* of 1; NAN: not known */
    bool counted;                          /* they are shares of instructions, not of time */
} shares;

/* Are its shares known by counting alone? */
bool shares_want_counting(const entry *e);
/* The cheapest run of a ladder that has so many digits (mescd); NULL: none has. */
const entry *shares_run(const board *b, const ladder *l, double level);

shares shares_of(const calls_file *c, const group *g, const entry *e);
table *shares_table(const board *b, const calls_file *c);
/* Bars of the cheapest runs with so many digits: FOLDER/NAME.gp and .dat. False with a
 * sentence. */
bool shares_figure(const board *b, const calls_file *c, double level, const char *folder,
                   const char *name, reason *why);

#endif
