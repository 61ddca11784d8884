/* verb_cancel.c -- `ivpbench cancel`: ends the Slurm array of a campaign.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/cluster/cluster.h"

static int run(int argc, char **argv)
{
    reason why;
    cluster c;
    const int first = verb_read(&verb_cancel, NULL, argc, argv);
    if (first < 0) return CLI_USAGE;
    bool good = cluster_read(&c, argv[first], &why);
    if (good) {
        good = slurm_cancel(&c, &why);
        cluster_free(&c);
    }
    if (!good) cli_say("%s", why.text);
    return good ? CLI_OK : CLI_INFRA;
}

const cli_verb verb_cancel = {
    .name = "cancel",
    .summary = "cancel the Slurm array of a campaign",
    .synopsis = { "cancel FOLDER" },
    .description = { "The command ends the Slurm array of a campaign. The results of its "
                     "shards stay." },
    .operands = { { "FOLDER", WORD_FOLDER, .meaning = "folder that `ivpbench submit` wrote" } },
    .exits = { { CLI_INFRA, "the folder holds no campaign, or Slurm refused" } },
    .examples = { { "ivpbench cancel campaign", "End a campaign." } },
    .run = run,
};
