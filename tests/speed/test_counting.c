/* test_counting.c -- instructions counted by valgrind: the same twice, more for more work, none for a
 * solve that fails; kept in the store, for this machine and these files alone. */
#include "bench/crew/counting.h"
#include "bench/base/program.h"
#include "tests/bench/store_case.h"

#include "reports/board/board.h"

static bool valgrind_here(void)
{
#ifdef __SANITIZE_ADDRESS__
    return false; /* it cannot run what sanitizers have been at */
#else
    char name[] = "valgrind", option[] = "--version", line[64];
    char *argv[] = { name, option, NULL };
    return program_line(argv, line, sizeof line);
#endif
}

static cell reaction(double rtol)
{
    cell c = { .problem = "hires",
               .formulation = "ode",
               .solver = "dopri5",
               .rtol = rtol,
               .atol = rtol,
               .timeout_s = 20,
               .memory_mb = 1024,
               .max_steps = 100000 };
    ck_assert_msg(cell_make_key(&c, why, sizeof why), "%s", why);
    return c;
}

START_TEST(the_same_twice)
{
    const cell coarse = reaction(1e-3), fine = reaction(1e-6);
    const double n = counting_solve(&coarse, why, sizeof why);
    ck_assert_msg(n > 1e5, "%g: %s", n, why);
    ck_assert_double_eq_tol(counting_solve(&coarse, why, sizeof why), n, 5e-4 * n);
    ck_assert_double_gt(counting_solve(&fine, why, sizeof why), 1.001 * n);
}
END_TEST

START_TEST(a_failing_solve_has_no_count)
{
    cell c = reaction(1e-3);
    c.max_steps = 3;
    ck_assert_double_lt(counting_solve(&c, why, sizeof why), 0);
    ck_assert_msg(strstr(why, "fails"), "%s", why);
}
END_TEST

static void put_cell(store *s, const cell *c)
{
    char end[] = "y1", scoring[] = "{\"title\":\"t\"}";
    char *names[] = { end };
    double value = 1;
    record r = { .cell = *c,
                 .outcome = OUTCOME_OK,
                 .status = "ok",
                 .detail = "",
                 .output = "",
                 .ncomponents = 1,
                 .components = names,
                 .end_state = &value,
                 .scoring = scoring };
    ck_assert_msg(store_put(s, &r), "%s", store_error(s));
}

START_TEST(counts_are_kept)
{
    counting_tally n;
    store *s = opened(file, "here");
    cell good = reaction(1e-3), other = reaction(1e-4);
    memset(other.key, '0', 8); /* of other files */
    put_cell(s, &good);
    put_cell(s, &other);
    store_close(s);
    ck_assert_msg(counting_store(file, NULL, &n, NULL, why, sizeof why), "%s", why);
    ck_assert_int_eq(n.counted, 1);
    ck_assert_int_eq(n.elsewhere, 1);
    board *b = board_open(file, folder, why, sizeof why);
    ck_assert_msg(b != NULL, "%s", why);
    int known = 0;
    for (int i = 0; i < b->n; i++) {
        const entry *e = &b->entries[i];
        if (isnan(e->instructions)) continue;
        known++;
        ck_assert_double_gt(e->instructions, 1e5);
        ck_assert_str_eq(e->counted_by, "cachegrind");
        ck_assert_str_eq(e->r.cell.key, good.key);
    }
    ck_assert_int_eq(known, 1);
    board_close(b);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("counting");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_set_timeout(t, 300);
    if (valgrind_here()) {
        tcase_add_test(t, the_same_twice);
        tcase_add_test(t, a_failing_solve_has_no_count);
        tcase_add_test(t, counts_are_kept);
    }
    return suite_run("counting", t);
}
