/* witness.h -- a finished reference, asked by what did not make it. */
#ifndef REFERENCE_WITNESS_H
#define REFERENCE_WITNESS_H

#include <stdio.h>

#include "reference/file/ref.h"
#include "reference/make/job.h"

/* Closed form, invariants and published values beside the states; the equations at many times along the trajectory, without
 * sides; guards along it beside the events on file; resets beside its jumps. One line to `out`; false with a sentence. */
bool witness(const ref *r, job *j, FILE *out, char *why);

#endif
