/* verb_export.c -- `ivpbench export`: the store for everything else in the world.
 *
 * Scores are computed while exporting: a new reference needs no new run. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bench/base/cli.h"
#include "bench/base/options.h"
#include "reports/tables/export.h"
#include "bench/verbs/verb_board.h"

static const char usage[] =
    "usage: ivpbench export [--store FILE] [--format csv|jsonl] [--table cells|errors|series]\n"
    "                       [--output FILE]\n"
    "\n"
    "Writes every result with its scores, one row (csv) or one line (jsonl) each. Values that "
    "do\n"
    "not exist are empty (csv) or left out (jsonl). Doubles read back as the same bits.\n"
    "\n"
    "      --store FILE      results to read (out/bench.db)\n"
    "      --format WORD     csv or jsonl (csv)\n"
    "      --table WORD      cells (a row for each result), errors (along the trajectory, a row for\n"
    "                        each observable) or series (a row for each stored point); the last\n"
    "                        two in csv only\n"
    "      --output FILE     where to write (standard output)\n"
    "      --reference DIR   folder of the reference solutions\n";

typedef void writer(const board *b, FILE *f);

static writer *writer_of(const char *format, const char *table)
{
    if (!strcmp(table, "errors")) return export_errors;
    if (!strcmp(table, "series")) return export_series;
    return strcmp(format, "jsonl") ? export_csv : export_jsonl;
}

static int write_to(const board *b, writer *write, const char *path)
{
    FILE *f = path ? fopen(path, "w") : stdout;
    if (!f) {
        cli_say("cannot write %s: %s", path, strerror(errno));
        return CLI_INFRA;
    }
    write(b, f);
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
    const char *which = "cells";
    const option_row rows[] = { { "store", 's', OPTION_TEXT, &path, NULL },
                                { "format", 'f', OPTION_WORD, &format, "csv|jsonl" },
                                { "table", 0, OPTION_WORD, &which, "cells|errors|series" },
                                { "output", 'o', OPTION_TEXT, &output, NULL },
                                { "reference", 'R', OPTION_TEXT, &reference, NULL },
                                { 0 } };
    if (!options_alone(rows, argc, argv)) return CLI_USAGE;
    if (!strcmp(format, "jsonl") && strcmp(which, "cells") != 0) {
        cli_say("--table %s is written as csv only", which);
        return CLI_USAGE;
    }
    board *b = verb_board(path, reference);
    if (!b) return CLI_INFRA;
    const int code = write_to(b, writer_of(format, which), output);
    board_close(b);
    return code;
}

const cli_verb verb_export = {
    .name = "export",
    .summary = "write all results as CSV or JSON lines",
    .usage = usage,
    .run = run,
};
