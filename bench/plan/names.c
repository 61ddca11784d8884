/* names.c -- mistyped names of plug-ins and plans, and plug-ins that hide others.
 *
 * A solver of one's own that carries the name of a stock one is used in its place: that may be
 * meant, but nobody should have to guess it from the numbers.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/names.h"

#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/base/util.h"
#include "bench/plan/plan.h"
#include "bench/plan/seen.h"

#include "kernel/problem/plugin.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 4096 };
typedef char plugin_name[PLUGIN_NAME_MAX];

static int add_names(const char *kind, plugin_name *names, int n)
{
    const int more = plugin_list(kind, names + n, MOST - n);
    return n + more < MOST ? n + more : MOST;
}

/* "did you mean X? " or "" */
static char *guess(const char *name, const char *const *words, int n)
{
    const char *near = nearest_word(name, words, n);
    return near ? text_of("did you mean %s? ", near) : copied("");
}

static char *guess_plugin(const char *kind, const char *name)
{
    plugin_name *names = grown(NULL, MOST, sizeof *names);
    const char **words = grown(NULL, MOST, sizeof *words);
    int n = kind ? add_names(kind, names, 0) : 0;
    if (!kind) n = add_names("solvers", names, add_names("problems", names, 0));
    for (int i = 0; i < n; i++) words[i] = names[i];
    char *text = guess(name, words, n);
    free(words);
    free(names);
    return text;
}

/* Is there a source of this name in the tree that this program was built in? A sentence, or
 * "". */
static char *unbuilt(const char *name)
{
    char folder[1024], *text = NULL;
    program_folder(folder, sizeof folder);
    for (int i = 0; i < 2 && !text; i++) {
        const char *kind = i ? "solvers" : "problems";
        char *source = text_of("%s/../%s/%s.c", folder, kind, name);
        if (!strchr(name, '/') && !access(source, R_OK))
            text = text_of("%s/%s.c is not built: `make` builds it; ", kind, name);
        free(source);
    }
    return text ? text : copied("");
}

char *names_unknown(const char *kind, const char *name)
{
    const char *folders = getenv("IVPBENCH_PLUGIN_PATH");
    char *near = unbuilt(name);
    if (!*near) {
        free(near);
        near = guess_plugin(kind, name);
    }
    char *what =
        kind ? text_of("%.*s", (int)strlen(kind) - 1, kind) : copied("problem or solver");
    char *text = text_of("unknown %s \"%s\"; %s`ivpbench list %s` names those that are found; "
                         "IVPBENCH_PLUGIN_PATH, the folders of further ones, is %s",
                         what, name, near, kind ? kind : "problems|solvers",
                         folders && *folders ? folders : "not set");
    free(what);
    free(near);
    return text;
}

char *names_unknown_plan(const char *name)
{
    char **plans;
    const int n = plan_list(&plans);
    const char **words = grown(NULL, (size_t)n, sizeof *words);
    for (int i = 0; i < n; i++) words[i] = plan_name(plans[i]);
    char *near = guess(name, words, n);
    char *text = text_of("plan \"%s\": no such file; %s`ivpbench list plans` names those that "
                         "come with the program",
                         name, near);
    free(near);
    free(words);
    plan_list_free(plans, n);
    return text;
}

/* One file under two folders, as a build and the folder above it, hides nothing. */
bool names_hides(const char *kind, const char *name, char *path, char *other, size_t size)
{
    if (!plugin_place(kind, "double", name, 0, path, size)) return false;
    char *mine = realpath(path, NULL);
    bool hides = false;
    for (int k = 1; !hides && plugin_place(kind, "double", name, k, other, size); k++) {
        char *theirs = realpath(other, NULL);
        hides = mine && theirs && strcmp(mine, theirs) != 0;
        free(theirs);
    }
    free(mine);
    return hides;
}

/* Where a problem is in none of the widths it takes none. */
static bool lacks_width(const cell *c, char width[8])
{
    static const char *const widths[] = { "lanes2", "lanes4", "lanes8" };
    char path[4096];
    const char *asked = strstr(c->formulation, "lanes=");
    bool some = false;
    if (!asked || !asked[6] || !strchr("248", asked[6])) return false;
    snprintf(width, 8, "lanes%c", asked[6]);
    for (int i = 0; i < 3; i++)
        some |= plugin_place("problems", widths[i], c->problem, 0, path, sizeof path);
    return some && !plugin_place("problems", width, c->problem, 0, path, sizeof path);
}

bool names_lanes_are_built(const plan *p, reason *why)
{
    char width[8];
    for (int i = 0; i < p->ncells; i++)
        if (lacks_width(&p->cells[i].cell, width))
            return reason_set(why,
                              "%s@%s: %s/problems/%s.so is not built: `make lanes` builds it",
                              p->cells[i].cell.solver, p->cells[i].cell.formulation, width,
                              p->cells[i].cell.problem);
    return true;
}

/* One kind: the names of the cells at this place, each once. */
static void say_of(const plan *p, const char *kind, size_t place)
{
    char path[4096], other[4096];
    seen said = { 0 };
    for (int i = 0; i < p->ncells; i++) {
        const char *name = (const char *)&p->cells[i].cell + place;
        if (seen_add(&said, name, NULL) && names_hides(kind, name, path, other, sizeof path))
            cli_say("%s is %s, which hides %s", name, path, other);
    }
    seen_free(&said);
}

void names_say_hidden(const struct plan *p)
{
    say_of(p, "problems", offsetof(cell, problem));
    say_of(p, "solvers", offsetof(cell, solver));
}
