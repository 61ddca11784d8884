/* plan_members.h -- groups of settings of a plan file: tables of their members.
 *
 * A table has name, kind and where the number goes. A name that is not in the table is an error, with
 * the nearest one that is: a typing error in a plan must not silently mean the default. */
#ifndef BENCH_PLAN_MEMBERS_H
#define BENCH_PLAN_MEMBERS_H

#include "bench/plan/plan_inner.h"

#include "bench/base/config.h"

typedef struct plan_reader {
    const char *path;
    char *why;
    size_t size;
} plan_reader;

/* Says what is wrong with a setting, with file and line; false. */
bool plan_wrong(const plan_reader *r, const config_setting_t *s, const char *text);

/* PLAN_OTHER: read elsewhere */
typedef enum plan_kind { PLAN_REAL, PLAN_COUNT, PLAN_SMALL, PLAN_OTHER } plan_kind;

typedef struct plan_member { /* a table ends with { 0 } */
    const char *name;
    plan_kind kind;
    size_t at;
    bool may_be_zero;
    double most; /* 0: any finite number */
} plan_member;

/* Reads the members of `table` into `to`; those of `others` are left to the caller. */
bool plan_members_read(const plan_reader *r, config_setting_t *s, const plan_member *table,
                       void *to, const plan_member *others);

#endif
