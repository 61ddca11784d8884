/* verb_export.c -- `ivpbench export`: the store for everything else in the world.
 *
 * Scores are computed while exporting: a new reference needs no new run.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/partial.h"
#include "bench/cli/verbs.h"
#include "bench/base/util.h"
#include "reports/tables/export.h"
#include "bench/cli/verb_board.h"
#include "reports/figures/style_rows.h"

typedef void writer(const board *b, FILE *f);

static writer *writer_of(const char *format, const char *table)
{
    if (!strcmp(table, "errors")) return export_errors;
    if (!strcmp(table, "series")) return export_series;
    if (!strcmp(table, "styles")) return style_rows;
    return strcmp(format, "jsonl") ? export_csv : export_jsonl;
}

static int say_failed(const char *path)
{
    cli_say("writing %s failed: %s", path ? path : "to standard output", strerror(errno));
    return CLI_INFRA;
}

static bool write_all(const board *b, writer *write, FILE *f)
{
    write(b, f);
    return !fflush(f) && !ferror(f);
}

static int write_to(const board *b, writer *write, const char *path)
{
    reason why;
    if (!path) return write_all(b, write, stdout) ? CLI_OK : say_failed(NULL);
    FILE *f = partial_open(path);
    if (!f) return say_failed(path);
    write(b, f);
    if (partial_close(f, path, true, true, &why)) return CLI_OK;
    cli_say("writing failed: %s", why.text);
    return CLI_INFRA;
}

typedef struct request {
    const char *store, *format, *table, *output, *reference;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    if (verb_read(&verb_export, &q, argc, argv) < 0) return CLI_USAGE;
    if (!strcmp(q.format, "jsonl") && strcmp(q.table, "cells") != 0) {
        cli_say("--table %s is written as csv only", q.table);
        return CLI_USAGE;
    }
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error, not an end */
    board *b = verb_board(q.store, q.reference);
    if (!b) return CLI_INFRA;
    const int code = write_to(b, writer_of(q.format, q.table), q.output);
    return verb_board_close(b, code);
}

static const option_row options[] = {
    STORE_ROW(request),
    { "format", 'f', OPTION_WORD, offsetof(request, format), "WORD", WORD_TEXT,
      .meaning = "comma-separated rows, or one JSON object a line", .choices = "csv|jsonl",
      .initial = "csv" },
    { "table", 0, OPTION_WORD, offsetof(request, table), "WORD", WORD_TEXT,
      .meaning =
          "a row for each result, each error of an observable along the trajectory, each "
          "stored point, or the line of each result in diagrams",
      .choices = "cells|errors|series|styles", .initial = "cells" },
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "FILE", WORD_FILE,
      .meaning = "file to write", .otherwise = "standard output" },
    REFERENCE_ROW(request),
    { 0 }
};

const cli_verb verb_export = {
    .name = "export",
    .summary = "write all results as CSV or JSON lines",
    .synopsis = { "export [options]" },
    .description = { "The command writes every result with its scores. It computes the scores "
                     "from the references of today. Missing values are empty in csv and left "
                     "out in jsonl. Floating-point numbers read back with the same bits. The "
                     "other tables exist as csv only." },
    .options = options,
    .examples = { { "ivpbench export --output out/cells.csv", "Write one row a result." },
                  { "ivpbench export --table series --output out/series.csv",
                    "Write the stored points of all trajectories." } },
    .run = run,
};
