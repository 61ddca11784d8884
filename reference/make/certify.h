/* certify.h -- what four runs by two families say about each other.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_CERTIFY_H
#define REFERENCE_CERTIFY_H

#include "reference/make/processes.h"

/* The runs of a reference; A loose has no rows where A is a closed form. */
enum { RUN_A_LOOSE, RUN_A_TIGHT, RUN_B_LOOSE, RUN_B_TIGHT, RUN_SHIFTED, RUN_COUNT };

/* Bar of the rows' number k: the largest of |A - B| by the tight runs and of what tightening
 * changed in A and in B. */
real certify_bar(const one_run runs[RUN_COUNT], size_t k);

/* A component below 1e-18 of the largest one is zero up to rounding errors, which differ
 * between runs. Causes: a symmetry, or the second multipliers of a stabilised form. */
bool certify_nothing(real size, real most);

/* Checks that the differences between the families decrease with the tolerances, or are already
 * at rounding level. Otherwise gives a sentence with the time at which the step size
 * collapsed. */
ivp_status certify(const job *j, const one_run runs[RUN_COUNT], reason *why);

/* Variation of the invariants and largest drift along rows of states, as laws of the file.
 * Returns how many, at most `most`. */
int certify_laws(job *j, const one_run runs[RUN_COUNT], ref_law *laws, int most);

#endif
