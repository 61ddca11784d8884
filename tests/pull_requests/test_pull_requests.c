/* test_pull_requests.c -- the rules of `ivpbench ci`, `history` and `bisect`: rules.py.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

START_TEST(rules_find_what_changed_and_nothing_else)
{
    char own[PATH], output[16384];
    program_folder(own, sizeof own);
    if (shell("/usr/bin/python3 -c ''", output, sizeof output)) {
        printf("skipped: python3 is not installed\n");
        return;
    }
    char *command = text_of("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=%s/../tree/python "
                            "/usr/bin/python3 %s/../tree/tests/pull_requests/rules.py",
                            own, own);
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
    assert_says(output, "all is kept");
    free(command);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("pull requests");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_test(c, rules_find_what_changed_and_nothing_else);
    return suite_run("pull requests", c);
}
