/* test_counting.c -- instructions counted by valgrind: the same twice, more for more work, none
 * for a solve that fails; kept in the store, for this machine and these files alone.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/counting.h"
#include "bench/base/program.h"
#include "bench/crew/callgrind.h"
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
    ck_assert_msg(cell_make_key(&c, &why), "%s", why.text);
    return c;
}

START_TEST(the_same_twice)
{
    const cell coarse = reaction(1e-3), fine = reaction(1e-6);
    const double n = counting_solve(&coarse, &why);
    ck_assert_msg(n > 1e5, "%g: %s", n, why.text);
    ck_assert_double_eq_tol(counting_solve(&coarse, &why), n, 5e-4 * n);
    ck_assert_double_gt(counting_solve(&fine, &why), 1.001 * n);
}
END_TEST

START_TEST(a_failing_solve_has_no_count)
{
    cell c = reaction(1e-3);
    c.max_steps = 3;
    ck_assert_double_lt(counting_solve(&c, &why), 0);
    ck_assert_msg(strstr(why.text, "fails"), "%s", why.text);
}
END_TEST

/* One instruction each: a problem, its sine, an inlined loop of the factorisation, a method,
 * its memset; a function of a header counts for who uses it; what only the loader did counts
 * for nobody. */
static const char sums[] =
    "events: Ir\n"
    "ob=/lib/libm.so.6\nfl=./sincos.c\nfn=sin\n1 500\n"
    "ob=/x/problems/build/libivp.so\nfl=/x/problems/kernel/linear/lu.c\n"
    "fn=lu_factor\n7 10\nfi=/usr/include/math.h\n8 20\nfe=/x/kernel/linear/lu.c\n9 5\n"
    "fl=/x/kernel/stepping/run.c\nfn=run\n3 1\n"
    "cob=/lib/ld-linux-x86-64.so.2\ncfi=???\ncfn=resolve\ncalls=1 0\n3 9000\n"
    "ob=/x/build/double/problems/a.so\nfl=/x/problems/a.c\nfn=terms\n4 100\n"
    "cob=/lib/libm.so.6\ncfi=./sincos.c\ncfn=sin\ncalls=9 1\n4 500\n"
    "fi=/x/kernel/linear/mat.h\n5 3\n"
    "ob=/x/build/double/solvers/ida.so\nfl=???\nfn=IDASolve\n0 40\n"
    "cob=/lib/libc.so.6\ncfi=???\ncfn=memset\ncalls=1 0\n0 2\n"
    "cfn=IDAStep\ncalls=1 0\n0 7777\n"
    "ob=/lib/libc.so.6\nfl=???\nfn=memset\n0 2\n"
    "calls=1 0\n0 9999\n"
    "ob=/lib/ld-linux-x86-64.so.2\nfl=???\nfn=resolve\n0 4\n"
    "cob=/x/build/libivp.so\ncfi=/x/kernel/stepping/run.c\ncfn=run\ncalls=1 3\n0 8888\n"
    "ob=/x/build/ivpbench\nfl=???\nfn=(below main)\n"
    "cob=/lib/libc.so.6\ncfi=???\ncfn=__libc_start_main@@GLIBC_2.34\ncalls=1 0\n0 685\n"
    "totals: 685\n";

START_TEST(instructions_are_somebodys)
{
    double sum[NSHARES];
    char text[sizeof sums];
    memcpy(text, sums, sizeof sums);
    FILE *f = fmemopen(text, sizeof sums - 1, "r");
    ck_assert_double_eq(callgrind_sums(f, sum), 685);
    fclose(f);
    ck_assert_double_eq(sum[SHARE_MODEL], 600);
    ck_assert_double_eq(sum[SHARE_ALGEBRA], 38);
    ck_assert_double_eq(sum[SHARE_KERNEL], 5);
    ck_assert_double_eq(sum[SHARE_METHOD], 42);
    f = fmemopen(text, 10, "r");
    ck_assert_double_lt(callgrind_sums(f, sum), 0);
    fclose(f);
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

/* Every part has some, and together all; of the cells that are named alone. */
START_TEST(shares_are_kept)
{
    counting_tally n;
    store *s = opened(file, "here");
    cell coarse = reaction(1e-3), fine = reaction(1e-4);
    snprintf(coarse.solver, sizeof coarse.solver, "rodas");
    ck_assert_msg(cell_make_key(&coarse, &why), "%s", why.text);
    put_cell(s, &coarse);
    put_cell(s, &fine);
    store_close(s);
    const char *const keys[] = { coarse.key };
    const counting_choice one = { .keys = keys, .nkeys = 1, .shares = true };
    ck_assert_msg(counting_store(file, &one, &n, &why), "%s", why.text);
    ck_assert_int_eq(n.counted, 1);
    board *b = board_open(file, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    ck_assert_int_eq(b->n, 2);
    for (int i = 0; i < b->n; i++) {
        const entry *e = &b->entries[i];
        const bool counted = !strcmp(e->r.cell.key, coarse.key);
        double all = 0;
        for (int k = 0; k < NSHARES; k++) {
            all += e->share[k];
            ck_assert_int_eq(e->share[k] > 0.01, counted);
        }
        ck_assert_str_eq(e->counted_by, counted ? "callgrind" : "");
        ck_assert(!counted || fabs(all - 1) < 1e-9);
    }
    board_close(b);
}
END_TEST

START_TEST(counts_are_kept)
{
    counting_tally n;
    store *s = opened(file, "here");
    cell good = reaction(1e-3), other = reaction(1e-4);
    memset(other.key, '0', 8); /* of other files */
    put_cell(s, &good);
    put_cell(s, &other);
    store_close(s);
    const counting_choice all = { 0 };
    ck_assert_msg(counting_store(file, &all, &n, &why), "%s", why.text);
    ck_assert_int_eq(n.counted, 1);
    ck_assert_int_eq(n.elsewhere, 1);
    board *b = board_open(file, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
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
    tcase_add_test(t, instructions_are_somebodys);
    if (valgrind_here()) {
        tcase_add_test(t, the_same_twice);
        tcase_add_test(t, a_failing_solve_has_no_count);
        tcase_add_test(t, counts_are_kept);
        tcase_add_test(t, shares_are_kept);
    }
    return suite_run("counting", t);
}
