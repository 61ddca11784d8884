/* verb_info.c -- `ivpbench info`: all that a problem or a solver says of itself.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/query.h"
#include "bench/base/message.h"
#include "bench/cli/verbs.h"

static int run(int argc, char **argv)
{
    const int first = verb_read(&verb_info, NULL, argc, argv);
    return first < 0 ? CLI_USAGE : ask_worker("info", argv[first]);
}

const cli_verb verb_info = {
    .name = "info",
    .summary = "describe one problem or solver",
    .synopsis = { "info NAME" },
    .description = { "The command prints what a plug-in documents about itself. For a problem "
                     "these are parameters, sizes, events, observables, scored components and "
                     "the formulations that fit. For a solver these are options, orders and "
                     "formulations." },
    .operands = { { "NAME", WORD_PLUGIN, .meaning = "name of a problem or a solver" } },
    .examples = { { "ivpbench info my_problem", "Describe one problem." } },
    .run = run,
};
