/* recipe.c -- recipes read: those on file, and two for problems that have none.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/regular.h"
#include "reference/job/recipe.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "reference/flow/flow.h"
#include "reference/job/quad_text.h"

enum { PATH_ROOM = 1200 };

/* Half A by collocation, half B by extrapolation: of the midpoint rule where an explicit method
 * can run, of implicit Euler for what is stiff or implicit. */
static const char stiff_or_implicit[] = "half A radau11 1e-16 radau13 1e-19\n"
                                        "half B iex_wide 1e-18 iex_wide 1e-20\n"
                                        "check radau9 1e-13\n"
                                        "digits 11\n";
static const char smooth[] = "half A radau11 1e-16 radau13 1e-19\n"
                             "half B gbs 1e-22 gbs 1e-25\n"
                             "check radau9 1e-13\n"
                             "digits 11\n";

/* ---- lines ------------------------------------------------------------------------------- */

typedef struct line {
    char *rest;       /* NULL or "": nothing is left */
    const char *flaw; /* what is wrong with it */
} line;

static char *word(line *l)
{
    char *w = l->rest ? l->rest + strspn(l->rest, " ") : NULL;
    if (!w || !*w) return NULL;
    l->rest = w + strcspn(w, " ");
    if (*l->rest) *l->rest++ = 0;
    return w;
}

static bool flawed(line *l, const char *flaw)
{
    l->flaw = flaw;
    return false;
}

static bool take_run(line *l, recipe_run *run)
{
    run->method = word(l);
    if (!run->method || !flow_method_by_name(run->method))
        return flawed(l, "a method is due here: gbs, iex, iex_wide, radau9, radau11, radau13");
    run->tol = word(l);
    return (run->tol && decimal_read(run->tol) > 0) || flawed(l, "a tolerance is due here");
}

static bool take_half(line *l, recipe *r)
{
    const char *letter = word(l), *rest = l->rest;
    if (!letter || (strcmp(letter, "A") != 0 && strcmp(letter, "B") != 0))
        return flawed(l, "the halves are A and B");
    const int h = *letter == 'A' ? REF_A : REF_B;
    if (rest && !strcmp(rest, "exact") && h == REF_A) {
        r->half[h][RECIPE_TIGHT].method = word(l);
        return true;
    }
    if (rest && !strcmp(rest, "published") && h == REF_B) {
        r->published = true;
        return word(l);
    }
    return take_run(l, &r->half[h][RECIPE_LOOSE]) && take_run(l, &r->half[h][RECIPE_TIGHT]);
}

static bool take_check(line *l, recipe *r) { return take_run(l, &r->check); }

static bool take_digits(line *l, recipe *r)
{
    const char *w = word(l);
    char *end = NULL;
    const long n = w ? strtol(w, &end, 10) : 0;
    r->least = (int)n;
    return (end && !*end && n > 0 && n < DECIMAL_ALL) ||
           flawed(l, "a number of digits is due here, 1 to 35");
}

static bool take_times(line *l, recipe *r)
{
    real before = -(real)INFINITY;
    r->times = l->rest;
    for (const char *next = l->rest; next && *next;) {
        char *end;
        const real t = strtof128(next, &end);
        if (end == next || (*end && *end != ' '))
            return flawed(l, "times are numbers with blanks between");
        if (!(t > before)) return flawed(l, "times must ascend");
        before = t;
        next = end + strspn(end, " ");
    }
    l->rest = NULL;
    return r->times || flawed(l, "at least one time is due here");
}

static bool take_bare(line *l, recipe *r)
{
    (void)l;
    return r->bare = true;
}

static bool take_parameters(line *l, recipe *r)
{
    if (r->nsets == RECIPE_SETS) return flawed(l, "there are more than 32 sets of parameters");
    r->parameters[r->nsets++] = l->rest ? l->rest : "";
    l->rest = NULL;
    return true;
}

static const struct {
    const char *keyword;
    bool (*take)(line *l, recipe *r);
} lines[] = { { "half", take_half },     { "check", take_check },
              { "digits", take_digits }, { "times", take_times },
              { "bare", take_bare },     { "parameters", take_parameters } };

