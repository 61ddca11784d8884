/* plan_expand.c -- groups multiplied into cells; a child process says what fits.
 *
 *     group x problem x solver x formulation -> question -> rungs of the ladder -> cells
 *
 * The answer decides: yes, all rungs; declined, cells that are stored as such if everything was
 * named, else a skip; invalid, an error of the plan if it was named, else a skip; broken, all
 * rungs, because the cell's own run will show how the plug-in breaks: of a problem that does
 * not open in one formulation, "*", where those that fit were asked for.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/plan_inner.h"

#include "bench/cell/cell_key.h"
#include "bench/base/message.h"
#include "bench/base/tags.h"
#include "bench/plan/fits.h"
#include "bench/plan/names.h"
#include "bench/plan/seen.h"
#include "bench/base/util.h"

#include "kernel/formulation/formulation.h"
#include "kernel/problem/plugin.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 4096 };

typedef struct expansion {
    plan *plan;
    const plan_file *file;
    const plan_choice *choice;
    fits *fits;
    digest_table files;
    seen keys, skips; /* of the cells and skips that there are */
    int nproblems, nsolvers;
    char (*problems)[PLUGIN_NAME_MAX], (*solvers)[PLUGIN_NAME_MAX];
    int capacity;
    int fitting; /* problems that the tags of the group fit */
    reason *why;
} expansion;

/* Problem, solver and formulation on their way through the loops. */
typedef struct combination {
    const plan_group *group;
    const plan_word *problem;
    const plan_solver *solver;
    const fits_protocol *protocol;
    double span;
    cell cell; /* names and settings only */
    bool mechanical;
    const fits_answer *unopened; /* what a problem says that does not open; else NULL */
    bool explicit; /* no glob in it: then it ends in the store, one way or the other */
    reason why;    /* it was declined for, formulation by formulation */
    bool several;  /* for different reasons */
    bool own;      /* the sentence is the solver's, about a formulation that both have */
} combination;

static bool wrong(expansion *x, int line, const char *text)
{
    if (!*x->file->path) return reason_set(x->why, "%s", text); /* of the command line */
    return reason_set(x->why, "%s:%d: %s", x->file->path, line, text);
}

/* A name with its parameters or options, if there are any. */
static char *with_settings(const char *name, const char *settings)
{
    return text_of(*settings ? "%s(%s)" : "%s%s", name, settings);
}

static void skip(expansion *x, const combination *k, const char *why)
{
    plan *p = x->plan;
    char *problem = with_settings(k->cell.problem, k->cell.parameters),
         *solver = with_settings(k->cell.solver, k->cell.options),
         *what = text_of("%s %s@%s", problem, solver, k->cell.formulation),
         *both = text_of("%s\n%s", what, why);
    free(problem);
    free(solver);
    const bool new = seen_add(&x->skips, both, NULL);
    free(both);
    if (new) {
        p->skips = grown(p->skips, (size_t)p->nskips + 1, sizeof *p->skips);
        p->skips[p->nskips++] = (plan_skip){ .what = what, .why = copied(why) };
    } else
        free(what);
}

/* One that an earlier group has already is not planned twice. It is run anyway if one of the
 * groups says so, else as far as the group that goes on farther. A coarser rung stands before
 * it. */
static void join_until(plan *p, int place, const plan_rung *rung, int coarser)
{
    plan_cell *there = &p->cells[place - 1];
    const bool anyway = !(there->until.digits > 0 && rung->until.digits > 0);
    if (!there->coarser && coarser < place) there->coarser = coarser;
    there->until.digits = anyway ? 0 : fmax(there->until.digits, rung->until.digits);
    there->until.seconds = fmax(there->until.seconds, rung->until.seconds);
}

