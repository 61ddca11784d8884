/* test_reference_double.c -- `ivpbench reference make` where there is double alone: events,
 * parameters, what reports say, refusals, interruption.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

#include <math.h>

static char output[1 << 16];

/* A ball falls from 1 with the gravity g, and keeps half of its speed when it bounces. */
static const char ball[] =
    "#include <ivp/problem.h>\n"
    "static const ivp_param params[] = { { \"g\", \"10\", \"gravity\" }, { 0 } };\n"
    "static ivp_status start(real t0, real *y, real *yp, const real *p) { y[0] = 1; return "
    "IVP_OK; }\n"
    "static ivp_status f(const ivp_state *s, real *f, const real *p)\n"
    "{ f[0] = s->y[1]; f[1] = -p[0]; return IVP_OK; }\n"
    "static real height(const ivp_state *s, const real *p) { return s->y[0]; }\n"
    "static void bounce(real t, real *y, real *p) { y[0] = 0; y[1] = -y[1] / 2; }\n"
    "static const ivp_event events[] = { { .name = \"floor\", .direction = -1, .guard = "
    "height,\n"
    "  .then = IVP_RESTART, .reset = bounce }, { 0 } };\n"
    "IVP_PROBLEM(small, .title = \"t\", .source = \"s\", .tags = \"ode events\", .t0 = \"0\", "
    ".t1 = \"1\",\n"
    "  .params = params, .form = IVP_ODE, .sizes = { .n = 2 }, .init = start, .ode = { .f = f "
    "},\n"
    "  .events = events);\n";

/* The Lorenz equations for so long that every rounding error grows to the size of the
 * solution. */
static const char chaos[] =
    "#include <ivp/problem.h>\n"
    "static ivp_status start(real t0, real *y, real *yp, const real *p)\n"
    "{ y[0] = y[1] = y[2] = 1; return IVP_OK; }\n"
    "static ivp_status f(const ivp_state *s, real *f, const real *p)\n"
    "{ const real *y = s->y; f[0] = 10 * (y[1] - y[0]); f[1] = y[0] * (28 - y[2]) - y[1];\n"
    "  f[2] = y[0] * y[1] - 8 * y[2] / 3; return IVP_OK; }\n"
    "IVP_PROBLEM(small, .title = \"t\", .source = \"s\", .tags = \"ode\", .t0 = \"0\", .t1 = "
    "\"60\",\n"
    "  .form = IVP_ODE, .sizes = { .n = 3 }, .init = start, .ode = { .f = f });\n";

/* Two equal components, which f refuses where an error of f has made them differ. */
static const char twins[] =
    "#include <ivp/problem.h>\n"
    "static ivp_status start(real t0, real *y, real *yp, const real *p)\n"
    "{ y[0] = y[1] = 1; return IVP_OK; }\n"
    "static ivp_status f(const ivp_state *s, real *f, const real *p)\n"
    "{ const real *y = s->y; f[0] = -y[0]; f[1] = -y[1];\n"
    "  return re(y[0]) < re(y[1]) || re(y[1]) < re(y[0]) ? IVP_DOMAIN : IVP_OK; }\n"
    "IVP_PROBLEM(small, .title = \"t\", .source = \"s\", .tags = \"ode\", .t0 = \"0\", .t1 = "
    "\"1\",\n"
    "  .form = IVP_ODE, .sizes = { .n = 2 }, .init = start, .ode = { .f = f });\n";

/* In the folder, which has plug-ins and references, and temporary files of its own. */
static int ivpbench(const char *words)
{
    char *command = text_of("mkdir -p refs tmp; export IVPBENCH_PLUGIN_PATH=plugins "
                            "IVPBENCH_REFERENCE=refs TMPDIR=$PWD/tmp; %s",
                            words);
    const int code = shell(command, output, sizeof output);
    free(command);
    return code;
}

static void expect(const char *words, int code, const char *says)
{
    const int found = ivpbench(words);
    ck_assert_msg(found == code, "%s: exit code %d, not %d: %s", words, found, code, output);
    assert_says(output, says);
}

static void compile_in_double(const char *text)
{
    compile(text, "problems", "double", 1);
    compile(text, "problems", "complex", 2);
}

/* "c y1 A B BAR SHIFT", "event floor -1 A B BAR" */
static void within_bar(const char *line, double exact)
{
    const char *at = strstr(output, line);
    ck_assert_msg(at, "no %s: %s", line, output);
    char *end;
    const double a = strtod(at + strlen(line), &end);
    strtod(end, &end);
    const double bar = strtod(end, NULL);
    ck_assert_msg(fabs(a - exact) <= bar, "%s%.17g +- %g, not %.17g", line, a, bar, exact);
    ck_assert_double_le(bar, 1e-7);
}

