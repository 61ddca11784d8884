/* test_flags.c -- what the time of a run depends on is compiled with the optimisation that is
 * shipped; the harness, which waits, and contracts, which are asked once, with less.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

/* For each compilation of `make runs`: its last -O, and what it makes. */
static void read_levels(void)
{
    begin();
    ck_assert_int_eq(
        shell("make -n runs B=none OPT='-O2 -g1' SANITIZE= | awk '{ level = target = \"\"\n"
              "for (i = 2; i <= NF; i++) { if ($i ~ /^-O/) level = $i\n"
              "if ($(i - 1) == \"-o\") target = $i } }\n"
              "/ -O/ && target != \"\" { print level, target }' >$HERE/levels"),
        0);
}

/* Of objects whose path, behind the folder of the build, matches. */
static int count(const char *level, const char *path)
{
    char *line = text_of("grep -cE '^%s none/(%s)' $HERE/levels", level, path);
    ck_assert_int_le(shell(line), 1);
    free(line);
    return atoi(said);
}

static const char *const timed[] = {
    "double/kernel/(linear|lanes|problem|formulation|stepping|methods)/",
    "(double|complex|lanes[248])/problems/",
    "(double|lanes[248])/eliminations/",
    "double/solvers/",
    "double/adapters/",
    "(complex|lanes[248])/kernel/(problem|lanes)/",
    "obj/bench/(worker|speed)/",
};
enum { TIMED = sizeof timed / sizeof *timed };

START_TEST(what_is_timed_is_optimised)
{
    for (int k = 0; k < TIMED; k++) {
        const int all = count("-O.*", timed[k]), well = count("-O[23]", timed[k]);
        ck_assert_int_gt(all, 0);
        ck_assert_msg(well == all, "%s: %d of %d with -O2 or -O3", timed[k], well, all);
    }
}
END_TEST

START_TEST(the_harness_takes_less_time_to_build)
{
    static const char *const parts[] = { "obj/bench/(cli|store|crew)/", "obj/reports/",
                                         "double/kernel/contract/" };
    for (int k = 0; k < 3; k++) {
        ck_assert_int_gt(count("-O1", parts[k]), 0);
        ck_assert_int_eq(count("-O[23]", parts[k]), 0);
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("flags");
    tcase_add_checked_fixture(t, read_levels, end);
    tcase_add_test(t, what_is_timed_is_optimised);
    tcase_add_test(t, the_harness_takes_less_time_to_build);
    return suite_run("flags", t);
}
