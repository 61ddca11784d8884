/* test_new.c -- what `ivpbench new` writes builds without a warning, passes its contract and
 * runs; it writes over nothing, and says which name would do.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

static void expect(const char *command, int code, const char *says)
{
    char output[16384];
    const int got = shell(command, output, sizeof output);
    ck_assert_msg(got == code, "%s ends with %d, should with %d: %s", command, got, code,
                  output);
    ck_assert_msg(!strstr(output, "warning") && !strstr(output, "BROKEN") &&
                      !strstr(output, "without lanes"),
                  "%s", output);
    if (says) assert_says(output, says);
}

static const struct {
    const char *language, *needs, *files, *cell, *says;
} solvers[] = {
    { "c", "cc", "mine.c", "--rtol 1e-3", "mine@index1 " },
    { "c++", "g++", "mine.cpp", "--rtol 1e-3", "mine@index1 " },
    { "fortran", "gfortran", "mine.f mine.c", "--h 1e-2", "mine@index1, constant steps" },
    { "python", "python3", "mine.py", "--h 1e-2", "mine@index1, constant steps" },
    { "line", "python3", "mine.cfg", "--h 1e-2", "mine@index1, constant steps" },
};
enum { SOLVERS = sizeof solvers / sizeof *solvers };

/* In Python it may be declined: by its sentence. */
static bool is_declined(void)
{
    reason why = { "" };
    use_folder();
    const ivp_solver *s = plugin_solver("mine", &why);
    ck_assert_msg(s, "%s", why.text);
    const char *missing = s->missing ? s->missing() : NULL;
    if (missing) printf("skipped: %s\n", missing);
    return missing != NULL;
}

START_TEST(a_solver_runs)
{
    if (!is_there(solvers[_i].needs)) {
        printf("skipped: %s is not installed\n", solvers[_i].needs);
        return;
    }
    char *command = text_of("$ivpbench new solver mine --language %s", solvers[_i].language),
         *build = text_of("$ivpbench plugin build %s", solvers[_i].files),
         *try = text_of("IVPBENCH_PLUGIN_PATH=plugins $ivpbench try circular_track --workers 0 "
                        "--solver mine@index1 %s",
                        solvers[_i].cell);
    expect(command, 0, "says how to build");
    expect(build, 0, NULL);
    if (!is_declined()) {
        expect("$ivpbench plugin test mine", 0, "errors fall with the order");
        expect(try, 0, solvers[_i].says);
    }
    free(command);
    free(build);
    free(try);
}
END_TEST

static const struct {
    const char *language, *needs, *build, *says;
} problems[] = {
    { "c", "cc", "spring.c", "functions are pure" },
    { "fortran", "gfortran", "--testset spring.f", "it is in double alone" },
    { "python", "python3", "spring.py", "it is in double alone" },
    { "c++", "g++", "spring.cpp", "it is in double alone" },
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

START_TEST(a_problem_runs)
{
    if (!is_there(problems[_i].needs)) {
        printf("skipped: %s is not installed\n", problems[_i].needs);
        return;
    }
    char *command =
             text_of("$ivpbench new problem spring --language %s", problems[_i].language),
         *build = text_of("$ivpbench plugin build %s", problems[_i].build);
    expect(command, 0, "says how to build");
    expect(build, 0, NULL);
    use_folder();
    if (!plugin_lacks("spring")) {
        expect("$ivpbench plugin test spring", 0, problems[_i].says);
        expect("IVPBENCH_PLUGIN_PATH=plugins $ivpbench try spring --workers 0 --solver dopri5",
               0, "dopri5@ode");
    }
    free(command);
    free(build);
}
END_TEST

/* What is of C++ alone: functions with their namespace, exceptions, a tag that is forgotten. */
static const struct {
    const char *edit, *command, *says;
    int code;
} in_cxx[] = {
    { "s|s->y\\[1\\];|std::exp(s->y[1]);|", "$ivpbench plugin build spring.cpp",
      "see ivp/cxx.h", 1 },
    { "s| double_only||", "$ivpbench plugin test spring.cpp", "should say double_only", 1 },
    { "s|    f.0. = |    if (re(s->t) > 5) throw 1;\\n&|",
      "$ivpbench plugin build spring.cpp && IVPBENCH_PLUGIN_PATH=plugins $ivpbench try spring "
      "--workers 0 --solver dopri5",
      "signal 6", 0 },
};

START_TEST(a_problem_in_cxx_is_told_what_is_wrong)
{
    char output[16384];
    if (!is_there("g++")) return;
    char *command =
        text_of("$ivpbench new problem spring --language c++ && sed -i '%s' spring.cpp && %s",
                in_cxx[_i].edit, in_cxx[_i].command);
    ck_assert_msg(shell(command, output, sizeof output) == in_cxx[_i].code, "%s", output);
    assert_says(output, in_cxx[_i].says);
    free(command);
}
END_TEST

START_TEST(nothing_is_written_over)
{
    expect("echo mine >mine.c; $ivpbench new solver mine", 2, "mine.c is there already");
    expect("$ivpbench new solver mine --language fortran; test ! -e mine.f && cat mine.c", 0,
           "mine\n");
    expect("rm mine.c; ln -s nowhere mine.c; $ivpbench new solver mine", 2, "is there already");
    expect("$ivpbench new solver ida", 2, "there is a solver ida, which this one would hide");
}
END_TEST

START_TEST(names_and_languages_are_checked)
{
    expect("$ivpbench new solver Heun-2", 2, "say heun_2");
    expect("$ivpbench new solver 2nd", 2, "say nd");
    expect("$ivpbench new solver ''", 2, "is not a name");
    expect("$ivpbench new solver ../x", 2, "say x");
    expect("$ivpbench new solver x --language cobol", 2, "there are c|fortran|python|c++|line");
    expect("$ivpbench new problem x --language line", 2,
           "no skeleton of a problem in line: there are c|fortran|python|c++");
    expect("$ivpbench new slver x", 2, "\"slver\" is no action; did you mean solver?");
    expect("ls | wc -l", 0, "0");
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("new");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_loop_test(c, a_solver_runs, 0, SOLVERS);
    tcase_add_loop_test(c, a_problem_runs, 0, PROBLEMS);
    tcase_add_loop_test(c, a_problem_in_cxx_is_told_what_is_wrong, 0,
                        sizeof in_cxx / sizeof *in_cxx);
    tcase_add_test(c, nothing_is_written_over);
    tcase_add_test(c, names_and_languages_are_checked);
    return suite_run("new", c);
}
