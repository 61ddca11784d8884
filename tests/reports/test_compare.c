/* test_compare.c -- two stores side by side: a seeded slowdown, a lost digit, a failure.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <jansson.h>

#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "reports/tables/compare.h"
#include "tests/reports/swing_stores.h"

static comparison compare_after(void (*change)(swing *rows))
{
    const compare_limits limits = { false, 0.05, 0.2 };
    swing rows[ROWS];
    fill_rows(rows);
    if (change) change(rows);
    make_store(head_path, rows, ROWS);
    board *base = open_board(base_path), *head = open_board(head_path);
    comparison c = compare_boards(base, head, &limits);
    free(c.cell);
    board_close(base);
    board_close(head);
    ck_assert_int_eq(c.cells, ROWS);
    return c;
}

static void slow_down(swing *rows) { rows[3].slower = 1.1; }
static void slow_down_a_little(swing *rows) { rows[3].slower = 1.01; }
static void speed_up(swing *rows) { rows[3].slower = 0.8; }

START_TEST(compare_passes_against_itself)
{
    const comparison c = compare_after(NULL);
    ck_assert(compare_passes(&c));
    ck_assert_int_eq(c.faster + c.slower + c.worse + c.changed + c.untimed, 0);
}
END_TEST

START_TEST(ten_per_cent_slower_fails)
{
    const comparison c = compare_after(slow_down);
    ck_assert(!compare_passes(&c));
    ck_assert_int_eq(c.slower, 1);
    const comparison little = compare_after(slow_down_a_little);
    ck_assert(compare_passes(&little));
    const comparison faster = compare_after(speed_up);
    ck_assert(compare_passes(&faster));
    ck_assert_int_eq(faster.faster, 1);
}
END_TEST

START_TEST(compare_sees_lost_digits_and_changed_outcomes)
{
    const comparison lost = compare_after(lose_a_digit);
    ck_assert_int_eq(lost.worse, 1);
    ck_assert(!compare_passes(&lost));
    const comparison changed = compare_after(break_one);
    ck_assert_int_eq(changed.changed, 1);
    ck_assert(!compare_passes(&changed));
}
END_TEST

/* Half a per cent more instructions fails, however the times look; counts that were made in
 * different ways are not compared. */
START_TEST(instructions_are_compared_exactly)
{
    static const struct {
        double factor;
        const char *by;
        int lanes, slower, faster, untimed;
    } rows[] = { { 1, "cachegrind", 4, 0, 0, 0 },     { 1.01, "cachegrind", 4, 1, 0, 0 },
                 { 1.004, "cachegrind", 4, 0, 0, 0 }, { 0.99, "cachegrind", 4, 0, 1, 0 },
                 { 1.01, "perf_event", 4, 0, 0, 1 },  { 1.01, "cachegrind", 2, 0, 0, 1 } };
    const compare_limits limits = { true, 0.005, 0.2 };
    board *base = open_board(base_path), *head = open_board(base_path);
    const int last = base->n - 1;
    for (int i = 0; i < base->n; i++)
        for (int side = 0; side < 2; side++) {
            entry *e = &(side ? head : base)->entries[i];
            e->instructions = 1e6 + i;
            free(e->counted_by);
            e->counted_by = copied("cachegrind");
        }
    entry *e = &head->entries[last];
    ck_assert_int_eq(e->r.outcome, OUTCOME_OK);
    e->instructions *= rows[_i].factor;
    e->lanes = rows[_i].lanes;
    free(e->counted_by);
    e->counted_by = copied(rows[_i].by);
    const comparison c = compare_boards(base, head, &limits);
    ck_assert_int_eq(c.slower, rows[_i].slower);
    ck_assert_int_eq(c.faster, rows[_i].faster);
    ck_assert_int_eq(c.untimed, rows[_i].untimed);
    ck_assert_int_eq(compare_passes(&c), !rows[_i].slower);
    free(c.cell);
    board_close(base);
    board_close(head);
}
END_TEST

/* ---- for machines ------------------------------------------------------------------------ */

