/* apart.h -- calls a plug-in in a separate process.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_APART_H
#define BENCH_APART_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct apart_text {
    char text[1 << 16]; /* what it printed, its first 64 kB */
    size_t n;
    bool done;
} apart_text;

/* Calls act() in a child of this process, which has nothing of it open; what it prints is in
 * `t`. Returns false with a sentence if the child exits, crashes or exceeds its time limit. */
bool apart(void (*act)(void *context), void *context, apart_text *t, reason *why);

#endif
