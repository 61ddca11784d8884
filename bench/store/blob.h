/* blob.h -- a series of doubles as compressed bytes: little-endian, zlib, SHA-256.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_BLOB_H
#define BENCH_BLOB_H

#include "bench/base/digest.h"
#include "kernel/reason/reason.h"

/* The digest is that of the compressed bytes; caller frees. */
unsigned char *blob_pack(const double *v, int n, size_t *size,
                         unsigned char digest[DIGEST_BYTES]);
/* n doubles, or NULL with a sentence: digest (NULL: there is none), length, stream. */
double *blob_unpack(const void *data, size_t size, int n, const unsigned char *digest,
                    reason *why);

#endif
