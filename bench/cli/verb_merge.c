/* verb_merge.c -- `ivpbench merge`: stores of several machines or shards into one. */
#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/base/partial.h"
#include "bench/store/place.h"
#include "bench/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char usage[] =
    "usage: ivpbench merge STORE ... -o STORE\n"
    "\n"
    "Adds what is finished in the given stores to the one named by --output, which is created\n"
    "where it does not exist. The same cell of two machines stays two measurements.\n"
    "Results of one cell on one machine must agree in all that does not hang on time: outcomes\n"
    "that succeed in counters and end state. Exit: 0, 2 usage, 3 damaged or contradictory.\n";

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
    char why[1024];
    bool complete = false;
    char *part = access(output, F_OK) && !place_is_kept(output) ? partial_name(output) : NULL;
    store *s = store_open(part ? part : output, true, why, sizeof why);
    if (!s) cli_say("%s", why);
    bool good = s && add_all(s, from, n, &complete);
    store_close(s);
    if (good && part && !partial_finish(part, output, false, why, sizeof why)) {
        good = false;
        cli_say("%s", why);
    }
    if (part) partial_drop(part);
    free(part);
    return good && complete ? CLI_OK : CLI_INFRA;
}

static int run(int argc, char **argv)
{
    const char *output = NULL;
    const option_row rows[] = { { "output", 'o', OPTION_TEXT, &output, NULL }, { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (first == argc || !output) {
        cli_say("merge: give stores to read, and --output for the one to write");
        return CLI_USAGE;
    }
    return merge(argv + first, argc - first, output);
}

const cli_verb verb_merge = {
    .name = "merge", .summary = "join stores of several machines", .usage = usage, .run = run
};
