/* members.c -- numbers and texts of a group of settings, by its table.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/members.h"

#include "bench/base/options.h"
#include "bench/base/util.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool reader_wrong(const reader *r, const config_setting_t *s, const char *text)
{
    return fail_at(s, r->path, r->why, text);
}

static bool read_text(const reader *r, const config_setting_t *s, const field_row *f, void *to)
{
    const char *text = config_setting_get_string(s);
    if (text && f->kind == FIELD_STRING) {
        free(*field_string(f, to));
        *field_string(f, to) = copied(text);
        return true;
    }
    return (text && field_from_text(f, text, to)) ||
           reader_wrong(r, s, text ? field_expects(f) : "a string is expected");
}

/* A whole number serves where a number is wanted, never the reverse. */
static bool read_number(const reader *r, const config_setting_t *s, const field_row *f,
                        void *to)
{
    const bool real = f->kind == FIELD_REAL, zero = f->uses & FIELD_ZERO;
    double x;
    if (!setting_number(s, &x) || (!real && config_setting_type(s) == CONFIG_TYPE_FLOAT))
        return reader_wrong(r, s, real ? "a number is expected" : "a whole number is expected");
    if (!isfinite(x) || x < 0 || (x <= 0 && !zero))
        return reader_wrong(r, s, zero ? "must not be negative" : "must be positive");
    if (f->most > 0 && x > f->most) {
        char text[64];
        snprintf(text, sizeof text, "must not be more than %.10g", f->most);
        return reader_wrong(r, s, text);
    }
    return field_set_number(f, x, to) || reader_wrong(r, s, "the number is too large");
}

static bool unknown(const reader *r, const config_setting_t *s, const member_table *m)
{
    enum { MOST = 64 };
    const char *names[MOST];
    int n = 0;
    for (const field_row *f = m->fields; f && f->name && n < MOST; f++)
        if (!m->uses || f->uses & m->uses) names[n++] = f->name;
    for (const member *o = m->others; o && o->name && n < MOST; o++) names[n++] = o->name;
    const char *near = nearest_word(config_setting_name(s), names, n);
    char *text = near ? text_of("unknown setting; did you mean %s?", near)
                      : text_of("unknown setting; %s names those that exist", r->manual);
    reader_wrong(r, s, text);
    free(text);
    return false;
}

static bool read_one(const reader *r, const config_setting_t *s, const member_table *m,
                     void *to)
{
    const char *name = config_setting_name(s);
    for (const member *o = m->others; o && o->name; o++)
        if (!strcmp(o->name, name)) return !o->read || o->read(r, s, to);
    const field_row *f = m->fields ? field_named(m->fields, name, m->uses) : NULL;
    if (f) return (field_is_text(f) ? read_text : read_number)(r, s, f, to);
    const int taken = m->rest ? m->rest(r, s, to) : 0;
    return taken ? taken > 0 : unknown(r, s, m);
}

bool members_read(const reader *r, const config_setting_t *s, const member_table *m, void *to)
{
    if (!config_setting_is_group(s)) return reader_wrong(r, s, "a group { ... } is expected");
    for (int i = 0; i < config_setting_length(s); i++)
        if (!read_one(r, config_setting_get_elem(s, (unsigned)i), m, to)) return false;
    return true;
}

bool members_list(const reader *r, const config_setting_t *s, void *to,
                  bool (*one)(const reader *, const config_setting_t *, void *to))
{
    if (!config_setting_is_list(s)) return reader_wrong(r, s, "a list ( ... ) is expected");
    for (int i = 0; i < config_setting_length(s); i++)
        if (!one(r, config_setting_get_elem(s, (unsigned)i), to)) return false;
    return true;
}
