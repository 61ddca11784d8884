/* test_title.c -- titles of cells read back, and pairs of cells.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/cell.h"

#include "tests/suite.h"
#include <string.h>

/* What a title has is read back; what it cannot have makes it none. */
START_TEST(titles_are_read)
{
    static const struct {
        const char *title;
        bool good;
    } titles[] = {
        { "a b@c rtol=1e-06", true },
        { "a(x=1 y=f(2)) b(z=3)@c(newton=1 h=2) h=0.00025 without events", true },
        { "a b@c rtol=0", false },
        { "a b@c", false },
        { "a b@c rtol=1e-06 h=1", false },
        { "a b@c rtol=1e-06 with events", false },
        { "a b rtol=1e-06", false },
        { "a(x=1 b@c rtol=1e-06", false },
        { " b@c rtol=1e-06", false },
    };
    cell c;
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        ck_assert_msg(cell_from_title(&c, titles[i].title) == titles[i].good, "%s",
                      titles[i].title);
    ck_assert(cell_from_title(&c, titles[1].title));
    ck_assert_str_eq(c.parameters, "x=1 y=f(2)");
    ck_assert_str_eq(c.formulation, "c(newton=1 h=2)");
    ck_assert(c.h == 0.00025 && c.rtol == 0 && c.no_events);
}
END_TEST

/* A negative number stands for any; limits do not tell cells apart. */
START_TEST(pairs_go_by_what_decides)
{
    cell a = { .problem = "andrews",
               .formulation = "projected",
               .solver = "dopri5",
               .rtol = 1e-7 / 3,
               .atol = 0.1,
               .timeout_s = 60,
               .no_events = true };
    cell b = a;
    b.timeout_s = 1;
    b.rtol *= 1 + 1e-10;
    ck_assert(cell_alike(&a, &b, 1e-9) && !cell_alike(&a, &b, 0));
    a.atol = -1;
    ck_assert(cell_alike(&a, &b, 1e-9));
    b.no_events = false;
    ck_assert(!cell_alike(&a, &b, 1e-9));
    ck_assert_int_eq(cell_compare(&a, &b, CELL_GROUP), 0);
    ck_assert_int_gt(cell_compare(&a, &b, CELL_LADDER), 0);
    strcpy(b.solver, "zzz"); /* comes before events, as in titles */
    ck_assert_int_lt(cell_compare(&a, &b, CELL_LADDER), 0);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("title");
    tcase_add_test(t, titles_are_read);
    tcase_add_test(t, pairs_go_by_what_decides);
    return suite_run("title", t);
}
