/* verb_report.c -- `ivpbench report`: figures and tables of everything in a store.
 *
 * Writing again into the same folder replaces what is there, file by file. */
#include <stdio.h>
#include <stdlib.h>

#include "bench/base/cli.h"
#include "bench/base/options.h"
#include "bench/base/util.h"
#include "reports/page/report.h"
#include "bench/verbs/verb_board.h"

static const char usage[] =
    "usage: ivpbench report [EARLIER...] [--store FILE] [--output DIR] [--reference DIR] [--latex]\n"
    "\n"
    "Writes index.html, one file to be looked at in a browser, and index.md, with diagrams (PNG,\n"
    "SVG; gnuplot scripts and data) in figures/ and tables (CSV) in tables/. Stores named EARLIER\n"
    "are compared with this one in the same page. Runs nothing: every number comes from the\n"
    "stores and the reference files. The page is drawn by D3 (Debian: node-d3, or its file in\n"
    "IVPBENCH_D3); without it, it is static.\n"
    "\n"
    "      --store FILE      results to read (out/bench.db)\n"
    "      --output DIR      folder to write into (out)\n"
    "      --reference DIR   folder of the reference solutions\n"
    "      --latex           report.tex too, and its tables: pdflatex makes a PDF of them\n"
    "\n"
    "Exit code 3: nothing to report, no gnuplot (tables are written), or a file could not be\n"
    "read or written.\n";

static int write_all(const board *b, const earlier *e, const char *folder, bool latex)
{
    char why[BOARD_WHY] = "";
    if (!b->n) {
        cli_say("the store holds no results; run `ivpbench run PLAN` first");
        return CLI_INFRA;
    }
    if (report_write_beside(b, e, folder, latex, why, sizeof why) != REPORT_DONE) {
        cli_say("%s", why);
        return CLI_INFRA;
    }
    printf("%s/index.html\n", folder);
    return CLI_OK;
}

/* Opens the earlier stores, and closes them again. */
static int beside(const board *b, char **names, int n, const char *output, bool latex,
                  const char *reference)
{
    board **boards = need(calloc((size_t)n + 1, sizeof *boards));
    int code = CLI_OK;
    for (int i = 0; i < n && code == CLI_OK; i++)
        if (!(boards[i] = verb_board(names[i], reference))) code = CLI_INFRA;
    const earlier e = { n, boards, (const char *const *)names };
    if (code == CLI_OK) code = write_all(b, &e, output, latex);
    for (int i = 0; i < n; i++) code = verb_board_close(boards[i], code);
    free(boards);
    return code;
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
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    board *b = verb_board(path, reference);
    return b ? verb_board_close(b,
                                beside(b, argv + first, argc - first, output, latex, reference))
             : CLI_INFRA;
}

const cli_verb verb_report = {
    .name = "report",
    .summary = "draw diagrams and write tables from a store",
    .usage = usage,
    .run = run,
};