static bool take_line(line *l, recipe *r)
{
    const char *keyword = word(l);
    if (!keyword || *keyword == '#') return true;
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        if (strcmp(keyword, lines[k].keyword) != 0) continue;
        return lines[k].take(l, r) && (!word(l) || flawed(l, "there is too much on this line"));
    }
    return flawed(l, "a line begins with half, check, digits, times, bare or parameters");
}

/* ---- a recipe ---------------------------------------------------------------------------- */

static const char *missing(const recipe *r)
{
    if (!r->half[REF_A][RECIPE_TIGHT].method) return "half A is missing";
    if (!r->half[REF_B][RECIPE_TIGHT].method && !r->published) return "half B is missing";
    if (!r->check.method) return "check is missing";
    return r->least ? NULL : "digits are missing";
}

static ivp_status read_text(recipe *r, const char *path, reason *why)
{
    int number = 0;
    for (char *at = r->text, *next; *at; at = next) {
        next = at + strcspn(at, "\n");
        if (*next) *next++ = 0;
        number++;
        line l = { .rest = at };
        if (take_line(&l, r)) continue;
        reason_set(why, "%s:%d: %s", path, number, l.flaw);
        return IVP_E_INVALID;
    }
    const char *flaw = missing(r);
    if (flaw) reason_set(why, "%s:%d: %s", path, number, flaw);
    return flaw ? IVP_E_INVALID : IVP_OK;
}

/* NULL with a sentence: there is no such file, or no memory. */
static char *slurp(const char *path, reason *why)
{
    struct stat s;
    FILE *f = regular_open(path);
    char *text = f && !fstat(fileno(f), &s) ? calloc((size_t)s.st_size + 1, 1) : NULL;
    if (text && fread(text, 1, (size_t)s.st_size, f) != (size_t)s.st_size) {
        free(text);
        text = NULL;
    }
    if (!text) reason_set(why, "%s: cannot be read: %s", path, strerror(errno));
    if (f) fclose(f);
    return text;
}

static const char *by_form(const ivp_problem *p)
{
    const bool implicit = p->form == IVP_LIN || p->form == IVP_DAE;
    return implicit || (p->tags && strstr(p->tags, "stiff")) ? stiff_or_implicit : smooth;
}

ivp_status recipe_for(recipe *out, const ivp_problem *p, reason *why)
{
    char file[80], path[PATH_ROOM] = "recipe of its form";
    *out = (recipe){ 0 };
    snprintf(file, sizeof file, "%s.recipe", p->name);
    const bool on_file = ref_search(file, path, sizeof path);
    reason_set(why, "no memory");
    out->text = on_file ? slurp(path, why) : strdup(by_form(p));
    if (!out->text) return IVP_E_NOMEM;
    const ivp_status status = read_text(out, path, why);
    if (!status && !out->nsets) out->parameters[out->nsets++] = "";
    if (status) recipe_free(out);
    return status;
}

void recipe_free(recipe *r)
{
    free(r->text);
    *r = (recipe){ 0 };
}

/* ---- all that are on file ---------------------------------------------------------------- */

/* The first name of the folder behind `name` and before `best`, unless that is empty. */
static void look_in(const char *folder, const char *name, char best[64])
{
    char pattern[PATH_ROOM + 16];
    glob_t found = { 0 };
    snprintf(pattern, sizeof pattern, "%s/*.recipe", folder);
    glob(pattern, 0, NULL, &found);
    for (size_t k = 0; k < found.gl_pathc; k++) {
        const char *file = strrchr(found.gl_pathv[k], '/') + 1;
        char one[64];
        snprintf(one, sizeof one, "%.*s", (int)(strlen(file) - strlen(".recipe")), file);
        if (strcmp(one, name) > 0 && (!*best || strcmp(one, best) < 0))
            memcpy(best, one, sizeof one);
    }
    globfree(&found);
}

bool recipe_next(char name[64])
{
    char folder[PATH_ROOM], best[64] = "";
    for (int k = 0; ref_place(k, folder, sizeof folder); k++) look_in(folder, name, best);
    memcpy(name, best, sizeof best);
    return *name;
}
