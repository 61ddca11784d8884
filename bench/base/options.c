/* options.c -- getopt_long driven by a table, with messages that say what would be right.
 *
 * getopt_long's own messages name the option but not what is expected of it; they are off.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/options.h"

#include "bench/base/fields.h"
#include "bench/base/message.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool option_has_value(const option_row *row)
{
    if (row->kind == OPTION_FIELD) return row->field->kind != FIELD_TRUTH;
    return row->kind != OPTION_FLAG && row->kind != OPTION_LOUDER;
}

static bool bad_value(const char *name, const char *value, const char *right)
{
    cli_say("option --%s: \"%s\" is not %s", name, value, right);
    return false;
}

/* All numbers of the command line are times, sizes, ratios: none may be zero or negative. */
static bool read_number(const option_row *row, double *to, const char *value)
{
    char *end;
    const double x = strtod(value, &end);
    if (end == value || *end || !isfinite(x) || x <= 0)
        return bad_value(row->name, value, "a positive number");
    *to = x;
    return true;
}

static bool read_count(const option_row *row, long *to, const char *value)
{
    char *end;
    errno = 0;
    const long k = strtol(value, &end, 10);
    if (end == value || *end || k < 0 || errno)
        return bad_value(row->name, value, "a whole number, 0 or more");
    *to = k;
    return true;
}

/* The nearest of the choices that are allowed, behind them all. */
static bool bad_word(const option_row *row, const char *value)
{
    char list[128], right[200], *rest = list;
    const char *choices[OPTIONS_MOST];
    int n = 0;
    snprintf(list, sizeof list, "%s", row->choices);
    for (char *word; n < OPTIONS_MOST && (word = strsep(&rest, "|"));) choices[n++] = word;
    const char *near = nearest_word(value, choices, n);
    snprintf(right, sizeof right, "one of %s%s%s%s", row->choices,
             near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return bad_value(row->name, value, right);
}

bool word_among(const char *choices, const char *word)
{
    const size_t n = strlen(word);
    for (const char *w = choices; w; w = strchr(w, '|')) {
        w += *w == '|';
        if (n && strcspn(w, "|") == n && !strncmp(w, word, n)) return true;
    }
    return false;
}

static bool read_word(const option_row *row, const char **to, const char *value)
{
    if (!word_among(row->choices, value)) return bad_word(row, value);
    *to = value;
    return true;
}

static bool read_field(const option_row *row, void *to, const char *value)
{
    return field_from_text(row->field, value ? value : "true", to) ||
           bad_value(row->name, value, field_expects(row->field));
}

static bool set(const option_row *row, void *request, const char *value)
{
    void *target = (char *)request + row->at;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)target = true;
        return true;
    case OPTION_LOUDER:
        ++*(int *)target;
        return true;
    case OPTION_TEXT:
        *(const char **)target = value;
        return true;
    case OPTION_NUMBER:
        return read_number(row, target, value);
    case OPTION_COUNT:
        return read_count(row, target, value);
    case OPTION_WORD:
        return read_word(row, target, value);
    case OPTION_FIELD:
        return read_field(row, target, value);
    case OPTION_END:
        break;
    }
    return false;
}

/* A guess where one is near, else where to look. */
static void unknown(const option_row *rows, char **argv, const char *given)
{
    const char *choices[OPTIONS_MOST];
    int n = 0;
    for (const option_row *r = rows; r->kind; r++) choices[n++] = r->name;
    const char *near = nearest_word(given + strspn(given, "-"), choices, n);
    if (near)
        cli_say("%s: unknown option %s; did you mean --%s?", argv[0], given, near);
    else
        cli_say("%s: unknown option %s; see ivpbench %s --help", argv[0], given, argv[0]);
}

/* The table in the form that getopt_long takes. */
static void convert(const option_row *rows, struct option *longs, char *letters)
{
    char *next = letters + strlen(letters);
    for (int i = 0; rows[i].kind && i < OPTIONS_MOST - 1; i++) {
        const bool value = option_has_value(&rows[i]);
        longs[i].name = rows[i].name;
        longs[i].has_arg = value;
        if (!rows[i].letter) continue;
        *next++ = rows[i].letter;
        if (value) *next++ = ':';
    }
}

/* getopt_long moves operands behind the options; its own messages are switched off. */
int options_read(const option_row *rows, void *request, bool given[OPTIONS_MOST], int argc,
                 char **argv)
{
    struct option longs[OPTIONS_MOST] = { { 0 } };
    char letters[2 * OPTIONS_MOST + 2] = ":";
    convert(rows, longs, letters);
    for (const option_row *r = rows; r->kind; r++)
        if (r->initial && !set(r, request, r->initial)) return -1;
    optind = 0; /* glibc: start afresh */
    opterr = 0;
    int c, which = 0;
    while ((c = getopt_long(argc, argv, letters, longs, &which)) != -1) {
        if (c == '?') {
            unknown(rows, argv, argv[optind - 1]);
            return -1;
        }
        if (c == ':') {
            cli_say("option %s needs a value", argv[optind - 1]);
            return -1;
        }
        for (int i = 0; c && rows[i].kind; i++)
            if (rows[i].letter == c) which = i;
        if (!set(&rows[which], request, optarg)) return -1;
        given[which] = true;
    }
    return optind;
}
