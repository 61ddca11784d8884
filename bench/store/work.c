/* work.c -- one account a process, as of SQLite's memory: a harness reads its stores one after
 * the other.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/store/work.h"

#include <sys/stat.h>

enum { OFTEN = 1000, A_PAGE = 250 };

static long long left;

const char work_says[] =
    "it asks for far more work than a store of its size; it is left as it is";

void work_spend(size_t bytes) { left -= (long long)bytes; }

bool work_is_spent(void) { return left < 0; }

static int tick(void *db)
{
    int pages = 0, most;
    sqlite3_db_status(db, SQLITE_DBSTATUS_CACHE_MISS, &pages, &most, 1);
    work_spend(OFTEN + A_PAGE * (size_t)pages);
    return work_is_spent();
}

void work_begin(sqlite3 *db, const char *path)
{
    struct stat st;
    left += WORK_AT_LEAST;
    if (!stat(path, &st)) left += WORK_A_BYTE * (long long)st.st_size;
    sqlite3_progress_handler(db, OFTEN, tick, db);
}

void work_end(sqlite3 *db) { sqlite3_progress_handler(db, 0, NULL, NULL); }
