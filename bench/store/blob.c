/* blob.c -- series of doubles, compressed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/blob.h"

#include "bench/store/work.h"
#include "bench/base/util.h"

#include <endian.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

_Static_assert(sizeof(double) == 8, "doubles of eight bytes");

/* In place; on little-endian machines the loop copies words to themselves. */
static void swap_words(unsigned char *at, int n)
{
    for (int i = 0; i < n; i++, at += 8) {
        uint64_t w;
        memcpy(&w, at, 8);
        w = htole64(w);
        memcpy(at, &w, 8);
    }
}

/* Most series are short: tables for the usual window, 256 KB, would take longer to clear than
 * the numbers to pack. The window holds the series; a block of symbols, and twice that in the
 * table of hashes, are of its size. */
static bool pack(unsigned char *to, uLongf *room, unsigned char *plain, uLong raw)
{
    enum { LEAST = 9, MOST = 15, BLOCK = 6 };
    int window = LEAST;
    if (raw > 1ul << MOST) return compress2(to, room, plain, raw, Z_BEST_SPEED) == Z_OK;
    while (1ul << window < raw) window++;
    z_stream z = { .next_in = plain, .next_out = to };
    if (deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, window, window - BLOCK, Z_DEFAULT_STRATEGY))
        return false;
    z.avail_in = (uInt)raw;
    z.avail_out = (uInt)*room;
    const bool good = deflate(&z, Z_FINISH) == Z_STREAM_END;
    *room = z.total_out;
    return !deflateEnd(&z) && good;
}

unsigned char *blob_pack(const double *v, int n, size_t *size,
                         unsigned char digest[DIGEST_BYTES])
{
    const uLong raw = 8 * (uLong)n;
    unsigned char *plain = grown(NULL, raw, 1);
    if (n) memcpy(plain, v, raw);
    swap_words(plain, n);
    uLongf room = compressBound(raw) + raw / 4 + 64; /* short blocks have heads of their own */
    unsigned char *out = grown(NULL, room, 1);
    need(pack(out, &room, plain, raw) ? out : NULL);
    free(plain);
    *size = room;
    digest_raw(out, room, digest);
    return out;
}

double *blob_unpack(const void *data, size_t size, int n, const unsigned char *digest,
                    reason *why)
{
    enum { MOST_RATIO = 1100 }; /* zlib packs no tighter */
    unsigned char found[DIGEST_BYTES];
    if (!data || !digest || n < 0 || (size_t)n > size * MOST_RATIO / 8 + 8) {
        reason_set(why, "%d numbers cannot lie in %zu bytes", n, data ? size : 0);
        return NULL;
    }
    digest_raw(data, size, found);
    if (memcmp(found, digest, DIGEST_BYTES)) {
        reason_set(why, "its digest is not the one written");
        return NULL;
    }
    uLongf raw = 8 * (uLongf)n;
    work_spend(size + raw);
    double *v = grown(NULL, (size_t)n, sizeof *v);
    if (uncompress((unsigned char *)v, &raw, data, size) != Z_OK || raw != 8 * (uLongf)n) {
        reason_set(why, "does not unpack to %d numbers", n);
        free(v);
        return NULL;
    }
    swap_words((unsigned char *)v, n);
    return v;
}
