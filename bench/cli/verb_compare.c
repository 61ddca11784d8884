/* verb_compare.c -- `ivpbench compare BASE HEAD`: is the head slower, less accurate, broken?
 *
 * For continuous integration: both stores measured on one machine in one job.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/partial.h"
#include "bench/base/util.h"
#include "bench/cli/verbs.h"
#include "bench/cli/verb_board.h"
#include "reports/tables/compare.h"

typedef struct request {
    compare_limits limits;
    const char *json, *junit, *reference, *cost, *metric;
} request;

static void print(const comparison *c)
{
    table *t = compare_table(c);
    if (table_rows(t)) table_plain(t, stdout);
    table_free(t);
    printf("%d cells in both: %d slower, %d faster, %d lost digits, %d changed outcome\n",
           c->cells, c->slower, c->faster, c->worse, c->changed);
    if (c->timed) printf("head/base: geometric mean %.3f of %d cells\n", c->mean, c->timed);
    if (c->only_base || c->only_head)
        printf("%d only in base, %d only in head\n", c->only_base, c->only_head);
    if (c->untimed)
        printf("%d without comparable %s\n", c->untimed,
               c->instructions ? "counts" : "timings");
}

static bool write_json(const comparison *c, FILE *f)
{
    json_t *o = compare_json(c);
    char *wrong = schema_wrong(&compare_schema, o);
    if (wrong) cli_say("the comparison does not fit its schema: %s", wrong);
    const bool good = !wrong && !json_dumpf(o, f, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    fputc('\n', f);
    free(wrong);
    json_decref(o);
    return good;
}

static bool write_junit(const comparison *c, FILE *f)
{
    compare_junit(c, f);
    return true;
}

static bool write_file(const char *path, const comparison *c,
                       bool (*write)(const comparison *, FILE *))
{
    reason why;
    if (!path) return true;
    FILE *f = partial_open(path);
    bool good = f || reason_set(&why, "%s: %s", path, strerror(errno));
    if (f) {
        good = write(c, f) || reason_set(&why, "%s: %s", path, strerror(errno));
        good = partial_close(f, path, good, true, &why);
    }
    if (!good) cli_say("cannot write %s", why.text);
    return good;
}

static int judge(const board *base, const board *head, const request *q)
{
    comparison c = compare_boards(base, head, &q->limits);
    int code = compare_passes(&c) ? CLI_OK : CLI_CHECK;
    print(&c);
    if (!write_file(q->json, &c, write_json) || !write_file(q->junit, &c, write_junit))
        code = CLI_INFRA;
    if (!c.cells) {
        cli_say("the two stores have no cell in common");
        code = CLI_INFRA;
    }
    free(c.cell);
    return code;
}

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_compare, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    q.limits.instructions = !strcmp(q.cost, "instructions");
    board *base = verb_board(argv[first], q.reference);
    board *head = base ? verb_board(argv[first + 1], q.reference) : NULL;
    if (head) board_judge_by(base, q.metric);
    if (head) board_judge_by(head, q.metric);
    const int code = head ? judge(base, head, &q) : CLI_INFRA;
    return verb_board_close(head, verb_board_close(base, code));
}

static const option_row options[] = {
    COST_ROW(request),
    { "threshold", 't', OPTION_NUMBER, offsetof(request, limits.slower), "X", WORD_TEXT,
      .meaning = "fail where a cell is certainly slower by more than this fraction",
      .initial = "0.05" },
    { "digits", 'd', OPTION_NUMBER, offsetof(request, limits.digits), "X", WORD_TEXT,
      .meaning = "fail where a cell loses more than this in scd or mescd", .initial = "0.2" },
    { "json", 0, OPTION_TEXT, offsetof(request, json), "FILE", WORD_FILE,
      .meaning = "write all cells with both results as JSON (docs/json.md)" },
    { "junit", 0, OPTION_TEXT, offsetof(request, junit), "FILE", WORD_FILE,
      .meaning = "write all cells as JUnit XML" },
    METRIC_ROW(request),
    REFERENCE_ROW(request),
    { 0 }
};

const cli_verb verb_compare = {
    .name = "compare",
    .summary = "compare two stores cell by cell",
    .synopsis = { "compare BASE HEAD [options]" },
    .description = { "The command compares each cell that both stores hold. It prints the "
                     "cells that differ: the ratio of their costs, lost digits and changed "
                     "outcomes. The last line is the geometric mean of all ratios of costs.",
                     "Ratios of median CPU times have a 95 % confidence interval. They need "
                     "two measurements on the same machine. `~` marks a difference that the "
                     "samples do not resolve. Counts of instructions compare on any machine, "
                     "and their difference itself decides." },
    .operands = { { "BASE", WORD_STORE, .meaning = "store to compare with" },
                  { "HEAD", WORD_STORE, .meaning = "store to judge" } },
    .options = options,
    .files = { &compare_schema },
    .exits = { { CLI_OK, "HEAD is not worse than BASE" },
               { CLI_CHECK, "HEAD is slower, less accurate or has worse outcomes" },
               { CLI_INFRA, "there is nothing to compare, or a file could not be written" } },
    .examples = { { "ivpbench compare @main out/bench.db --junit out/compare.xml",
                    "Fail a job of continuous integration when a change costs time or "
                    "digits." } },
    .run = run,
};
