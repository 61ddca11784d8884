/* options.c -- getopt_long driven by a table, with messages that say what would be right.
 *
 * getopt_long's own messages name the option but not what is expected of it; they are off. */
#include "bench/base/options.h"

#include "bench/base/fields.h"
#include "bench/base/message.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };

/* Flags stand alone, everything else takes the next word. */
static bool has_value(const option_row *row)
{
    if (row->kind == OPTION_FIELD) return ((const field_row *)row->more)->kind != FIELD_TRUTH;
    return row->kind != OPTION_FLAG && row->kind != OPTION_LOUDER;
}

static bool bad_value(const char *name, const char *value, const char *right)
{
    cli_say("option --%s: \"%s\" is not %s", name, value, right);
    return false;
}

/* All numbers of the command line are times, sizes, ratios: none may be zero or negative. */
static bool read_number(const option_row *row, const char *value)
{
    char *end;
    const double x = strtod(value, &end);
    if (end == value || *end || !isfinite(x) || x <= 0)
        return bad_value(row->name, value, "a positive number");
    *(double *)row->target = x;
    return true;
}

static bool read_count(const option_row *row, const char *value)
{
    char *end;
    errno = 0;
    const long k = strtol(value, &end, 10);
    if (end == value || *end || k < 0 || errno)
        return bad_value(row->name, value, "a whole number, 0 or more");
    *(long *)row->target = k;
    return true;
}

/* The nearest of the words that are allowed, behind them all. */
static bool bad_word(const option_row *row, const char *value)
{
    char list[128], right[200], *rest = list;
    const char *words[MOST];
    int n = 0;
    snprintf(list, sizeof list, "%s", (const char *)row->more);
    for (char *word; n < MOST && (word = strsep(&rest, "|"));) words[n++] = word;
    const char *near = nearest_word(value, words, n);
    snprintf(right, sizeof right, "one of %s%s%s%s", (const char *)row->more,
             near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return bad_value(row->name, value, right);
}

static bool read_word(const option_row *row, const char *value)
{
    const size_t n = strlen(value);
    for (const char *w = row->more; w; w = strchr(w, '|')) {
        w += *w == '|';
        if (n && strcspn(w, "|") == n && !strncmp(w, value, n)) {
            *(const char **)row->target = value;
            return true;
        }
    }
    return bad_word(row, value);
}

static bool read_field(const option_row *row, const char *value)
{
    const field_row *f = row->more;
    return field_from_text(f, value ? value : "true", row->target) ||
           bad_value(row->name, value, field_expects(f));
}

static bool set(const option_row *row, const char *value)
{
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)row->target = true;
        return true;
    case OPTION_LOUDER:
        ++*(int *)row->target;
        return true;
    case OPTION_TEXT:
        *(const char **)row->target = value;
        return true;
    case OPTION_NUMBER:
        return read_number(row, value);
    case OPTION_COUNT:
        return read_count(row, value);
    case OPTION_WORD:
        return read_word(row, value);
    case OPTION_FIELD:
        return read_field(row, value);
    case OPTION_END:
        break;
    }
    return false;
}

/* A guess where one is near, else where to look. */
static void unknown(const option_row *rows, char **argv, const char *given)
{
    const char *words[MOST];
    int n = 0;
    for (const option_row *r = rows; r->kind; r++) words[n++] = r->name;
    const char *near = nearest_word(given + strspn(given, "-"), words, n);
    if (near)
        cli_say("%s: unknown option %s; did you mean --%s?", argv[0], given, near);
    else
        cli_say("%s: unknown option %s; see ivpbench %s --help", argv[0], given, argv[0]);
}

/* getopt_long moves operands behind the options; its own messages are switched off. */
int options_read(const option_row *rows, int argc, char **argv)
{
    struct option longs[MOST] = { { 0 } };
    char letters[2 * MOST + 2] = ":", *next = letters + 1;
    for (int i = 0; rows[i].kind && i < MOST - 1; i++) {
        longs[i].name = rows[i].name;
        longs[i].has_arg = has_value(&rows[i]);
        if (!rows[i].letter) continue;
        *next++ = rows[i].letter;
        if (has_value(&rows[i])) *next++ = ':';
    }
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
        if (!set(&rows[which], optarg)) return -1;
    }
    return optind;
}

bool options_alone(const option_row *rows, int argc, char **argv)
{
    const int first = options_read(rows, argc, argv);
    if (first >= 0 && first < argc)
        cli_say("%s takes no operand, but \"%s\" was given; see ivpbench %s --help", argv[0],
                argv[first], argv[0]);
    return first == argc;
}
