/* verb_report.c -- `ivpbench report`: figures and tables of everything in a store.
 *
 * Writing again into the same folder replaces what is there, file by file. */
#include <stdio.h>
#include <string.h>

#include "bench/base/cli.h"
#include "bench/base/options.h"
#include "reports/page/report.h"
#include "bench/verbs/verb_board.h"

static const char usage[] =
    "usage: ivpbench report [--store FILE] [--output DIR] [--reference DIR] [--latex]\n"
    "\n"
    "Writes index.md and index.html with all diagrams (PNG, SVG; gnuplot scripts and data "
    "beside\n"
    "them in figures/) and tables (also as CSV in tables/). Runs nothing: every number comes "
    "from\n"
    "the store and the reference files.\n"
    "\n"
    "      --store FILE      results to read (out/bench.db)\n"
    "      --output DIR      folder to write into (out)\n"
    "      --reference DIR   folder of the reference solutions\n"
    "      --latex           tables in LaTeX too\n"
    "\n"
    "Exit code 3: nothing to report, no gnuplot (tables are written), or a file could not be\n"
    "read or written.\n";

static int write_all(const board *b, const char *folder, bool latex)
{
    char why[BOARD_WHY] = "";
    if (!b->n) {
        cli_say("the store holds no results; run `ivpbench run PLAN` first");
        return CLI_INFRA;
    }
    if (report_write(b, folder, latex, why, sizeof why) != REPORT_DONE) {
        cli_say("%s", why);
        return CLI_INFRA;
    }
    printf("%s/index.html\n", folder);
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    const char *path = "out/bench.db", *output = "out", *reference = NULL;
    bool latex = false;
    const option_row rows[] = { { "store", 's', OPTION_TEXT, &path, NULL },
                                { "output", 'o', OPTION_TEXT, &output, NULL },
                                { "reference", 'R', OPTION_TEXT, &reference, NULL },
                                { "latex", 0, OPTION_FLAG, &latex, NULL },
                                { 0 } };
    if (!options_alone(rows, argc, argv)) return CLI_USAGE;
    board *b = verb_board(path, reference);
    if (!b) return CLI_INFRA;
    const int code = write_all(b, output, latex);
    return verb_board_close(b, code);
}

const cli_verb verb_report = {
    .name = "report",
    .summary = "draw diagrams and write tables from a store",
    .usage = usage,
    .run = run,
};
