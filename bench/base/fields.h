/* fields.h -- members of a struct as a table: name, kind, place. What is read, written,
 * compared or copied by name goes by the table, so that a new member is one more row of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_BASE_FIELDS_H
#define BENCH_BASE_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { FIELD_ROOM = 256 }; /* of a text, with the zero at its end */

typedef enum field_kind {
    FIELD_OTHER,    /* a name alone: who has the table reads it */
    FIELD_NAME,     /* char[FIELD_ROOM]: a word, without blanks */
    FIELD_SETTINGS, /* char[FIELD_ROOM]: "a=1 b=word" */
    FIELD_TEXT,     /* char[FIELD_ROOM] */
    FIELD_STRING,   /* char *, of its own; NULL is "" */
    FIELD_REAL,     /* double */
    FIELD_COUNT,    /* long */
    FIELD_SMALL,    /* int */
    FIELD_TRUTH     /* bool */
} field_kind;

/* The first bits of `uses`; the others are those of the table.
 *   FIELD_ZERO     a person may say 0
 *   FIELD_IF_SET   said only where it is set */
enum { FIELD_ZERO = 1, FIELD_IF_SET = 2, FIELD_USES = 4 };

typedef struct field_row { /* a table ends with { 0 } */
    const char *name;
    field_kind kind;
    size_t at;
    unsigned uses;
    double most; /* that a person may say; 0: any finite number */
} field_row;

/* The field of this name that has a bit of `uses` (0: any); NULL: there is none. */
const field_row *field_named(const field_row *table, const char *name, unsigned uses);
/* "" and 0 where the field is of another kind. */
const char *field_text(const field_row *f, const void *of);
double field_number(const field_row *f, const void *of);
bool field_is_text(const field_row *f);
bool field_is_set(const field_row *f, const void *of);  /* neither "" nor 0 nor false */
bool field_is_told(const field_row *f, const void *of); /* set, or not FIELD_IF_SET */

json_t *field_json(const field_row *f, const void *of);
/* false where the value is none of this kind, or too long. */
const char *field_kind_word(field_kind kind);
bool field_from_json(const field_row *f, const json_t *v, void *to);
/* Of a command line: numbers are positive, or also 0 where FIELD_ZERO is. A truth is "true".
 * Where it is false field_expects() says what is right. */
bool field_from_text(const field_row *f, const char *text, void *to);
const char *field_expects(const field_row *f);
bool field_set_number(const field_row *f, double v, void *to);

char **field_string(const field_row *f, void *of); /* of FIELD_STRING */

void field_copy(const field_row *f, void *to, const void *from); /* no FIELD_STRING */
/* Texts by their bytes, numbers by their size: negative, 0, positive. */
int field_compare(const field_row *f, const void *a, const void *b);

/* Rows of a table by hand. */
#define FIELD_CALLED(name, kind, of, member, uses, most)                                       \
    {                                                                                          \
        name, FIELD_##kind, offsetof(of, member), uses, most                                   \
    }
#define FIELD_ROW(kind, of, member, uses, most)                                                \
    FIELD_CALLED(#member, kind, of, member, uses, most)

/* A struct and its table from one list FIELDS(F) of rows F(kind, name, ...):
 *     struct { FIELDS(FIELD_MEMBER) }     const field_row table[] = { FIELDS(ROW) { 0 } } */
#define FIELD_MEMBER(kind, name, ...) FIELD_AS_##kind(name);
#define FIELD_PLAIN(kind, name)       FIELD_AS_##kind(name); /* of rows F(kind, name) */
#define FIELD_AS_NAME(name)           char name[FIELD_ROOM]
#define FIELD_AS_SETTINGS(name)       char name[FIELD_ROOM]
#define FIELD_AS_TEXT(name)           char name[FIELD_ROOM]
#define FIELD_AS_STRING(name)         char *name
#define FIELD_AS_REAL(name)           double name
#define FIELD_AS_COUNT(name)          long name
#define FIELD_AS_SMALL(name)          int name
#define FIELD_AS_TRUTH(name)          bool name
#define FIELD_ONE(...)                +1 /* enum { N = 0 FIELDS(FIELD_ONE) } */

#endif
