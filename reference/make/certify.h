/* certify.h -- what four runs by two families say about each other. */
#ifndef REFERENCE_CERTIFY_H
#define REFERENCE_CERTIFY_H

#include "reference/make/processes.h"

/* The runs of a reference; A loose has no rows where A is a closed form. */
enum { RUN_A_LOOSE, RUN_A_TIGHT, RUN_B_LOOSE, RUN_B_TIGHT, RUN_SHIFTED, RUN_COUNT };

/* Bar of the rows' number k: the largest of |A - B| by the tight runs and of what tightening
 * changed in A and in B. */
real certify_bar(const one_run runs[RUN_COUNT], size_t k);

/* A component that stays below 1e-18 of the largest one is zero but for rounding, which no two
 * runs share: a symmetry, the second multipliers of a stabilised form. */
bool certify_nothing(real size, real most);

/* Differences between the families must shrink when both are tightened, unless they are at the
 * rounding level already; else a sentence with the time where a step collapsed. */
ivp_status certify(const job *j, const one_run runs[RUN_COUNT], char *why);

/* Variation of the invariants and largest drift along rows of states, as laws of the file.
 * Returns how many, at most `most`. */
int certify_laws(job *j, const one_run runs[RUN_COUNT], ref_law *laws, int most);

#endif
