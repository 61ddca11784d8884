/* fastest.h -- who is fastest at so many digits, by the least time of each run.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_FASTEST_H
#define REPORTS_FASTEST_H

#include "reports/board/board.h"

/* Which ladders take part. */
typedef struct fastest_of {
    const char *problem; /* "andrews", "chain(N=5)" */
    const char
        *configuration; /* SOLVER@FORMULATION, or a SOLVER in all its formulations; NULL: all
                                  solvers of the next two */
    bool wrapped;       /* of a library, else in house */
    int lanes;          /* at most */
} fastest_of;

/* Seconds at so many digits (mescd), between runs by log cost; a curve that lies above them all
 * counts with its cheapest run. INFINITY: nobody arrives. label: of the fastest. */
double fastest_at(const board *b, const fastest_of *of, double level, char *label, size_t size);

/* Was any of them run, whether it arrives or not? */
bool fastest_ran(const board *b, const fastest_of *of);

#endif
