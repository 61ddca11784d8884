/* advice_plan.c -- see advice_plan.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/advice_plan.h"

#include <math.h>
#include <stdlib.h>

#include "bench/base/util.h"

/* Runs of a rung, and processes that time each of them. */
enum { JITTER = 3, PROCESSES = 2 };

char *advice_problem_word(const char *problem, const char *parameters)
{
    return parameters && *parameters ? text_of("%s(%s)", problem, parameters) : copied(problem);
}

char *advice_solver_word(const cell *c)
{
    return *c->options ? text_of("%s(%s)@%s", c->solver, c->options, c->formulation)
                       : text_of("%s@%s", c->solver, c->formulation);
}

static char *group_of(const race *r, const racer *who, int number)
{
    const int best = race_best_rung(r, who);
    const int from = best > RACE_LOOSEST ? best - 1 : best,
              to = best < RACE_TIGHTEST ? best + 1 : best;
    char *problem = advice_problem_word(r->problem, r->parameters),
         *solver = advice_solver_word(&who->cell);
    char *text = text_of("  finalist%d = { problems = [ \"%s\" ]; solvers = [ \"%s\" ]; "
                         "tolerances = { from = %d; to = %d; jitter = %d; }; };\n",
                         number, problem, solver, from, to, JITTER);
    free(problem);
    free(solver);
    return text;
}

char *advice_plan_of(const race *r, const racer *const *list, int n)
{
    const double limit = fmax(0.2, 100 * race_expected(r, list[0]));
    char *text =
        text_of("title = \"Last round\";\ndefaults = { timeout_s = %.3f; workers = %d; "
                "min_time_s = 0.01; max_steps = 500000; };\ngroups = {\n",
                limit, PROCESSES);
    for (int i = 0; i < n; i++) {
        char *group = group_of(r, list[i], i + 1), *more = text_of("%s%s", text, group);
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
