/* generate.h -- makes a reference: two halves with bars, events, trajectory.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_GENERATE_H
#define REFERENCE_GENERATE_H

#include "reference/make/certify.h"

/* What a file says about a half that is made by this recipe. */
void generate_method(const recipe *r, int half, char *text, size_t size);

/* NULL in *out on failure, with a sentence in why. */
ivp_status generate(job *j, const runs_context *context, ref **out, reason *why);

/* A state that is not on file: half A at t and the bar of each component. */
typedef struct generated_state {
    real *a, *bar; /* width each; to be freed: a */
} generated_state;
ivp_status generate_at(job *j, double t, const runs_context *context, generated_state *out,
                       reason *why);

#endif
