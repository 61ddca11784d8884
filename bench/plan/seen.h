/* seen.h -- texts that have come by, each with what is known of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_SEEN_H
#define BENCH_SEEN_H

#include <stdbool.h>

/* Begins as { 0 }. Finding costs the logarithm of how many there are. */
typedef struct seen {
    void *tree;
} seen;

/* false: it has been there, with what it had then. Both are copied. */
bool seen_add(seen *s, const char *text, const char *what);
/* NULL: it has not come by. */
const char *seen_what(const seen *s, const char *text);
void seen_free(seen *s);

#endif
