/* claim.h -- a published statement, what was measured, and the verdict that follows.
 *
 *     { id = "rn-table5"; place = "Table 5"; statement = "Accepted steps at 10^k";
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
 *       known = "...";                      why it is not reproduced, as far as we know
 *       reservation = "...";                what a verdict must not be read without
 *       digits = 4; }                       shown of the measured values
 *     { id; place; statement; needs = "a model that is not here"; }   is not attempted
 *       peer = "radau5";                    an optional code: where it has run nothing the claim is
 *                                           not attempted, and no verdict is asked for
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
    JUDGED_CORRECTED, /* reproduced with a named correction */
    JUDGED_MIXED,     /* some rows hold */
    JUDGED_NOT_REPRODUCED,
    JUDGED_CONTRADICTED,
    JUDGED_NOT_ATTEMPTED, /* the model or code that it speaks of is not here */
    JUDGED_UNDECIDED,     /* a measurement is missing: an error, see why */
    NJUDGEMENTS
} judgement;

const char *judgement_name(judgement v); /* "reproduced", "corrected", "not_reproduced" ... */
const char *judgement_text(judgement v); /* as people read it */
bool judgement_by_name(const char *name, judgement *v);

typedef struct claim_row {
    char *label, *printed, *corrected, *measured; /* "" where there is none */
    bool judged, holds, holds_corrected, opposed;
} claim_row; /* holds: as printed, false where that reading is refuted */

enum { CLAIM_WHY = 512 };

typedef struct claim {
    const char *id, *place, *statement;
    const char *correction, *known, *reservation, *needs; /* NULL where there is none */
    const char *peer;                                     /* is not installed, or NULL */
    const char *band;                                     /* in words */
    judgement verdict;
    char why[CLAIM_WHY]; /* undecided: what is missing */
    claim_row *rows;
    int nrows, judged, holding; /* holding: as printed or as corrected */
} claim;

/* Judges one claim; `set` may be NULL. The texts point into the configuration. */
claim claim_judge(const config_setting_t *c, const config_setting_t *set, datasets *all);
void claim_free(claim *c);

/* "mixed: 2 of 3 hold", "reproduced, with a reservation"; the caller's. */
char *claim_verdict(const claim *c);

#endif
