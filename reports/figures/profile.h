/* profile.h -- performance profiles: the share of problems that a solver solves within a factor
 * tau of the cheapest.
 *
 *     r(p, s)    = t(p, s) / min_s t(p, s)
 *     rho_s(tau) = |{p: r(p, s) <= tau}| / |P|
 *
 * Dolan, More, Benchmarking optimization software with performance profiles, Math. Program. 91
 * (2002), 201-213. t(p, s) is the least cost of at least so many digits; a problem that is not
 * solved costs infinity.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_PROFILE_H
#define REPORTS_PROFILE_H

#include "reports/figures/diagrams.h"

/* Cost of `level` digits on the front of n points, log cost linear in digits between them; the
 * cheapest point where all have more. INFINITY where none has as many. */
double profile_cost(const double *scd, const double *t, int n, double level);
/* Costs of all solvers at one problem into ratios to the least one; false: nobody solves it. */
bool profile_ratios(double *t, int nsolvers);
double profile_share(const double *ratio, int nproblems, double tau);

/* A run as a point of its line (rungs.h); false where it has no rank. Costs are at least
 * profile_floor. */
bool profile_point(const void *unused, const entry *e, double *at, double *spent);
/* Has a run of the line these digits and no rank? */
bool profile_is_unranked(const board *b, const ladder *l, double level);
extern const double profile_floor; /* seconds */

/* What is in a drawn profile, for its caption. */
typedef struct profile_counts {
    int problems; /* that count: somebody solves them, and the reference knows so many digits */
    int unknown;  /* left out: no reference, or its bar is within a factor 10 */
    int unsolved; /* left out: nobody has as many digits */
    int alone;    /* left out: some solver shown was not run on it, not asked for the digits, or
                  is not ranked */
    int apart;    /* solvers left out: they were run, or asked, on other problems */
} profile_counts;

/* CPU times at `level` digits (scd) on one machine. A solver's cost at a problem is that of its
 * best formulation and options, events located; costs below profile_floor count as that. Draws
 * nothing for fewer than two problems or solvers. d->group is not used. */
bool diagram_profile(const diagram *d, const char *machine, double level,
                     profile_counts *counts, bool *drawn);

#endif
