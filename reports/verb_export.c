/* verb_export.c -- `ivpbench export`: the store for everything else in the world. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bench/cli.h"
#include "bench/options.h"
#include "reports/export.h"

static const char usage[] =
    "usage: ivpbench export [--store FILE] [--format csv|jsonl] [--output FILE]\n"
    "\n"
    "Writes every result with its scores, one row (csv) or one line (jsonl) each. Values that "
    "do\n"
    "not exist are empty (csv) or left out (jsonl). Doubles read back as the same bits.\n"
    "\n"
    "      --store FILE      results to read (out/bench.db)\n"
    "      --format WORD     csv or jsonl (csv)\n"
    "      --output FILE     where to write (standard output)\n"
    "      --reference DIR   folder of the reference solutions\n";

static int write_to(const board *b, const char *format, const char *path)
{
    FILE *f = path ? fopen(path, "w") : stdout;
    if (!f) {
        cli_say("cannot write %s: %s", path, strerror(errno));
        return CLI_INFRA;
    }
    (strcmp(format, "jsonl") ? export_csv : export_jsonl)(b, f);
    const bool bad = fflush(f) || ferror(f);
    if ((path && fclose(f)) || bad) {
        cli_say("writing %s failed: %s", path ? path : "to standard output", strerror(errno));
        return CLI_INFRA;
    }
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    const char *path = "out/bench.db", *format = "csv", *output = NULL, *reference = NULL;
    const option_row rows[] = { { "store", 's', OPTION_TEXT, &path, NULL },
                                { "format", 'f', OPTION_WORD, &format, "csv|jsonl" },
                                { "output", 'o', OPTION_TEXT, &output, NULL },
                                { "reference", 'R', OPTION_TEXT, &reference, NULL },
                                { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (first < argc) {
        cli_say("export takes no operand, but \"%s\" was given; see ivpbench export --help",
                argv[first]);
        return CLI_USAGE;
    }
    char why[BOARD_WHY];
    board *b = board_open(path, reference, why, sizeof why);
    if (!b) {
        cli_say("%s", why);
        return CLI_INFRA;
    }
    const int code = write_to(b, format, output);
    board_close(b);
    return code;
}

const cli_verb verb_export = {
    .name = "export",
    .summary = "write all results as CSV or JSON lines",
    .usage = usage,
    .run = run,
};
