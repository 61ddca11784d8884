/* test_versions.c -- a store with several versions of a solver: good, broken, good again.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/store/store_inner.h"
#include "reports/gates/gate.h"
#include "tests/gates/pinned.h"
#include "tests/reports/swing_stores.h"

static void break_p4(swing *rows)
{
    for (int i = 0; i < RUNGS; i++) rows[i].extra_error = 100;
}

/* A run that is asked for the good rows and finds them finished. */
static void plan_again(const char *path, const swing *rows, int n)
{
    store *s = store_open(path, true, &why);
    const store_run run = { .uuid = "again",
                            .started = "2000-01-02T00:00:00Z",
                            .machine = "here",
                            .plan = "",
                            .environment = "{}" };
    const cell *cells[ROWS];
    record r[ROWS];
    ck_assert_msg(s && store_begin_run(s, &run), "%s", why.text);
    for (int i = 0; i < n; i++) {
        r[i] = swing_record(&rows[i]);
        cells[i] = &r[i].cell;
    }
    ck_assert_msg(store_plan(s, cells, n), "%s", store_error(s));
    for (int i = 0; i < n; i++) record_free(&r[i]);
    store_close(s);
}

static int gate_code(void)
{
    char words[][80] = { "gate", "", "--store", "", "--reference", "" };
    char *argv[7] = { 0 };
    snprintf(words[1], 80, "%s/gate.cfg", folder);
    snprintf(words[3], 80, "%s", base_path);
    snprintf(words[5], 80, "%s", folder);
    for (int i = 0; i < 6; i++) argv[i] = words[i];
    return verb_gate.run(6, argv);
}

static void pin(void)
{
    char *path = text_of("%s/gate.cfg", folder);
    board *b = open_board(base_path);
    pin_all(path, b, 0.01, 0);
    ck_assert_str_eq(b->note, "");
    board_close(b);
    free(path);
}

START_TEST(a_reverted_solver_passes_again)
{
    swing good[ROWS], bad[ROWS];
    fill_rows(good);
    fill_rows(bad);
    break_p4(bad);
    pin();
    ck_assert_int_eq(gate_code(), CLI_OK);
    ck_assert_msg(swing_store(base_path, bad, ROWS, &why), "%s", why.text);
    ck_assert_int_eq(gate_code(), CLI_CHECK);
    plan_again(base_path, good, ROWS);
    ck_assert_int_eq(gate_code(), CLI_OK);
}
END_TEST

START_TEST(several_versions_are_told)
{
    swing bad[ROWS];
    fill_rows(bad);
    break_p4(bad);
    ck_assert_msg(swing_store(base_path, bad, ROWS, &why), "%s", why.text);
    board *b = open_board(base_path);
    ck_assert_int_eq(b->n, ROWS);
    ck_assert_ptr_nonnull(
        strstr(b->note, "5 results of other versions (double/solvers/p4.so)"));
    ck_assert_ptr_null(strstr(b->note, "not finished"));
    board_close(b);
}
END_TEST

/* The same plug-ins with another limit of time. */
START_TEST(other_limits_are_told)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = 0; i < RUNGS; i++) rows[i].timeout_s = 20;
    plan_again(base_path, rows, ROWS);
    ck_assert_msg(swing_store(base_path, rows, ROWS, &why), "%s", why.text);
    board *b = open_board(base_path);
    ck_assert_msg(strstr(b->note, "5 results of other versions (other limits) are left out"),
                  "%s", b->note);
    board_close(b);
}
END_TEST

/* Of what the last run was asked for, a result of an earlier version is no answer. */
START_TEST(an_older_result_does_not_stand_in)
{
    swing bad[ROWS];
    fill_rows(bad);
    break_p4(bad);
    plan_again(base_path, bad, ROWS);
    board *b = open_board(base_path);
    ck_assert_int_eq(b->n, ROWS - RUNGS);
    ck_assert_ptr_nonnull(strstr(b->note, "5 cells are planned and not finished"));
    board_close(b);
}
END_TEST

/* Also where stores are joined: the order of the runs counts, not that of the files. */
START_TEST(merging_keeps_what_was_planned)
{
    swing good[ROWS], bad[ROWS];
    long added, skipped;
    fill_rows(good);
    fill_rows(bad);
    break_p4(bad);
    ck_assert_msg(swing_store(base_path, bad, ROWS, &why), "%s", why.text);
    plan_again(base_path, good, ROWS);
    store *s = store_open(head_path, true, &why);
    ck_assert_msg(s && store_merge(s, base_path, &added, &skipped), "%s", why.text);
    store_close(s);
    ck_assert_int_eq(added, ROWS + RUNGS);
    board *b = open_board(head_path);
    ck_assert_int_eq(b->n, ROWS);
    ck_assert_ptr_nonnull(strstr(b->note, "5 results of other versions"));
    for (int i = 0; i < b->n; i++)
        ck_assert_ptr_nonnull(strstr(b->entries[i].r.cell.files, ".so:0 libivp.so:0"));
    board_close(b);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_reverted_solver_passes_again, several_versions_are_told,
        other_limits_are_told,          an_older_result_does_not_stand_in,
        merging_keeps_what_was_planned,
    };
    TCase *c = tcase_create("versions");
    tcase_add_checked_fixture(c, make_base, remove_folder);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("versions", c);
}
