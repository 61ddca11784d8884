/* shared.h -- memory that a process shares with those that it forks.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PROCESS_SHARED_H
#define BENCH_PROCESS_SHARED_H

#include <stddef.h>

/* Zeros; NULL with errno: there is no such memory. */
void *shared_open(size_t size);
void shared_close(void *memory, size_t size); /* NULL: nothing */

#endif
