/* sized.h -- converts descriptors compiled with an older or newer header to the present layout
 * ("How the interface grows" in ivp/base.h).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_SIZED_H
#define IVP_SIZED_H

#include "kernel/reason/reason.h"

#include <ivp/problem.h>

struct ivp_solver;

/* The head of every descriptor. abi, arith and name have the same offsets in all versions. */
typedef struct sized_head {
    unsigned abi;
    int arith;
    const char *name;
    ivp_bytes bytes;
} sized_head;

/* Returns the descriptor itself if its sizes are those of this program. Otherwise returns a
 * copy that lives as long as the process; missing members are zero. If it gives no sizes, or an
 * unknown member is not zero, returns NULL with a sentence in why. Works in
 * every arithmetic. */
const ivp_problem *sized_problem(const sized_head *raw, reason *why);
const struct ivp_solver *sized_solver(const sized_head *raw, reason *why);

/* Copies min(knows, gives) bytes and zeroes the remaining ones of `knows`. Returns the offset
 * of the first nonzero byte from knows on; 0: none. */
size_t sized_take(void *to, size_t knows, const void *from, size_t gives);

#endif
