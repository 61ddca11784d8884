/* test_info.c -- `ivpbench info` says what descriptors say.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

START_TEST(who_chooses_step_sizes)
{
    static const struct {
        const char *solver, *says;
    } cases[] = { { "gauss", "step control    the method's own\n" },
                  { "ndf", "step control    the method's own\n" },
                  { "ida", "step control    the method's own\n" },
                  { "rodas", "step control    by ivpbench\n" } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *line = text_of("$BUILD/ivpbench info %s", cases[k].solver);
        ck_assert_int_eq(shell(line), 0);
        says(cases[k].says);
        free(line);
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("info");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, who_chooses_step_sizes);
    return suite_run("info", t);
}
