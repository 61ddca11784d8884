/* verb_compare.c -- `ivpbench compare BASE HEAD`: is the head slower, less accurate, broken?
 *
 * For continuous integration: both stores measured on one machine in one job. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/cli/verb_board.h"
#include "reports/tables/compare.h"

static const char usage[] =
    "usage: ivpbench compare BASE HEAD [--threshold X] [--digits X] [--json FILE] [--junit FILE]\n"
    "                        [--cost WORD] [--reference DIR]\n"
    "\n"
    "Compares two stores cell by cell: ratio of median CPU times with its 95 % interval (only\n"
    "where both were measured on the same machine), lost digits, changed outcomes. Prints the\n"
    "cells that differ, a difference below the resolution is \"~\", and the geometric mean of all\n"
    "ratios.\n"
    "\n"
    "      --cost WORD       cpu (default), or instructions (`ivpbench speed count`): counted\n"
    "                        alike, on any machine; the difference itself decides\n"
    "      --threshold X     slower by more than X beyond doubt fails (0.05)\n"
    "      --digits X        a loss of scd or mescd by more than X fails (0.2)\n"
    "      --json FILE       write all cells with both results as JSON\n"
    "      --junit FILE      write all cells as JUnit XML\n"
    "      --reference DIR   folder of the reference solutions\n"
    "\n"
    "Exit code 0: head is no worse; 1: it is; 2: usage; 3: nothing to compare, or a file could\n"
    "not be written.\n";

typedef struct request {
    compare_limits limits;
    const char *json, *junit, *reference, *cost;
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

static bool write_file(const char *path, const comparison *c,
                       void (*write)(const comparison *, FILE *))
{
    FILE *f = path ? fopen(path, "w") : NULL;
    if (!path) return true;
    if (f) write(c, f);
    const bool bad = !f || ferror(f);
    if (!((f && fclose(f)) || bad)) return true;
    cli_say("cannot write %s: %s", path, strerror(errno));
    return false;
}

static int judge(const board *base, const board *head, const request *q)
{
    comparison c = compare_boards(base, head, &q->limits);
    int code = compare_passes(&c) ? CLI_OK : CLI_CHECK;
    print(&c);
    if (!write_file(q->json, &c, compare_json) || !write_file(q->junit, &c, compare_junit))
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
    request q = { .limits = { .slower = 0.05, .digits = 0.2 }, .cost = "cpu" };
    const option_row rows[] = { { "threshold", 't', OPTION_NUMBER, &q.limits.slower, NULL },
                                { "digits", 'd', OPTION_NUMBER, &q.limits.digits, NULL },
                                { "cost", 0, OPTION_WORD, &q.cost, "cpu|instructions" },
                                { "json", 0, OPTION_TEXT, &q.json, NULL },
                                { "junit", 0, OPTION_TEXT, &q.junit, NULL },
                                { "reference", 'R', OPTION_TEXT, &q.reference, NULL },
                                { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    q.limits.instructions = !strcmp(q.cost, "instructions");
    if (argc - first != 2) {
        cli_say("compare wants two stores, base and head, %d were given; see ivpbench compare "
                "--help",
                argc - first);
        return CLI_USAGE;
    }
    board *base = verb_board(argv[first], q.reference);
    board *head = base ? verb_board(argv[first + 1], q.reference) : NULL;
    const int code = head ? judge(base, head, &q) : CLI_INFRA;
    return verb_board_close(head, verb_board_close(base, code));
}

const cli_verb verb_compare = {
    .name = "compare",
    .summary = "compare two stores cell by cell",
    .usage = usage,
    .run = run,
};
