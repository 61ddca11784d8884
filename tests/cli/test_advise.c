/* test_advise.c -- `ivpbench advise`: the answer can be followed, and what is not known is
 * said.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

#include <jansson.h>
#include <math.h>

static char output[1 << 16];

/* y' = lambda (y - cos t) - sin t, whose solution is cos t. */
static const char line_of_cosine[] =
    "#include <ivp/problem.h>\n"
    "static const ivp_param params[] = { { \"lambda\", \"-2\", \"rate\" }, { 0 } };\n"
    "static ivp_status start(real t0, real *y, real *yp, const real *p) { y[0] = 1; return "
    "IVP_OK; }\n"
    "static ivp_status f(const ivp_state *s, real *f, const real *p)\n"
    "{ f[0] = p[0] * (s->y[0] - cos(s->t)) - sin(s->t); return IVP_OK; }\n"
    "IVP_PROBLEM(small, .title = \"t\", .source = \"s\", .tags = \"ode\", .t0 = \"0\", .t1 = "
    "\"3\",\n"
    "  .params = params, .form = IVP_ODE, .sizes = { .n = 1 }, .init = start, .ode = { .f = f "
    "});\n";

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

static json_t *answer(const char *words, int code)
{
    const int found = ivpbench(words);
    ck_assert_msg(found == code, "%s: exit code %d, not %d: %s", words, found, code, output);
    json_t *o = json_loads(output, 0, NULL);
    ck_assert_msg(o != NULL, "no JSON: %s", output);
    return o;
}

static const char *text(const json_t *o, const char *name)
{
    const char *value = json_string_value(json_object_get(o, name));
    ck_assert_msg(value, "no %s", name);
    return value;
}

static void compile_small(void)
{
    compile(line_of_cosine, "problems", "double", 1);
    compile(line_of_cosine, "problems", "complex", 2);
}

#define ADVISE "$ivpbench advise small --budget 600 --json 2>err "

/* The reference that was made stays; the command that is advised has the digits. */
START_TEST(the_answer_can_be_followed)
{
    compile_small();
    json_t *o = answer(ADVISE "--solvers dopri5,radau_iia,ndf", 0);
    ck_assert_str_eq(text(o, "judge"), "reference of grade double");
    ck_assert(json_number_value(json_object_get(o, "reference_s")) > 0);
    ck_assert_int_eq((int)json_integer_value(json_object_get(o, "configurations")), 3);
    expect("ls refs", 0, "small.ref\n");
    char *plan = copied(text(o, "plan")), *command = copied(text(o, "command"));
    write_text("advice.cfg", plan);
    expect("$ivpbench plan advice.cfg", 0, text(o, "configuration"));
    ck_assert_ptr_eq(strstr(command, "ivpbench try 'small' "), command);
    char *follow =
        text_of("$%s --workers 0 -o out.db && $ivpbench export --store out.db", command);
    expect(follow, 0, "scd");
    free(follow);
    free(plan);
    free(command);
    json_decref(o);
    o = answer(ADVISE "--solvers dopri5,radau_iia", 0);
    ck_assert_str_eq(text(o, "judge"), "reference");
    json_decref(o);
    expect("ls -A tmp", 0, "");
    ck_assert_str_eq(output, "");
}
END_TEST

static double stiffness(const char *parameters)
{
    char *words = text_of(ADVISE "--solvers dopri5,dop853,radau_iia,rodas5p -p %s", parameters);
    json_t *o = answer(words, 0);
    const json_t *probes = json_object_get(o, "probes");
    const double ratio =
        json_is_true(json_object_get(probes, "explicit_fails"))
            ? INFINITY
            : json_number_value(json_object_get(probes, "explicit_steps_over_implicit"));
    json_decref(o);
    free(words);
    return ratio;
}

START_TEST(stiffness_is_measured)
{
    compile_small();
    ck_assert_double_lt(stiffness("lambda=-2"), 20);
    ck_assert_double_gt(stiffness("lambda=-1e5"), 20);
}
END_TEST

/* Without an answer there is no command. */
START_TEST(defeat_is_said)
{
    static const struct {
        const char *words, *says;
    } defeats[] = {
        { "--solvers dopri5 --digits 13", "too few digits to judge them" },
        { "--solvers dopri5 --digits 9 -p lambda=-1e8", "No run of 1 configurations arrived" },
    };
    compile_small();
    char *words = text_of(ADVISE "%s", defeats[_i].words);
    json_t *o = answer(words, 1);
    assert_says(json_string_value(json_array_get(json_object_get(o, "why"), 0)),
                defeats[_i].says);
    ck_assert_ptr_null(json_object_get(o, "command"));
    json_decref(o);
    free(words);
}
END_TEST

START_TEST(refusals_are_a_sentence)
{
    static const struct {
        const char *words;
        int code;
        const char *says;
    } wrong[] = {
        { "$ivpbench advise nobody 2>&1", 2, "nobody" },
        { "$ivpbench advise small --digits 20 2>&1", 2, "--digits takes 1 to 13" },
        { "$ivpbench advise small --budget 0 2>&1", 2, "--budget" },
        { "$ivpbench advise small --solvers nobody 2>&1", 2, "nobody" },
    };
    compile_small();
    expect(wrong[_i].words, wrong[_i].code, wrong[_i].says);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("advise");
    tcase_add_checked_fixture(t, make_scratch_folder, remove_folder);
    tcase_add_test(t, the_answer_can_be_followed);
    tcase_add_test(t, stiffness_is_measured);
    tcase_add_loop_test(t, defeat_is_said, 0, 2);
    tcase_add_loop_test(t, refusals_are_a_sentence, 0, 4);
    return suite_run("advise", t);
}
