/* located.h -- the events that four runs have met: agreed upon, with bars. */
#ifndef REFERENCE_LOCATED_H
#define REFERENCE_LOCATED_H

#include "reference/make/certify.h"

/* All runs must meet the same events in the same order; else a sentence. */
ivp_status located_agree(const job *j, const one_run runs[RUN_COUNT], char *why);
/* The events that A tight has met become breaks of the job, in place of those scanned for along
 * a closed form; where A is the closed form, these stay. */
ivp_status located_breaks(job *j, const one_run runs[RUN_COUNT]);
/* Events of the file: A tight, B tight, and as bar the largest of their difference and what
 * tightening changed in each. */
ivp_status located_fill(const job *j, ref *r, const one_run runs[RUN_COUNT]);

#endif
