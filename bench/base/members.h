/* members.h -- groups of settings of a file by tables of their members.
 *
 * A name that no table has is an error, with the nearest one that is: a typing error must not
 * silently mean the default.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_BASE_MEMBERS_H
#define BENCH_BASE_MEMBERS_H

#include "bench/base/config.h"
#include "bench/base/fields.h"

typedef struct reader {
    const char *path, *manual; /* of the file; where its settings are explained */
    reason *why;
} reader;

/* Says what is wrong with a setting, with file and line; false. */
bool reader_wrong(const reader *r, const config_setting_t *s, const char *text);

/* A member that a function reads; NULL: it is left to the caller. A table ends with { 0 }. */
typedef struct member {
    const char *name;
    bool (*read)(const reader *r, const config_setting_t *s, void *to);
} member;

typedef struct member_table {
    const field_row *fields; /* NULL: none; FIELD_STRING is freed and replaced */
    unsigned uses;           /* those that have one of these; 0: all */
    const member *others;    /* NULL: none */
    /* of what neither has: 1 taken, 0 unknown, -1 wrong; NULL: nothing */
    int (*rest)(const reader *r, const config_setting_t *s, void *to);
} member_table;

/* Of a group: all its members, each into `to`. */
bool members_read(const reader *r, const config_setting_t *s, const member_table *m, void *to);
/* Of a list of groups (...): each by the function. */
bool members_list(const reader *r, const config_setting_t *s, void *to,
                  bool (*one)(const reader *, const config_setting_t *, void *to));

#endif
