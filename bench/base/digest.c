/* digest.c -- SHA-256 of texts and files.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/digest.h"

#include "bench/base/util.h"

#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void digest_bytes(const void *bytes, size_t n, char hex[DIGEST_HEX])
{
    SHA256Data(bytes, n, hex);
}

void digest_raw(const void *bytes, size_t n, unsigned char digest[DIGEST_BYTES])
{
    SHA2_CTX c;
    SHA256Init(&c);
    SHA256Update(&c, bytes, n);
    SHA256Final(digest, &c);
}

bool digest_known(const digest_table *table, const char *name, char hex[DIGEST_HEX])
{
    for (int i = 0; i < table->n; i++)
        if (!strcmp(table->rows[i].name, name)) {
            memcpy(hex, table->rows[i].hex, DIGEST_HEX);
            return true;
        }
    return false;
}

bool digest_file(digest_table *table, const char *name, const char *path, char hex[DIGEST_HEX])
{
    if (!SHA256File(path, hex)) return false;
    table->rows = grown(table->rows, (size_t)table->n + 1, sizeof *table->rows);
    struct digest_row *row = &table->rows[table->n++];
    row->name = copied(name);
    memcpy(row->hex, hex, DIGEST_HEX);
    return true;
}

void digest_table_free(digest_table *table)
{
    for (int i = 0; i < table->n; i++) free(table->rows[i].name);
    free(table->rows);
    *table = (digest_table){ 0 };
}
