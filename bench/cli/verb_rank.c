/* verb_rank.c -- `ivpbench rank`: who is cheapest at so many digits, from a store.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/base/util.h"
#include "bench/cli/verb_board.h"
#include "reports/tables/rank.h"

static rank_by by_of(const char *word)
{
    return !strcmp(word, "solver")        ? RANK_BY_SOLVER
           : !strcmp(word, "formulation") ? RANK_BY_FORMULATION
                                          : RANK_BY_CONFIGURATION;
}

static void say_missing(const board *b, const char *problem, const char *path)
{
    const char **names = grown(NULL, (size_t)b->ngroups, sizeof *names);
    for (int i = 0; i < b->ngroups; i++) names[i] = b->groups[i].problem;
    const char *near = nearest_word(problem, names, b->ngroups);
    if (!b->ngroups)
        cli_say("%s holds no results", path);
    else
        cli_say("%s holds no results of %s%s%s%s", path, problem, near ? "; did you mean " : "",
                near ? near : "", near ? "?" : "");
    free(names);
}

typedef struct request {
    const char *store, *reference, *by, *metric, *cost, *format;
    double digits;
    const char *problem; /* name or pattern */
} request;

static rank_request wanted(const request *q)
{
    return (rank_request){ .level = q->digits,
                           .cost = strcmp(q->cost, "cpu") ? q->cost : "CPU [s]",
                           .by = by_of(q->by) };
}

static bool is_wanted(void *context, const group *g)
{
    return cli_match(((const request *)context)->problem, g->problem);
}

/* The number of problems that were wanted */
static int print_all(const board *b, request *q)
{
    const rank_request r = wanted(q);
    const bool rows = !strcmp(q->format, "csv");
    int shown = 0;
    for (int i = 0; i < b->ngroups; i++) {
        if (!is_wanted(q, &b->groups[i])) continue;
        if (!rows) rank_print(b, &b->groups[i], &r, stdout);
        shown++;
    }
    if (rows && shown) rank_rows(b, &r, is_wanted, q, stdout);
    return shown;
}

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_rank, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    q.problem = first < argc ? argv[first] : "*";
    board *b = verb_board(q.store, q.reference);
    if (!b) return CLI_INFRA;
    board_judge_by(b, q.metric);
    if (strcmp(q.cost, "cpu")) board_cost_instructions(b);
    const int shown = print_all(b, &q);
    if (!shown) say_missing(b, q.problem, q.store);
    return verb_board_close(b, shown ? CLI_OK : CLI_INFRA);
}

static const option_row options[] = {
    { "digits", 'd', OPTION_NUMBER, offsetof(request, digits), "D", WORD_TEXT,
      .meaning = "correct digits to reach", .initial = "6" },
    { "by", 0, OPTION_WORD, offsetof(request, by), "WORD", WORD_TEXT,
      .meaning = "print the cheapest run of each configuration, solver or formulation",
      .choices = "configuration|solver|formulation", .initial = "configuration" },
    METRIC_ROW_OF(request, "scd|mescd|multipliers"),
    COST_ROW(request),
    { "format", 'f', OPTION_WORD, offsetof(request, format), "WORD", WORD_TEXT,
      .meaning = "a table for each problem, or one of all as comma-separated rows",
      .choices = "text|csv", .initial = "text" },
    STORE_ROW(request),
    REFERENCE_ROW(request),
    { 0 }
};

const cli_verb verb_rank = {
    .name = "rank",
    .summary = "rank solvers by their cost at given correct digits",
    .synopsis = { "rank [PROBLEM] [options]" },
    .description = { "The command lists the runs that reach the given number of correct digits "
                     "in the end state. The cheapest comes first. Each line shows the ratio of "
                     "its cost to the first, with the 99.9 % interval that decides.",
                     "Equal ranks and `~` mean that the samples do not separate the two. Where "
                     "no run reaches the digits, the command names the closest." },
    .operands = { { "PROBLEM", WORD_PROBLEM, .optional = true,
                    .meaning = "name or glob; without it, all problems of the store" } },
    .options = options,
    .exits = { { CLI_INFRA, "the store cannot be read, or does not hold such a problem" } },
    .examples = { { "ivpbench rank my_problem --digits 4 --by formulation",
                    "Find the cheapest formulation for four digits." } },
    .run = run,
};
