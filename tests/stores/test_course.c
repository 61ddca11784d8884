/* test_course.c -- a report of runs that have not come to their end: what it shows of them,
 * what it says, and who sees nothing of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/store/store_inner.h"
#include "reports/board/board.h"
#include "tests/reports/synthetic.h"

#include "tests/reports/swing_folder.h"

static record row(int rung)
{
    return swing_record(&(swing){ .solver = "ida",
                                  .formulation = "ggl",
                                  .rtol = pow(10, -rung),
                                  .order = 1,
                                  .cost = 1e-4 });
}

/* Of four cells planned the first `finished` are finished; of those up to `known` the accuracy
 * is known, and none of them has a sample. */
static store *fill(int finished, int known)
{
    enum { PLANNED = 4 };
    record r[PLANNED];
    const cell *cells[PLANNED];
    char none[] = "", environment[] = "{}";
    store_run run = { .uuid = "0",
                      .started = "2000-01-01T00:00:00Z",
                      .machine = "here",
                      .plan = none,
                      .environment = environment };
    store *s = store_open(store_path, true, &why);
    ck_assert_msg(s && store_begin_run(s, &run), "%s", why.text);
    for (int i = 0; i < PLANNED; i++) {
        r[i] = row(4 + i);
        cells[i] = &r[i].cell;
    }
    ck_assert(store_plan(s, cells, PLANNED));
    for (int i = 0; i < PLANNED; i++) {
        if (i >= finished) r[i].nsamples = 0;
        if (i < known)
            ck_assert_msg(store_put_part(s, &r[i], i < finished), "%s", store_error(s));
        record_free(&r[i]);
    }
    return s;
}

/* The HTML of a report in any state of the store; caller frees */
static char *report(void)
{
    char verb[] = "report", s[] = "--store", o[] = "--output", r[] = "--reference";
    char *argv[] = { verb, s, store_path, o, folder, r, folder, NULL };
    ck_assert_int_eq(verb_report.run(7, argv), CLI_OK);
    char *path = text_of("%s/index.html", folder), *text = file_text(path);
    ck_assert_ptr_nonnull(text);
    free(path);
    return text;
}

static const struct stage {
    int finished, known;
    bool growing;
    const char *says;
} stages[] = {
    { 0, 2, true, "Still running: 2 of 4 cells; timings to come." },
    { 1, 4, true, "Still running: 4 of 4 cells; timings of 3 to come." },
    { 2, 2, true, "Still running: 2 of 4 cells. This page" },
    { 1, 4, false, "Not complete: 4 of 4 cells; timings of 3 to come." },
    { 4, 4, false, NULL },
    { 4, 4, true, NULL }, /* another plan may run */
};

START_TEST(a_page_says_how_far_the_runs_are)
{
    const struct stage *st = &stages[_i];
    store *s = fill(st->finished, st->known);
    if (st->growing) ck_assert_msg(store_lock(s, store_path, &why), "%s", why.text);
    char *html = report();
    if (st->says)
        ck_assert_msg(strstr(html, st->says) != NULL, "%s is missing", st->says);
    else
        ck_assert(!strstr(html, "Still running") && !strstr(html, "Not complete"));
    free(html);
    store_close(s);
}
END_TEST

/* They are results of the board so far, without cost, and of no other. */
START_TEST(results_without_timings_are_seen_by_the_page_alone)
{
    store_close(fill(1, 3));
    board *b = board_open_so_far(store_path, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    ck_assert_int_eq(b->n, 3);
    int timed = 0;
    for (int i = 0; i < b->n; i++) {
        ck_assert(b->entries[i].scd.known);
        timed += b->entries[i].cpu.n > 0;
    }
    ck_assert_int_eq(timed, 1);
    ck_assert(group_is_untimed(b, &b->groups[0], 5) && !group_is_untimed(b, &b->groups[0], 9));
    ck_assert(!b->course.growing);
    board_close(b);
    b = board_open(store_path, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    ck_assert_int_eq(b->n, 1);
    ck_assert_ptr_nonnull(strstr(b->note, "3 cells are planned and not finished"));
    board_close(b);
}
END_TEST

/* Of runs that are not timed nobody is said to be too bad: six digits are there. */
START_TEST(nobody_is_called_worse_before_it_is_timed)
{
    store_close(fill(0, 4));
    char *html = report();
    ck_assert_ptr_nonnull(strstr(html, "timings are to come"));
    ck_assert_ptr_null(strstr(html, "Nobody reaches 3 digits"));
    free(html);
}
END_TEST

/* A reader that looks whether it grows does not keep a writer out. */
START_TEST(looking_does_not_lock)
{
    store *s = fill(1, 1);
    for (int i = 0; i < 100; i++) ck_assert(!store_is_growing(store_path));
    ck_assert_msg(store_lock(s, store_path, &why), "%s", why.text);
    ck_assert(store_is_growing(store_path));
    store_close(s);
    ck_assert(!store_is_growing(store_path));
    ck_assert(!store_is_growing("/nowhere/bench.db"));
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("course");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_page_says_how_far_the_runs_are, 0,
                        (int)(sizeof stages / sizeof *stages));
    tcase_add_test(t, results_without_timings_are_seen_by_the_page_alone);
    tcase_add_test(t, nobody_is_called_worse_before_it_is_timed);
    tcase_add_test(t, looking_does_not_lock);
    return suite_run("course", t);
}
