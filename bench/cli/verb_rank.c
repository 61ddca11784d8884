/* verb_rank.c -- `ivpbench rank`: who is cheapest at so many digits, from a store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/base/util.h"
#include "bench/cli/verb_board.h"
#include "reports/tables/rank.h"

static const char usage[] =
    "usage: ivpbench rank [PROBLEM] --digits D [--by WORD] [--metric WORD] [--store FILE]\n"
    "\n"
    "Lists who reaches so many correct digits in the end state, cheapest first, with the ratio of\n"
    "CPU times to the first and its 95 % interval. Equal ranks and ~ mean that the samples do not\n"
    "tell them apart. PROBLEM is a name or a glob; without it all problems of the store.\n"
    "\n"
    "  -d, --digits D        correct digits (6)\n"
    "      --by WORD         configuration, solver or formulation: of each the cheapest\n"
    "      --cost WORD       cpu (default) or instructions, where they were counted\n"
    "      --metric WORD     mescd (default) or scd; see docs/metrics.md\n"
    "      --store FILE      results to read (out/bench.db)\n"
    "      --reference DIR   folder of the reference solutions\n"
    "\n"
    "Exit code 3: the store cannot be read, or holds no such problem.\n";

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

static int run(int argc, char **argv)
{
    const char *path = "out/bench.db", *reference = NULL, *by = "configuration", *unit = "cpu";
    rank_request q = { .level = 6, .metric = "mescd", .cost = "CPU [s]" };
    const option_row rows[] = { { "digits", 'd', OPTION_NUMBER, &q.level, NULL },
                                { "by", 0, OPTION_WORD, &by,
                                  "configuration|solver|formulation" },
                                { "metric", 0, OPTION_WORD, &q.metric, "mescd|scd" },
                                { "cost", 0, OPTION_WORD, &unit, "cpu|instructions" },
                                { "store", 's', OPTION_TEXT, &path, NULL },
                                { "reference", 'R', OPTION_TEXT, &reference, NULL },
                                { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (argc - first > 1) {
        cli_say("rank: one problem at a time; a glob such as 'double_*' names several");
        return CLI_USAGE;
    }
    const char *problem = first < argc ? argv[first] : "*";
    board *b = verb_board(path, reference);
    if (!b) return CLI_INFRA;
    q.of = strcmp(q.metric, "scd") ? curves_mescd : curves_scd;
    q.by = by_of(by);
    if (strcmp(unit, "cpu")) {
        q.cost = unit;
        board_cost_instructions(b);
    }
    int shown = 0;
    for (int i = 0; i < b->ngroups; i++) {
        if (!cli_match(problem, b->groups[i].problem)) continue;
        rank_print(b, &b->groups[i], &q, stdout);
        shown++;
    }
    if (!shown) say_missing(b, problem, path);
    return verb_board_close(b, shown ? CLI_OK : CLI_INFRA);
}

const cli_verb verb_rank = {
    .name = "rank",
    .summary = "who is cheapest at so many digits",
    .usage = usage,
    .run = run,
};