static void append(expansion *x, const combination *k, const plan_cell *new,
                   const fits_answer *a)
{
    plan *p = x->plan;
    if (p->ncells == x->capacity) {
        x->capacity = x->capacity ? 2 * x->capacity : 256;
        p->cells = grown(p->cells, (size_t)x->capacity, sizeof *p->cells);
    }
    plan_cell *c = &p->cells[p->ncells++];
    *c = *new;
    c->group = copied(k->group->name);
    c->declined = a->verdict == FITS_DECLINED ? copied(a->why.text) : NULL;
    c->must_succeed = k->group->must_succeed && !(c->until.digits > 0);
}

/* place: number of the cell in the plan, from 1; 0: it is left out. */
static bool add_cell(expansion *x, const combination *k, const plan_rung *rung, int coarser,
                     const fits_answer *a, int *place)
{
    char number[16];
    reason why;
    plan_cell new = { .cell = rung->cell, .until = rung->until, .coarser = coarser };
    cell_copy(&new.cell, &a->cell, CELL_QUERIED);
    *place = 0;
    if (!cell_make_key_with(&new.cell, &x->files, &why)) {
        if (k->explicit) return wrong(x, k->solver->word.line, why.text);
        skip(x, k, why.text);
        return true;
    }
    snprintf(number, sizeof number, "%d", x->plan->ncells + 1);
    if (seen_add(&x->keys, new.cell.key, number)) {
        append(x, k, &new, a);
        *place = x->plan->ncells;
    } else {
        *place = atoi(seen_what(&x->keys, new.cell.key));
        join_until(x->plan, *place, rung, coarser);
    }
    return true;
}

/* Each rung finds the coarser one, which stands before it. */
static bool add_rungs(expansion *x, const combination *k, const plan_rung *rungs, int n,
                      const fits_answer *a)
{
    int *place = need(calloc((size_t)n + 1, sizeof *place));
    bool good = true;
    for (int i = 0; good && i < n; i++) {
        const int coarser = rungs[i].coarser ? place[rungs[i].coarser - 1] : 0;
        good = add_cell(x, k, &rungs[i], coarser, a, &place[i]);
    }
    free(place);
    return good;
}

/* What the group's ladders hold for this solver; where it could not be asked, all of them. */
static bool add_ladder(expansion *x, const combination *k, const fits_answer *a)
{
    const bool open = a->verdict == FITS_BROKEN || (!a->tolerances && !a->constant_steps);
    plan_rung *rungs;
    const plan_asked asked = { .protocol = k->protocol,
                               .span = k->span,
                               .tolerances = open || a->tolerances,
                               .steps = open || a->constant_steps,
                               .quick = x->choice->quick };
    const int n = plan_rungs(k->group, &asked, &rungs);
    const bool good = add_rungs(x, k, rungs, n, a);
    if (!n)
        skip(x, k,
             a->tolerances ? "the solver takes tolerances, the group has only steps"
                           : "the solver takes constant steps, the group has only tolerances");
    free(rungs);
    return good;
}

/* "ggl" or "ggl(elimination=dense)", as the group has it, unless the word itself says. */
static void put_formulation(combination *k, const char *word)
{
    const char *how =
        k->mechanical && !strstr(word, "elimination=") ? k->group->elimination : "";
    const size_t n = strlen(word), open = strcspn(word, "("), size = sizeof k->cell.formulation;
    if (!*how)
        snprintf(k->cell.formulation, size, "%s", word);
    else if (open == n)
        snprintf(k->cell.formulation, size, "%s(elimination=%s)", word, how);
    else
        snprintf(k->cell.formulation, size, "%.*s elimination=%s)", (int)n - 1, word, how);
}

/* "SOLVER: sentence" is what the solver says; others, that a formulation is missing. */
static void keep_reason(combination *k, const char *why)
{
    const size_t n = strlen(k->cell.solver);
    const bool own = !strncmp(why, k->cell.solver, n) && why[n] == ':';
    if (k->own) return;
    k->several = !own && *k->why.text && (k->several || strcmp(k->why.text, why));
    k->own = own;
    reason_set(&k->why, "%s", why);
}

