/* fields.c -- one value of each kind: as JSON, as text, compared, copied.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/fields.h"

#include "bench/base/util.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const void *place_in(const field_row *f, const void *of)
{
    return (const char *)of + f->at;
}

const field_row *field_named(const field_row *table, const char *name, unsigned uses)
{
    for (; table->name; table++)
        if ((!uses || table->uses & uses) && !strcmp(table->name, name)) return table;
    return NULL;
}

bool field_is_text(const field_row *f)
{
    return f->kind >= FIELD_NAME && f->kind <= FIELD_STRING;
}

const char *field_text(const field_row *f, const void *of)
{
    if (f->kind != FIELD_STRING) return field_is_text(f) ? place_in(f, of) : "";
    const char *text = *(char *const *)place_in(f, of);
    return text ? text : "";
}

char **field_string(const field_row *f, void *of)
{
    return (char **)(void *)((char *)of + f->at);
}

double field_number(const field_row *f, const void *of)
{
    const void *at = place_in(f, of);
    switch (f->kind) {
    case FIELD_REAL:
        return *(const double *)at;
    case FIELD_COUNT:
        return (double)*(const long *)at;
    case FIELD_SMALL:
        return *(const int *)at;
    case FIELD_TRUTH:
        return *(const bool *)at;
    default:
        return 0;
    }
}

bool field_set_number(const field_row *f, double v, void *to)
{
    void *at = (char *)to + f->at;
    switch (f->kind) {
    case FIELD_REAL:
        *(double *)at = v;
        return true;
    case FIELD_COUNT:
        if (!(fabs(v) < 9e18)) return false;
        *(long *)at = (long)v;
        return true;
    case FIELD_SMALL:
        if (!(fabs(v) <= INT_MAX)) return false;
        *(int *)at = (int)v;
        return true;
    case FIELD_TRUTH:
        *(bool *)at = v > 0;
        return true;
    default:
        return false;
    }
}

bool field_is_set(const field_row *f, const void *of)
{
    return field_is_text(f) ? *field_text(f, of) != '\0' : !(fabs(field_number(f, of)) <= 0);
}

bool field_is_told(const field_row *f, const void *of)
{
    return !(f->uses & FIELD_IF_SET) || field_is_set(f, of);
}

/* ---- JSON -------------------------------------------------------------------------------- */

json_t *field_json(const field_row *f, const void *of)
{
    if (field_is_text(f)) return json_string(field_text(f, of));
    if (f->kind == FIELD_COUNT) return json_integer(*(const long *)place_in(f, of));
    if (f->kind == FIELD_SMALL) return json_integer(*(const int *)place_in(f, of));
    if (f->kind == FIELD_TRUTH) return json_boolean(*(const bool *)place_in(f, of));
    return json_real(field_number(f, of));
}

static bool integer_from_json(const field_row *f, const json_t *v, void *to)
{
    const json_int_t k = json_integer_value(v);
    if (!json_is_integer(v)) return false;
    if (f->kind == FIELD_COUNT)
        *(long *)to = (long)k;
    else
        *(int *)to = (int)k;
    return f->kind == FIELD_COUNT || (int)k == k;
}

bool field_from_json(const field_row *f, const json_t *v, void *to)
{
    void *at = (char *)to + f->at;
    if (f->kind == FIELD_COUNT || f->kind == FIELD_SMALL) return integer_from_json(f, v, at);
    if (f->kind == FIELD_REAL)
        return json_is_number(v) && field_set_number(f, json_number_value(v), to);
    if (f->kind == FIELD_TRUTH)
        return json_is_boolean(v) && field_set_number(f, json_is_true(v), to);
    return json_is_string(v) && fits_into(at, FIELD_ROOM, json_string_value(v));
}

/* ---- words of people --------------------------------------------------------------------- */

const char *field_kind_word(field_kind kind)
{
    return kind == FIELD_TRUTH  ? "true or false"
           : kind == FIELD_REAL ? "a number"
           : kind == FIELD_COUNT || kind == FIELD_SMALL
               ? "a whole number"
               : "a string shorter than 256 characters";
}

const char *field_expects(const field_row *f)
{
    const bool zero = f->uses & FIELD_ZERO;
    if (field_is_text(f) || f->kind == FIELD_TRUTH) return field_kind_word(f->kind);
    if (f->kind == FIELD_REAL) return zero ? "a number, 0 or more" : "a positive number";
    return zero ? "a whole number, 0 or more" : "a whole number, 1 or more";
}

bool field_from_text(const field_row *f, const char *text, void *to)
{
    char *end;
    if (field_is_text(f)) return fits_into((char *)to + f->at, FIELD_ROOM, text);
    if (f->kind == FIELD_TRUTH) return field_set_number(f, !strcmp(text, "true"), to);
    const double x = strtod(text, &end);
    const bool integer = f->kind != FIELD_REAL;
    if (end == text || *end || !isfinite(x) || (integer && x > floor(x))) return false;
    if (x < 0 || (x <= 0 && !(f->uses & FIELD_ZERO))) return false;
    return field_set_number(f, x, to);
}

/* ---- pairs ------------------------------------------------------------------------------- */

void field_copy(const field_row *f, void *to, const void *from)
{
    static const size_t sizes[] = { [FIELD_NAME] = FIELD_ROOM,    [FIELD_SETTINGS] = FIELD_ROOM,
                                    [FIELD_TEXT] = FIELD_ROOM,    [FIELD_REAL] = sizeof(double),
                                    [FIELD_COUNT] = sizeof(long), [FIELD_SMALL] = sizeof(int),
                                    [FIELD_TRUTH] = sizeof(bool) };
    memcpy((char *)to + f->at, (const char *)from + f->at, sizes[f->kind]);
}

int field_compare(const field_row *f, const void *a, const void *b)
{
    if (field_is_text(f)) return strcmp(field_text(f, a), field_text(f, b));
    const double x = field_number(f, a), y = field_number(f, b);
    return (x > y) - (x < y);
}
