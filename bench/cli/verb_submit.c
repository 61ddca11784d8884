/* verb_submit.c -- `ivpbench submit`: a campaign for many machines.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/base/util.h"
#include "bench/cluster/cluster.h"
#include "bench/plan/plan.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct request {
    const char *output;
    long shards;
    bool slurm;
    slurm_wishes wishes;
} request;

static bool says(char *const options[], const char *word)
{
    for (; *options; options++)
        if (!strcmp(*options, word)) return true;
    return false;
}

/* The plan as text, after it was read once: a campaign must not end at a typing error. */
static char *plan_text(const char *name, reason *why)
{
    const plan_choice all = { 0 };
    plan p;
    if (!plan_read(&p, name, &all, why)) return NULL;
    char *text = copied(p.text);
    plan_free(&p);
    return text;
}

static void tell(const cluster *c, const request *r)
{
    if (*c->job)
        printf("Slurm array %s of %ld shards; ivpbench status %s\n", c->job, c->shards,
               r->output);
    else
        printf(
            "%ld shards. On one machine, two at a time:\n"
            "  (cd %s && seq %ld | xargs -P 2 -n 1 ./job.sh %ld %s %ld)\n"
            "or a shard wherever you like: ./job.sh %ld %s %ld SHARD; or again with --slurm\n",
            c->shards, r->output, c->shards, c->shards, r->wishes.local, r->wishes.every_s,
            c->shards, r->wishes.local, r->wishes.every_s);
}

static bool prepare(cluster *c, const request *r, const char *name, char *const options[],
                    reason *why)
{
    char *text = plan_text(name, why), *inside = text_of("%s/", r->output), real[PATH_MAX];
    bool good = text && folders_above(inside, why);
    if (good && !realpath(r->output, real))
        good = reason_set(why, "%s: no folder can be made of this name", r->output);
    if (good) {
        *c = (cluster){ .folder = copied(real), .shards = r->shards };
        good = cluster_make(c, text, options, why);
    }
    free(inside);
    free(text);
    return good;
}

static int submit_it(const char *name, request *r, char *const options[])
{
    reason why = { "" };
    cluster c = { 0 };
    r->wishes.shared |= says(options, "--only-accuracy");
    bool good = prepare(&c, r, name, options, &why);
    if (good && r->slurm) good = slurm_submit(&c, &r->wishes, &why) && cluster_note(&c, &why);
    if (good)
        tell(&c, r);
    else
        cli_say("%s", why.text);
    cluster_free(&c);
    return good ? CLI_OK : CLI_INFRA;
}

/* What stands behind "--" belongs to run. */
static char **cut_options(int *argc, char **argv)
{
    static char *none[] = { NULL };
    for (int i = 1; i < *argc; i++)
        if (!strcmp(argv[i], "--")) {
            *argc = i;
            argv[i] = NULL;
            return argv + i + 1;
        }
    return none;
}

static int run(int argc, char **argv)
{
    request r = { 0 };
    char **rest = cut_options(&argc, argv);
    const int first = verb_read(&verb_submit, &r, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (!r.output) {
        cli_say("submit: give --output for the folder of the campaign");
        return CLI_USAGE;
    }
    if (r.shards < 1 || r.shards > CLUSTER_MOST || r.wishes.every_s < 1) {
        cli_say("submit: --array goes from 1 to %d, --every is at least 1", CLUSTER_MOST);
        return CLI_USAGE;
    }
    return submit_it(argv[first], &r, rest);
}

static const option_row options[] = {
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "FOLDER", WORD_FOLDER,
      .meaning = "folder of the campaign, which all machines must see (required)" },
    { "array", 0, OPTION_COUNT, offsetof(request, shards), "N", WORD_TEXT,
      .meaning = "number of shards", .initial = "8" },
    { "slurm", 0, OPTION_FLAG, offsetof(request, slurm), NULL, WORD_TEXT,
      .meaning = "submit the shards to Slurm as an array" },
    { "time", 0, OPTION_TEXT, offsetof(request, wishes.time), "T", WORD_TEXT,
      .meaning = "time limit of a shard, as sbatch takes it (HH:MM:SS)" },
    { "partition", 0, OPTION_TEXT, offsetof(request, wishes.partition), "P", WORD_TEXT,
      .meaning = "partition of the cluster" },
    { "constraint", 0, OPTION_TEXT, offsetof(request, wishes.constraint), "F", WORD_TEXT,
      .meaning =
          "feature that the nodes must have; times compare only between nodes of one kind" },
    { "local", 0, OPTION_TEXT, offsetof(request, wishes.local), "DIR", WORD_FOLDER,
      .meaning = "folder on the node where a shard works on its store", .initial = "/tmp" },
    { "every", 0, OPTION_COUNT, offsetof(request, wishes.every_s), "S", WORD_TEXT,
      .meaning = "seconds between two copies of this store to the campaign", .initial = "60" },
    { "shared", 0, OPTION_FLAG, offsetof(request, wishes.shared), NULL, WORD_TEXT,
      .meaning =
          "allow other jobs on the nodes; --only-accuracy implies it, since it times nothing" },
    { 0 },
};

const cli_verb verb_submit = {
    .name = "submit",
    .summary = "split a plan into shards for many machines",
    .synopsis = { "submit PLAN --output FOLDER [options] [-- OPTION...]" },
    .description = { "The command splits a plan into shards, which can run on different "
                     "machines. It writes a folder with the plan and a script, job.sh. It "
                     "submits the shards to Slurm, or prints how to run them without Slurm. "
                     "The same command "
                     "again continues what is not finished.",
                     "Words after `--` are options of `ivpbench run`, such as "
                     "`--only-accuracy` or `--problems GLOBS`. Afterwards use `ivpbench "
                     "status`, `ivpbench merge` "
                     "and `ivpbench cancel`." },
    .operands = { { "PLAN", WORD_PLAN,
                    .meaning = "file, or a name that `ivpbench list plans` prints" } },
    .options = options,
    .examples = { { "ivpbench submit default -o campaign --array 16 --slurm --time 04:00:00",
                    "Run a plan in 16 shards on a cluster." },
                  { "ivpbench merge campaign/shards/*.db -o all.db",
                    "Collect the results, also while shards still run." } },
    .run = run,
};
