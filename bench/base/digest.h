/* digest.h -- SHA-256 of texts and files; a table remembers those of files by names for
 * them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_DIGEST_H
#define BENCH_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

enum { DIGEST_HEX = 65, DIGEST_BYTES = 32 };

void digest_bytes(const void *bytes, size_t n, char hex[DIGEST_HEX]);
void digest_raw(const void *bytes, size_t n, unsigned char digest[DIGEST_BYTES]);

typedef struct digest_table {
    int n;
    struct digest_row {
        char *name;
        char hex[DIGEST_HEX];
    } * rows;
} digest_table;

/* false: no file of that name has been read */
bool digest_known(const digest_table *table, const char *name, char hex[DIGEST_HEX]);
/* Reads the file and remembers its digest by a name not known yet; false if it cannot be
 * read. */
bool digest_file(digest_table *table, const char *name, const char *path, char hex[DIGEST_HEX]);
void digest_table_free(digest_table *table);

#endif
