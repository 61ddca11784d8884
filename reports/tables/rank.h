/* rank.h -- who is cheapest at so many digits? */
#ifndef REPORTS_RANK_H
#define REPORTS_RANK_H

#include <stdio.h>

#include "reports/tables/curves.h"

typedef enum rank_by { RANK_BY_CONFIGURATION, RANK_BY_SOLVER, RANK_BY_FORMULATION } rank_by;

typedef struct rank_request {
    double level; /* digits */
    const char *metric;
    digits_of of;
    rank_by by; /* of a solver or a formulation the cheapest configuration stands */
} rank_request;

/* Cheapest first, with the ratio to it and the ratio's interval; a table a machine. Who does not
 * arrive is counted, and the nearest named. */
void rank_print(const board *b, const group *g, const rank_request *q, FILE *f);

#endif
