/* track.h -- what a reference says between its states: events and trajectory. */
#ifndef REFERENCE_TRACK_H
#define REFERENCE_TRACK_H

#include "reference/certify.h"

/* Events: half A from the closed form, half B from where the integrated guard is zero. */
ivp_status track_events(job *j, ref *r, const runs_context *context, char *why);

/* Half A along its own steps, sampled and fitted. */
ivp_status track_pieces(job *j, ref *r, const one_run runs[RUN_COUNT],
                        const runs_context *context, char *why);

#endif
