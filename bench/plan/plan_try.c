/* plan_try.c -- a plan without a file: one problem, some solvers, one rung.
 *
 * The words are those of plan files, "ida(linear_solver=klu)@ggl", and mean the same cells.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/plan_inner.h"

#include "bench/base/util.h"

#include <stdlib.h>
#include <string.h>

/* Length up to the next comma outside parentheses. */
static size_t word_length(const char *text)
{
    int depth = 0;
    size_t n = 0;
    for (; text[n] && (depth > 0 || text[n] != ','); n++)
        depth += (text[n] == '(') - (text[n] == ')');
    return n;
}

static bool add_solver(plan_group *g, const char *text, const char *formulation, reason *why)
{
    plan_solver *s = &g->solvers[g->nsolvers++];
    if (!plan_solver_read(s, text))
        return reason_set(why, "solver \"%s\": NAME(option=value ...)@FORMULATION is expected",
                          text);
    if (s->nforms) return true;
    s->forms = need(calloc(1, sizeof *s->forms));
    s->nforms = 1;
    return fits_into(s->forms[0], CELL_TEXT, *formulation ? formulation : "*");
}

static bool read_solvers(plan_group *g, const char *solvers, const cell *c, reason *why)
{
    bool good = true;
    g->solvers = need(calloc(strlen(solvers) + 1, sizeof *g->solvers));
    for (const char *at = solvers; good && *at; at += *at == ',') {
        const size_t n = word_length(at);
        char *word = text_of("%.*s", (int)n, at);
        if (n) good = add_solver(g, word, c->formulation, why);
        free(word);
        at += n;
    }
    return good && (g->nsolvers || reason_set(why, "no solver is named"));
}

static bool read_problem(plan_group *g, const char *problem, const cell *c, reason *why)
{
    g->problems = need(calloc(1, sizeof *g->problems));
    g->nproblems = 1;
    if (!plan_word_read(g->problems, problem))
        return reason_set(why, "problem \"%s\": NAME(parameter=value ...) is expected",
                          problem);
    return !*c->parameters || fits_into(g->problems->settings, CELL_TEXT, c->parameters);
}

static void set_rung(plan_group *g, const cell *c)
{
    g->tolerances = (plan_tolerances){
        .given = c->rtol > 0, .rtol = c->rtol, .atol = c->atol, .atol_factor = 1, .h0 = c->h0
    };
    g->tolerances.per_decade = 1;
    g->steps = (plan_steps){ .given = c->h > 0, .hmax = c->h };
    g->with_events = !c->no_events;
    g->without_events = c->no_events;
}

/* Doubles cannot tell apart what differs by less than 1.1e-16 of its size. */
static bool sensible(const cell *c, reason *why)
{
    static const double least = 1e-16;
    if (!(c->rtol > 0) || c->rtol >= least) return true;
    return reason_set(why, "--rtol %g: doubles have no more than 16 digits; take 1e-16 or more",
                      c->rtol);
}

bool plan_of_try(plan *p, const char *problem, const char *solvers, const cell *c, reason *why)
{
    static const plan_choice all = { 0 };
    *p = (plan){ 0 };
    if (!sensible(c, why)) return false;
    plan_file f = { .path = copied(""), .ngroups = 1 };
    plan_group *g = f.groups = need(calloc(1, sizeof *f.groups));
    *p = (plan){ .path = copied(""), .text = text_of("try %s: %s", problem, solvers) };
    g->name = copied("try");
    cell_copy(&g->base, c, CELL_PLAN);
    set_rung(g, c);
    const bool good = read_problem(g, problem, c, why) && read_solvers(g, solvers, c, why) &&
                      plan_expand(p, &f, &all, why);
    plan_file_free(&f);
    if (!good) plan_drop(p);
    return good;
}
