/* verb_ci.c -- `ivpbench ci`: the verdict on a change of a solver's repository.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdbool.h>

#include "bench/base/message.h"
#include "bench/cli/python_verb.h"
#include "bench/cli/verbs.h"

typedef struct request {
    const char *base, *head, *minutes, *record, *output;
    bool only_accuracy;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    return python_verb(&verb_ci, "ivpbench.ci.__main__", &q, argc, argv);
}

static const option_row options[] = {
    { "base", 0, OPTION_TEXT, offsetof(request, base), "REF", WORD_TEXT,
      .meaning = "commit or branch to compare with",
      .otherwise =
          "the target of the pull request, else HEAD~1, or HEAD where the working tree "
          "has changes" },
    { "head", 0, OPTION_TEXT, offsetof(request, head), "REF", WORD_TEXT,
      .meaning = "commit to judge", .otherwise = "the working tree" },
    { "minutes", 0, OPTION_TEXT, offsetof(request, minutes), "N", WORD_TEXT,
      .meaning = "budget of wall time", .otherwise = "that of ivpbench.cfg" },
    { "only-accuracy", 0, OPTION_FLAG, offsetof(request, only_accuracy), NULL, WORD_TEXT,
      .meaning = "measure no times" },
    { "record", 0, OPTION_TEXT, offsetof(request, record), "DIR", WORD_FOLDER,
      .meaning = "keep the results of head in this folder, for `history`" },
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "DIR", WORD_FOLDER,
      .meaning = "folder of the comment, the reports and what is kept between runs",
      .initial = "out/ci" },
    { 0 }
};

const cli_verb verb_ci = {
    .name = "ci",
    .summary = "judge a change in a solver's repository",
    .synopsis = { "ci [--base REF] [--head REF] [options]" },
    .description = { "The command stands in a repository with a file ivpbench.cfg. It builds "
                     "the plug-ins of two commits, checks their contract, and runs both on the "
                     "same cells. It prints what changed beyond doubt: outcomes, events, "
                     "digits, evaluations, instructions, CPU time.",
                     "It writes comment.md, junit.xml, ci.tap, ci.json and a page into the "
                     "folder. docs/pull-requests.md describes the file and the rules." },
    .options = options,
    .exits = { { CLI_OK, "nothing got worse that ivpbench.cfg forbids" },
               { CLI_CHECK, "something did" },
               { CLI_INFRA,
                 "the repository, its file or this machine does not allow a verdict" } },
    .examples = { { "ivpbench ci --base origin/main", "Judge a branch." },
                  { "ivpbench ci --record history", "Keep the results of this commit too." } },
    .run = run,
};
