/* witness.h -- a finished reference, asked by what did not make it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_WITNESS_H
#define REFERENCE_WITNESS_H

#include "reference/file/ref.h"
#include "reference/job/job.h"
#include "reference/witness/look.h"

/* Holds a reference against
 *
 *     closed form and invariants at its stored times; published values (told, not refused)
 *     the equations, without sides, along its trajectory (look.h)
 *     guards along it: they change sign where an event is on file, and nowhere else
 *     resets: from the left limits of the trajectory they make the right limits
 *
 * and fills r->witness. `seen` is what a run saw on its own polynomials (inside.h), for a file
 * without a trajectory; else NULL. false with all complaints in why. */
bool witness(ref *r, job *j, const look_seen *seen, reason *why);

/* true if it has no trajectory, so a run must be checked. */
bool witness_needs_run(const ref *r);

#endif
