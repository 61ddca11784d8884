/* rank.h -- who is cheapest at so many digits?
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_RANK_H
#define REPORTS_RANK_H

#include <stdio.h>

#include "bench/base/schema.h"
#include "reports/tables/curves.h"

typedef enum rank_by { RANK_BY_CONFIGURATION, RANK_BY_SOLVER, RANK_BY_FORMULATION } rank_by;

typedef struct rank_request {
    double level;     /* digits, of the board's metric */
    const char *cost; /* "CPU [s]", "instructions" */
    rank_by by;       /* of a solver or a formulation the cheapest configuration stands */
} rank_request;

/* A configuration that competes. */
typedef struct rank_runner {
    const ladder *ladder;
    cost_curve *curve;
    double s;       /* what the level costs; NAN: it does not arrive */
    double setup_s; /* of its cheapest run, where it takes more than five solves; else 0 */
} rank_runner;

/* The runners of a problem on one machine, the cheapest first: those who arrive; those who
 * arrive after a long set-up. The latter are ranked apart. The others follow. */
typedef struct ranking {
    const board *b;
    const group *g;
    const rank_request *q;
    const char *machine;
    int n, arrived, apart; /* runners; of these ranked; ranked apart */
    int declined;          /* configurations that decline the problem: they are no runners */
    rank_runner *runners;
} ranking;

/* Why a runner behind `arrived` is not ranked. */
typedef enum rank_fate {
    RANK_APART,      /* it gets there behind a long set-up */
    RANK_MAY_DIFFER, /* it, or the problem, is declared not deterministic */
    RANK_SHORT,      /* too few digits */
    RANK_TIMELESS,   /* it would get there, but was not timed */
    RANK_UNSCORED,
    RANK_FAILED,        /* no run arrived */
    RANK_NOT_REQUESTED, /* its finest rung has too few digits, and more with each rung */
    RANK_NFATES
} rank_fate;

ranking ranking_of(const board *b, const group *g, const char *machine, const rank_request *q);
/* 1 + the number of those that are cheaper beyond doubt than runner i, who is ranked; tied:
 * some cannot be told apart from it. */
int ranking_rank(const ranking *f, int i, bool *tied);
/* The solver or formulation that runner i stands for; NULL: its configuration. */
const char *ranking_name(const ranking *f, int i);
/* How often the first stays cheaper than runner i (curves.h); NAN for the first itself. */
double ranking_stability(const ranking *f, int i);
/* Is there one who does not get there because it was not asked for so many digits? */
bool ranking_is_open(const ranking *f);
rank_fate ranking_fate(const ranking *f, int i);
/* NULL, or why nothing can be ranked. */
const char *ranking_nothing(const ranking *f);
/* Has the machine results of this problem? */
bool ranking_is_here(const ranking *f);
void ranking_free(ranking *f);

/* Cheapest first, with the ratio to it and the ratio's interval; a table a machine. Who does
 * not arrive is counted, and the nearest named. Who was not asked for so many digits is no
 * failure: its finest rung is told. */
void rank_print(const board *b, const group *g, const rank_request *q, FILE *f);

/* The same for programs of others: a document, and what is ranked of a problem added to it. */
extern const schema rank_schema;
json_t *rank_begin(const board *b, const rank_request *q);
void rank_add(const board *b, const group *g, const rank_request *q, json_t *to);

/* The same as CSV, for programs of others: problem, parameters, machine, rank, tied, name,
 * label, cost, ratio, low, high. Who does not arrive has neither rank nor cost.
 * Groups for which takes() is false are left out. */
void rank_rows(const board *b, const rank_request *q, bool (*takes)(void *, const group *),
               void *context, FILE *f);

#endif