START_TEST(events_and_parameters_are_in_the_file)
{
    static const double g = 9;
    compile_in_double(ball);
    expect("$ivpbench reference make small -p g=9 --quiet", 0, "refs/small--g=9.ref\n");
    ck_assert_ptr_null(strstr(output, "ivpbench:"));
    expect("cat refs/small--g=9.ref", 0, "\ngrade double\n");
    const double first = sqrt(2 / g), speed = sqrt(2 * g) / 4, s = 1 - 2 * first;
    within_bar("\nc y1 ", speed * s - g * s * s / 2);
    within_bar("\nc y2 ", speed - g * s);
    within_bar("\nevent floor -1 ", first);
    *strstr(output, "\nevent ") = '\r';
    within_bar("\nevent floor -1 ", 2 * first);
    expect("$ivpbench reference show small --parameters g=9", 0, "grade   double");
    assert_says(output, "events  2");
    expect("$ivpbench reference show small", 2, "no reference of small");
}
END_TEST

START_TEST(reports_say_the_grade)
{
    compile_in_double(ball);
    expect("$ivpbench reference make small", 0, "small: grade double: ");
    assert_says(output, " runs of solvers of several families");
    ck_assert_ptr_null(strstr(output, "tmp/"));
    expect(
        "$ivpbench try small -S dopri5@ode --rtol 1e-5 --workers 0 -o s.db && $ivpbench report "
        "--store s.db --output out >/dev/null; grep -i grade out/index.md",
        0, "**Grade of the reference:** two solvers in double precision");
    expect("$ivpbench reference catalogue small --output cat", 2,
           "small: left out of the catalogue");
    expect("$ivpbench reference check small", 0, "grade double: not checked");
}
END_TEST

START_TEST(it_cannot_tell_and_writes_nothing)
{
    compile_in_double(chaos);
    expect("$ivpbench reference make small", 1, "small: no reference: cannot tell: ");
    expect("ls -A refs tmp", 0, "refs:\n\ntmp:\n");
    ck_assert_str_eq(output, "refs:\n\ntmp:\n");
}
END_TEST

/* Noise that is not known is not 0. */
START_TEST(without_the_noise_nothing_is_told)
{
    compile_in_double(twins);
    expect("$ivpbench reference make small", 1, "does not reach the end with noise in f");
    expect("ls -A refs", 0, "");
    ck_assert_str_eq(output, "");
}
END_TEST

START_TEST(refusals_are_a_sentence)
{
    static const struct {
        const char *words;
        int code;
        const char *says;
    } cases[] = {
        { "make nosuch --double", 2, "ivpbench: nosuch: unknown problem \"nosuch\"" },
        { "make small -p h=1", 2, "ivpbench: small: 'h=1' should be NAME=VALUE" },
        { "show small -p h=1", 2, "ivpbench: small: 'h=1' should be NAME=VALUE" },
        { "make small --output /nowhere", 3, "/nowhere cannot be written: No such file" },
        { "make --double", 2, "option --double: give PROBLEM" },
    };
    compile_in_double(ball);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *words = text_of("$ivpbench reference %s", cases[k].words);
        expect(words, cases[k].code, cases[k].says);
        ck_assert_msg(strchr(output, '\n') == strrchr(output, '\n'), "%s", output);
        ck_assert_ptr_null(strstr(output, "tmp/"));
        free(words);
    }
}
END_TEST

/* Ended by a signal while it runs, or before. */
START_TEST(an_interruption_leaves_nothing_behind)
{
    static const char *const after[] = { "0.02", "0.1", "1" };
    compile_in_double(chaos);
    char *words = text_of("timeout --preserve-status -s INT %s $ivpbench reference make small",
                          after[_i]);
    ck_assert_msg(ivpbench(words) >= 128 || _i == 2, "%s", output);
    free(words);
    expect("ls -A refs tmp", 0, "refs:");
    ck_assert_str_eq(output, "refs:\n\ntmp:\n");
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("reference double");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_test(c, events_and_parameters_are_in_the_file);
    tcase_add_test(c, reports_say_the_grade);
    tcase_add_test(c, it_cannot_tell_and_writes_nothing);
    tcase_add_test(c, without_the_noise_nothing_is_told);
    tcase_add_test(c, refusals_are_a_sentence);
    tcase_add_loop_test(c, an_interruption_leaves_nothing_behind, 0, 3);
    return suite_run("reference double", c);
}
