/* schema.c -- documents against the table of their members, member by member.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/schema.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/printable.h"
#include "bench/base/util.h"

json_t *schema_begin(const schema *s)
{
    char *name = text_of("%s/%s", s->name, s->version);
    json_t *o = need(json_pack("{s:s}", "schema", name));
    free(name);
    return o;
}

void schema_text(json_t *o, const char *name, const char *text)
{
    if (!text) return;
    char *copy = copied(text);
    tame(copy, "\n\t");
    json_object_set_new(o, name, need(json_string(copy)));
    free(copy);
}

void schema_number(json_t *o, const char *name, double v)
{
    if (isfinite(v)) json_object_set_new(o, name, json_real(v));
}

const char *schema_type_text(const schema_row *r)
{
    static const char *const names[][2] = {
        [SCHEMA_TEXT] = { "text", "list of text" },
        [SCHEMA_NUMBER] = { "number", "list of numbers" },
        [SCHEMA_COUNT] = { "whole number", "list of whole numbers" },
        [SCHEMA_TRUTH] = { "true or false", "list of true or false" },
        [SCHEMA_OBJECT] = { "object", "list of objects" },
    };
    return names[r->type][(r->uses & SCHEMA_LIST) != 0];
}

static char *wrong_object(const schema_row *rows, const json_t *o, const char *where);

static char *wrong_value(const schema_row *r, const json_t *v, const char *where)
{
    const bool fits = r->type == SCHEMA_TEXT     ? json_is_string(v)
                      : r->type == SCHEMA_NUMBER ? json_is_number(v)
                      : r->type == SCHEMA_COUNT  ? json_is_integer(v)
                      : r->type == SCHEMA_TRUTH  ? json_is_boolean(v)
                                                 : json_is_object(v);
    if (!fits) return text_of("%s is not of type %s", where, schema_type_text(r));
    return r->type == SCHEMA_OBJECT ? wrong_object(r->members, v, where) : NULL;
}

static char *wrong_list(const schema_row *r, const json_t *list, const char *where)
{
    if (!json_is_array(list)) return text_of("%s is no list", where);
    char *wrong = NULL;
    for (size_t k = 0; !wrong && k < json_array_size(list); k++) {
        char *place = text_of("%s[%zu]", where, k);
        wrong = wrong_value(r, json_array_get(list, k), place);
        free(place);
    }
    return wrong;
}

static char *wrong_member(const schema_row *r, const json_t *o, const char *where)
{
    const json_t *v = json_object_get(o, r->name);
    if (!v)
        return r->uses & SCHEMA_OPTIONAL ? NULL : text_of("%s.%s is missing", where, r->name);
    char *place = text_of("%s.%s", where, r->name);
    char *wrong = r->uses & SCHEMA_LIST ? wrong_list(r, v, place) : wrong_value(r, v, place);
    free(place);
    return wrong;
}

static bool has_row(const schema_row *rows, const char *name)
{
    while (rows->name && strcmp(rows->name, name) != 0) rows++;
    return rows->name != NULL;
}

static char *wrong_object(const schema_row *rows, const json_t *o, const char *where)
{
    char *wrong = NULL;
    for (const schema_row *r = rows; !wrong && r->name; r++) wrong = wrong_member(r, o, where);
    const char *name;
    json_t *v;
    json_object_foreach((json_t *)(uintptr_t)o, name, v) if (!wrong && !has_row(rows, name))
        wrong = text_of("%s.%s is no member that is described", where, name);
    return wrong;
}

/* The member `schema` is in no table. */
char *schema_wrong(const schema *s, const json_t *o)
{
    if (!json_is_object(o)) return text_of("%s: no object", s->name);
    char *name = text_of("%s/%s", s->name, s->version);
    const char *found = json_string_value(json_object_get(o, "schema"));
    json_t *rest = need(json_copy((json_t *)(uintptr_t)o));
    json_object_del(rest, "schema");
    char *wrong = !found || strcmp(found, name) ? text_of("schema is not %s", name)
                                                : wrong_object(s->rows, rest, s->name);
    json_decref(rest);
    free(name);
    return wrong;
}
