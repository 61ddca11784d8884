/* worker_info.c -- a plug-in's documentation in words, printed from its descriptor.
 *
 * The descriptor is the only source of this text.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_KERNEL /* opens problems and solvers both */
#include "bench/base/tags.h"
#include "bench/base/util.h"
#include "bench/plan/names.h"
#include "bench/process/shared.h"
#include "bench/worker/apart.h"
#include "bench/worker/worker.h"

#include "kernel/formulation/formulation.h"
#include "kernel/problem/later.h"

#include <ivp/solver.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void line(const char *label, const char *text)
{
    if (text && *text) printf("  %-16s%s\n", label, text);
}

static void params(const char *heading, const ivp_param *p)
{
    if (!p || !p->name) return;
    printf("\n%s\n", heading);
    for (; p->name; p++) {
        if (p->hidden) continue;
        printf("  %-16s%-14s%s", p->name, p->value, p->meaning ? p->meaning : "");
        if (p->choices) printf(" (one of: %s)", p->choices);
        if (p->kind == IVP_INTEGER) printf(" (an integer)");
        if (p->kind == IVP_STRUCTURAL) printf(" (an integer, of which sizes depend)");
        putchar('\n');
    }
}

static void settings(const ivp_setting *s)
{
    if (!s || !s->name) return;
    puts("\nrecommended settings");
    for (; s->name; s++)
        printf("  %-16s%-14s%s\n", s->name, s->options, s->meaning ? s->meaning : "");
}

static void observables(const char *heading, const ivp_observable *o)
{
    if (!o || !o->name) return;
    printf("\n%s\n", heading);
    for (; o->name; o++)
        printf("  %-16s%-14s%s\n", o->name, o->unit ? o->unit : "",
               o->meaning ? o->meaning : "");
}

static void events(const ivp_event *e)
{
    static const char *const actions[] = {
        [IVP_RECORD] = "recorded",
        [IVP_RESTART] = "restart",
        [IVP_STOP] = "stop",
        [IVP_KINK] = "kink, for references alone",
    };
    if (!e || !e->name) return;
    puts("\nevents");
    for (; e->name; e++)
        printf("  %-16s%-14s%s%s\n", e->name,
               e->direction > 0   ? "rising"
               : e->direction < 0 ? "falling"
                                  : "both",
               actions[e->then], e->reset ? ", the state jumps" : "");
}

static void sizes(const instance *i)
{
    const ivp_sizes *s = &i->sizes;
    if (i->problem->form == IVP_MECH)
        printf("  %-16snq = %d, nx = %d, ng = %d\n", "sizes", s->nq, s->nx, s->ng);
    else
        printf("  %-16sn = %d\n", "sizes", s->n);
}

/* Blocks that the kernel derives, and at what price */
static void derived(const instance *i)
{
    const ivp_problem *p = i->problem;
    if (!p->mech.omits || !i->sizes.ng) return;
    const bool apart = p->mech.omits & (IVP_GQ | IVP_GT);
    printf("  %-16s%s%s%sfrom g by complex steps", "derived",
           p->mech.omits & IVP_GQ ? "G " : "", p->mech.omits & IVP_GT ? "gt " : "",
           p->mech.omits & IVP_GAMMA ? "gamma " : "");
    puts(p->mech.omits & IVP_GAMMA && apart
             ? ", gamma by differences of them; neither lanes nor sparse blocks"
             : "; neither lanes nor sparse blocks");
}

/* As declared, where parameters do not change it. */
static void interval(const instance *i)
{
    const ivp_problem *p = i->problem;
    if (p->end)
        printf("  %-16s%.15g .. %.15g\n", "interval", i->t0, i->t1);
    else
        printf("  %-16s%s .. %s\n", "interval", p->t0, p->t1);
}

static void formulations(const instance *i)
{
    char why[PLUGIN_WHY_MAX];
    printf("  %-16s", "formulations");
    for (int k = 0; formulation_name(k); k++)
        if (formulation_fits(i, formulation_by_name(formulation_name(k)), why))
            printf("%s ", formulation_name(k));
    putchar('\n');
}

static void published(const ivp_published *p)
{
    if (!p || !p->values) return;
    puts("\npublished end values");
    for (; p->values; p++)
        printf("  %s%s%s\n", p->source ? p->source : "", p->params && *p->params ? ", " : "",
               p->params ? p->params : "");
}

static int show_problem(const char *name, char *why)
{
    static const char *const forms[] = { [IVP_ODE] = "y' = f(t, y)",
                                         [IVP_LIN] = "M(t, y) y' = f(t, y)",
                                         [IVP_DAE] = "F(t, y, y') = 0",
                                         [IVP_MECH] =
                                             "mechanical, with constraints g(t, q) = 0" };
    instance *i;
    if (instance_open(&i, name, "", why)) return 1;
    const ivp_problem *p = i->problem;
    printf("problem %s\n", name);
    line("title", p->title);
    line("source", p->source);
    line("tags", p->tags);
    line("form", forms[p->form]);
    sizes(i);
    derived(i);
    interval(i);
    formulations(i);
    line("scd over", p->scd ? p->scd : p->form == IVP_MECH ? "q" : "all");
    line("mescd over", p->mescd ? p->mescd : "all but accelerations");
    if (p->scored_absolute) line("scd counts", "absolute errors");
    for (int k = 0; later_unused(p, k); k++) line("not used yet", later_unused(p, k));
    params("parameters", p->params);
    events(p->events);
    observables("observables", p->observables);
    observables("invariants", p->invariants);
    published(p->published);
    instance_close(i);
    return 0;
}

