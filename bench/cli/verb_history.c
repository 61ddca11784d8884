/* verb_history.c -- `ivpbench history`: results by commit.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/python_verb.h"
#include "bench/cli/verbs.h"

typedef struct request {
    const char *output, *json;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    return python_verb(&verb_history, "ivpbench.ci.__main__", &q, argc, argv);
}

static const option_row options[] = {
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "FILE", WORD_FILE,
      .meaning = "page of the curves to write", .otherwise = "none" },
    { "json", 0, OPTION_TEXT, offsetof(request, json), "FILE", WORD_FILE,
      .meaning = "write the changes as JSON", .otherwise = "none" },
    { 0 }
};

const cli_verb verb_history = {
    .name = "history",
    .summary = "find what changed from commit to commit",
    .synopsis = { "history DIR [-o FILE] [--json FILE]" },
    .description = { "The command reads the records that `ivpbench ci --record DIR` wrote, one "
                     "for each commit. It prints each change with its commit, by the rules of "
                     "`ivpbench ci`. Changes of level of CPU time and instructions are found "
                     "by PELT (Killick, Fearnhead and Eckley 2012)." },
    .operands = { { "DIR", WORD_FOLDER, .meaning = "folder of the records" } },
    .options = options,
    .exits = { { CLI_INFRA, "a record could not be read" } },
    .examples = { { "ivpbench history history -o history.html",
                    "Draw the curves of a folder." } },
    .run = run,
};
