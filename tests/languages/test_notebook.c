/* test_notebook.c -- the Python package reads stores and references, and refuses what is
 * damaged.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

START_TEST(stores_and_references_are_read)
{
    char own[PATH], output[16384];
    program_folder(own, sizeof own);
    if (shell("python3 -c 'import sqlite3'", output, sizeof output)) {
        printf("skipped: python3 with sqlite3 is not installed\n");
        return;
    }
    ck_assert_msg(
        !shell("$ivpbench try circular_track --solver bdf@index1,dopri5@index1 --rtol 1e-7 "
               "--workers 1 -o s.db",
               output, sizeof output),
        "%s", output);
    char *command =
        text_of("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=%s/../tree/python "
                "IVPBENCH=$ivpbench python3 %s/../tree/tests/languages/notebook.py s.db",
                own, own);
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
    assert_says(output, "all is kept");
    free(command);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("notebook");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_test(c, stores_and_references_are_read);
    return suite_run("notebook", c);
}
