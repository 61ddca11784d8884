/* pack.h -- a record as a string of bytes: what a worker sends through the pipe.
 *
 * Lengths and numbers in the byte order of the machine, texts with their length before them.
 * The cell is not part of it: the parent knows what it asked for.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PACK_H
#define BENCH_PACK_H

#include "bench/cell/record.h"

typedef struct bytes {
    unsigned char *at;
    size_t n, room;
} bytes;

void bytes_add(bytes *b, const void *from, size_t n);

/* The page that parent and worker share begins with the heartbeat; the token stands behind it,
 * until the worker has read it. */
enum { PAGE_BYTES = 4096, PAGE_TOKEN = 2048, TOKEN_BYTES = 33 };

void record_pack(const record *r, bytes *out);
/* false if the bytes are not what record_pack() writes; r is then empty. */
bool record_unpack(record *r, const void *at, size_t n);

#endif
