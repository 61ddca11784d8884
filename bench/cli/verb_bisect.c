/* verb_bisect.c -- `ivpbench bisect`: the commit that changed a cell.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/python_verb.h"
#include "bench/cli/verbs.h"

typedef struct request {
    const char *cell, *by, *output;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    return python_verb(&verb_bisect, "ivpbench.ci.__main__", &q, argc, argv);
}

static const option_row options[] = {
    { "cell", 0, OPTION_TEXT, offsetof(request, cell), "CELL", WORD_TEXT,
      .meaning = "cell to run, as in 'my_problem mysolver@ode rtol=1e-6' (required)" },
    { "by", 0, OPTION_WORD, offsetof(request, by), "WORD", WORD_TEXT,
      .meaning = "what separates good from bad",
      .choices = "outcome|events|digits|work|instructions",
      .otherwise =
          "the first of these in which the two commits differ; instructions only if named" },
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "DIR", WORD_FOLDER,
      .meaning = "folder for checkouts and builds", .initial = "out/ci" },
    { 0 }
};

const cli_verb verb_bisect = {
    .name = "bisect",
    .summary = "find the commit that changed a cell",
    .synopsis = { "bisect BAD GOOD --cell CELL [--by WORD]" },
    .description = { "The command runs git bisect between two commits, with one cell as the "
                     "test. A commit is bad when its value is nearer to that of BAD. A commit "
                     "that does "
                     "not build is skipped. The working tree stays as it is." },
    .operands = { { "BAD", WORD_TEXT, .meaning = "commit with the change" },
                  { "GOOD", WORD_TEXT, .meaning = "older commit without it" } },
    .options = options,
    .exits = { { CLI_CHECK, "commits that do not build hide the first bad one" },
               { CLI_INFRA,
                 "the two commits do not differ in this cell, or cannot be tried" } },
    .examples = { { "ivpbench bisect HEAD v1.2 --cell 'my_problem mysolver@ode rtol=1e-6'",
                    "Find who lost the digits." } },
    .run = run,
};
