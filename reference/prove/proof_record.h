/* proof_record.h -- a proof on file: what reference/file/enclosure.h reads.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_PROVE_PROOF_RECORD_H
#define REFERENCE_PROVE_PROOF_RECORD_H

#include "reference/prove/proof.h"
#include "reference/file/ref.h"

typedef struct record {
    const char *parameters;
    const ref *against; /* NULL: there is none */
    double *times;
    int ntimes;
    bool quiet;
} record;

/* Advances an open proof to each time and writes the enclosures. If it ends early, the reason
 * goes into the file and to p->why. Returns false if the first time is not reached or the file
 * cannot be written. */
/* Nor is it written where it does not meet the enclosure of the same equations that is
 * there. */
bool record_make(const record *r, proof *p, const char *path);
/* Does every ball of one file meet that of the other? Both contain the same number. Of other
 * equations they are not compared. false with a sentence, which names the component and both
 * balls. */
bool record_meets(const char *path, const char *other, reason *why);

#endif
