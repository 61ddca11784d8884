/* test_python_problem.c -- a problem in Python: what the same one is in C, in double alone, its
 * times marked; whatever it does costs its own cell and is said.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"
#include "tests/method.h"

static char own[PATH], output[16384];

/* spiral.py in C */
static const char in_c[] =
    "#include <ivp/problem.h>\n"
    "static ivp_status start(real t0, real *y, real *yp, const real *p) { y[0] = 1; return "
    "IVP_OK; }\n"
    "static ivp_status f(const ivp_state *s, real *f, const real *p)\n"
    "{ const real *y = s->y; f[0] = -y[0] / 10 - y[1]; f[1] = y[0] - y[1] / 10; return IVP_OK; "
    "}\n"
    "IVP_PROBLEM(small, .title = \"t\", .source = \"s\", .tags = \"ode\", .t0 = \"0\", .t1 = "
    "\"10\",\n"
    "  .form = IVP_ODE, .sizes = { .n = 2 }, .init = start, .ode = { .f = f });\n";

static void build(const char *more, const char *name)
{
    char *command =
        text_of("cat %s/../tree/tests/plugins/languages/spiral.py >%s.py; printf '%%b' \"%s\" "
                ">>%s.py; $ivpbench plugin build %s.py",
                own, name, more, name, name);
    ck_assert_msg(!shell(command, output, sizeof output), "%s", output);
    ck_assert_msg(!strstr(output, "warning"), "%s", output);
    free(command);
}

/* Where Python is missing, or may not run, the loader says so. */
static bool no_python(const char *name)
{
    reason why = { "" };
    const void *twin;
    use_folder();
    if (plugin_problem(name, &twin, &why)) return false;
    ck_assert_msg(strstr(why.text, "not installed") || strstr(why.text, "AddressSanitizer"),
                  "%s", why.text);
    printf("skipped: %s\n", why.text);
    return true;
}

static outcome_of_run run_of(const char *problem, const char *solver)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = solver, .rtol = 1e-6, .atol = 1e-6
    };
    const outcome_of_run o = run_method(problem, NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    return o;
}

START_TEST(it_is_the_problem_that_it_is_in_c)
{
    build("", "spiral");
    build("\\ndef jac(t, y):\\n    return [[-0.1, -1], [1, -0.1]]\\n", "exact");
    compile(in_c, "problems", "double", 1);
    compile(in_c, "problems", "complex", 2);
    if (no_python("spiral")) return;
    const outcome_of_run c = run_of("small", "dopri5"), p = run_of("spiral", "dopri5"),
                         i = run_of("small", "radau_iia"), d = run_of("spiral", "radau_iia"),
                         e = run_of("exact", "radau_iia");
    ck_assert_mem_eq(c.state, p.state, sizeof c.state);
    ck_assert_mem_eq(c.counters, p.counters, sizeof c.counters);
    ck_assert_double_lt(distance(i.state, d.state, 2), 1e-8);
    ck_assert_double_lt(distance(i.state, e.state, 2), 1e-13);
}
END_TEST

START_TEST(it_keeps_its_contract_and_its_times_are_marked)
{
    build("", "spiral");
    if (no_python("spiral")) return;
    ck_assert_msg(!shell("$ivpbench plugin test spiral", output, sizeof output), "%s", output);
    assert_says(output, "it is in double alone");
    ck_assert(
        !shell("IVPBENCH_PLUGIN_PATH=plugins $ivpbench try spiral --solver dopri5 --workers 0",
               output, sizeof output));
    assert_says(output, "* times contain the interpreter of the problem");
}
END_TEST

