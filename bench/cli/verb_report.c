/* verb_report.c -- `ivpbench report`: figures and tables of everything in a store.
 *
 * Writing again into the same folder replaces what is there, file by file.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>

#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/base/util.h"
#include "reports/page/by_commit.h"
#include "reports/page/report.h"
#include "bench/cli/verb_board.h"

typedef struct request {
    const char *store, *output, *reference, *figures, *history, *metric;
    bool latex;
} request;

static int write_all(const board *b, const earlier *e, const request *q)
{
    custom_figures custom = { 0 };
    reason why = { "" };
    if (!b->n) {
        cli_say("the store holds no results; run `ivpbench run PLAN` first");
        return CLI_INFRA;
    }
    if (q->figures && !custom_read(b, q->figures, &custom, &why)) {
        cli_say("%s", why.text);
        return CLI_USAGE;
    }
    const report_end end = report_write(b, e, &custom, q->output, q->latex, &why);
    custom_free(&custom);
    if (end != REPORT_DONE) cli_say("%s", why.text);
    if (end == REPORT_FAILED) return CLI_INFRA;
    printf("%s/index.html\n", q->output);
    return CLI_OK;
}

static int read_history(const request *q, json_t **history)
{
    reason why;
    if (!q->history || (*history = by_commit_read(q->history, &why))) return CLI_OK;
    cli_say("%s", why.text);
    return CLI_USAGE;
}

/* Opens the earlier stores, and closes them again. */
static int report_with(const board *b, char **names, int n, const request *q)
{
    board **boards = need(calloc((size_t)n + 1, sizeof *boards));
    int code = CLI_OK;
    for (int i = 0; i < n && code == CLI_OK; i++)
        if (!(boards[i] = verb_board(names[i], q->reference)))
            code = CLI_INFRA;
        else
            board_judge_by(boards[i], q->metric);
    json_t *history = NULL;
    if (code == CLI_OK) code = read_history(q, &history);
    const earlier e = { n, boards, (const char *const *)names, history };
    if (code == CLI_OK) code = write_all(b, &e, q);
    json_decref(history);
    for (int i = 0; i < n; i++) code = verb_board_close(boards[i], code);
    free(boards);
    return code;
}

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_report, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    board *b = verb_board_so_far(q.store, q.reference);
    if (b) board_judge_by(b, q.metric);
    return b ? verb_board_close(b, report_with(b, argv + first, argc - first, &q)) : CLI_INFRA;
}

static const option_row options[] = {
    STORE_ROW(request),
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "DIR", WORD_FOLDER,
      .meaning = "folder to write into", .initial = "out" },
    { "figures", 0, OPTION_TEXT, offsetof(request, figures), "FILE", WORD_FILE,
      .meaning =
          "file of figures that the page saved: draw them too, and offer them in the page" },
    { "history", 0, OPTION_TEXT, offsetof(request, history), "FILE", WORD_FILE,
      .meaning = "file of `ivpbench history --json`: show curves and changes by commit too" },
    { "latex", 0, OPTION_FLAG, offsetof(request, latex), NULL, WORD_TEXT,
      .meaning = "write report.tex with its tables too, for pdflatex" },
    METRIC_ROW(request),
    REFERENCE_ROW(request),
    { 0 }
};

const cli_verb verb_report = {
    .name = "report",
    .summary = "draw diagrams and write tables from a store",
    .synopsis = { "report [EARLIER...] [options]" },
    .description = { "The command writes index.html, a page for a browser, and index.md. It "
                     "writes diagrams as PNG and SVG with gnuplot scripts and data into "
                     "figures/, and tables as CSV into tables/. It runs no solver: every "
                     "number comes from "
                     "stores and reference files.",
                     "Where timings are still missing, the page shows the accuracy and the "
                     "progress of the run. D3 draws the page (Debian's node-d3, or the file "
                     "`IVPBENCH_D3`); without D3 the page is static. Without gnuplot the "
                     "command draws no pictures and writes everything else." },
    .operands = { { "EARLIER", WORD_STORE, .optional = true, .repeated = true,
                    .meaning = "store to compare with in the same page" } },
    .options = options,
    .exits = { { CLI_INFRA, "the store is empty, or a file could not be read or written" } },
    .examples = { { "ivpbench report --store out/bench.db --output out",
                    "Write the page out/index.html." },
                  { "ivpbench report @last-year",
                    "Compare the new results with archived ones." } },
    .run = run,
};
