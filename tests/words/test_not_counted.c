/* test_not_counted.c -- what a wrapped code does not tell is no number, from `run` through the
 * store to the export, the tables and the gates: it is not 0.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

static void run_both(void)
{
    begin();
    char *path = text_of("%s/testroot:%s/tests:%s", build, build, build);
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(path);
    ck_assert_msg(
        !shell("$BUILD/ivpbench try t_linear -S t_silent,dopri5 --rtol 1e-6 --workers 0 "
               "-o $HERE/a.db"),
        "%s", said);
}

static long counter(const record *r, const char *name)
{
    for (int i = 0; i < RECORD_COUNTERS; i++)
        if (!strcmp(record_counter(i), name)) return r->counters[i];
    return -2;
}

static bool check(void *context, const record *r, const char *machine)
{
    int *silent = context;
    (void)machine;
    ck_assert_msg(r->outcome == OUTCOME_OK, "%s: %s", r->status, r->detail);
    ck_assert_int_gt(counter(r, "n_f"), 0);
    ck_assert_int_gt(counter(r, "n_accepted"), 0);
    ck_assert_int_eq(counter(r, "n_failed"), 0);
    const bool tells = strcmp(r->cell.solver, "t_silent") != 0;
    ck_assert_int_eq(counter(r, "n_newton"), tells ? 0 : -1);
    ck_assert_int_eq(counter(r, "n_solve"), tells ? 0 : -1);
    ck_assert_msg(tells == (counter(r, "n_rejected") >= 0), "%ld", counter(r, "n_rejected"));
    *silent += !tells;
    return true;
}

START_TEST(a_store_keeps_that_a_count_is_not_known)
{
    reason why;
    char *path = text_of("%s/a.db", folder);
    store *s = store_open(path, false, &why);
    int silent = 0;
    ck_assert_msg(s != NULL, "%s", why.text);
    ck_assert(store_each(s, true, check, &silent));
    ck_assert_int_eq(silent, 1);
    store_close(s);
    free(path);
}
END_TEST

/* Steps are a sum with what is not known. */
START_TEST(exports_leave_it_empty)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench export --format jsonl --store $HERE/a.db | "
                           "grep t_silent"),
                     0);
    says("\"accepted\":");
    says("\"n_f\":");
    says("\"failed\":0");
    says_not("\"rejected\":");
    says_not("\"n_newton\":");
    says_not("\"steps\":");
    ck_assert_int_eq(shell("$BUILD/ivpbench export --format jsonl --store $HERE/a.db | "
                           "grep dopri5"),
                     0);
    says("\"rejected\":");
    says("\"steps\":");
}
END_TEST

START_TEST(reports_leave_it_empty)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench report --store $HERE/a.db --output $HERE/out "
                           "&& grep -h t_silent $HERE/out/tables/*.csv"),
                     0);
    says_not("-1");
    says_not("nan");
}
END_TEST

/* A gate that asks for such a number finds none, whatever it is. */
START_TEST(gates_do_not_take_it_for_zero)
{
    ck_assert_int_eq(
        shell(
            "printf 'cells = ( { problem = \"t_linear\"; solver = \"t_silent\"; formulation = "
            "\"ode\"; rtol = 1e-6; counters = { n_newton = 0; slack = 0.2; }; } );' > "
            "$HERE/g.cfg; $BUILD/ivpbench gate $HERE/g.cfg --store $HERE/a.db"),
        1);
    says("n_newton");
}
END_TEST

START_TEST(one_run_says_so)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench try t_linear -S t_silent --rtol 1e-6 --workers 0"),
                     0);
    says_not(" -1 ");
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("counters");
    tcase_add_checked_fixture(tc, run_both, end);
    tcase_add_test(tc, a_store_keeps_that_a_count_is_not_known);
    tcase_add_test(tc, exports_leave_it_empty);
    tcase_add_test(tc, reports_leave_it_empty);
    tcase_add_test(tc, gates_do_not_take_it_for_zero);
    tcase_add_test(tc, one_run_says_so);
    return suite_run("not_counted", tc);
}
