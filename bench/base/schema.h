/* schema.h -- JSON documents that programs of others read: a name, a version, and a table of
 * members. By the table a document is checked before it is printed, and described in
 * docs/json.md.
 *
 * The version is semantic: a new optional member raises its second number; a member that goes
 * away, or means something else, raises its first.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_BASE_SCHEMA_H
#define BENCH_BASE_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>

typedef enum schema_type {
    SCHEMA_TEXT,
    SCHEMA_NUMBER, /* finite */
    SCHEMA_COUNT,  /* a whole number */
    SCHEMA_TRUTH,
    SCHEMA_OBJECT /* of `members` */
} schema_type;

/* Bits of `uses`; the others are those of who has the table.
 *   SCHEMA_OPTIONAL   left out where there is no such value
 *   SCHEMA_LIST       a list of values of this type */
enum { SCHEMA_OPTIONAL = 1, SCHEMA_LIST = 2, SCHEMA_USES = 4 };

typedef struct schema_row {
    const char *name; /* NULL ends a table */
    schema_type type;
    unsigned uses;
    const char *meaning; /* one clause, with its unit */
    const struct schema_row *members;
} schema_row;

typedef struct schema {
    const char *name, *version; /* "ivpbench.rank", "1.0.0" */
    const char *meaning;        /* one clause: what a document holds */
    const schema_row *rows;
} schema;

/* An object with the member `schema`: "ivpbench.rank/1.0.0". */
json_t *schema_begin(const schema *s);
/* Puts a text: what no terminal takes is '?' (printable.h). NULL is left out. */
void schema_text(json_t *o, const char *name, const char *text);
/* Puts a number; one that is not finite does not exist, and is left out. */
void schema_number(json_t *o, const char *name, double v);
/* NULL, or a sentence that names the first wrong member: one that differs from the table, is
 * missing, or is not in the table. The caller frees it. */
char *schema_wrong(const schema *s, const json_t *o);

/* "list of text": for people */
const char *schema_type_text(const schema_row *r);

#endif
