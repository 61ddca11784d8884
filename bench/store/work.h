/* work.h -- limit of the work that reading a store may take, in proportion to its size. A store
 * that was crafted to take forever ends with a sentence. Examples: tables without their keys,
 * one text shared by all results, series that decompress to a huge size.
 *
 * Work is counted, not timed, so the machine's load does not matter. An instruction of SQLite
 * counts 1, a byte that is hashed, decompressed or joined 1, a page that is read 250. Normal
 * stores need 2 to 4 for each byte.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

enum { WORK_A_BYTE = 30, WORK_AT_LEAST = 1000000000 };

/* What reads this file by `db` from now on is stopped (SQLITE_INTERRUPT) where all files so far
 * together would have been done long ago. */
void work_begin(sqlite3 *db, const char *path);
void work_end(sqlite3 *db);
void work_spend(size_t bytes);
extern const char work_says[]; /* "it asks for ..." */
/* Whether it has come to that; there is no more. */
bool work_is_spent(void);

#endif
