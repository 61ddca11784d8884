/* cell.c -- a cell as JSON and as a title; one table of fields serves reading and writing.
 *
 * The JSON is the store's `spec` and what `run --cell` takes, so that any result can be made
 * again by hand. Fields left out keep their defaults; unknown names are refused, since a
 * mistyped tolerance would silently be another cell. */
#include "bench/cell/cell.h"

#include "bench/base/printable.h"
#include "bench/base/util.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum kind { TEXT, REAL, COUNT, SMALL, TRUTH } kind;

static const struct field {
    const char *name;
    kind kind;
    size_t at;
} fields[] = {
#define F(kind, member)                                                                        \
    {                                                                                          \
#member, kind, offsetof(cell, member)                                                  \
    }
    F(TEXT, problem),    F(TEXT, parameters), F(TEXT, formulation), F(TEXT, solver),
    F(TEXT, options),    F(REAL, rtol),       F(REAL, atol),        F(REAL, h0),
    F(REAL, h),          F(TRUTH, no_events), F(REAL, timeout_s),   F(COUNT, memory_mb),
    F(COUNT, max_steps), F(REAL, min_time_s), F(REAL, precision),   F(SMALL, workers),
    F(TEXT, series),     F(REAL, rung),
#undef F
};
enum { NFIELDS = sizeof fields / sizeof *fields };

static json_t *field_json(const struct field *f, const void *at)
{
    switch (f->kind) {
    case TEXT:
        return json_string(at);
    case REAL:
        return json_real(*(const double *)at);
    case COUNT:
        return json_integer(*(const long *)at);
    case SMALL:
        return json_integer(*(const int *)at);
    case TRUTH:
        return json_boolean(*(const bool *)at);
    }
    return NULL;
}

/* A rung of its own is not told: most cells are one. */
static bool is_told(const struct field *f, const cell *c)
{
    return f->at != offsetof(cell, rung) || c->rung > 0;
}

char *cell_to_json(const cell *c)
{
    json_t *o = need(json_object());
    for (int i = 0; i < NFIELDS; i++)
        if (is_told(&fields[i], c))
            json_object_set_new(o, fields[i].name,
                                field_json(&fields[i], (const char *)c + fields[i].at));
    if (c->key[0]) json_object_set_new(o, "key", json_string(c->key));
    char *text = need(json_dumps(o, JSON_COMPACT));
    json_decref(o);
    return text;
}

static bool read_field(const struct field *f, const json_t *v, void *at)
{
    switch (f->kind) {
    case TEXT:
        return json_is_string(v) && fits_into(at, CELL_TEXT, json_string_value(v));
    case REAL:
        *(double *)at = json_number_value(v);
        return json_is_number(v);
    case COUNT:
        *(long *)at = (long)json_integer_value(v);
        return json_is_integer(v);
    case SMALL:
        *(int *)at = (int)json_integer_value(v);
        return json_is_integer(v) && *(int *)at == json_integer_value(v);
    case TRUTH:
        *(bool *)at = json_is_true(v);
        return json_is_boolean(v);
    }
    return false;
}

static const char *kind_words(kind k)
{
    static const char *const words[] = { [TEXT] = "a string shorter than 256 characters",
                                         [REAL] = "a number",
                                         [COUNT] = "a whole number",
                                         [SMALL] = "a whole number",
                                         [TRUTH] = "true or false" };
    return words[k];
}

/* The key is not read: it belongs to the files that were present when it was made. */
static bool read_fields(cell *c, json_t *o, char *why, size_t size)
{
    const char *name;
    json_t *v;
    json_object_foreach(o, name, v)
    {
        int i = 0;
        while (i < NFIELDS && strcmp(fields[i].name, name)) i++;
        if (i == NFIELDS) {
            if (!strcmp(name, "key")) continue;
            return fail(why, size, "cell: unknown member \"%s\"", name);
        }
        if (!read_field(&fields[i], v, (char *)c + fields[i].at))
            return fail(why, size, "cell: \"%s\" must be %s", name, kind_words(fields[i].kind));
    }
    return true;
}

