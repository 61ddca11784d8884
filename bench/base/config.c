/* config.c -- one form for all complaints: an editor finds the line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/config.h"

#include "bench/base/util.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool fail_parsing(const config_t *c, const char *path, reason *why)
{
    const char *file = config_error_file(c); /* another one: included */
    return reason_set(why, "%s:%d: %s", file ? file : path, config_error_line(c),
                      config_error_text(c));
}

bool config_parse(config_t *c, const char *path, reason *why)
{
    struct stat st;
    if (!stat(path, &st) && !S_ISREG(st.st_mode))
        return reason_set(why, "%s: this is no regular file", path);
    return config_read_file(c, path) || fail_parsing(c, path, why);
}

bool fail_at(const config_setting_t *s, const char *path, reason *why, const char *sentence)
{
    const char *name = config_setting_name(s);
    return reason_set(why, "%s:%u: %s%s%s", path, config_setting_source_line(s),
                      name ? name : "", name ? ": " : "", sentence);
}

bool setting_number(const config_setting_t *s, double *v)
{
    if (!config_setting_is_number(s)) return false;
    *v = config_setting_get_float(s);
    if (config_setting_type(s) == CONFIG_TYPE_INT) *v = config_setting_get_int(s);
    if (config_setting_type(s) == CONFIG_TYPE_INT64) *v = (double)config_setting_get_int64(s);
    return isfinite(*v);
}

static bool is_file(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISREG(st.st_mode);
}

/* libconfig compares the name of a new setting with all that its group has. So the comparisons
 * of a whole configuration are counted before it is read: its brackets, names, strings and
 * comments. */
enum { DEPTHS = 32 };
typedef struct outline {
    int depth;
    long members[DEPTHS], comparisons;
    size_t included; /* bytes */
    bool in_string, in_comment;
} outline;

static long *members(outline *o)
{
    return &o->members[o->depth < DEPTHS ? o->depth : DEPTHS - 1];
}

static void outline_sign(outline *o, char c)
{
    if (c == '{') {
        o->depth++;
        *members(o) = 0;
    } else if (c == '}')
        o->depth -= o->depth > 0;
    else if (c == '=' || c == ':')
        o->comparisons += (*members(o))++;
    o->in_string = c == '"';
}

/* A string and a comment may go on in the next line. */
static void outline_line(outline *o, const char *at)
{
    for (; *at && *at != '\n'; at++)
        if (o->in_comment) {
            if (at[0] == '*' && at[1] == '/') o->in_comment = false, at++;
        } else if (o->in_string) {
            if (at[0] == '\\' && at[1])
                at++;
            else
                o->in_string = *at != '"';
        } else if (*at == '#' || (at[0] == '/' && at[1] == '/'))
            return;
        else if (at[0] == '/' && at[1] == '*')
            o->in_comment = true, at++;
        else
            outline_sign(o, *at);
}

/* @include "NAME" at the beginning of a line. sscanf() would measure all that follows, at each
 * line. */
static bool is_include(const char *line, char name[4096])
{
    static const char directive[] = "@include \"";
    const char *at = line + strspn(line, " \t");
    if (strncmp(at, directive, sizeof directive - 1)) return false;
    at += sizeof directive - 1;
    const size_t n = strcspn(at, "\"\n");
    snprintf(name, 4096, "%.*s", n < 4096 ? (int)n : 4095, at);
    return at[n] == '"';
}

/* Who reads texts would take a byte 0 for its end. */
static bool is_text(const char *path, const char *text)
{
    struct stat st;
    return !text || stat(path, &st) || (off_t)strlen(text) == st.st_size;
}

/* libconfig's scanner takes a file in pieces of 8 kB, and a word that goes on begins anew with
 * each: its time is the square of the longest, which is no longer than what lies between two
 * quotation marks. */
static bool has_long_word(const char *text)
{
    static const size_t most = 1 << 20;
    for (size_t n = 0; text; text = text[n] ? text + n + 1 : NULL)
        if ((n = strcspn(text, "\"")) > most) return true;
    return false;
}

static bool look_through(const char *path, int depth, outline *o, reason *why)
{
    enum { DEEP = 10 }; /* libconfig follows no further */
    static const long most = 100000000;
    static const size_t most_included = 1 << 20; /* a word over many pieces takes its square */
    char *text = depth < DEEP && is_file(path) ? file_text(path) : NULL, name[4096];
    bool good = true;
    int line = 1;
    if (!is_text(path, text)) good = reason_set(why, "%s: a byte 0 is in it", path);
    if (has_long_word(text))
        good = reason_set(why, "%s: more than 1 MB without a quotation mark", path);
    if (depth && text) o->included += strlen(text);
    if (good && o->included > most_included)
        good = reason_set(why, "%s: more than 1 MB is included", path);
    for (const char *at = text; good && at; line++) {
        outline_line(o, at);
        if (is_include(at, name))
            good = is_file(name) ? look_through(name, depth + 1, o, why)
                                 : reason_set(why, "%s:%d: there is no file %s to include",
                                              path, line, name);
        if (good && o->comparisons > most)
            good = reason_set(why,
                              "%s:%d: too many settings in one group; some 10000 are possible",
                              path, line);
        at = strchr(at, '\n');
        at += at != NULL;
    }
    free(text);
    return good;
}

bool config_includes(const char *path, reason *why)
{
    outline o = { 0 };
    return look_through(path, 0, &o, why);
}

/* Names and sentences go into lines: of terminals, of TAP, of JUnit and of references. */
static bool is_line(const char *text)
{
    for (; text && *text; text++)
        if (iscntrl((unsigned char)*text)) return false;
    return true;
}

static bool strings_are_lines(const config_setting_t *s, const char *path, reason *why)
{
    if (!is_line(config_setting_get_string(s)))
        return fail_at(s, path, why,
                       "the string has a line feed, a tab or another control character; "
                       "write it in one line");
    const int n = config_setting_is_aggregate(s) ? config_setting_length(s) : 0;
    for (int k = 0; k < n; k++)
        if (!strings_are_lines(config_setting_get_elem(s, (unsigned)k), path, why))
            return false;
    return true;
}

bool config_strings(const config_t *c, const char *path, reason *why)
{
    return strings_are_lines(config_root_setting(c), path, why);
}

bool config_load(config_t *c, const char *path, reason *why)
{
    return config_includes(path, why) && config_parse(c, path, why) &&
           config_strings(c, path, why);
}