/* A machine that starts no process says nothing about plug-ins. */
static bool unasked(expansion *x, const fits_answer *a)
{
    x->plan->unasked = true;
    return reason_set(x->why, "%s", a->why.text);
}

static bool add_formulation(expansion *x, combination *k, const char *formulation, bool *fitted,
                            bool quiet)
{
    fits_answer a;
    const plan_group *g = k->group;
    put_formulation(k, formulation);
    k->cell.h = g->steps.given && !g->tolerances.given;
    fits_ask(x->fits, &k->cell, &a);
    if (a.unasked) return unasked(x, &a);
    if (a.verdict == FITS_INVALID && k->explicit)
        return wrong(x, k->solver->word.line, a.why.text);
    if (a.verdict == FITS_YES || a.verdict == FITS_BROKEN || (k->explicit && !quiet)) {
        *fitted = true;
        return add_ladder(x, k, &a);
    }
    if (!quiet) skip(x, k, a.why.text);
    keep_reason(k, a.why.text);
    return true;
}

/* A problem that does not open has no formulations to be told apart: one cell shows its
 * sentence. */
static bool add_unopened(expansion *x, combination *k)
{
    fits_answer a = *k->unopened;
    snprintf(k->cell.formulation, sizeof k->cell.formulation, "*");
    cell_copy(&a.cell, &k->cell, CELL_QUERIED);
    return add_ladder(x, k, &a);
}

/* "*" means those that fit; nobody wants to read ten sentences about those that do not, unless
 * all say the same: that a package is not installed. */
static bool add_formulations(expansion *x, combination *k)
{
    const plan_solver *s = k->solver;
    bool fitted = false, good = true;
    *k->why.text = '\0';
    k->several = k->own = false;
    for (int i = 0; good && i < s->nforms; i++) {
        if (strcmp(s->forms[i], "*")) {
            good = add_formulation(x, k, s->forms[i], &fitted, false);
            continue;
        }
        if (k->unopened) {
            good = add_unopened(x, k);
            continue;
        }
        for (int j = 0; good && formulation_name(j); j++)
            good = add_formulation(x, k, formulation_name(j), &fitted, true);
        if (good && !fitted) {
            snprintf(k->cell.formulation, sizeof k->cell.formulation, "*");
            skip(x, k, k->several || !*k->why.text ? "no formulation fits both" : k->why.text);
        }
    }
    return good;
}

/* Does the word mean this plug-in? */
static bool means(const plan_word *w, const char *name)
{
    return w->glob ? fnmatch(w->name, name, 0) == 0 : !strcmp(w->name, name);
}

static bool add_solvers(expansion *x, combination *k, const plan_solver *s)
{
    bool good = true, found = false;
    k->solver = s;
    snprintf(k->cell.options, sizeof k->cell.options, "%s", s->word.settings);
    k->explicit = !k->problem->glob && !s->word.glob;
    for (int i = 0; good && i < x->nsolvers; i++) {
        if (!means(&s->word, x->solvers[i])) continue;
        found = true;
        if (!cli_match(x->choice->solvers, x->solvers[i])) continue;
        snprintf(k->cell.solver, sizeof k->cell.solver, "%s", x->solvers[i]);
        good = add_formulations(x, k);
    }
    if (found || s->word.glob) return good;
    char *text = names_unknown("solvers", s->word.name);
    wrong(x, s->word.line, text);
    free(text);
    return false;
}

/* Parameters come back normalised, so that "mu=1000" and the default of the same value are one
 * cell. */
