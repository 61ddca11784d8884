/* account.h -- whether what a timing process says of its CPU time agrees with the kernel.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_ACCOUNT_H
#define BENCH_ACCOUNT_H

#include "bench/crew/child.h"

/* Returns false with a sentence in why. The child is gone. */
bool account_may_be(const child *c, const record *r, reason *why);

#endif