/* Those that the solver can take; whether a problem offers them is asked per pair. */
static void solver_formulations(const ivp_solver *s)
{
    printf("  %-16s", "formulations");
    for (int k = 0; formulation_name(k); k++)
        if (formulation_taken(s, formulation_by_name(formulation_name(k))))
            printf("%s ", formulation_name(k));
    putchar('\n');
}

static int show_solver(const char *name, char *why)
{
    const ivp_solver *s = plugin_solver(name, why);
    if (!s) return 1;
    printf("solver %s\n", name);
    line("title", s->title);
    line("source", s->source);
    line("library", s->library);
    line("times contain", s->times_contain);
    if (s->missing && s->missing()) line("missing", s->missing());
    if (s->family) line("family", s->family);
    if (s->order)
        printf("  %-16s%d\n", "order", s->order);
    else
        line("order", "variable");
    solver_formulations(s);
    printf("  %-16s%s%s%s%s%s\n", "works through", s->views & IVP_SECOND ? "v'' = f  " : "",
           s->views & IVP_FIRST ? "y' = f  " : "", s->views & IVP_LINEAR ? "M y' = f  " : "",
           s->views & IVP_RES ? "F(t, y, y') = 0  " : "",
           s->views & IVP_MECH_VIEW ? "mechanical blocks" : "");
    line("takes", s->adaptive && s->fixed_step ? "tolerances and constant steps"
                  : s->adaptive                ? "tolerances"
                                               : "constant steps");
    line("step control", !s->attempt || s->steers ? "the method's own"
                         : s->control             ? s->control->name
                                                  : "by ivpbench");
    line("dense output", s->dense ? "yes" : "no");
    for (int k = 0; later_unused_of_solver(s, k); k++)
        line("not used yet", later_unused_of_solver(s, k));
    params("options", s->options);
    settings(s->settings);
    return 0;
}

/* ---- what is no plug-in ------------------------------------------------------------------ */

static bool has_param(const ivp_param *table, const char *name)
{
    for (; table && table->name; table++)
        if (!table->hidden && !strcmp(table->name, name)) return true;
    return false;
}

static bool takes(bool problem, const char *plugin, const char *name)
{
    char why[PLUGIN_WHY_MAX];
    const void *twin;
    const ivp_problem *p = problem ? plugin_problem(plugin, &twin, why) : NULL;
    const ivp_solver *s = problem ? NULL : plugin_solver(plugin, why);
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

/* A name may be a problem or a solver; problems are looked up first. */
int worker_info(const char *name)
{
    char why[PLUGIN_WHY_MAX] = "", path[4096], other[4096];
    const bool problem = plugin_path("problems", "double", name, path, sizeof path);
    if (!problem && !plugin_path("solvers", "double", name, path, sizeof path))
        return say_unknown(name);
    const int rc = problem ? show_problem(name, why) : show_solver(name, why);
    if (!rc && names_hides(problem ? "problems" : "solvers", name, path, other, sizeof path))
        printf("\n%s\n  hides %s\n", path, other);
    if (rc) fprintf(stderr, "ivpbench: %s\n", why);
    return rc;
}

/* NULL and a sentence, or the title and tags of a plug-in; caller frees *tags. A problem that
 * does not start has those of its descriptor alone, a solver what it lacks. */
static const char *title_of(bool problem, const char *name, char **tags, char *why)
{
    const void *twin;
    char none[PLUGIN_WHY_MAX];
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
    if (instance_open(&i, name, NULL, none)) {
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
    printf("%-26sunusable: %s\n", r->name, why);
    ++*r->bad;
}

static void put_row(void *context)
{
    const row *r = context;
    char why[PLUGIN_WHY_MAX] = "", path[4096], other[4096];
    char *tags;
    const char *title = title_of(r->kind[0] == 'p', r->name, &tags, why);
    const bool shown = title && !r->defects && tags_fit(r->condition, tags);
    if (!title) put_unusable(r, why);
    if (shown)
        printf("%-26s%s%s%s%s\n", r->name, title, *tags ? " [" : "", tags, *tags ? "]" : "");
    free(tags);
    if (shown && names_hides(r->kind, r->name, path, other, sizeof path))
        printf("%-26s%s hides %s\n", "", path, other);
}

/* Lists a kind. A plug-in that does harm when it is loaded costs its own row. Returns how many
 * cannot be used. */
static int list_kind(const char *kind, const char *condition, bool defects)
{
    enum { MOST = 4096 };
    char(*names)[PLUGIN_NAME_MAX] = grown(NULL, MOST, sizeof *names);
    const int n = plugin_list(kind, names, MOST);
    int *bad = need(shared_open(sizeof *bad));
    for (int k = 0; k < n && k < MOST; k++) {
        char why[PLUGIN_WHY_MAX];
        row one = { kind, names[k], condition, defects, bad };
        if (!apart(put_row, &one, why, sizeof why)) put_unusable(&one, why);
        fflush(stdout); /* what is said is said */
    }
    const int found = *bad;
    shared_close(bad, sizeof *bad);
    free(names);
    return found;
}

int worker_list(const char *kind)
{
    const size_t n = strcspn(kind, " ");
    char *word = text_of("%.*s", (int)n, kind);
    list_kind(word, kind + n, false);
    free(word);
    return 0;
}

int worker_defects(void)
{
    return list_kind("problems", NULL, true) + list_kind("solvers", NULL, true) > 0;
}
