/* repeated.h -- what timing processes told of their solves, and what is checked of it.
 *
 * Kept in the record's scoring, for reports and for whoever goes on with the cell: member
 * "workers", one object a process (docs/store.md). When a process is done the parent draws one
 * of its moved solves; when all are done, one of the processes. A fresh process solves that
 * start as its first.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_REPEATED_H
#define BENCH_REPEATED_H

#include "bench/cell/record.h"
#include "bench/cell/request.h"

uint64_t repeated_noise(void); /* 64 bits of the kernel's */

/* IVPBENCH_AUDIT=off: nothing is moved, repeated or changed. It shows what the checks cost;
 * each result says that its solves were not moved. */
bool repeated_is_off(void);

/* Where a timing process of a cell begins. A solve longer than min_time_s is repeated twice, by
 * it and by the check. Of W processes one is chosen with the probability (W + 1) / 40, so that
 * a twentieth is added to the W + 1 solves of a cell. */
request_start repeated_begin(const cell *c);

/* Adds a worker's account to `of`. cpu_s: the kernel's. */
void repeated_note(record *of, const record *worker, const request_start *from, double cpu_s);

/* Solver or problem declares that two runs may differ. */
bool repeated_may_differ(const record *of);

/* The start that is to be checked; false: there is none, or no run can be repeated. */
bool repeated_choose(const record *of, request_start *from);
/* The worker with this key has told this digest of it. */
bool repeated_agrees(const record *of, const request_start *from, const record *check);
/* Do all ends from moved starts equal the end from the problem's own, to the bit? A state that
 * is strongly damped does that too. */
bool repeated_is_blind(const record *of);
/* Has the problem equations without y', which may forget a start at once? */
bool repeated_may_forget(const record *of);
/* Are all ends from moved starts apart, by at least what the starts are? */
bool repeated_is_sensitive(const record *of);
/* Over all workers: are solves from the problem's own start as dear as those from moved ones?
 * false with a sentence. */
bool repeated_may_be(const record *of, reason *why);

#endif
