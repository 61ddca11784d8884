/* test_languages.c -- one method in several languages: plug-ins built by `plugin build` from C,
 * C++ and Fortran 77 end at the same bits with the same counts; what a language's compiler says
 * is said.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"
#include "tests/method.h"

static char own[PATH]; /* folder of this program */

static const struct {
    const char *files, *solver, *needs;
} languages[] = {
    { "rk4_c.c", "rk4_c", "cc" },
    { "rk4_cxx.cpp", "rk4_cxx", "g++" },
    { "rk4.f rk4_fortran.c", "rk4_fortran", "gfortran" },
    { "rk4_python.py", "rk4_python", "python3" },
    { "rk4_line.cfg", "rk4_line", "perl" },
};
enum { LANGUAGES = sizeof languages / sizeof *languages };

static void build_language(int k)
{
    char output[8192];
    char *command = text_of("cp %s/../tree/tests/plugins/languages/rk4* . && "
                            "$ivpbench plugin build %s",
                            own, languages[k].files);
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
    ck_assert_msg(!strstr(output, "warning"), "%s", output);
    free(command);
}

static const struct {
    const char *problem, *formulation;
} runs[] = { { "circular_track", "index1" }, { "bouncing_balls", "ode" } };

static outcome_of_run run_of(const char *solver, int k)
{
    const evolve_setup setup = { .formulation = runs[k].formulation,
                                 .solver = solver,
                                 .h = 0.01,
                                 .no_events = true,
                                 .t1 = 2 };
    return run_method(runs[k].problem, NULL, &setup);
}

static bool is_missing(const char *solver)
{
    reason why = { "" };
    const ivp_solver *s = plugin_solver(solver, &why);
    ck_assert_msg(s, "%s", why.text);
    return s->missing && s->missing();
}

START_TEST(one_method_has_the_same_bits)
{
    if (!is_there(languages[_i].needs)) return;
    build_language(0);
    build_language(_i);
    use_folder();
    if (is_missing(languages[_i].solver)) return;
    for (int k = 0; k < 2; k++) {
        const outcome_of_run a = run_of(languages[0].solver, k),
                             b = run_of(languages[_i].solver, k);
        ck_assert_int_eq(a.status, IVP_OK);
        ck_assert_mem_eq(a.state, b.state, sizeof a.state);
        ck_assert_mem_eq(a.counters, b.counters, sizeof a.counters);
    }
}
END_TEST

START_TEST(what_is_wrong_is_said)
{
    static const struct {
        const char *make, *files, *says;
    } cases[] = {
        { "echo '      SUBROUTINE A(' >a.f", "a.f", "a driver in C must" },
        { "cp rk4_c.c other.c", "other.c", "should be called rk4_c.c" },
        { "cp rk4_c.c other.c", "rk4_c.c other.c", "defines a second plug-in" },
        { "echo '      SUBROUTINE A(' >rk4.f", "rk4.f rk4_fortran.c",
          "rk4.f does not compile" },
        { "echo 'class Nothing: pass' >a.py", "a.py", "nor a class Solver" },
        { "true", "-lm", "is no source" },
    };
    char output[8192];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        if (strstr(cases[k].files, "rk4.f ") && !is_there("gfortran")) continue;
        char *command = text_of("cp %s/../tree/tests/plugins/languages/rk4* . && %s && "
                                "$ivpbench plugin build --root plugins -- %s",
                                own, cases[k].make, cases[k].files);
        ck_assert_int_gt(shell(command, output, sizeof output), 0);
        assert_says(output, cases[k].says);
        free(command);
    }
}
END_TEST

START_TEST(a_missing_compiler_is_named)
{
    char output[8192];
    char *command = text_of("cp %s/../tree/tests/plugins/languages/rk4* . && "
                            "FC=/nowhere/fc $ivpbench plugin build rk4.f rk4_fortran.c",
                            own);
    ck_assert_int_eq(shell(command, output, sizeof output), 1);
    assert_says(output, "/nowhere/fc cannot be started");
    assert_says(output, "(Debian package gfortran)");
    free(command);
}
END_TEST

/* What the manual prints is what a compiler takes. */
START_TEST(recipes_compile)
{
    char output[8192];
    char *command = text_of(
        "awk '/^```/ { n += /^```c/; on = /^```c/; next } on { print >\"recipe\" n \".c\" }' "
        "%s/../tree/docs/add-a-fortran-code.md && ls recipe*.c | wc -l && for f in recipe*.c; "
        "do ${CC:-gcc} -std=c11 -Wall -Wextra -Werror -fsyntax-only -I%s/../tree/include $f || "
        "exit; done",
        own, own);
    ck_assert_msg(!shell(command, output, sizeof output), "%s", output);
    ck_assert_msg(strtol(output, NULL, 10) == 2, "%s", output);
    free(command);
}
END_TEST

int main(void)
{
    program_folder(own, sizeof own);
    TCase *c = tcase_create("languages");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_loop_test(c, one_method_has_the_same_bits, 0, LANGUAGES);
    tcase_add_test(c, what_is_wrong_is_said);
    tcase_add_test(c, a_missing_compiler_is_named);
    tcase_add_test(c, recipes_compile);
    return suite_run("languages", c);
}
