/* cell.c -- the table of the fields of a cell; a cell as JSON.
 *
 * The JSON is the store's `spec` and what `run --cell` takes, so that any result can be made
 * again by hand. Fields left out keep their defaults; unknown names are refused, since a
 * mistyped tolerance would silently be another cell.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/cell.h"

#include "bench/base/util.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define CELL_ROW(kind, name, store, uses, most, ...)                                           \
    { #name, FIELD_##kind, offsetof(cell, name), uses, most },
const field_row cell_fields[] = { CELL_FIELDS(CELL_ROW){ 0 } };

const cell cell_plain = {
    .timeout_s = 60, .memory_mb = 1024, .min_time_s = 0.1, .precision = 0.02
};

int cell_next(int k, unsigned uses)
{
    for (k++; k < CELL_NFIELDS; k++)
        if (cell_fields[k].uses & uses) return k;
    return -1;
}

void cell_copy(cell *to, const cell *from, unsigned uses)
{
    CELL_EACH(k, uses) field_copy(&cell_fields[k], to, from);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void tell(const field_row *f, const cell *c, json_t *o)
{
    if (field_is_told(f, c)) json_object_set_new(o, f->name, field_json(f, c));
}

void cell_tell(const cell *c, unsigned uses, json_t *o)
{
    CELL_EACH(k, uses) tell(&cell_fields[k], c, o);
}

void cell_hear(cell *c, unsigned uses, const json_t *o)
{
    CELL_EACH(k, uses)
    {
        const json_t *v = json_object_get(o, cell_fields[k].name);
        if (v) field_from_json(&cell_fields[k], v, c);
    }
}

char *cell_to_json(const cell *c)
{
    json_t *o = need(json_object());
    for (const field_row *f = cell_fields; f->name; f++) tell(f, c, o);
    if (c->key[0]) json_object_set_new(o, "key", json_string(c->key));
    char *text = need(json_dumps(o, JSON_COMPACT));
    json_decref(o);
    return text;
}

/* The key is not read: it belongs to the files that were present when it was made. */
static bool read_fields(cell *c, json_t *o, reason *why)
{
    const char *name;
    json_t *v;
    json_object_foreach(o, name, v)
    {
        const field_row *f = field_named(cell_fields, name, 0);
        if (!f && strcmp(name, "key") != 0)
            return reason_set(why, "cell: unknown member \"%s\"", name);
        if (f && !field_from_json(f, v, c))
            return reason_set(why, "cell: \"%s\" must be %s", name, field_kind_word(f->kind));
    }
    return true;
}

/* What stands in a store may be more than a plan may say. */
static double most_of(const field_row *f)
{
    return f->kind == FIELD_REAL                            ? 1e9
           : f->kind == FIELD_SMALL || f->uses & CELL_KEYED ? INFINITY
                                                            : f->most;
}

/* Values that no run can start with. */
static bool sensible(const cell *c, reason *why)
{
    if (!*c->problem || !*c->formulation || !*c->solver)
        return reason_set(why, "cell: problem, formulation and solver must be given");
    if (*c->series && strcmp(c->series, "drawn") && strcmp(c->series, "points"))
        return reason_set(why, "cell: series is \"\", \"drawn\" or \"points\", not \"%.40s\"",
                          c->series);
    if (!(c->h > 0 || c->h < 0 || (c->rtol > 0 && c->atol > 0)))
        return reason_set(why, "cell: rtol = %g, atol = %g; both must be positive unless h is",
                          c->rtol, c->atol);
    for (const field_row *f = cell_fields; f->name; f++) {
        const double v = field_number(f, c);
        const bool tolerance = f->at == offsetof(cell, rtol) || f->at == offsetof(cell, atol);
        if (!isfinite(v) || (v < 0 && !tolerance))
            return reason_set(why, "cell: %s = %g; it must be finite and not negative", f->name,
                              v);
        if (f->uses & CELL_PLAN && v > most_of(f))
            return reason_set(why, "cell: %s = %g is beyond reason", f->name, v);
    }
    return true;
}

bool cell_from_json(cell *c, const char *text, reason *why)
{
    json_error_t e;
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, &e);
    if (!o) return reason_set(why, "cell: line %d, column %d: %s", e.line, e.column, e.text);
    *c = cell_plain;
    const bool good = json_is_object(o) ? read_fields(c, o, why)
                                        : reason_set(why, "cell: a JSON object is expected");
    json_decref(o);
    return good && sensible(c, why);
}

/* ---- plain ------------------------------------------------------------------------------- */

/* Without blanks where it is a name, and without control characters. */
static bool is_line(const char *text, bool name)
{
    for (; *text; text++)
        if ((name && *text == ' ') || iscntrl((unsigned char)*text)) return false;
    return true;
}

bool cell_is_plain(const cell *c, reason *why)
{
    for (const field_row *f = cell_fields; f->name; f++) {
        const bool name = f->kind == FIELD_NAME;
        if (is_line(field_text(f, c), name)) continue;
        return reason_set(why, "cell: \"%s\" has %scontrol characters; it must be one line",
                          f->name, name ? "blanks or " : "");
    }
    return true;
}
