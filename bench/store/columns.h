/* columns.h -- columns of a store from the tables of fields (cell.h, record.h), as pieces of
 * SQL, and values of fields in statements.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_STORE_COLUMNS_H
#define BENCH_STORE_COLUMNS_H

#include "bench/cell/record.h"

#include <sqlite3.h>

/* ---- cells: CELL_FIELDS(PIECE) is the pieces of all rows, each behind its comma ---------- */

/* Where the store has a field, by the third word of its row: a piece, and its names there. */
#define IN_COLUMN(piece)  piece
#define IN_EVENTS(piece)  piece
#define IN_SPEC(piece)    ""
#define IN_NONE(piece)    ""
#define AS_COLUMN(name)   #name
#define AS_EVENTS(name)   "events"
#define AS_SPEC(name)     ""
#define AS_NONE(name)     ""
#define FROM_COLUMN(name) ":" #name
#define FROM_EVENTS(name) "NOT :" #name
#define FROM_SPEC(name)   ""
#define FROM_NONE(name)   ""
#define TOLD_COLUMN(name) ", c." #name
#define TOLD_EVENTS(name) ", c.events"
#define TOLD_SPEC(name)   ", json_extract(c.spec, '$." #name "')"
#define TOLD_NONE(name)   ""
/* and by its kind */
#define MADE_NAME     "TEXT"
#define MADE_SETTINGS "TEXT"
#define MADE_TEXT     "TEXT"
#define MADE_STRING   "TEXT"
#define MADE_REAL     "REAL"
#define MADE_COUNT    "INTEGER"
#define MADE_SMALL    "INTEGER"
#define MADE_TRUTH    "INTEGER"

/* ", c.problem ..."; the same, with fields of the spec only */
#define COLUMN_OF_C(kind, name, store, ...)     IN_##store(", c." AS_##store(name))
#define COORDINATE_OF_C(kind, name, store, ...) TOLD_##store(name)
/* ", problem TEXT ..." */
#define COLUMN_MADE(kind, name, store, ...) IN_##store(", " AS_##store(name) " " MADE_##kind)
/* ", :problem AS problem ..." for store_bind(); " AND c.problem = :problem", ... */
#define COLUMN_GIVEN(kind, name, store, ...)                                                   \
    IN_##store(", " FROM_##store(name) " AS " AS_##store(name))
#define SAME_AS_GIVEN(kind, name, store, ...)                                                  \
    IN_##store(" AND c." AS_##store(name) " = " FROM_##store(name)),

/* ---- results ----------------------------------------------------------------------------- */

#define COLUMN_OF_R(kind, name)  ", r." #name
#define COLUMN_NAMED(kind, name) ", " #name
#define RESULT_MADE(kind, name)  ", " #name " " MADE_##kind
#define RESULT_GIVEN(kind, name) ", :" #name
#define RESULT_SET(kind, name)   ", " #name " = :" #name
#define COLUMNS_OF_SAMPLE        "worker, n" SAMPLE_TIMES(COLUMN_NAMED)
#define COLUMNS_OF_EVENT         "n" EVENT_FIELDS(COLUMN_NAMED)

#define FIELDS_OF_C      CELL_FIELDS(COLUMN_OF_C)
#define COORDINATES_OF_C CELL_FIELDS(COORDINATE_OF_C)
#define CELL_MADE        CELL_FIELDS(COLUMN_MADE)
#define CELL_GIVEN       CELL_FIELDS(COLUMN_GIVEN)
#define FIELDS_OF_R      RECORD_FIELDS(COLUMN_OF_R)
#define COSTS_OF_R       RECORD_COSTS(COLUMN_OF_R)
#define FIELDS_NAMED     RECORD_FIELDS(COLUMN_NAMED)
#define COSTS_NAMED      RECORD_COSTS(COLUMN_NAMED)
#define FIELDS_MADE      RECORD_FIELDS(RESULT_MADE)
#define COSTS_MADE       RECORD_COSTS(RESULT_MADE)
#define FIELDS_GIVEN     RECORD_FIELDS(RESULT_GIVEN)
#define COSTS_GIVEN      RECORD_COSTS(RESULT_GIVEN)
#define FIELDS_SET       RECORD_FIELDS(RESULT_SET)
#define TIMES_MADE       SAMPLE_TIMES(RESULT_MADE)
#define TIMES_GIVEN      SAMPLE_TIMES(RESULT_GIVEN)
#define EVENT_MADE       EVENT_FIELDS(RESULT_MADE)
#define EVENT_GIVEN      EVENT_FIELDS(RESULT_GIVEN)

/* ---- values ------------------------------------------------------------------------------ */

/* Every parameter ":name" of the statement that a field of the table has; what is not told, and
 * numbers that are none, become NULL. */
void store_bind(sqlite3_stmt *q, const field_row *table, const void *of);
/* The values of the table, in order, from this column on; texts are copies. The next column. */
int store_fetch(sqlite3_stmt *q, int column, const field_row *table, void *to);

#endif
