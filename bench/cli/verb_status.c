/* verb_status.c -- `ivpbench status`: how far the shards of a campaign are.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/base/util.h"
#include "bench/cluster/cluster.h"
#include "bench/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct tally {
    long finished, failed, pending;
    bool begun;
} tally;

static bool count(void *context, const record *r, const char *machine)
{
    tally *t = context;
    (void)machine;
    t->finished++;
    t->failed += r->outcome != OUTCOME_OK;
    return true;
}

/* A shard that has not begun has no store, and nobody knows its cells. */
static bool look(const cluster *c, long shard, tally *t, reason *why)
{
    char *path = cluster_store(c, shard);
    t->begun = !access(path, F_OK);
    store *s = t->begun ? store_open(path, false, why) : NULL;
    const bool good = !t->begun || s;
    store_versions v = { 0 };
    if (s && store_each(s, false, count, t) && store_versions_of(s, &v)) t->pending = v.pending;
    free(v.what);
    store_close(s);
    free(path);
    return good;
}

static void print_line(const char *name, const tally *t, const char *state)
{
    printf("%-6s %9ld %7ld %8ld  %s\n", name, t->finished, t->failed, t->pending,
           *state       ? state
           : !t->begun  ? "not begun"
           : t->pending ? "stopped: submit it again"
                        : "finished");
}

static int tell(const cluster *c, slurm_state *states)
{
    reason why;
    tally all = { .begun = true };
    bool complete = true, good = true;
    printf("%-6s %9s %7s %8s\n", "shard", "finished", "failed", "to run");
    for (long i = 1; i <= c->shards; i++) {
        tally t = { 0 };
        char name[24];
        const bool read = look(c, i, &t, &why);
        if (!read) cli_say("%s", why.text);
        good = good && read;
        complete = complete && t.begun && !t.pending;
        all.finished += t.finished, all.failed += t.failed, all.pending += t.pending;
        snprintf(name, sizeof name, "%ld", i);
        if (read) print_line(name, &t, states[i - 1]);
    }
    print_line("all", &all, complete ? "finished" : "not finished");
    return !good ? CLI_INFRA : complete ? CLI_OK : CLI_CHECK;
}

static int run(int argc, char **argv)
{
    reason why;
    cluster c;
    const int first = verb_read(&verb_status, NULL, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (!cluster_read(&c, argv[first], &why)) {
        cli_say("%s", why.text);
        return CLI_INFRA;
    }
    slurm_state *states = need(calloc((size_t)c.shards, sizeof *states));
    if (!slurm_states(&c, states, &why)) cli_say("%s", why.text); /* stores tell the rest */
    const int code = tell(&c, states);
    free(states);
    cluster_free(&c);
    return code;
}

const cli_verb verb_status = {
    .name = "status",
    .summary = "show the progress of a campaign",
    .synopsis = { "status FOLDER" },
    .description = { "The command prints a line for each shard of a campaign. The line counts "
                     "results, results that are not ok, and cells still to run. It ends with "
                     "the state of the shard in Slurm." },
    .operands = { { "FOLDER", WORD_FOLDER, .meaning = "folder that `ivpbench submit` wrote" } },
    .exits = { { CLI_OK, "all shards are finished" },
               { CLI_CHECK, "a shard is not finished" },
               { CLI_INFRA, "a store cannot be read" } },
    .examples = { { "ivpbench status campaign", "Show the progress of all shards." } },
    .run = run,
};