/* Exit code of the verb; what it wrote goes to json and junit. */
static int compare_files(void (*change)(swing *rows), char **json, char **junit)
{
    swing rows[ROWS];
    fill_rows(rows);
    if (change) change(rows);
    make_store(head_path, rows, ROWS);
    char words[][80] = { "compare", "", "", "--json", "", "--junit", "", "--reference", "" };
    char *argv[10] = { 0 };
    snprintf(words[1], 80, "%s", base_path);
    snprintf(words[2], 80, "%s", head_path);
    snprintf(words[4], 80, "%s/c.json", folder);
    snprintf(words[6], 80, "%s/c.xml", folder);
    snprintf(words[8], 80, "%s", folder);
    for (int i = 0; i < 9; i++) argv[i] = words[i];
    const int code = verb_compare.run(9, argv);
    *json = file_text(words[4]);
    *junit = file_text(words[6]);
    ck_assert(*json && *junit);
    return code;
}

START_TEST(machines_read_all_cells)
{
    char *json, *junit;
    ck_assert_int_eq(compare_files(slow_down, &json, &junit), CLI_CHECK);
    json_t *o = json_loads(json, 0, NULL), *list = json_object_get(o, "cells"), *one;
    char *wrong = schema_wrong(&compare_schema, o);
    ck_assert_msg(!wrong, "%s", wrong);
    ck_assert_str_eq(json_string_value(json_object_get(o, "schema")), "ivpbench.compare/1.0.0");
    ck_assert(json_is_false(json_object_get(o, "passes")));
    ck_assert_int_eq((int)json_array_size(list), ROWS);
    ck_assert_int_eq((int)json_integer_value(json_object_get(o, "slower")), 1);
    /* 1.1 once among the cells that are timed */
    const double timed = (double)json_integer_value(json_object_get(o, "timed"));
    ck_assert_int_eq((int)timed, ROWS - 1);
    ck_assert_double_eq_tol(json_number_value(json_object_get(o, "geometric_mean")),
                            pow(1.1, 1 / timed), 1e-9);
    size_t i;
    int slower = 0;
    json_array_foreach(list, i, one)
    {
        const char *word = json_string_value(json_object_get(one, "verdict"));
        if (strcmp(word, "slower")) continue;
        slower++;
        ck_assert_str_eq(json_string_value(json_object_get(one, "solver")), "p4");
        ck_assert_double_eq_tol(json_number_value(json_object_get(one, "ratio")), 1.1, 1e-9);
    }
    ck_assert_int_eq(slower, 1);
    ck_assert_ptr_nonnull(strstr(junit, "tests=\"12\" failures=\"1\""));
    ck_assert_ptr_nonnull(strstr(junit, "<failure message=\"slower: 1.1 times, 95 % interval"));
    json_decref(o);
    free(json);
    free(junit);
}
END_TEST

START_TEST(machines_read_what_changed)
{
    char *json, *junit;
    ck_assert_int_eq(compare_files(break_one, &json, &junit), CLI_CHECK);
    ck_assert_ptr_nonnull(
        strstr(junit, "<failure message=\"outcome changed: ok, then timeout\"/>"));
    free(json);
    free(junit);
    ck_assert_int_eq(compare_files(NULL, &json, &junit), CLI_OK);
    ck_assert_ptr_nonnull(strstr(junit, "tests=\"12\" failures=\"0\""));
    ck_assert_ptr_null(strstr(junit, "<failure"));
    ck_assert_ptr_nonnull(strstr(json, "\"geometric_mean\": 1.0"));
    free(json);
    free(junit);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        compare_passes_against_itself,
        ten_per_cent_slower_fails,
        compare_sees_lost_digits_and_changed_outcomes,
        machines_read_all_cells,
        machines_read_what_changed,
    };
    TCase *c = tcase_create("compare");
    tcase_add_checked_fixture(c, make_base, remove_folder);
    tcase_add_loop_test(c, instructions_are_compared_exactly, 0, 6);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("compare", c);
}