START_TEST(misdeeds_cost_their_cell)
{
    static const struct {
        const char *f, *says;
    } cases[] = {
        { "raise ValueError('too bad')", "ValueError: too bad (bad.py:18)" },
        { "return 1, 2, 3", "f gives 3 numbers, expected are 2" },
        { "import sys; sys.exit(0)", "SystemExit" },
        { "return 1", "f gives 1 numbers, expected are 2" },
        { "return 1j, 0", "TypeError: f gives complex numbers" },
        { "return y / 0", "the start cannot be evaluated" },
        { "return float('nan'), 0", "step_too_small at t = 0" },
        { "return 1 / 0, 0", "the start cannot be evaluated" },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *more = text_of("\\ndef f(t, y):\\n    %s\\n", cases[k].f);
        build(more, "bad");
        free(more);
        if (no_python("bad")) return;
        shell(
            "IVPBENCH_PLUGIN_PATH=plugins $ivpbench try bad --solver dopri5@ode --workers 0 -o "
            "s.db; grep -aoE '(ValueError|SystemExit|TypeError)[ -~]*' s.db | head -1",
            output, sizeof output);
        ck_assert_msg(strstr(output, cases[k].says), "'%s': %s", cases[k].f, output);
        ck_assert(!shell("rm -f s.db*", output, sizeof output));
    }
}
END_TEST

START_TEST(errors_of_syntax_are_told_at_the_build)
{
    ck_assert_int_ne(shell("printf 'N = 1\\nT0 = 0\\nT1 = 1\\ndef f(t, y:\\n    return y\\n' "
                           ">bad.py; $ivpbench plugin build bad.py",
                           output, sizeof output),
                     0);
    assert_says(output, "SyntaxError: ");
    assert_says(output, "(bad.py, line 4)");
}
END_TEST

/* The sentence of the exception, at the start and behind it. */
START_TEST(reasons_reach_the_reader)
{
    static const char *const f[] = { "return 'a' + 1", "return ('a' + 1 if t > 1 else 0), 0" };
    for (size_t k = 0; k < sizeof f / sizeof *f; k++) {
        char *more = text_of("\\ndef f(t, y):\\n    %s\\n", f[k]);
        build(more, "bad");
        free(more);
        if (no_python("bad")) return;
        ck_assert_int_eq(shell("IVPBENCH_PLUGIN_PATH=plugins $ivpbench try bad --solver "
                               "dopri5,gauss --workers 0",
                               output, sizeof output),
                         0);
        assert_says(output, "it printed: TypeError: can only concatenate str");
    }
}
END_TEST

START_TEST(its_closed_form_scores)
{
    build("\\ndef exact(t):\\n    from math import cos, exp, sin\\n"
          "    return exp(-t / 10) * cos(t), exp(-t / 10) * sin(t)\\n",
          "closed");
    if (no_python("closed")) return;
    ck_assert_msg(!shell("$ivpbench plugin test closed", output, sizeof output), "%s", output);
    shell("IVPBENCH_PLUGIN_PATH=plugins $ivpbench try closed --solver dopri5 --workers 0 -o "
          "s.db; $ivpbench export --store s.db --format jsonl",
          output, sizeof output);
    assert_says(output, "scored by the closed form");
    assert_says(output, "\"judged_by\":\"closed form\"");
    const char *mescd = strstr(output, "\"mescd\":");
    ck_assert_msg(mescd && strtod(mescd + strlen("\"mescd\":"), NULL) > 4, "%s", output);
}
END_TEST

/* A component of `show --format csv`: "NAME,value,bar". */
static double value_of(const char *name, double *bar)
{
    char key[16];
    snprintf(key, sizeof key, "\n%s,", name);
    const char *at = strstr(output, key);
    char *end;
    ck_assert_msg(at, "%s: %s", name, output);
    const double value = strtod(at + strlen(key), &end);
    *bar = strtod(end + 1, NULL);
    return value;
}

/* No quadruple precision: two families of solvers agree, and the closed form lies in the
 * bar. */
START_TEST(it_gets_digits_and_is_ranked)
{
    double bar;
    build("", "spiral");
    if (no_python("spiral")) return;
    ck_assert_msg(!shell("export IVPBENCH_PLUGIN_PATH=plugins IVPBENCH_REFERENCE=.\n"
                         "$ivpbench reference make spiral && $ivpbench reference show spiral",
                         output, sizeof output),
                  "%s", output);
    assert_says(output, "grade   double");
    assert_says(output, "digits are not certified");
    shell("IVPBENCH_PLUGIN_PATH=plugins $ivpbench reference show spiral --reference . --format "
          "csv",
          output, sizeof output);
    const double y1 = value_of("y1", &bar), exact = exp(-1) * cos(10);
    ck_assert_double_le(fabs(y1 - exact), bar);
    ck_assert_double_le(bar, 1e-8);
    shell("export IVPBENCH_PLUGIN_PATH=plugins IVPBENCH_REFERENCE=.\n"
          "$ivpbench try spiral --solver dopri5,ndf --rtol 1e-5 --workers 1 -o t.db && "
          "$ivpbench rank spiral --digits 3 --store t.db",
          output, sizeof output);
    assert_says(output, "dopri5@ode");
    assert_says(output, "ranked apart: dopri5@ode"); /* behind the set-up of the interpreter */
}
END_TEST

