/* plan_members.c -- numbers of a group of settings, by its table. */
#include "bench/plan/plan_members.h"

#include "bench/base/options.h"
#include "bench/base/util.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool plan_wrong(const plan_reader *r, const config_setting_t *s, const char *text)
{
    return fail_at(s, r->path, r->why, r->size, text);
}

static const plan_member *find(const plan_member *table, const char *name)
{
    for (; table->name; table++)
        if (!strcmp(table->name, name)) return table;
    return NULL;
}

/* A whole number serves where a number is wanted, never the reverse. */
static bool read_member(const plan_reader *r, config_setting_t *s, const plan_member *m,
                        void *to)
{
    const int type = config_setting_type(s);
    const bool whole = type == CONFIG_TYPE_INT || type == CONFIG_TYPE_INT64;
    if (m->kind == PLAN_REAL ? !whole && type != CONFIG_TYPE_FLOAT : !whole)
        return plan_wrong(
            r, s, m->kind == PLAN_REAL ? "a number is expected" : "a whole number is expected");
    const double x = config_setting_get_float(s);
    if (!isfinite(x) || x < 0 || (x <= 0 && !m->may_be_zero))
        return plan_wrong(r, s, m->may_be_zero ? "must not be negative" : "must be positive");
    if (m->most > 0 && x > m->most) {
        char text[64];
        snprintf(text, sizeof text, "must not be more than %.10g", m->most);
        return plan_wrong(r, s, text);
    }
    char *at = (char *)to + m->at;
    if (m->kind == PLAN_REAL) *(double *)(void *)at = x;
    if (m->kind == PLAN_COUNT) *(long *)(void *)at = (long)config_setting_get_int64(s);
    if (m->kind == PLAN_SMALL) *(int *)(void *)at = config_setting_get_int(s);
    return true;
}

static bool unknown(const plan_reader *r, const config_setting_t *s, const plan_member *a,
                    const plan_member *b)
{
    const char *words[32];
    int n = 0;
    for (; a->name; a++) words[n++] = a->name;
    for (; b->name; b++) words[n++] = b->name;
    const char *near = nearest_word(config_setting_name(s), words, n);
    if (!near) return plan_wrong(r, s, "unknown setting; docs/plans.md names those that exist");
    char *text = text_of("unknown setting; did you mean %s?", near);
    plan_wrong(r, s, text);
    free(text);
    return false;
}

bool plan_members_read(const plan_reader *r, config_setting_t *s, const plan_member *table,
                       void *to, const plan_member *others)
{
    if (!config_setting_is_group(s)) return plan_wrong(r, s, "a group { ... } is expected");
    for (int i = 0; i < config_setting_length(s); i++) {
        config_setting_t *one = config_setting_get_elem(s, (unsigned)i);
        const plan_member *m = find(table, config_setting_name(one));
        if (!m && !find(others, config_setting_name(one)))
            return unknown(r, one, table, others);
        if (m && m->kind != PLAN_OTHER && !read_member(r, one, m, to)) return false;
    }
    return true;
}
