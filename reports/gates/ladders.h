/* ladders.h -- checks of every ladder of a store, for all solvers. Each rung must succeed, and
 * none may have far fewer digits than coarser ones.
 *
 *     fall = 1.0;             # digits that a rung may lose against the second best of the
 *                             # coarser ones (the best may be luck: an error changing its sign)
 *     floor = 8.0;            # from so many digits on rounding is at work ...
 *     fall_at_floor = 3.0;    # ... and this many may be lost
 *     exceptions = (
 *       { problem = "andrews"; solver = "ida"; formulation = "index3";
 *         outcomes = [ "diverged", "step_too_small" ]; reason = "index-3"; },
 *       { problem = "*"; solver = "ndf"; fall = 1.6; reason = "coarse-rungs"; } );
 *
 * reports/gates/condition.h selects the ladders of an exception. A reason is a heading of
 * docs/exceptions.md. An exception may have an experiment, a command, and what it shows: those of
 * this project have (tests/gates/test_exceptions.c).
 * Crashes, exits, exhausted memory and irreproducible results allow no exceptions.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_LADDERS_H
#define REPORTS_LADDERS_H

#include "reports/board/board.h"
#include "reports/gates/condition.h"

typedef struct ladder_exception {
    condition where;
    char *reason;
    char *experiment, *shows; /* a command and what it prints, or "" */
    unsigned outcomes;        /* bits: these are expected failures */
    double fall;              /* NAN: the usual one */
    int line;
} ladder_exception;

typedef struct ladder_rules {
    double fall, floor, fall_at_floor;
    ladder_exception *exceptions;
    int n;
} ladder_rules;

/* From the group { ... } of a gate file; NULL with "FILE:LINE: sentence". */
ladder_rules *ladder_rules_read(const reader *r, const config_setting_t *s);
void ladder_rules_free(ladder_rules *r);

/* Prints what does not hold; returns the number of ladders that fail. */
int ladders_check(const ladder_rules *r, const board *b, FILE *f);

#endif
