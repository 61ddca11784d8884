/* test_fmi_read.c -- what is no FMU that can be a problem is refused by the name of what it
 * uses; damaged archives and descriptions are read or refused, and nothing else happens.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/fmi/fmi_case.h"

static void run_script(const char *arguments, const char *says)
{
    char command[PATH], own[PATH];
    program_folder(own, sizeof own);
    snprintf(command, sizeof command, "python3 -B %s/../tree/tests/fmi/read.py %s", own,
             arguments);
    expect(0, says, command);
}

START_TEST(what_is_used_is_named) { run_script("refusals", NULL); }
END_TEST

START_TEST(damage_is_refused) { run_script("fuzz 1500", "1500 inputs"); }
END_TEST

START_TEST(other_files_are_refused)
{
    expect(2, "of no kind that can be imported: there are an FMU (.fmu)",
           "echo a >x && $ivpbench import x");
    expect(2, "x.fmu is no FMU, which is a zip file",
           "echo a >x.fmu && $ivpbench import x.fmu");
    expect(2, "there is a problem lorenz, which this one would hide",
           "$ivpbench import x.fmu --name lorenz");
    expect(2, "No such file", "$ivpbench import y.fmu");
    expect(2, "is not a name", "$ivpbench import x.fmu --name A-b");
    expect(1, NULL, "test -e plugins/double");
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("fmi_read");
    tcase_add_checked_fixture(c, begin, remove_folder);
    tcase_add_test(c, what_is_used_is_named);
    tcase_add_test(c, damage_is_refused);
    tcase_add_test(c, other_files_are_refused);
    return suite_run("fmi_read", c);
}
