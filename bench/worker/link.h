/* link.h -- the worker's end of the pipe to its parent.
 *
 * Lines "TOKEN ready", "TOKEN solve-begin", "TOKEN solve-end", and at last "TOKEN result N"
 * with N bytes after it. The parent chooses the token, so other text that a plug-in writes to
 * the descriptor is not taken for a message.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_LINK_H
#define BENCH_LINK_H

#include "bench/cell/pack.h"

typedef struct link_out {
    int fd;
    char token[TOKEN_BYTES];
} link_out;

void link_say(const link_out *l, const char *word);
void link_result(const link_out *l, const bytes *b);

#endif
