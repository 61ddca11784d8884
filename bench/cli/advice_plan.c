/* advice_plan.c -- see advice_plan.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/advice_plan.h"

#include <math.h>
#include <stdlib.h>

#include "bench/base/util.h"

/* What the last round may be, the most thorough first: finalists, rungs on either side of the
 * best one, runs of a rung, and processes that time each of them. */
typedef struct shape {
    int finalists, around, jitter, processes;
} shape;
static const shape shapes[] = {
    { 6, 1, 3, 2 }, { 4, 1, 3, 2 }, { 4, 1, 3, 1 },
    { 4, 0, 3, 1 }, { 3, 0, 2, 1 }, { 2, 0, 1, 1 },
};
/* Solves of a timing process, as a rule. */
static const double SOLVES = 2;

char *advice_problem_word(const char *problem, const char *parameters)
{
    return parameters && *parameters ? text_of("%s(%s)", problem, parameters) : copied(problem);
}

char *advice_solver_word(const cell *c)
{
    return *c->options ? text_of("%s(%s)@%s", c->solver, c->options, c->formulation)
                       : text_of("%s@%s", c->solver, c->formulation);
}

/* Expected wall time of the last round. */
static double seconds_of(const race *r, const racer *const *list, int n, const shape *s)
{
    const double watched = 1 / (double)(r->jobs > 0 ? r->jobs : 1);
    double all = 0;
    for (int i = 0; i < n && i < s->finalists; i++) all += race_expected(r, list[i]);
    return all * (1 + 2 * s->around) * s->jitter * (watched + SOLVES * s->processes);
}

/* The most thorough one for which the budget is enough, or the shortest. */
static const shape *shape_that_fits(const race *r, const racer *const *list, int n)
{
    enum { N = sizeof shapes / sizeof *shapes };
    const double left = race_left_s(r);
    int k = 0;
    while (k < N - 1 && seconds_of(r, list, n, &shapes[k]) > left) k++;
    return &shapes[k];
}

static char *group_of(const race *r, const racer *who, int number, const shape *s)
{
    const int best = race_best_rung(r, who);
    const int from = best - s->around > RACE_LOOSEST ? best - s->around : RACE_LOOSEST,
              to = best + s->around < RACE_TIGHTEST ? best + s->around : RACE_TIGHTEST;
    char *problem = advice_problem_word(r->problem, r->parameters),
         *solver = advice_solver_word(&who->cell);
    char *text = text_of("  finalist%d = { problems = [ \"%s\" ]; solvers = [ \"%s\" ]; "
                         "tolerances = { from = %d; to = %d; jitter = %d; }; };\n",
                         number, problem, solver, from, to, s->jitter);
    free(problem);
    free(solver);
    return text;
}

char *advice_plan_of(const race *r, const racer *const *list, int n)
{
    const shape *s = shape_that_fits(r, list, n);
    const double limit = fmax(0.2, 100 * race_expected(r, list[0]));
    char *text =
        text_of("title = \"Last round\";\ndefaults = { timeout_s = %.3f; workers = %d; "
                "min_time_s = 0.01; max_steps = 500000; };\ngroups = {\n",
                limit, s->processes);
    for (int i = 0; i < n && i < s->finalists; i++) {
        char *group = group_of(r, list[i], i + 1, s), *more = text_of("%s%s", text, group);
        free(group);
        free(text);
        text = more;
    }
    char *all = text_of("%s};\n", text);
    free(text);
    return all;
}

char *advice_plan_text(const char *problem_word, const char *const *solver_text, int n,
                       int from, int to)
{
    char *list = copied("");
    for (int i = 0; i < n; i++) {
        char *more = text_of("%s%s\"%s\"", list, i ? ", " : "", solver_text[i]);
        free(list);
        list = more;
    }
    char *text = text_of("title = \"Advice\";\n"
                         "groups = {\n"
                         "    advised = {\n"
                         "        problems = [ \"%s\" ];\n"
                         "        solvers = [ %s ];\n"
                         "        tolerances = { from = %d; to = %d; };\n"
                         "    };\n"
                         "};\n",
                         problem_word, list, from, to);
    free(list);
    return text;
}
