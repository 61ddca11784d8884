/* track.h -- what a reference says between its states: the trajectory.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_TRACK_H
#define REFERENCE_TRACK_H

#include "reference/make/certify.h"

/* Half A along its own steps, sampled and fitted. */
ivp_status track_pieces(job *j, ref *r, const one_run runs[RUN_COUNT],
                        const runs_context *context, reason *why);

#endif
