/* claim.h -- a published statement, what was measured, and the verdict that follows.
 *
 *     { id = "rn-table5"; place = "Table 5"; statement = "Accepted steps at 10^k";
 *       words = "...";                      what the paper says
 *       setting = "pendulum";               of the paper's settings: theirs, ours, differs; a
 *                                           claim may give any of the three itself
 *       set = "angles";                     settings shared by several claims of the paper
 *       data, where, value, reduce, x, scale, over      see measure.h
 *       key = "rtol"; keys = [ 1e-2, 1e-3 ]; printed = [ 29, 49 ];     rows, or
 *       rows = ( { label = "..."; printed = "..."; where = { ... }; } );
 *       says = "equals";                    the form of the words: band.h makes the band of it
 *       rounding = 1e-12;                   what the arithmetic leaves of a zero
 *       all = true;                         a single row that fails speaks against the claim
 *       correction = { name = "...";        a known misprint
 *                      printed = [ ... ];   as it should read
 *                      refuted = true; };   other claims rule out the printed reading
 *                                           without printed: all rows are measured as corrected
 *       by_design = "...";                  why it holds by construction
 *       timed = true;                       measured in CPU time
 *       refutation = { ... };               without it no verdict is "contradicted", see below
 *       known = "...";                      why it is not reproduced, as far as we know
 *       reservation = "...";                what a verdict must not be read without
 *       digits = 4; }                       shown of the measured values
 *     { id; place; statement; needs = "a model that is not here"; }   is not attempted
 *       peer = "radau5";                    an optional code: where it has run nothing the
 *                                           claim is not judged, and no verdict is asked for
 *
 * A refutation says by what a claim is contradicted:
 *
 *     refutation = { setting = "...";         that of the paper, in which it was measured
 *                    starts = ( "...", ... ); problems = ( "...", ... );
 *                    general = true;          the claim is about more than one: two of each
 *                    experiment = "id"; };    claim or reading that rules out the code; it must
 *                                             be reproduced
 *
 * A claim that is timed is judged at v / s and v s: s is the spread of equal work on this
 * machine (machine-spread.csv, at least 1.1). Where both do not agree it is not judged here.
 *
 * One printed value stands for all rows; an empty one ("") is shown and not judged. The rows of
 * a claim are cases: where some hold and others do not, the verdict is mixed. docs/claims.md is
 * the manual.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_CLAIM_H
#define PAPERS_CLAIM_H

#include "papers/band.h"
#include "papers/measure.h"

typedef enum judgement {
    JUDGED_REPRODUCED,
    JUDGED_BY_DESIGN, /* holds by construction */
    JUDGED_CORRECTED, /* reproduced with a named correction */
    JUDGED_MIXED,     /* some rows hold */
    JUDGED_NOT_REPRODUCED,
    JUDGED_CONTRADICTED,  /* a row speaks against it, and the refutation is complete */
    JUDGED_NOT_ATTEMPTED, /* the model or code that it speaks of is not part of ivpbench */
    JUDGED_NOT_HERE,      /* this machine lacks a code, or its times vary too much */
    JUDGED_UNDECIDED,     /* a measurement is missing: an error, see why */
    NJUDGEMENTS
} judgement;

const char *judgement_name(judgement v); /* "reproduced", "corrected", "not_reproduced" ... */
const char *judgement_text(judgement v); /* as people read it */
bool judgement_by_name(const char *name, judgement *v);

typedef struct claim_row {
    char *label, *printed, *corrected, *measured; /* "" where there is none */
    bool judged, holds, holds_corrected, opposed;
    bool unsure; /* the spread of times decides */
} claim_row;     /* holds: as printed, false where that reading is refuted */

typedef struct claim {
    const char *id, *place, *statement;
    const char *said, *theirs, *ours, *differs;           /* "" where there is none */
    const char *correction, *known, *reservation, *needs; /* NULL where there is none */
    const char *by_design, *experiment, *of; /* of: the claim that it reads otherwise */
    const char *peer;                        /* is not installed, or NULL */
    const char *says;                        /* the form of the words */
    judgement verdict;
    reason why; /* undecided: what is missing; not here: the reason */
    claim_row *rows;
    int nrows, judged, holding; /* holding: as printed or as corrected */
} claim;

/* Judges one claim; `set` and `setting` may be NULL. The texts point into the configuration. */
claim claim_judge(const config_setting_t *c, const config_setting_t *set,
                  const config_setting_t *setting, datasets *all);
void claim_free(claim *c);

/* "mixed: 2 of 3 hold", "reproduced, with a reservation"; the caller's. */
char *claim_verdict(const claim *c);

#endif