enum { MOST_MB = 4000000 };

/* Values that no run can start with. */
static bool sensible(const cell *c, char *why, size_t size)
{
    if (!*c->problem || !*c->formulation || !*c->solver)
        return fail(why, size, "cell: problem, formulation and solver must be given");
    if (!isfinite(c->rtol) || !isfinite(c->atol) || !isfinite(c->h0) || !isfinite(c->h) ||
        !isfinite(c->rung) || c->h0 < 0 || c->h < 0 || c->rung < 0)
        return fail(
            why, size,
            "cell: rtol, atol, h0, h and rung must be finite; h0, h, rung not negative");
    if (!(c->timeout_s >= 0) || !(c->min_time_s >= 0) || !(c->precision >= 0) ||
        c->timeout_s > 1e9 || c->min_time_s > 1e9 || c->workers < 0 || c->max_steps < 0 ||
        c->memory_mb < 0 || c->memory_mb > MOST_MB)
        return fail(why, size,
                    "cell: timeout_s, min_time_s, precision, workers, max_steps and memory_mb "
                    "must not be negative, nor beyond reason");
    if (*c->series && strcmp(c->series, "drawn") && strcmp(c->series, "points"))
        return fail(why, size, "cell: series is \"\", \"drawn\" or \"points\", not \"%.40s\"",
                    c->series);
    if (c->h > 0) return true;
    if (!(c->rtol > 0 && c->atol > 0))
        return fail(why, size, "cell: rtol = %g, atol = %g; both must be positive unless h is",
                    c->rtol, c->atol);
    return true;
}

bool cell_from_json(cell *c, const char *text, char *why, size_t size)
{
    static const cell plain = {
        .timeout_s = 60, .memory_mb = 1024, .min_time_s = 0.1, .precision = 0.02
    };
    json_error_t e;
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, &e);
    if (!o) return fail(why, size, "cell: line %d, column %d: %s", e.line, e.column, e.text);
    *c = plain;
    const bool good = json_is_object(o) ? read_fields(c, o, why, size)
                                        : fail(why, size, "cell: a JSON object is expected");
    json_decref(o);
    return good && sensible(c, why, size);
}

/* Without blanks where it is a name, and without control characters. */
static bool is_line(const char *text, bool name)
{
    for (; *text; text++)
        if ((name && *text == ' ') || iscntrl((unsigned char)*text)) return false;
    return true;
}

bool cell_is_plain(const cell *c, char *why, size_t size)
{
    for (int i = 0; i < NFIELDS; i++) {
        const bool name =
            fields[i].at == offsetof(cell, problem) || fields[i].at == offsetof(cell, solver);
        if (fields[i].kind != TEXT || is_line((const char *)c + fields[i].at, name)) continue;
        return fail(why, size, "cell: \"%s\" has %scontrol characters; it must be one line",
                    fields[i].name, name ? "blanks or " : "");
    }
    return true;
}

static void put_named(char *text, size_t size, const char *name, const char *settings)
{
    const size_t n = strlen(text);
    if (*settings)
        snprintf(text + n, size - n, "%s(%s)", name, settings);
    else
        snprintf(text + n, size - n, "%s", name);
}

void cell_title(const cell *c, char *text, size_t size)
{
    *text = '\0';
    put_named(text, size, c->problem, c->parameters);
    put_named(text, size, " ", "");
    put_named(text, size, c->solver, c->options);
    put_named(text, size, "@", "");
    put_named(text, size, c->formulation, "");
    const size_t n = strlen(text);
    if (c->h > 0)
        snprintf(text + n, size - n, " h=%.6g", c->h);
    else
        snprintf(text + n, size - n, " rtol=%.3g", c->rtol);
    if (c->no_events) put_named(text, size, " without events", "");
    tame(text, "");
}
