/* blob.h -- a series of doubles as a compressed bytes: little-endian, zlib, SHA-256. */
#ifndef BENCH_BLOB_H
#define BENCH_BLOB_H

#include "bench/base/digest.h"

/* The digest is that of the compressed bytes; caller frees. */
unsigned char *blob_pack(const double *v, int n, size_t *size, char hex[DIGEST_HEX]);
/* n doubles, or NULL with a sentence: digest, length, stream. */
double *blob_unpack(const void *data, size_t size, int n, const char *hex, char *why,
                    size_t room);

#endif
