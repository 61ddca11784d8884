/* capture.h -- the first and the last kilobytes of what a process prints.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CAPTURE_H
#define BENCH_CAPTURE_H

#include <stddef.h>

enum { CAPTURE_SIDE = 4096 };

typedef struct capture {
    char head[CAPTURE_SIDE], tail[CAPTURE_SIDE]; /* tail: a ring */
    size_t nhead, ntail;                         /* ntail: bytes beyond the head, kept or not */
} capture;

void capture_add(capture *c, const char *from, size_t n);
char *capture_text(const capture *c); /* printable; caller frees */

#endif
