/* worker_info.c -- documentation and lists of plug-ins as lines of JSON (described.h), and
 * whose an option is.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_KERNEL /* opens problems and solvers both */
#include "bench/base/tags.h"
#include "bench/base/util.h"
#include "bench/plan/names.h"
#include "bench/process/shared.h"
#include "bench/worker/apart.h"
#include "bench/worker/described.h"
#include "bench/worker/worker.h"
#include "bench/worker/worker_describe.h"

#include "kernel/formulation/formulation.h"

#include <ivp/solver.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is no plug-in ------------------------------------------------------------------ */

static bool has_param(const ivp_param *table, const char *name)
{
    for (; table && table->name; table++)
        if (!table->hidden && !strcmp(table->name, name)) return true;
    return false;
}

static bool takes(bool problem, const char *plugin, const char *name)
{
    reason why;
    const void *twin;
    const ivp_problem *p = problem ? plugin_problem(plugin, &twin, &why) : NULL;
    const ivp_solver *s = problem ? NULL : plugin_solver(plugin, &why);
    return has_param(p ? p->params : s ? s->options : NULL, name);
}

/* Plug-ins that have an option or parameter of this name; false: none. */
static bool say_owners(const char *kind, const char *what, const char *name)
{
    enum { MOST = 4096, SHOWN = 8 };
    char(*names)[PLUGIN_NAME_MAX] = grown(NULL, MOST, sizeof *names);
    const int n = plugin_list(kind, names, MOST);
    int found = 0;
    for (int k = 0; k < n && k < MOST && found <= SHOWN; k++) {
        if (!takes(*kind == 'p', names[k], name)) continue;
        if (!found) fprintf(stderr, "ivpbench: %s is %s of ", name, what);
        fprintf(stderr, "%s%s", found ? ", " : "", found < SHOWN ? names[k] : "...");
        found++;
    }
    if (found) fputs(": ivpbench info NAME explains it\n", stderr);
    free(names);
    return found > 0;
}

static int say_unknown(const char *name)
{
    for (int i = 0; formulation_name(i); i++)
        if (!strcmp(formulation_name(i), name)) {
            fprintf(stderr,
                    "ivpbench: %s is a formulation: ivpbench try PROBLEM --solver SOLVER@%s\n",
                    name, name);
            return 1;
        }
    const bool option = say_owners("solvers", "an option", name),
               parameter = say_owners("problems", "a parameter", name);
    if (option || parameter) return 1;
    char *sentence = names_unknown(NULL, name);
    fprintf(stderr, "ivpbench: %s\n", sentence);
    free(sentence);
    return 1;
}

/* On a line of its own, whatever a plug-in has written. */
static void put_line(json_t *o)
{
    char *text =
        need(json_dumps(o, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(17)));
    printf("\n%s\n", text);
    free(text);
    json_decref(o);
}

/* A name may be a problem or a solver; problems are looked up first. */
int worker_info(const char *name)
{
    char path[4096], other[4096];
    reason why = { "" };
    const bool problem = plugin_path("problems", "double", name, path, sizeof path);
    if (!problem && !plugin_path("solvers", "double", name, path, sizeof path))
        return say_unknown(name);
    json_t *o = (problem ? worker_problem : worker_solver)(name, &why);
    if (!o) {
        fprintf(stderr, "ivpbench: %s\n", why.text);
        return 1;
    }
    schema_text(o, "file", path);
    if (names_hides(problem ? "problems" : "solvers", name, path, other, sizeof path))
        schema_text(o, "hides", other);
    put_line(o);
    return 0;
}

/* NULL and a sentence, or the title and tags of a plug-in; caller frees *tags. A problem that
 * does not start has those of its descriptor alone, a solver what it lacks. */
