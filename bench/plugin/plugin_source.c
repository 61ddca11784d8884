/* plugin_source.c -- what the files of a plug-in are.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/plugin_source.h"

#include "bench/base/util.h"

#include <stdlib.h>
#include <string.h>

static const struct ending {
    const char *text;
    plugin_language language;
} endings[] = {
    { ".c", PLUGIN_C },
    { ".cc", PLUGIN_CXX },
    { ".cpp", PLUGIN_CXX },
    { ".cxx", PLUGIN_CXX },
    { ".f", PLUGIN_FORTRAN },
    { ".F", PLUGIN_FORTRAN },
    { ".for", PLUGIN_FORTRAN },
    { ".f90", PLUGIN_FORTRAN },
    { ".F90", PLUGIN_FORTRAN },
    { ".f95", PLUGIN_FORTRAN },
    { ".py", PLUGIN_PYTHON },
    { ".cfg", PLUGIN_LINE },
    { 0 },
};

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

plugin_language plugin_language_of(const char *path)
{
    const char *dot = strrchr(base_of(path), '.');
    for (const struct ending *e = endings; dot && e->text && *path != '-'; e++)
        if (!strcmp(dot, e->text)) return e->language;
    return PLUGIN_NONE;
}

/* The name in MACRO(name, ...) at the start of a line, or false. */
static bool macro_argument(const char *text, const char *macro, char *name, size_t size)
{
    const size_t length = strlen(macro);
    for (const char *at = text; (at = strstr(at, macro)); at += length) {
        if (at != text && at[-1] != '\n') continue;
        const size_t n = strcspn(at + length, ",)\n");
        if (!strchr(",)", at[length + n]) || !at[length + n] || n == 0 || n >= size) continue;
        memcpy(name, at + length, n);
        name[n] = '\0';
        return true;
    }
    return false;
}

/* A Python file or a data file is named after itself. */
static bool named_after_file(plugin_source *s, const char *path, bool solver)
{
    const char *base = base_of(path);
    const size_t length = (size_t)(strrchr(base, '.') - base);
    if (length >= sizeof s->name) return false;
    memcpy(s->name, base, length);
    s->name[length] = '\0';
    s->solver = solver;
    return true;
}

/* At the start of a line */
static bool has_line(const char *text, const char *beginning)
{
    const size_t n = strlen(beginning);
    for (const char *at = text; (at = strstr(at, beginning)); at += n)
        if (at == text || at[-1] == '\n') return true;
    return false;
}

static bool defines(plugin_source *s, const char *path, const char *text)
{
    s->language = plugin_language_of(path);
    if (s->language == PLUGIN_PYTHON)
        return (has_line(text, "class Solver") && named_after_file(s, path, true)) ||
               (has_line(text, "def f(") && named_after_file(s, path, false));
    if (s->language == PLUGIN_LINE)
        return strstr(text, "command") && named_after_file(s, path, true);
    if (s->language != PLUGIN_C && s->language != PLUGIN_CXX) return false;
    s->solver = macro_argument(text, "IVP_SOLVER(", s->name, sizeof s->name);
    return s->solver || macro_argument(text, "IVP_PROBLEM(", s->name, sizeof s->name);
}

static bool is_named_alike(const plugin_source *s, reason *why)
{
    const char *base = base_of(s->path), *dot = strrchr(base, '.');
    const size_t length = strlen(s->name);
    if (!*s->name || s->name[strspn(s->name, "abcdefghijklmnopqrstuvwxyz0123456789_")])
        return reason_set(
            why, "%s: a plug-in is named by lower-case letters, digits and _, not '%s'",
            s->path, s->name);
    if (dot && (size_t)(dot - base) == length && !strncmp(base, s->name, length)) return true;
    return reason_set(why, "%s defines %s: the file should be called %s%s", s->path, s->name,
                      s->name, dot ? dot : ".c");
}

/* Sorts one file in: what defines the plug-in, or a part of it. */
static bool sort_in(plugin_source *s, const char *path, reason *why)
{
    plugin_source found = *s;
    char *text = file_text(path);
    if (!text) return reason_set(why, "%s cannot be read: %s", path, file_reason());
    const bool main = defines(&found, path, text);
    const bool twice = main && s->path;
    if (main) {
        found.lanes = !found.solver && !strstr(text, "IVP_NO_LANES");
        found.path = path;
        *s = found;
    }
    free(text);
    if (twice) return reason_set(why, "%s defines a second plug-in, %s", path, s->name);
    if (main) return true;
    if (s->nparts == PLUGIN_PARTS) return reason_set(why, "more than %d files", PLUGIN_PARTS);
    s->part[s->nparts++] = path;
    return true;
}

bool plugin_identify(plugin_source *s, char *const *files, int n, reason *why)
{
    *s = (plugin_source){ .path = NULL };
    for (int k = 0; k < n; k++)
        if (!sort_in(s, files[k], why)) return false;
    if (!s->path)
        return reason_set(
            why, "%s defines neither IVP_PROBLEM(name, ...) nor IVP_SOLVER(name, ...)%s",
            n > 1 ? "none of the files" : files[0],
            n == 1 && plugin_language_of(files[0]) == PLUGIN_PYTHON
                ? ", nor a class Solver, nor def f(t, y)"
            : n == 1 && plugin_language_of(files[0]) == PLUGIN_LINE
                ? ", nor a command (docs/line-protocol.md)"
            : n == 1 && plugin_language_of(files[0]) == PLUGIN_FORTRAN
                ? ": a driver in C must (docs/add-a-fortran-code.md)"
                : "");
    if (!s->solver && s->nparts && s->language != PLUGIN_PYTHON)
        return reason_set(
            why, "%s: a problem is one file, which is compiled in every arithmetic", s->path);
    return is_named_alike(s, why);
}
