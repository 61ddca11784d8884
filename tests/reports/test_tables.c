/* test_tables.c -- what stands in the tables of a report: kinds of ends, names of columns.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/tables/tables.h"
#include "tests/reports/swing_stores.h"
#include "tests/reports/table_text.h"

static void holds(const char *text, const char *words)
{
    ck_assert_ptr_nonnull(text);
    ck_assert_msg(strstr(text, words) != NULL, "\"%s\" is missing in %s", words, text);
}

/* q1 off by a hundred times its value: the run is no success, though it arrived. */
static void arrive_wrong(swing *rows) { rows[2].extra_error = 1e7; }

static void tells_wrong(board *b, const char *metric, const char *words)
{
    char *failures = NULL;
    board_judge_by(b, metric);
    char *overview = csv_of(tables_overview(b));
    for (const tables_row *row = tables_list; row->name; row++)
        if (!strcmp(row->name, "failures")) failures = csv_of(row->make(b, &b->groups[0]));
    holds(overview, "cells,finished,\"finished, inaccurate\",failed,");
    holds(overview, "\nswing,,12,10,1,1,0,");
    holds(failures, words);
    holds(failures, "diverged");
    free(overview);
    free(failures);
}

/* By the metric that judges the page. */
START_TEST(arriving_wrong_is_a_kind_of_its_own)
{
    swing rows[ROWS];
    fill_rows(rows);
    arrive_wrong(rows);
    make_store(head_path, rows, ROWS);
    board *b = open_board(head_path);
    tells_wrong(b, "scd", "\"finished, inaccurate\",6,ok,scd -2.00");
    tells_wrong(b, "mescd", "\"finished, inaccurate\",6,ok,mescd -1.98");
    board_close(b);
}
END_TEST

/* Whoever reads a table by the names of its columns needs each name once. */
START_TEST(columns_have_names_of_their_own)
{
    board *b = open_board(base_path);
    for (const tables_row *row = tables_list; row->name; row++) {
        char *text = csv_of(row->make(b, &b->groups[0])), *rest = text, *name;
        char *seen = copied(",");
        for (char *line = strsep(&rest, "\n"); (name = strsep(&line, ","));) {
            char *once = text_of(",%s,", name), *more = text_of("%s%s,", seen, name);
            ck_assert_msg(!strstr(seen, once), "table %s has two columns %s", row->name, name);
            free(once);
            free(seen);
            seen = more;
        }
        free(seen);
        free(text);
    }
    board_close(b);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("tables");
    tcase_add_checked_fixture(c, make_base, remove_folder);
    tcase_add_test(c, arriving_wrong_is_a_kind_of_its_own);
    tcase_add_test(c, columns_have_names_of_their_own);
    return suite_run("tables", c);
}
