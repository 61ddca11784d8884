/* verb_compare.c -- `ivpbench compare BASE HEAD`: is the head slower, less accurate, broken?
 *
 * For continuous integration: both stores measured on one machine in one job. */
#include <stdio.h>

#include "bench/base/cli.h"
#include "bench/base/options.h"
#include "bench/verbs/verb_board.h"
#include "reports/tables/compare.h"

static const char usage[] =
    "usage: ivpbench compare BASE HEAD [--threshold X] [--digits X] [--reference DIR]\n"
    "\n"
    "Compares two stores cell by cell: ratio of median CPU times with its 95 % interval (only\n"
    "where both were measured on the same machine), lost digits, changed outcomes. Prints the\n"
    "cells that differ; a difference below the resolution is \"~\".\n"
    "\n"
    "      --threshold X     slower by more than X beyond doubt fails (0.05)\n"
    "      --digits X        a loss of scd or mescd by more than X fails (0.2)\n"
    "      --reference DIR   folder of the reference solutions\n"
    "\n"
    "Exit code 0: head is no worse; 1: it is; 2: usage; 3: nothing to compare.\n";

static int judge(const board *base, const board *head, const compare_limits *limits)
{
    comparison c = compare_boards(base, head, limits);
    if (table_rows(c.table)) table_markdown(c.table, stdout);
    printf("%d cells in both: %d slower, %d faster, %d lost digits, %d changed outcome\n",
           c.cells, c.slower, c.faster, c.worse, c.changed);
    if (c.only_base || c.only_head)
        printf("%d only in base, %d only in head\n", c.only_base, c.only_head);
    if (c.untimed) printf("%d without comparable timings\n", c.untimed);
    table_free(c.table);
    if (!c.cells) {
        cli_say("the two stores have no cell in common");
        return CLI_INFRA;
    }
    return compare_passes(&c) ? CLI_OK : CLI_CHECK;
}

static int run(int argc, char **argv)
{
    const char *reference = NULL;
    compare_limits limits = { .slower = 0.05, .digits = 0.2 };
    const option_row rows[] = { { "threshold", 't', OPTION_NUMBER, &limits.slower, NULL },
                                { "digits", 'd', OPTION_NUMBER, &limits.digits, NULL },
                                { "reference", 'R', OPTION_TEXT, &reference, NULL },
                                { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (argc - first != 2) {
        cli_say("compare wants two stores, base and head, %d were given; see ivpbench compare "
                "--help",
                argc - first);
        return CLI_USAGE;
    }
    board *base = verb_board(argv[first], reference);
    board *head = base ? verb_board(argv[first + 1], reference) : NULL;
    const int code = head ? judge(base, head, &limits) : CLI_INFRA;
    board_close(base);
    board_close(head);
    return code;
}

const cli_verb verb_compare = {
    .name = "compare",
    .summary = "compare two stores cell by cell",
    .usage = usage,
    .run = run,
};
