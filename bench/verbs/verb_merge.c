/* verb_merge.c -- `ivpbench merge`: stores of several machines or shards into one. */
#include "bench/base/cli.h"
#include "bench/base/options.h"
#include "bench/store/store.h"

#include <stdio.h>

static const char usage[] =
    "usage: ivpbench merge STORE ... -o STORE\n"
    "\n"
    "Adds what is finished in the given stores to the one named by --output, which is created\n"
    "where it does not exist. The same cell of two machines stays two measurements.\n";

static int run(int argc, char **argv)
{
    const char *output = NULL;
    char why[1024];
    const option_row rows[] = { { "output", 'o', OPTION_TEXT, &output, NULL }, { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (first == argc || !output) {
        cli_say("merge: give stores to read, and --output for the one to write");
        return CLI_USAGE;
    }
    store *s = store_open(output, true, why, sizeof why);
    if (!s) {
        cli_say("%s", why);
        return CLI_INFRA;
    }
    bool good = true;
    for (int i = first; good && i < argc; i++) {
        long added, skipped;
        good = store_merge(s, argv[i], &added, &skipped);
        if (good)
            printf("%s: %ld added, %ld known before\n", argv[i], added, skipped);
        else
            cli_say("%s", store_error(s));
    }
    for (int i = 0; store_damage(s, i); i++)
        cli_say("%s; it was not merged", store_damage(s, i));
    good = good && !store_damage(s, 0);
    store_close(s);
    return good ? CLI_OK : CLI_INFRA;
}

const cli_verb verb_merge = {
    .name = "merge", .summary = "join stores of several machines", .usage = usage, .run = run
};