/* A Python without numpy first on PATH is not the one whose library runs. */
START_TEST(another_python_on_the_path_does_not_matter)
{
    build("", "spiral");
    if (no_python("spiral")) return;
    if (shell("/usr/bin/python3 -m venv --without-pip other && other/bin/python3 -c 'import "
              "numpy'",
              output, sizeof output) != 1) {
        printf("skipped: no Python without numpy can be made: %s\n", output);
        return;
    }
    ck_assert_int_eq(
        shell("$ivpbench new solver mine --language python && $ivpbench plugin build "
              "mine.py",
              output, sizeof output),
        0);
    shell("PATH=$PWD/other/bin:$PATH IVPBENCH_PLUGIN_PATH=plugins $ivpbench try spiral -S "
          "mine@ode --h 1e-2 --workers 0",
          output, sizeof output);
    assert_says(output, "mine@ode, constant steps *");
    ck_assert_ptr_null(strstr(output, "cannot be started"));
}
END_TEST

START_TEST(what_is_wrong_is_said)
{
    static const struct {
        const char *make, *says;
    } cases[] = {
        { "grep -v ^N spiral.py >a.py", "has lines N = 2, T0 = 0, T1 = 10" },
        { "sed 's/^N = .*/N = two/' spiral.py >a.py", "has lines N = 2" },
        { "sed 's/^N = .*/N = 2.5/' spiral.py >a.py",
          "N = 2.5 is not an integer from 1 to 20000" },
        { "sed 's/^T1 = .*/T1 = 1e999/' spiral.py >a.py", "has lines N = 2" },
    };
    build("", "spiral");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *command = text_of("%s; $ivpbench plugin build a.py", cases[k].make);
        ck_assert_int_gt(shell(command, output, sizeof output), 0);
        assert_says(output, cases[k].says);
        free(command);
    }
}
END_TEST

/* As a problem in Python is where libpython is missing. */
static const char lacking[] =
    "#include <ivp/problem.h>\n"
    "ivp_problem ivp_problem_small = { IVP_PROBLEM_HEAD(small),\n"
    "  .tags = \"double_only missing\", .source = \"libpython3 is not installed\" };\n";

START_TEST(what_is_missing_declines)
{
    compile(lacking, "problems", "double", 1);
    compile(lacking, "problems", "complex", 2);
    write_text(
        "plan.cfg",
        "groups = { a = { problems = [ \"small\", \"hires\" ]; solvers = [ \"dopri5@ode\" ];\n"
        "  tolerances = { from = 3; to = 3; }; }; };\n");
    setenv("IVPBENCH_PLUGIN_PATH", "plugins", 1);
    ck_assert(!shell("$ivpbench run plan.cfg --output x.db", output, sizeof output));
    assert_says(output, "1 ok, 1 declined");
    ck_assert_int_eq(shell("$ivpbench plugin test small", output, sizeof output), 3);
    assert_says(output,
                "small cannot be tested here: problem 'small': libpython3 is not installed");
}
END_TEST

int main(void)
{
    program_folder(own, sizeof own);
    TCase *c = tcase_create("python problem");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_test(c, it_is_the_problem_that_it_is_in_c);
    tcase_add_test(c, it_keeps_its_contract_and_its_times_are_marked);
    tcase_add_test(c, misdeeds_cost_their_cell);
    tcase_add_test(c, errors_of_syntax_are_told_at_the_build);
    tcase_add_test(c, what_is_wrong_is_said);
    tcase_add_test(c, reasons_reach_the_reader);
    tcase_add_test(c, its_closed_form_scores);
    tcase_add_test(c, it_gets_digits_and_is_ranked);
    tcase_add_test(c, another_python_on_the_path_does_not_matter);
    tcase_add_test(c, what_is_missing_declines);
    return suite_run("python problem", c);
}
