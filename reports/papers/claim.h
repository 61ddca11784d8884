/* claim.h -- a published statement, what was measured, and the verdict that follows.
 *
 *     { id = "rn-table5"; place = "Table 5"; statement = "Accepted steps at 10^k";
 *       set = "angles";                     settings shared by several claims of the paper
 *       data, where, value, reduce, x, scale, over      see measure.h
 *       key = "rtol"; keys = [ 1e-2, 1e-3 ]; printed = [ 29, 49 ];     rows, or
 *       rows = ( { label = "..."; printed = "..."; where = { ... }; } );
 *       band = { relative = 0.1; };         also share, off (of the printed value), absolute,
 *                                           factor, units (of the last printed digit),
 *                                           at_least, at_most; all that stand must hold
 *       correction = { name = "...";        a known misprint
 *                      printed = [ ... ];   as it should read
 *                      refuted = true; };   other claims rule out the printed reading
 *       known = "...";                      why it is not reproduced, as far as we know
 *       contradicted = { at_most = 0.2; };  a band: any row inside it speaks against the claim
 *       digits = 4; }                       shown of the measured values
 *
 * An empty printed value ("") is shown and not judged. docs/claims.md is the manual. */
#ifndef REPORTS_CLAIM_H
#define REPORTS_CLAIM_H

#include "reports/papers/measure.h"

typedef enum judgement {
    JUDGED_REPRODUCED,
    JUDGED_CORRECTED, /* reproduced with a named correction */
    JUDGED_NOT_REPRODUCED,
    JUDGED_CONTRADICTED,
    JUDGED_UNDECIDED, /* a measurement is missing: an error, see why */
    NJUDGEMENTS
} judgement;

const char *judgement_name(judgement v);  /* "reproduced", "corrected", "not_reproduced" ... */
const char *judgement_words(judgement v); /* as people read it */
bool judgement_by_name(const char *name, judgement *v);

typedef struct claim_row {
    char *label, *printed, *corrected, *measured; /* "" where there is none */
    bool judged, holds, holds_corrected, opposed;
} claim_row; /* holds: as printed, false where that reading is refuted */

enum { CLAIM_WHY = 512 };

typedef struct claim {
    const char *id, *place, *statement, *correction, *known; /* the last two may be NULL */
    judgement verdict;
    char *band;          /* in words */
    char why[CLAIM_WHY]; /* undecided: what is missing */
    claim_row *rows;
    int nrows;
} claim;

/* Judges one claim; `set` may be NULL. The texts point into the configuration. */
claim claim_judge(const config_setting_t *c, const config_setting_t *set, datasets *all);
void claim_free(claim *c);

/* Does the measured value meet the band around the printed one? Not judged (false) where the
 * band needs a printed number and there is none. */
bool band_holds(const config_setting_t *band, const char *printed, double v, const char *text);
char *band_words(const config_setting_t *band);
bool band_needs_printed(const config_setting_t *band);

#endif
