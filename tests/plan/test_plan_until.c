/* test_plan_until.c -- ladders that go on by decades: which rungs a plan has, and how they hang
 * together.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/util.h"

#include "tests/plan/plan_case.h"

#include <math.h>
#include <string.h>

#define HIRES(ladder)                                                                          \
    GROUP("problems = [ \"hires\" ]; solvers = [ \"dopri5\" ];\n tolerances = { " ladder " };")

/* Rungs k .. p.ncells - 1 are beyond the end: decades to 1e-13, each behind the one before. */
static void check_beyond(const plan *p, int k, double from)
{
    ck_assert_int_eq(p->ncells - k, (int)(13 - from + 1e-9));
    for (int i = 0; i < p->ncells; i++) {
        ck_assert_int_eq(p->cells[i].until.digits > 0, i >= k);
        ck_assert_int_eq(p->cells[i].coarser, i);
        if (i >= k)
            ck_assert_double_eq_tol(log10(p->cells[i].cell.rtol), -from - 1 - (i - k), 1e-9);
    }
}

START_TEST(decades_follow_the_end)
{
    plan p = good(HIRES("from = 3; to = 6; until = { digits = 9; seconds = 0.05; };"), NULL);
    check_beyond(&p, 4, 6);
    ck_assert_double_eq(p.cells[4].until.digits, 9);
    ck_assert_double_eq(p.cells[4].until.seconds, 0.05);
    plan_free(&p);
    p = good(HIRES("from = 3; to = 4.5; per_decade = 2; until = { digits = 9; };"), NULL);
    check_beyond(&p, 4, 4.5);
    plan_free(&p);
    p = good(HIRES("from = 12; to = 14; until = { digits = 9; };"), NULL);
    check_beyond(&p, 3, 14);
    plan_free(&p);
    p = good(HIRES("protocol = true; to = 6; per_decade = 1; until = { seconds = 1; };"), NULL);
    check_beyond(&p, 3, 6);
    ck_assert_double_gt(p.cells[3].until.digits, 15); /* no double has so many */
    plan_free(&p);
}
END_TEST

/* Without `until`, and with --quick, a ladder ends where it says. */
START_TEST(others_end_where_they_say)
{
    static const plan_choice quick = { .quick = true };
    plan p = good(HIRES("from = 3; to = 6;"), NULL);
    ck_assert_int_eq(p.ncells, 4);
    for (int i = 0; i < p.ncells; i++) ck_assert_int_eq(p.cells[i].coarser, 0);
    plan_free(&p);
    p = good(HIRES("from = 3; to = 6; until = { digits = 9; };"), &quick);
    ck_assert_int_eq(p.ncells, 2);
    plan_free(&p);
}
END_TEST

/* A rung follows on the first run of the one before. Ladders with and without events differ. */
START_TEST(each_ladder_for_itself)
{
    plan p = good(GROUP(BALLS "solvers = [ \"dopri5\" ]; events = \"both\";\n tolerances = { "
                              "from = 11; to = 12; jitter = 2; until = { digits = 9; }; };"),
                  NULL);
    static const int coarser[] = { 0, 0, 1, 1, 3, 3, 0, 0, 7, 7, 9, 9 };
    ck_assert_int_eq(p.ncells, 12);
    for (int i = 0; i < p.ncells; i++) {
        ck_assert_int_eq(p.cells[i].coarser, coarser[i]);
        ck_assert_int_eq(p.cells[i].cell.no_events, i >= 6);
        ck_assert_int_eq(p.cells[i].until.digits > 0, i % 6 >= 4);
    }
    plan_free(&p);
}
END_TEST

