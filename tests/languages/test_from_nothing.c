/* test_from_nothing.c -- a Python file of ten lines, and nothing else: its reference, its rank
 * and its page take less than two minutes of CPU time.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

#include <sys/resource.h>

static char output[1 << 16];

static const char model[] = "# A pendulum whose spring weakens\n"
                            "from numpy import sin, exp\n"
                            "def f(t, y):\n"
                            "    stiffness = 1 + exp(-t / 5)\n"
                            "    swing, speed = y\n"
                            "    pull = -stiffness * sin(swing)\n"
                            "    return [speed, pull - 0.1 * speed]\n"
                            "N, T0, T1 = 2, 0, 10\n"
                            "def start(t):\n"
                            "    return [1.0, 0]\n";

static const char plan[] =
    "title = \"From nothing\";\n"
    "defaults = { workers = 1; min_time_s = 0.001; };\n"
    "groups = { all = { problems = [ \"spring\" ]; solvers = [ \"dop*\", \"rodas*\" ];\n"
    "                   tolerances = { from = 4; to = 8; per_decade = 1; }; }; };\n";

static bool no_sympy(void)
{
    if (!shell("/usr/bin/python3 -c 'import sympy' || python3 -c 'import sympy'", output,
               sizeof output))
        return false;
    printf("skipped: python3-sympy is not installed\n");
    return true;
}

static void expect(const char *words, const char *says)
{
    char *command = text_of("mkdir -p refs; export IVPBENCH_PLUGIN_PATH=plugins "
                            "IVPBENCH_REFERENCE=refs; %s",
                            words);
    const int code = shell(command, output, sizeof output);
    ck_assert_msg(code == 0, "%s ends with %d: %s", words, code, output);
    assert_says(output, says);
    free(command);
}

static double children_s(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)u.ru_utime.tv_sec + 1e-6 * (double)u.ru_utime.tv_usec +
           (double)u.ru_stime.tv_sec + 1e-6 * (double)u.ru_stime.tv_usec;
}

START_TEST(reference_rank_and_page)
{
    if (no_sympy()) return;
    const double before = children_s();
    write_text("spring.py", model);
    write_text("spring.cfg", plan);
    expect("$ivpbench new problem spring --from spring.py && $ivpbench plugin build spring.c",
           "spring");
    expect("$ivpbench reference make --double spring", "refs/spring.ref");
    expect(
        "$ivpbench run spring.cfg -o spring.db -q; $ivpbench rank spring --store spring.db -d "
        "5",
        "dop853@ode");
    assert_says(output, "spring, 5 digits (scd)");
    expect("$ivpbench report --store spring.db --output page && cat page/index.md",
           "**Grade of the reference:** two solvers in double precision");
    const double spent = children_s() - before;
    ck_assert_msg(spent < 120, "%.0f s of CPU time", spent);
}
END_TEST

/* What cannot be converted is refused with its line and the reason. */
START_TEST(branches_are_refused)
{
    if (no_sympy()) return;
    write_text("branch.py", "def f(t, y):\n"
                            "    if y[0] > 0:\n"
                            "        return [1]\n"
                            "    return [-y[0]]\n"
                            "def start(t):\n"
                            "    return [1.0]\n"
                            "N, T0, T1 = 1, 0, 1\n");
    ck_assert_int_ne(
        shell("$ivpbench new problem branch --from branch.py", output, sizeof output), 0);
    assert_says(output, "branch.py:2:");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("from nothing");
    tcase_add_checked_fixture(t, make_scratch_folder, remove_folder);
    tcase_add_test(t, reference_rank_and_page);
    tcase_add_test(t, branches_are_refused);
    return suite_run("from nothing", t);
}
