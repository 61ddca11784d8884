/* verb_store.c -- `ivpbench store check|repair|compact|migrate`: care for files of results.
 *
 * No file is changed: what is saved, compacted or migrated goes to a new one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/store/store.h"

#include <stdio.h>
#include <string.h>

static int check(const char *path)
{
    reason why;
    store *s = store_open(path, false, &why);
    if (!s) {
        cli_say("%s", why.text);
        return CLI_INFRA;
    }
    const bool good = store_check(s);
    for (int i = 0; store_damage(s, i); i++) puts(store_damage(s, i));
    if (good) printf("%s: sound\n", path);
    store_close(s);
    return good ? CLI_OK : CLI_INFRA;
}

static int rescue(const char *path, const char *to)
{
    reason why = { "" };
    long kept = 0, lost = 0;
    if (!store_rescue(path, to, &kept, &lost, &why)) {
        cli_say("%s", why.text);
        return CLI_INFRA;
    }
    printf("%s: %ld results kept, %ld lost\n", to, kept, lost);
    if (*why.text) cli_say("%s", why.text);
    return lost || *why.text ? CLI_INFRA : CLI_OK;
}

typedef struct request {
    const char *output;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_store, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (!strcmp(argv[first], "check")) return check(argv[first + 1]);
    if (q.output) return rescue(argv[first + 1], q.output);
    cli_say("store %s: give --output for the new store", argv[first]);
    return CLI_USAGE;
}

static const option_row options[] = { { "output", 'o', OPTION_TEXT, offsetof(request, output),
                                        "FILE", WORD_FILE, .meaning = "new store (required)",
                                        .actions = "repair|compact|migrate" },
                                      { 0 } };

#define ONE_STORE                                                                              \
    {                                                                                          \
        {                                                                                      \
            "STORE", WORD_STORE, .meaning = "store to read"                                    \
        }                                                                                      \
    }

const cli_verb verb_store = {
    .name = "store",
    .summary = "check, repair, compact or migrate a store",
    .synopsis = { "store check STORE", "store repair STORE --output FILE",
                  "store compact STORE --output FILE", "store migrate STORE --output FILE" },
    .description = { "The command maintains files of results. It never changes STORE: it "
                     "writes a new file." },
    .actions = { { "check", "verify every digest and name the damaged cells", ONE_STORE },
                 { "repair",
                   "copy all undamaged results, also from a file with damaged pages; the same "
                   "plan runs the lost cells again",
                   ONE_STORE },
                 { "compact", "copy without unfinished cells and free pages", ONE_STORE },
                 { "migrate", "copy a store of an older schema", ONE_STORE } },
    .options = options,
    .exits = { { CLI_INFRA, "the store is damaged, or the new store is not written" } },
    .examples = { { "ivpbench store repair out/bench.db -o out/repaired.db",
                    "Save the undamaged results of a store." } },
    .run = run,
};