/* What one group asks anyway does not wait because another one lets it wait. */
static void check_joint(const char *first, const char *second)
{
    char *text = text_of("groups = { a = { problems = [ \"hires\" ]; solvers = [ \"dopri5\" ]; "
                         "tolerances = { %s }; }; b = { problems = [ \"hires\" ]; solvers = [ "
                         "\"dopri5\" ]; tolerances = { %s }; }; };",
                         first, second);
    plan p = good(text, NULL);
    free(text);
    int anyway = 0;
    for (int i = 0; i < p.ncells; i++) {
        const plan_cell *c = &p.cells[i];
        anyway += !(c->until.digits > 0);
        ck_assert_int_eq(c->until.digits > 0, c->cell.rtol < 0.5e-8);
        ck_assert_int_le(c->coarser, i);
        if (!(c->until.digits > 0)) continue;
        ck_assert_double_eq(c->until.digits, 9);
        ck_assert_double_eq_tol(p.cells[c->coarser - 1].cell.rtol / c->cell.rtol, 10, 1e-9);
    }
    ck_assert_int_eq(anyway, 6);
    ck_assert_int_eq(p.ncells, 11);
    plan_free(&p);
}

START_TEST(groups_share_rungs)
{
    check_joint("from = 3; to = 5; until = { digits = 7; };",
                "from = 4; to = 8; until = { digits = 9; };");
    check_joint("from = 4; to = 8; until = { digits = 9; };",
                "from = 3; to = 5; until = { digits = 7; };");
    check_joint("from = 3; to = 8;", "from = 4; to = 8; until = { digits = 9; };");
}
END_TEST

/* Each cell is in one shard, and a rung beyond the end in that of the rung that decides. */
START_TEST(shards_keep_what_waits_together)
{
    enum { SHARDS = 3 };
    int n = 0;
    for (int i = 1; i <= SHARDS; i++) {
        plan p = good(HIRES("from = 3; to = 6; until = { digits = 9; };"), NULL);
        plan_keep_shard(&p, i, SHARDS);
        for (int k = 0; k < p.ncells; k++) {
            const plan_cell *c = &p.cells[k];
            ck_assert_int_le(c->coarser, k);
            if (!(c->until.digits > 0)) continue;
            ck_assert_int_gt(c->coarser, 0);
            ck_assert_double_eq_tol(p.cells[c->coarser - 1].cell.rtol / c->cell.rtol, 10, 1e-9);
        }
        n += p.ncells;
        plan_free(&p);
    }
    ck_assert_int_eq(n, 11);
}
END_TEST

/* A ladder that goes on as long as it can is no requirement. */
START_TEST(what_waits_may_fail)
{
    plan p = good(GROUP("problems = [ \"hires\" ]; solvers = [ \"dopri5\" ];\n"
                        "failures = \"forbidden\";\n"
                        "tolerances = { from = 3; to = 6; until = { digits = 9; }; };"),
                  NULL);
    for (int i = 0; i < p.ncells; i++) ck_assert_int_eq(p.cells[i].must_succeed, i < 4);
    plan_free(&p);
}
END_TEST

START_TEST(wrong_ends)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        { HIRES("until = 3;"), ":4: until: a group { ... } is expected" },
        { HIRES("until = { };"), ":4: until: digits, seconds or both are expected" },
        { HIRES("until = { digits = 17; };"), ":4: digits: must not be more than 16" },
        { HIRES("until = { digits = 0; };"), ":4: digits: must be positive" },
        { HIRES("until = { second = 1; };"), "did you mean seconds?" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        plan p;
        ck_assert(!read_text(&p, rows[i].text, NULL));
        ck_assert_msg(strstr(why.text, rows[i].says) != NULL, "%s: %s", rows[i].text, why.text);
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("until");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, decades_follow_the_end);
    tcase_add_test(t, others_end_where_they_say);
    tcase_add_test(t, each_ladder_for_itself);
    tcase_add_test(t, groups_share_rungs);
    tcase_add_test(t, shards_keep_what_waits_together);
    tcase_add_test(t, what_waits_may_fail);
    tcase_add_test(t, wrong_ends);
    return suite_run("until", t);
}
