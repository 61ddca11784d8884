/* facts.h -- what a descriptor says beside its equations, held against the states of a
 * reference. */
#ifndef REFERENCE_FACTS_H
#define REFERENCE_FACTS_H

#include "reference/file/ref.h"
#include "reference/witness/complaints.h"
#include "reference/job/job.h"

/* The closed form at all stored times: off by more than 1e4 bars and 1e-12 of the component's
 * largest value it is contradicted. peak: largest modulus of q, u, x or y. Fewest digits
 * relative to the largest value; -1: there is no closed form. */
double facts_exact(const ref *r, const job *j, const real *peak, complaints *c);
/* Invariants, by the laws of the file: one that varies by more than 1e-12 of its size, and by
 * more than the twelfth digits of the states, and ten bars, do to it, is none. */
void facts_invariants(const ref *r, const job *j, const real *peak, complaints *c);
/* Fewest digits on which published values and the end state agree, of components that scd
 * counts; -1: there are none. No complaint: a table may be old, and the score does not use
 * it. */
double facts_published(const ref *r, const job *j, const real *peak);

#endif
