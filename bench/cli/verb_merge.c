/* verb_merge.c -- `ivpbench merge`: stores of several machines or shards into one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/base/partial.h"
#include "bench/store/place.h"
#include "bench/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* false: one of them could not be merged. *whole: nothing in them was damaged. */
static bool add_all(store *s, char **from, int n, bool *complete)
{
    for (int i = 0; i < n; i++) {
        long added, skipped;
        if (!store_merge(s, from[i], &added, &skipped)) {
            cli_say("%s", store_error(s));
            return false;
        }
        printf("%s: %ld added, %ld known before\n", from[i], added, skipped);
    }
    for (int i = 0; store_damage(s, i); i++)
        cli_say("%s; it was not merged", store_damage(s, i));
    *complete = !store_damage(s, 0);
    return true;
}

/* A store that is there grows by transactions. A new one gets its name when all is in it. */
static int merge(char **from, int n, const char *output)
{
    reason why;
    bool complete = false;
    char *part = access(output, F_OK) && !place_is_kept(output) ? partial_name(output) : NULL;
    store *s = store_open(part ? part : output, true, &why);
    if (!s) cli_say("%s", why.text);
    bool good = s && add_all(s, from, n, &complete);
    store_close(s);
    if (good && part && !partial_finish(part, output, false, &why)) {
        good = false;
        cli_say("%s", why.text);
    }
    if (part) partial_drop(part);
    free(part);
    return good && complete ? CLI_OK : CLI_INFRA;
}

typedef struct request {
    const char *output;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_merge, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (!q.output) {
        cli_say("merge: give --output for the store to write");
        return CLI_USAGE;
    }
    return merge(argv + first, argc - first, q.output);
}

static const option_row options[] = {
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "FILE", WORD_FILE,
      .meaning = "store to write; it is created or extended (required)" },
    { 0 }
};

const cli_verb verb_merge = {
    .name = "merge",
    .summary = "merge stores of several machines or shards",
    .synopsis = { "merge STORE... --output FILE" },
    .description = { "The command adds the finished cells of the given stores to one store. "
                     "A cell that was measured on two machines stays two measurements.",
                     "Results of one cell on one machine must agree in everything that does "
                     "not depend on time. Successful results agree in their counters and end "
                     "states." },
    .operands = { { "STORE", WORD_STORE, .repeated = true, .meaning = "store to read" } },
    .options = options,
    .exits = { { CLI_INFRA, "a store is damaged, or two results contradict each other" } },
    .examples = { { "ivpbench merge campaign/shards/*.db -o all.db",
                    "Merge the shards of a campaign, also while some of them still run." } },
    .run = run,
};
