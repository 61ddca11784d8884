/* shares.h -- where the time of a run goes, and the least that it could take.
 *
 *     limit           its right-hand sides times the cheapest evaluation of one, in double or,
 *                     where the run used lanes, in lanes of that width
 *     model           its evaluations times the cost of the problem's equations alone
 *     linear algebra  its factorisations and solutions of the saddle point
 *     kernel          its steps times what the loop adds to one
 *     method          the rest: stages, norms, iteration, projection
 *
 * Runs that ask for Jacobians have a limit and no shares: what their matrices cost is not known. */
#ifndef REPORTS_SHARES_H
#define REPORTS_SHARES_H

#include "reports/speed/calls.h"

typedef struct shares {
    double cpu;                            /* seconds: the least of all samples */
    double evaluation, limit;              /* ns, seconds; NAN: not measured */
    double model, algebra, kernel, method; /* of 1; NAN: not known */
} shares;

shares shares_of(const calls_file *c, const group *g, const entry *e);
table *shares_table(const board *b, const calls_file *c);
/* Bars of the runs next to so many digits: FOLDER/NAME.gp and .dat. False with a sentence. */
bool shares_figure(const board *b, const calls_file *c, double level, const char *folder,
                   const char *name, char *why, size_t size);

#endif
