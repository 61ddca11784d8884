/* located.h -- the events that four runs have met: agreed upon, with bars.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_LOCATED_H
#define REFERENCE_LOCATED_H

#include "reference/make/certify.h"

/* All runs must meet the same events in the same order; else a sentence. */
ivp_status located_agree(const job *j, const one_run runs[RUN_COUNT], reason *why);
/* The events of run A (tight) become breaks of the job. They replace those found by a scan
 * along a closed form. If A is the closed form, the scanned ones stay. */
ivp_status located_breaks(job *j, const one_run runs[RUN_COUNT]);
/* Events of the file: A tight, B tight, and as bar the largest of their difference and what
 * tightening changed in each. */
ivp_status located_fill(const job *j, ref *r, const one_run runs[RUN_COUNT]);

#endif
