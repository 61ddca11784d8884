/* facts.h -- what a descriptor says beside its equations, held against the states of a
 * reference.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_FACTS_H
#define REFERENCE_FACTS_H

#include "reference/file/ref.h"
#include "reference/witness/complaints.h"
#include "reference/job/job.h"

/* The closed form at all stored times: off by more than 1e4 bars and 1e-12 of the component's
 * largest value it is contradicted. peak: largest modulus of q, u, x or y. Fewest digits
 * relative to the largest value; -1: there is no closed form. */
double facts_exact(const ref *r, const job *j, const real *peak, complaints *c);
/* Checks invariants against the limits of the file. An invariant fails if it varies by more
 * than each of three bounds. They are 1e-12 of its size, the effect of the states' twelfth
 * digits, and ten times that of their error bars. */
void facts_invariants(const ref *r, const job *j, const real *peak, complaints *c);
/* Fewest digits on which published values and the end state agree, of components that scd
 * counts; -1: there are none. No complaint: a table may be old, and the score does not use
 * it. */
double facts_published(const ref *r, const job *j, const real *peak);

#endif
