/* advice_plan.h -- plans of a race in words.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_ADVICE_PLAN_H
#define BENCH_CLI_ADVICE_PLAN_H

#include "bench/cli/race.h"

/* The last round: each finalist at its best rung and the rungs beside it, several runs a rung,
 * several timing processes. There are fewer of all where the budget is not enough. list[n]: the
 * finalists, the least expected cost first. The caller frees the text. */
char *advice_plan_of(const race *r, const racer *const *list, int n);

/* "NAME(a=1)" of a problem; "solver(a=1)@formulation" of a cell; the caller frees them. */
char *advice_problem_word(const char *problem, const char *parameters);
char *advice_solver_word(const cell *c);

/* One group at rtol 10^-from to 10^-to, as a user would write it; the caller frees it. */
char *advice_plan_text(const char *problem_word, const char *const *solver_text, int n,
                       int from, int to);

#endif
