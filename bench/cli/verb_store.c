/* verb_store.c -- `ivpbench store check|repair|compact|migrate`: care for files of results.
 *
 * No file is changed: what is saved, compacted or migrated goes to a new one. */
#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/store/store.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: ivpbench store check STORE\n"
    "       ivpbench store repair STORE -o NEW\n"
    "       ivpbench store compact STORE -o NEW\n"
    "       ivpbench store migrate STORE -o NEW\n"
    "\n"
    "check    reads everything and verifies every digest; says what is damaged, cell by cell\n"
    "repair   writes what is whole to a new store, also from a file whose pages are damaged;\n"
    "         what is lost is run again by the same plan\n"
    "compact  the same of a sound store: without unfinished cells and free pages\n"
    "migrate  the same of a store of an older schema\n"
    "\n"
    "STORE is never changed. Exit: 0, 2 usage, 3 damaged.\n";

static int check(const char *path)
{
    char why[1024];
    store *s = store_open(path, false, why, sizeof why);
    if (!s) {
        cli_say("%s", why);
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
    char why[1024] = "";
    long kept = 0, lost = 0;
    if (!store_rescue(path, to, &kept, &lost, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_INFRA;
    }
    printf("%s: %ld results kept, %ld lost\n", to, kept, lost);
    if (*why) cli_say("%s", why);
    return lost || *why ? CLI_INFRA : CLI_OK;
}

static int run(int argc, char **argv)
{
    const char *output = NULL;
    const option_row rows[] = { { "output", 'o', OPTION_TEXT, &output, NULL }, { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    const char *what = argc - first == 2 ? argv[first] : "";
    if (!strcmp(what, "check") && !output) return check(argv[first + 1]);
    const bool known =
        !strcmp(what, "repair") || !strcmp(what, "compact") || !strcmp(what, "migrate");
    if (known && output) return rescue(argv[first + 1], output);
    cli_say("store: say check STORE, or repair, compact or migrate STORE --output NEW");
    return CLI_USAGE;
}

const cli_verb verb_store = { .name = "store",
                              .summary = "check, repair, compact or migrate a store",
                              .usage = usage,
                              .run = run };