static bool add_problem(expansion *x, const plan_group *g, const plan_word *w, const char *name)
{
    combination k = { .group = g, .problem = w };
    fits_answer a;
    if (!cli_match(x->choice->problems, name)) return true;
    snprintf(k.cell.problem, sizeof k.cell.problem, "%s", name);
    snprintf(k.cell.parameters, sizeof k.cell.parameters, "%s", w->settings);
    fits_ask(x->fits, &k.cell, &a);
    if (a.unasked) return unasked(x, &a);
    if (a.verdict == FITS_INVALID && !w->glob) return wrong(x, w->line, a.why.text);
    if (a.verdict == FITS_INVALID) {
        skip(x, &k, a.why.text);
        return true;
    }
    if (a.verdict == FITS_YES) cell_copy(&k.cell, &a.cell, CELL_QUERIED);
    char *tags = text_of("%s %s", name, a.tags);
    const bool fitting = tags_fit(g->tags, tags);
    const bool chosen = fitting && tags_fit(x->choice->tags, tags);
    x->fitting += fitting;
    free(tags);
    if (!chosen) return true;
    k.mechanical = a.mechanical;
    k.unopened = a.unopened ? &a : NULL;
    k.protocol = &a.protocol;
    k.span = a.span;
    bool good = true;
    for (int i = 0; good && i < g->nsolvers; i++) good = add_solvers(x, &k, &g->solvers[i]);
    return good;
}

static bool add_problems(expansion *x, const plan_group *g, const plan_word *w)
{
    bool good = true, found = false;
    for (int i = 0; good && i < x->nproblems; i++) {
        if (!means(w, x->problems[i])) continue;
        found = true;
        good = add_problem(x, g, w, x->problems[i]);
    }
    if (found || w->glob) return good;
    char *text = names_unknown("problems", w->name);
    wrong(x, w->line, text);
    free(text);
    return false;
}

/* Tags that no problem of the group has, where the command line leaves none of them out. */
static bool add_group(expansion *x, const plan_group *g)
{
    bool good = true;
    x->fitting = 0;
    for (int j = 0; good && j < g->nproblems; j++) good = add_problems(x, g, &g->problems[j]);
    if (!good || x->fitting || !g->tags || !*g->tags || !g->nproblems || x->choice->problems)
        return good;
    return wrong(x, g->problems[0].line,
                 "the tags of the group fit none of its problems: ivpbench list problems");
}

static int all_names(const char *kind, char (**names)[PLUGIN_NAME_MAX])
{
    *names = grown(NULL, MOST_NAMES, sizeof **names);
    const int n = plugin_list(kind, *names, MOST_NAMES);
    return n < MOST_NAMES ? n : MOST_NAMES;
}

/* A choice without wildcards that no plug-in has is a typing error, not an empty plan. */
static bool known_choice(expansion *x, const char *kind, const char *globs,
                         char (*names)[PLUGIN_NAME_MAX], int n)
{
    char *list = copied(globs), *rest = list, *word, *sentence = NULL;
    while (!sentence && (word = strsep(&rest, ", \t\n"))) {
        int i = 0;
        while (*word && i < n && fnmatch(word, names[i], 0)) i++;
        if (*word && i == n) sentence = names_unknown(kind, word);
    }
    if (sentence) reason_set(x->why, "--%s: %s", kind, sentence);
    free(list);
    free(sentence);
    return !sentence;
}

bool plan_expand(plan *p, const plan_file *f, const plan_choice *choice, reason *why)
{
    if (!tags_check(choice->tags, why)) return false;
    expansion x = { .plan = p, .file = f, .choice = choice, .why = why };
    x.nproblems = all_names("problems", &x.problems);
    x.nsolvers = all_names("solvers", &x.solvers);
    x.fits = fits_start();
    bool good = known_choice(&x, "problems", choice->problems, x.problems, x.nproblems) &&
                known_choice(&x, "solvers", choice->solvers, x.solvers, x.nsolvers);
    for (int i = 0; good && i < f->ngroups; i++) good = add_group(&x, &f->groups[i]);
    fits_stop(x.fits);
    digest_table_free(&x.files);
    seen_free(&x.keys);
    seen_free(&x.skips);
    free(x.problems);
    free(x.solvers);
    return good;
}
