/* work.h -- how much a file may ask of those who read it: in proportion to its size, so that a
 * store that was made to take for ever (tables without their keys, a text that all results
 * share, series that unfold) ends with a sentence.
 *
 * Counted, not timed, so that a busy machine changes nothing: an instruction of SQLite's and a
 * byte that is hashed, unpacked or put together are one each, a page that is read 250. Sound
 * stores need 2 to 4 a byte. */
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
