/* verb_submit.c -- `ivpbench submit`, `ivpbench cancel`: a campaign for many machines. */
#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/base/util.h"
#include "bench/cluster/cluster.h"
#include "bench/plan/plan.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char submit_usage[] =
    "usage: ivpbench submit PLAN --output FOLDER [options] [-- OPTION-OF-RUN...]\n"
    "\n"
    "Cuts a plan into shards that may run on different machines: writes a folder with the plan and\n"
    "a script, job.sh, and hands them to Slurm as an array, or says how to run them without.\n"
    "The same command again goes on with what is not finished.\n"
    "\n"
    "  -o, --output FOLDER   of the campaign; all machines must see it\n"
    "      --array N         shards (default 8)\n"
    "      --slurm           submit the array\n"
    "      --time T          time limit of a shard, as sbatch takes it (HH:MM:SS)\n"
    "      --partition P     partition of the cluster\n"
    "      --constraint F    feature that nodes must have: times are compared only between nodes\n"
    "                        of one kind\n"
    "      --local FOLDER    where a shard keeps its store while it works (default /tmp)\n"
    "      --every S         seconds between copies of it into FOLDER (default 60)\n"
    "      --shared          nodes need not be free of other jobs; with --only-accuracy nothing\n"
    "                        is timed, and this is meant\n"
    "      OPTION-OF-RUN     words for ivpbench run, as --only-accuracy or --problems GLOB\n"
    "\n"
    "Then: ivpbench status FOLDER; ivpbench merge FOLDER/shards/*.db -o STORE, also while shards\n"
    "still run; ivpbench cancel FOLDER.\n";

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
static char *plan_text(const char *name, char *why, size_t size)
{
    const plan_choice all = { 0 };
    plan p;
    if (!plan_read(&p, name, &all, why, size)) return NULL;
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
                    char *why, size_t size)
{
    char *text = plan_text(name, why, size), *inside = text_of("%s/", r->output),
         real[PATH_MAX];
    bool good = text && folders_above(inside, why, size);
    if (good && !realpath(r->output, real))
        good = fail(why, size, "%s: no folder can be made of this name", r->output);
    if (good) {
        *c = (cluster){ .folder = copied(real), .shards = r->shards };
        good = cluster_make(c, text, options, why, size);
    }
    free(inside);
    free(text);
    return good;
}

static int submit_it(const char *name, request *r, char *const options[])
{
    char why[1024] = "";
    cluster c = { 0 };
    r->wishes.shared |= says(options, "--only-accuracy");
    bool good = prepare(&c, r, name, options, why, sizeof why);
    if (good && r->slurm)
        good =
            slurm_submit(&c, &r->wishes, why, sizeof why) && cluster_note(&c, why, sizeof why);
    if (good)
        tell(&c, r);
    else
        cli_say("%s", why);
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

static int submit(int argc, char **argv)
{
    request r = { .shards = 8, .wishes = { .local = "/tmp", .every_s = 60 } };
    const option_row rows[] = {
        { "output", 'o', OPTION_TEXT, &r.output, NULL },
        { "array", 0, OPTION_COUNT, &r.shards, NULL },
        { "slurm", 0, OPTION_FLAG, &r.slurm, NULL },
        { "time", 0, OPTION_TEXT, &r.wishes.time, NULL },
        { "partition", 0, OPTION_TEXT, &r.wishes.partition, NULL },
        { "constraint", 0, OPTION_TEXT, &r.wishes.constraint, NULL },
        { "local", 0, OPTION_TEXT, &r.wishes.local, NULL },
        { "every", 0, OPTION_COUNT, &r.wishes.every_s, NULL },
        { "shared", 0, OPTION_FLAG, &r.wishes.shared, NULL },
        { 0 },
    };
    char **options = cut_options(&argc, argv);
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (first + 1 != argc || !r.output) {
        cli_say("submit: give one plan, and --output for the folder of the campaign");
        return CLI_USAGE;
    }
    if (r.shards < 1 || r.shards > CLUSTER_MOST || r.wishes.every_s < 1) {
        cli_say("submit: --array goes from 1 to %d, --every is at least 1", CLUSTER_MOST);
        return CLI_USAGE;
    }
    return submit_it(argv[first], &r, options);
}

static const char cancel_usage[] =
    "usage: ivpbench cancel FOLDER\n"
    "\n"
    "Ends the Slurm array of a campaign; what its shards kept stays.\n";

static int cancel(int argc, char **argv)
{
    char why[1024];
    cluster c;
    const option_row rows[] = { { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0 || first + 1 != argc) {
        if (first >= 0) cli_say("cancel: give the folder of one campaign");
        return CLI_USAGE;
    }
    bool good = cluster_read(&c, argv[first], why, sizeof why);
    if (good) {
        good = slurm_cancel(&c, why, sizeof why);
        cluster_free(&c);
    }
    if (!good) cli_say("%s", why);
    return good ? CLI_OK : CLI_INFRA;
}

const cli_verb verb_submit = { .name = "submit",
                               .summary =
                                   "a plan as shards for many machines, by Slurm or by hand",
                               .usage = submit_usage,
                               .run = submit };
const cli_verb verb_cancel = { .name = "cancel",
                               .summary = "end the Slurm array of a campaign",
                               .usage = cancel_usage,
                               .run = cancel };
