/* test_compare.c -- two stores side by side: a seeded slowdown, a lost digit, a failure. */
#include "bench/base/cli.h"
#include "reports/tables/compare.h"
#include "tests/reports/swing_stores.h"

static comparison compare_after(void (*change)(swing *rows))
{
    const compare_limits limits = { 0.05, 0.2 };
    swing rows[ROWS];
    fill_rows(rows);
    if (change) change(rows);
    make_store(head_path, rows, ROWS);
    board *base = open_board(base_path), *head = open_board(head_path);
    comparison c = compare_boards(base, head, &limits);
    table_free(c.table);
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

int main(void)
{
    const TTest *const tests[] = {
        compare_passes_against_itself,
        ten_per_cent_slower_fails,
        compare_sees_lost_digits_and_changed_outcomes,
    };
    Suite *s = suite_create("compare");
    TCase *c = tcase_create("compare");
    tcase_add_checked_fixture(c, make_base, remove_folder);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed;
}
