/* allocations.h -- how often this process takes memory: programs that use it have an allocator
 * that counts and hands on to the C library's.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_ALLOCATIONS_H
#define BENCH_ALLOCATIONS_H

#include "kernel/contract/contract.h"

/* The counter; NULL with a sanitizer, whose allocator is not ours to replace. */
long (*allocations_counter(void))(void);

/* Of contract.h: the heap, and pages of this process and its children; NULL with a
 * sanitizer. */
contract_held (*allocations_held(void))(void);

/* From now on an allocation of this process that fails ends it as need() does; those of its
 * children return NULL as ever. For programs that call no plug-in themselves. Nothing with a
 * sanitizer. */
void allocations_must_succeed(void);

#endif
