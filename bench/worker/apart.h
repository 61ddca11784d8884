/* apart.h -- calls a plug-in in a separate process.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_APART_H
#define BENCH_APART_H

#include <stdbool.h>
#include <stddef.h>

/* Calls act() in a child of this process and flushes what it prints. Returns false with a
 * sentence if the child exits, crashes or exceeds its time limit. */
bool apart(void (*act)(void *context), void *context, char *why, size_t size);

#endif
