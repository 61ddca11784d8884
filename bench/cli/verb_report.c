/* verb_report.c -- `ivpbench report`: figures and tables of everything in a store.
 *
 * Writing again into the same folder replaces what is there, file by file. */
#include <stdio.h>
#include <stdlib.h>

#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/base/util.h"
#include "reports/page/report.h"
#include "bench/cli/verb_board.h"

static const char usage[] =
    "usage: ivpbench report [EARLIER...] [--store FILE] [--output DIR] [--figures FILE]\n"
    "                       [--reference DIR] [--latex]\n"
    "\n"
    "Writes index.html, one file to be looked at in a browser, and index.md, with diagrams (PNG,\n"
    "SVG; gnuplot scripts and data) in figures/ and tables (CSV) in tables/. Stores named EARLIER\n"
    "are compared with this one in the same page. Runs nothing: every number comes from the\n"
    "stores and the reference files. The page is drawn by D3 (Debian: node-d3, or its file in\n"
    "IVPBENCH_D3); without it, it is static.\n"
    "\n"
    "      --store FILE      results to read (out/bench.db)\n"
    "      --output DIR      folder to write into (out)\n"
    "      --figures FILE    figures of one's own, as the page saves them: drawn, and in the page\n"
    "      --reference DIR   folder of the reference solutions\n"
    "      --latex           report.tex too, and its tables: pdflatex makes a PDF of them\n"
    "\n"
    "Results whose timings are still to come are shown with their accuracy, and the page says how\n"
    "far the run is. Without gnuplot no pictures are drawn, all else is written.\n"
    "\n"
    "Exit code 3: nothing to report, or a file could not be read or written.\n";

typedef struct request {
    const char *output, *reference, *figures;
    bool latex;
} request;

static int write_all(const board *b, const earlier *e, const request *q)
{
    custom_figures custom = { 0 };
    char why[BOARD_WHY] = "";
    if (!b->n) {
        cli_say("the store holds no results; run `ivpbench run PLAN` first");
        return CLI_INFRA;
    }
    if (q->figures && !custom_read(b, q->figures, &custom, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_USAGE;
    }
    const report_end end = report_write(b, e, &custom, q->output, q->latex, why, sizeof why);
    custom_free(&custom);
    if (end != REPORT_DONE) cli_say("%s", why);
    if (end == REPORT_FAILED) return CLI_INFRA;
    printf("%s/index.html\n", q->output);
    return CLI_OK;
}

/* Opens the earlier stores, and closes them again. */
static int report_with(const board *b, char **names, int n, const request *q)
{
    board **boards = need(calloc((size_t)n + 1, sizeof *boards));
    int code = CLI_OK;
    for (int i = 0; i < n && code == CLI_OK; i++)
        if (!(boards[i] = verb_board(names[i], q->reference))) code = CLI_INFRA;
    const earlier e = { n, boards, (const char *const *)names };
    if (code == CLI_OK) code = write_all(b, &e, q);
    for (int i = 0; i < n; i++) code = verb_board_close(boards[i], code);
    free(boards);
    return code;
}

static int run(int argc, char **argv)
{
    const char *path = "out/bench.db";
    request q = { .output = "out" };
    const option_row rows[] = { { "store", 's', OPTION_TEXT, &path, NULL },
                                { "output", 'o', OPTION_TEXT, &q.output, NULL },
                                { "figures", 0, OPTION_TEXT, &q.figures, NULL },
                                { "reference", 'R', OPTION_TEXT, &q.reference, NULL },
                                { "latex", 0, OPTION_FLAG, &q.latex, NULL },
                                { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    board *b = verb_board_so_far(path, q.reference);
    return b ? verb_board_close(b, report_with(b, argv + first, argc - first, &q)) : CLI_INFRA;
}

const cli_verb verb_report = {
    .name = "report",
    .summary = "draw diagrams and write tables from a store",
    .usage = usage,
    .run = run,
};
