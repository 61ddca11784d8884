/* test_package.c -- the Python package opens problems, by ctypes on libivp.so.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

/* Exit code of a script of tests/library in an empty folder, without variables of ours; what is
 * needed and missing is said. */
static bool runs(const char *script)
{
    if (shell("/usr/bin/python3 -c 'import numpy'")) {
        printf("skipped: python3-numpy is not installed\n");
        return false;
    }
    char *line = text_of("script=$PWD/tests/library/%s; package=$PWD/python; mkdir -p $HERE/w; "
                         "cd $HERE/w && env -i HOME=$HERE PATH=/usr/bin:/bin "
                         "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$package "
                         "/usr/bin/python3 $script",
                         script);
    ck_assert_msg(shell(line) == 0, "%s", said);
    free(line);
    return true;
}

START_TEST(problems_are_what_the_page_promises)
{
    if (runs("package.py")) says("all is kept");
}
END_TEST

/* Not by a second one, which libpython3 would be in the process of a static python3. */
START_TEST(a_problem_in_python_runs_in_the_interpreter_that_opens_it)
{
    if (SANITIZED) return; /* the interpreter has none, and a library cannot bring it */
    if (shell("/usr/bin/python3 -c 'import numpy'")) return;
    const int code = shell(
        "cp tests/plugins/languages/spiral.py $HERE/late.py && cd $HERE && printf "
        "'\\nf0 = f\\n\\n\\ndef f(t, y):\\n    return f0(t, y) if t < 5 else {}[\"late\"]\\n' "
        ">>late.py && $BUILD/ivpbench plugin build late.py >/dev/null && "
        "IVPBENCH_PLUGIN_PATH=$HERE/plugins PYTHONDONTWRITEBYTECODE=1 "
        "PYTHONPATH=$BUILD/tree/python /usr/bin/python3 -c '\n"
        "import ivpbench\n"
        "q = ivpbench.problem(\"late\")\n"
        "print(q.rhs(0, [1, 2]), q.jac(0, q.y0).shape, \"p\" in globals())\n"
        "for t in 6, 7:\n"
        "    try: q.rhs(t, q.y0)\n"
        "    except ivpbench.ProblemError as error: print(\"raised\", error)\n"
        "print(q.rhs(0, q.y0))'");
    ck_assert_msg(!code, "%s", said);
    says("[-2.1  0.8] (2, 2) False");
    says("raised KeyError: 'late' (late.py:");
    says("[-0.1  1. ]");
}
END_TEST

/* Another Python may have no numpy: a module of this name that cannot be imported. */
START_TEST(no_numpy_is_an_error_with_its_name)
{
    ck_assert_int_eq(
        shell("mkdir $HERE/n && echo 'raise ImportError(\"gone\")' "
              ">$HERE/n/numpy.py && PYTHONDONTWRITEBYTECODE=1 "
              "PYTHONPATH=$HERE/n:python "
              "/usr/bin/python3 -c 'import ivpbench; ivpbench.problem(\"hires\")'"),
        1);
    says("ImportError: ivpbench.problem needs numpy, which this Python does not have (Debian: "
         "python3-numpy)");
}
END_TEST

START_TEST(a_library_that_is_not_there_is_an_error_with_its_places)
{
    ck_assert_int_eq(shell("mkdir -p $HERE/p && cp -r python/ivpbench $HERE/p && cd $HERE && "
                           "PATH=/none PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$HERE/p "
                           "/usr/bin/python3 -c 'from ivpbench import program; "
                           "program.sys.prefix = \"/none\"; program._look((\"none.so\",), "
                           "\"none.so\")'"),
                     1);
    says("FileNotFoundError: none.so is not found: build ivpbench (make runs) or install it");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("package");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, problems_are_what_the_page_promises);
    tcase_add_test(t, a_problem_in_python_runs_in_the_interpreter_that_opens_it);
    tcase_add_test(t, no_numpy_is_an_error_with_its_name);
    tcase_add_test(t, a_library_that_is_not_there_is_an_error_with_its_places);
    return suite_run("package", t);
}
