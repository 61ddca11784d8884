/* skeleton.c -- files of skeletons/, linked in as they are, with each NAME replaced.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/skeleton.h"

#include "bench/base/partial.h"
#include "bench/base/util.h"
#include "kernel/problem/plugin.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT(file)                                                                             \
    extern const char _binary_bench_plugin_skeletons_##file##_start[],                         \
        _binary_bench_plugin_skeletons_##file##_end[];
#define PLACE(ending, file)                                                                    \
    {                                                                                          \
        ending, _binary_bench_plugin_skeletons_##file##_start,                                 \
            _binary_bench_plugin_skeletons_##file##_end                                        \
    }

TEXT(solver_c)
TEXT(solver_cpp)
TEXT(solver_f)
TEXT(solver_fortran_c)
TEXT(solver_py)
TEXT(line_cfg)
TEXT(line_py)
TEXT(problem_c)
TEXT(problem_cpp)
TEXT(problem_f)
TEXT(problem_py)

static const struct skeleton {
    const char *kind, *language;
    struct {
        const char *ending, *at, *end;
    } file[SKELETON_FILES];
} skeletons[] = {
    { "solver", "c", { PLACE(".c", solver_c) } },
    { "solver", "fortran", { PLACE(".f", solver_f), PLACE(".c", solver_fortran_c) } },
    { "solver", "python", { PLACE(".py", solver_py) } },
    { "solver", "c++", { PLACE(".cpp", solver_cpp) } },
    { "solver", "line", { PLACE(".py", line_py), PLACE(".cfg", line_cfg) } },
    { "problem", "c", { PLACE(".c", problem_c) } },
    { "problem", "fortran", { PLACE(".f", problem_f) } },
    { "problem", "python", { PLACE(".py", problem_py) } },
    { "problem", "c++", { PLACE(".cpp", problem_cpp) } },
};
enum { SKELETONS = sizeof skeletons / sizeof *skeletons, LONGEST = 40 };

const char *skeleton_languages(const char *kind)
{
    static char list[80];
    size_t n = 0;
    *list = '\0';
    for (int k = 0; k < SKELETONS; k++)
        if (!strcmp(skeletons[k].kind, kind))
            n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", n ? "|" : "",
                                  skeletons[k].language);
    return list;
}

static const struct skeleton *find(const char *kind, const char *language)
{
    for (int k = 0; k < SKELETONS; k++)
        if (!strcmp(skeletons[k].kind, kind) && !strcmp(skeletons[k].language, language))
            return &skeletons[k];
    return NULL;
}

/* ---- names ------------------------------------------------------------------------------- */

static bool may_be_named(char c)
{
    return strchr("abcdefghijklmnopqrstuvwxyz0123456789_", c) && c;
}

void skeleton_similar(const char *text, char *name, size_t size)
{
    size_t n = 0;
    while (*text && !isalpha((unsigned char)*text)) text++;
    for (; *text && n < LONGEST && n < size - 1; text++) {
        const char c = (char)tolower((unsigned char)*text);
        name[n++] = may_be_named(c) ? c : '_';
    }
    name[n] = '\0';
}

static bool is_name(const char *name, reason *why)
{
    char other[LONGEST + 1];
    bool good = islower((unsigned char)*name) && strlen(name) <= LONGEST;
    for (const char *c = name; *c; c++) good &= may_be_named(*c);
    if (good) return true;
    skeleton_similar(name, other, sizeof other);
    return reason_set(
        why,
        "'%.60s' is not a name: lower-case letters, digits and _, a letter first, at "
        "most %d%s%s",
        name, LONGEST, *other ? "; say " : "", other);
}

/* Two plug-ins of one name would hide each other. */
static bool is_free(const char *kind, const char *name, reason *why)
{
    char path[1024], kinds[16];
    snprintf(kinds, sizeof kinds, "%ss", kind);
    return !plugin_path(kinds, "double", name, path, sizeof path) ||
           reason_set(why, "there is a %s %s, which this one would hide (%s): another name",
                      kind, name, path);
}

bool skeleton_name(const char *kind, const char *name, reason *why)
{
    return is_name(name, why) && is_free(kind, name, why);
}

/* ---- files ------------------------------------------------------------------------------- */

static void put_replaced(FILE *f, const char *at, const char *end, const char *name)
{
    static const char word[] = "NAME";
    const size_t length = sizeof word - 1;
    while (at < end)
        if ((size_t)(end - at) >= length && !memcmp(at, word, length)) {
            fputs(name, f);
            at += length;
        } else
            fputc(*at++, f);
}

static bool write_one(const struct skeleton *s, int k, const char *name, reason *why)
{
    char *path = text_of("%s%s", name, s->file[k].ending);
    FILE *f = partial_open(path);
    bool good = f || reason_set(why, "%s: %s", path, strerror(errno));
    if (f) {
        put_replaced(f, s->file[k].at, s->file[k].end, name);
        good = partial_close(f, path, true, false, why);
    }
    free(path);
    return good;
}

/* All or none. */
static bool nothing_there(const struct skeleton *s, const char *name, reason *why)
{
    bool good = true;
    for (int k = 0; good && k < SKELETON_FILES && s->file[k].ending; k++) {
        char *path = text_of("%s%s", name, s->file[k].ending);
        if (partial_is_taken(path))
            good = reason_set(
                why, "%s is there already and stays as it is: another name, or another folder",
                path);
        free(path);
    }
    return good;
}

bool skeleton_write(const char *kind, const char *language, const char *name, char *files,
                    size_t size, reason *why)
{
    const struct skeleton *s = find(kind, language);
    if (!s)
        return reason_set(why, "no skeleton of a %s in %s: there are %s", kind, language,
                          skeleton_languages(kind));
    if (!skeleton_name(kind, name, why) || !nothing_there(s, name, why)) return false;
    size_t n = 0;
    for (int k = 0; k < SKELETON_FILES && s->file[k].ending; k++) {
        if (!write_one(s, k, name, why)) return false;
        n += (size_t)snprintf(files + n, size - n, "%s%s%s", k ? " " : "", name,
                              s->file[k].ending);
    }
    return true;
}