static const char *title_of(bool problem, const char *name, char **tags, reason *why)
{
    const void *twin;
    reason none;
    instance *i;
    *tags = copied("");
    if (!problem) {
        const ivp_solver *s = plugin_solver(name, why);
        const char *missing = s && s->missing ? s->missing() : NULL;
        if (missing) {
            free(*tags);
            *tags = copied(missing);
        }
        return !s ? NULL : s->title ? s->title : "";
    }
    const ivp_problem *p = plugin_problem(name, &twin, why);
    if (!p) return NULL;
    free(*tags);
    if (instance_open(&i, name, NULL, &none)) {
        *tags = copied(p->tags);
        return p->title;
    }
    *tags = worker_tags(i);
    instance_close(i);
    return p->title;
}

/* One row of a list. */
typedef struct row {
    const char *kind, *name, *condition;
    bool defects; /* only what cannot be used */
    int *bad;     /* shared by this process and the one that looks at the plug-in */
} row;

static void put_unusable(const row *r, const char *why)
{
    json_t *o = need(json_object());
    schema_text(o, "name", r->name);
    schema_text(o, "unusable", why);
    put_line(o);
    ++*r->bad;
}

static void put_usable(const row *r, const char *title, const char *tags)
{
    char path[4096], other[4096];
    json_t *o = need(json_object());
    schema_text(o, "name", r->name);
    schema_text(o, "title", title);
    if (*tags) schema_text(o, r->kind[0] == 'p' ? "tags" : "missing", tags);
    if (names_hides(r->kind, r->name, path, other, sizeof path)) {
        schema_text(o, "file", path);
        schema_text(o, "hides", other);
    }
    put_line(o);
}

static void put_row(void *context)
{
    const row *r = context;
    char *tags;
    reason why = { "" };
    const char *title = title_of(r->kind[0] == 'p', r->name, &tags, &why);
    if (!title) put_unusable(r, why.text);
    if (title && !r->defects && tags_fit(r->condition, tags)) put_usable(r, title, tags);
    free(tags);
}

/* The row that was printed for this plug-in: a plug-in may print others, and rows of other
 * plug-ins. */
static void repeat_row(const row *r, char *text)
{
    for (char *line; (line = strsep(&text, "\n"));) {
        json_t *o = json_loads(line, 0, NULL);
        const char *name = json_string_value(json_object_get(o, "name"));
        const bool fits = name && !strcmp(name, r->name);
        if (fits)
            put_line(o);
        else
            json_decref(o);
        if (fits) return;
    }
}

/* If it ends this worker, who asked knows whose fault that was. */
static void put_loading(const char *name)
{
    json_t *o = need(json_object());
    schema_text(o, "loading", name);
    put_line(o);
    fflush(stdout);
}

static void put_apart(row *one)
{
    reason why;
    apart_text *said = need(malloc(sizeof *said));
    put_loading(one->name);
    if (apart(put_row, one, said, &why))
        repeat_row(one, said->text);
    else
        put_unusable(one, why.text);
    fflush(stdout); /* what is said is said */
    free(said);
}

/* Lists a kind, from behind a name if one is given. A plug-in that does harm when it is loaded
 * costs its own row. Returns how many cannot be used. */
static int list_kind(const char *kind, const char *after, const char *condition, bool defects)
{
    enum { MOST = 4096 };
    char(*names)[PLUGIN_NAME_MAX] = grown(NULL, MOST, sizeof *names);
    const int n = plugin_list(kind, names, MOST);
    int *bad = need(shared_open(sizeof *bad));
    for (int k = 0; k < n && k < MOST; k++) {
        row one = { kind, names[k], condition, defects, bad };
        if (!*after || strcmp(names[k], after) > 0) put_apart(&one);
    }
    const int found = *bad;
    shared_close(bad, sizeof *bad);
    free(names);
    return found;
}

int worker_list(const char *kind)
{
    const size_t n = strcspn(kind, " ");
    char *word = text_of("%.*s", (int)n, kind), *colon = strchr(word, ':');
    if (colon) *colon = '\0';
    list_kind(word, colon ? colon + 1 : "", kind + n, false);
    free(word);
    return 0;
}

int worker_defects(void)
{
    return list_kind("problems", "", NULL, true) + list_kind("solvers", "", NULL, true) > 0;
}
