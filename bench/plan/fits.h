/* fits.h -- what plug-ins say about combinations, asked in a process of its own.
 *
 * The child (`ivpbench worker fits`) reads one JSON object a line and answers one a line:
 *
 *     question   { fields of the cell with CELL_QUERIED, constant }
 *     answer     { status, why, the same fields, tags, mechanical, protocol, span,
 *                  constant_steps, tolerances }
 *
 * Settings come back in their one spelling: "0.10" and "1e-1" are one cell.
 * Without a solver the problem alone is asked for. A child that dies or hangs over a question
 * costs that answer only: another one takes the next question.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_FITS_H
#define BENCH_FITS_H

#include "bench/cell/cell.h"

typedef enum fits_verdict {
    FITS_YES,
    FITS_DECLINED, /* the solver, or the problem has no such formulation */
    FITS_INVALID,  /* unknown problem, parameter, solver, option ... */
    FITS_BROKEN    /* the child died over it: the cell itself will show how */
} fits_verdict;

/* The ladder that a problem lays down; per_decade 0: none. A size is a number or a factor of
 * rtol; the first step may be neither. */
typedef struct fits_protocol {
    int from, to, per_decade;
    double atol_factor, atol, h0_factor, h0;
} fits_protocol;

typedef struct fits_answer {
    fits_verdict verdict;
    reason why;
    cell
        cell; /* CELL_QUERIED as they are spelled: parameters without those at their defaults */
    char tags[CELL_TEXT];
    fits_protocol protocol;
    double span;                     /* of the interval */
    bool constant_steps, tolerances; /* what the solver takes */
    bool mechanical;                 /* the problem */
    bool unopened;                   /* the problem does not open: `why` is its sentence */
    bool unasked; /* no process could be started to ask: `why` has the reason */
} fits_answer;

typedef struct fits fits;

fits *fits_start(void);
/* c: fields with CELL_QUERIED. It has a constant step size if only constant steps are meant,
 * since some options need them. If solver is empty, the problem is checked. */
void fits_ask(fits *f, const cell *c, fits_answer *a);
void fits_stop(fits *f);

#endif
