/* test_plugin.c -- plug-ins at the door: each defect gets a sentence; the examples of the
 * manual compile outside the tree and keep their contracts.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/instance.h"
#include "tests/bench/plugin_case.h"

#include <sys/stat.h>

/* ---- defects at the door ----------------------------------------------------------------- */

/* A problem of one equation whose symbol, .abi, .arith and .name are given. */
static char *small_problem(const char *id, const char *abi, const char *arith, const char *name)
{
    return text_of(
        FUNCTIONS_OF_A_PROBLEM
        "const ivp_problem ivp_problem_%s = { IVP_PROBLEM_HEAD(small), .abi = %s, .arith = "
        "%s,\n"
        "  .name = \"%s\", .title = \"t\", .source = \"s\", .tags = \"ode\",\n"
        "  .t0 = \"0\", .t1 = \"1\", .form = IVP_ODE, .sizes = { .n = 1 },\n"
        "  .init = start, .ode = { .f = f } };\n",
        id, abi, arith, name);
}

/* Double and complex twin from the same pieces. */
static void install_pair(const char *id, const char *abi, const char *arith, const char *name)
{
    char *text = small_problem(id, abi, arith, name);
    compile(text, "problems", "double", IVP_DOUBLE);
    compile(text, "problems", "complex", IVP_COMPLEX);
    free(text);
    use_folder();
}

START_TEST(good_one_is_taken)
{
    reason why = { "" };
    const void *twin = NULL;
    install_pair("small", "IVP_ABI", "IVP_ARITH", "small");
    const ivp_problem *p = plugin_problem("small", &twin, &why);
    ck_assert_msg(p, "%s", why.text);
    ck_assert_ptr_nonnull(twin);
    ck_assert_str_eq(p->name, "small");
    instance *i;
    ck_assert_int_eq(instance_open(&i, "small", NULL, &why), IVP_OK);
    instance_close(i);
}
END_TEST

START_TEST(wrong_abi)
{
    install_pair("small", "IVP_ABI - 1", "IVP_ARITH", "small");
    char *says = text_of("was built for ABI %u, this program has %u: build it anew",
                         IVP_ABI - 1, IVP_ABI);
    assert_refused(says);
    free(says);
}
END_TEST

START_TEST(wrong_arithmetic)
{
    install_pair("small", "IVP_ABI", "IVP_QUAD", "small");
    assert_refused("arithmetic 3 where 1 is wanted");
}
END_TEST

START_TEST(twin_of_another_arithmetic)
{
    install_pair("small", "IVP_ABI", "IVP_DOUBLE", "small");
    assert_refused("arithmetic 1 where 2 is wanted");
}
END_TEST

START_TEST(missing_symbol)
{
    install_pair("other", "IVP_ABI", "IVP_ARITH", "small");
    assert_refused("does not export ivp_problem_small");
}
END_TEST

START_TEST(name_mismatch)
{
    install_pair("small", "IVP_ABI", "IVP_ARITH", "large");
    assert_refused("calls itself 'large'");
}
END_TEST

START_TEST(missing_twin)
{
    char command[] = "rm plugins/complex/problems/small.so", output[256];
    install_pair("small", "IVP_ABI", "IVP_ARITH", "small");
    ck_assert_int_eq(shell(command, output, sizeof output), 0);
    assert_refused("complex");
}
END_TEST

START_TEST(no_library)
{
    char command[] = "echo nonsense > plugins/double/problems/small.so", output[256];
    install_pair("small", "IVP_ABI", "IVP_ARITH", "small");
    ck_assert_int_eq(shell(command, output, sizeof output), 0);
    assert_refused("cannot be loaded");
}
END_TEST

START_TEST(missing_file)
{
    reason why = { "" };
    const void *twin;
    ck_assert_ptr_null(plugin_problem("no_such_problem", &twin, &why));
    assert_says(why.text, "there is no problem 'no_such_problem'");
    ck_assert_ptr_null(plugin_solver("no_such_solver", &why));
    assert_says(why.text, "there is no solver 'no_such_solver'");
}
END_TEST

START_TEST(impossible_name)
{
    reason why = { "" };
    const void *twin;
    ck_assert_ptr_null(plugin_problem("../../etc/passwd", &twin, &why));
    assert_says(why.text, "is not the name of a problem");
}
END_TEST

/* ---- outside the tree -------------------------------------------------------------------- */

/* The code block of a page that begins with the file's own name, as a file. */
static void extract(const char *page, const char *file)
{
    char own[PATH], path[2 * PATH], *begin = text_of("```c\n/* %s --", file);
    program_folder(own, sizeof own);
    snprintf(path, sizeof path, "%s/../tree/docs/%s", own, page);
    char *text = file_text(path);
    ck_assert_msg(text, "%s cannot be read", path);
    char *from = strstr(text, begin), *to = from ? strstr(from, "\n```\n") : NULL;
    ck_assert_msg(to, "%s has no code block of %s", page, file);
    to[1] = '\0';
    write_text(file, from + strlen("```c\n"));
    free(text);
    free(begin);
}

static const struct {
    const char *page, *name;
} examples[] = {
    { "add-a-problem.md", "dropped_ball" },
    { "add-a-problem.md", "simple_pendulum" },
    { "add-a-solver.md", "heun" },
};

START_TEST(example_of_the_manual)
{
    const char *name = examples[_i].name;
    char file[PATH], command[PATH], output[16384];
    snprintf(file, sizeof file, "%s.c", name);
    extract(examples[_i].page, file);
    snprintf(command, sizeof command, "$ivpbench plugin build %s", file);
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
    assert_says(output, "export IVPBENCH_PLUGIN_PATH=/");
    ck_assert_msg(!strstr(output, "error") && !strstr(output, "warning") &&
                      !strstr(output, "lanes"),
                  "%s", output);
    snprintf(command, sizeof command, "$ivpbench plugin test %s", name);
    ck_assert_msg(shell(command, output, sizeof output) == 0, "%s", output);
    ck_assert_ptr_null(strstr(output, "BROKEN"));
}
END_TEST

#define A_PROBLEM                                                                              \
    "IVP_PROBLEM(small, .title = \"t\", .source = \"s\", .t0 = \"0\", .t1 = \"1\", "           \
    ".init = start, .form = IVP_ODE, .sizes = { .n = 1 }, .ode = { .f = f });\n"

/* On line 3 a number is assigned to a real, or stands in a list, where it fills one lane. */
static const char *const without_lanes[] = {
    FUNCTIONS_OF_A_PROBLEM A_PROBLEM,
    "#include <ivp/problem.h>\n"
    "static ivp_status start(real t0, real *y, real *yp, const real *p)\n"
    "{ const real v[2] = { y[0], 1 }; y[0] = v[1]; return IVP_OK; }\n"
    "static ivp_status f(const ivp_state *s, real *f, const real *p)\n"
    "{ f[0] = -s->y[0]; return IVP_OK; }\n" A_PROBLEM,
};
enum { WITHOUT_LANES = sizeof without_lanes / sizeof *without_lanes };

START_TEST(a_file_without_lanes_gets_one_line)
{
    char output[16384];
    write_text("small.c", without_lanes[_i]);
    ck_assert_msg(shell("$ivpbench plugin build small.c", output, sizeof output) == 0, "%s",
                  output);
    assert_says(output,
                "built without lanes, which make some solvers faster: line 3 of small.c");
    ck_assert_msg(!strstr(output, "error"), "%s", output);
    int lines = 0;
    for (const char *at = output; (at = strchr(at, '\n')); at++) lines++;
    ck_assert_int_eq(lines, 3); /* with those that say where it is */
}
END_TEST

/* Replaces the first occurrence; the example must contain it. */
static void spoil(const char *file, const char *old, const char *new)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    char *text = file_text(path), *at = strstr(text, old);
    ck_assert_msg(at, "%s does not contain %s", file, old);
    *at = '\0';
    char *spoilt = text_of("%s%s%s", text, new, at + strlen(old));
    write_text(file, spoilt);
    free(spoilt);
    free(text);
}

static const struct {
    const char *page, *file, *old, *new, *says;
} defects[] = {
    { "add-a-problem.md", "simple_pendulum.c", "-(u[0] * u[0] + ", "-(u[0] * u[0] - ",
      "gamma" },
    { "add-a-problem.md", "simple_pendulum.c", "0, i) = q[i]", "0, i) = i ? -q[i] : q[i]",
      "dg/dq" },
    { "add-a-problem.md", "simple_pendulum.c", "y[0] = p[LENGTH]", "y[0] = 2 * p[LENGTH]",
      "the start is inconsistent" },
    { "add-a-problem.md", "dropped_ball.c", "f[0] = s->y[1];",
      "static int k; f[0] = s->y[1] + (k++ & 1);", "again at the same point" },
    { "add-a-problem.md", "dropped_ball.c", "f[0] = s->y[1];",
      "f[0] = s->y[1]; __builtin_trap();", "died of signal" },
    { "add-a-solver.md", "heun.c", "    struct heun *s = self;\n    const",
      "    static int k;\n    struct heun *s = self;\n    if (k++ > 9) s->tol = NULL, "
      "exit(0);\n    "
      "const",
      "left the process by exit(0)" },
    { "add-a-solver.md", "heun.c", "(s->k1[i] + s->k2[i]) / 2",
      "(s->k1[i] + s->k2[i]) / 2 + (real)(rand() % 7) * R(1e-9)", "ends elsewhere" },
};

START_TEST(spoilt_example)
{
    char command[PATH], output[16384];
    /* a plug-in that leaves by exit() leaves through LeakSanitizer, which may not trace
     * there */
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
    extract(defects[_i].page, defects[_i].file);
    spoil(defects[_i].file, defects[_i].old, defects[_i].new);
    snprintf(command, sizeof command, "$ivpbench plugin test %s", defects[_i].file);
    ck_assert_int_eq(shell(command, output, sizeof output), 1);
    assert_says(output, defects[_i].says);
}
END_TEST

START_TEST(file_of_no_kind)
{
    char output[4096];
    write_text("nothing.c", "int main(void) { return 0; }\n");
    ck_assert_int_eq(shell("$ivpbench plugin build nothing.c", output, sizeof output), 2);
    assert_says(output, "neither IVP_PROBLEM(name, ...) nor IVP_SOLVER(name, ...)");
    ck_assert_int_eq(shell("$ivpbench plugin build nowhere.c", output, sizeof output), 2);
    assert_says(output, "nowhere.c cannot be read");
    ck_assert_int_eq(shell("$ivpbench plugin test nowhere", output, sizeof output), 2);
    assert_says(output, "neither a problem nor a solver 'nowhere'");
}
END_TEST

START_TEST(file_of_another_name)
{
    char output[4096];
    write_text("large.c", "IVP_PROBLEM(small, .title = \"t\");\n");
    ck_assert_int_eq(shell("$ivpbench plugin build large.c", output, sizeof output), 2);
    assert_says(output, "should be called small.c");
}
END_TEST

START_TEST(solver_that_wants_the_answer)
{
    char output[8192];
    extract("add-a-solver.md", "heun.c");
    spoil("heun.c", "#include <ivp/solver.h>",
          "#include <ivp/solver.h>\n#include <ivp/problem.h>");
    ck_assert_int_eq(shell("$ivpbench plugin build heun.c", output, sizeof output), 1);
    assert_says(output, "never ivp/problem.h");
}
END_TEST

/* What a linker accepts and nobody can load. */
static const struct {
    const char *was, *is, *says;
} unloadable[] = {
    { "#include <ivp/solver.h>",
      "#include <ivp/solver.h>\nint nowhere(void);\nint (*ivp_kept)(void) = nowhere;",
      "undefined symbol: nowhere: add the file that defines it" },
    { "#include <ivp/solver.h>",
      "#include <ivp/solver.h>\n#include <stdlib.h>\n"
      "__attribute__((constructor)) static void ends(void) { abort(); }",
      "heun is built, but loading it ends by signal 6" },
};

START_TEST(a_solver_that_cannot_be_loaded)
{
    char output[8192];
    extract("add-a-solver.md", "heun.c");
    spoil("heun.c", unloadable[_i].was, unloadable[_i].is);
    ck_assert_int_eq(shell("$ivpbench plugin build heun.c", output, sizeof output), 1);
    assert_says(output, unloadable[_i].says);
}
END_TEST

int main(void)
{
    enum {
        UNLOADABLE = sizeof unloadable / sizeof *unloadable,
        EXAMPLES = sizeof examples / sizeof *examples,
        DEFECTS = sizeof defects / sizeof *defects
    };
    Suite *s = suite_create("plugin");
    TCase *door = tcase_create("door"), *outside = tcase_create("outside");
    tcase_add_checked_fixture(door, make_scratch_folder, remove_folder);
    tcase_add_checked_fixture(outside, make_scratch_folder, remove_folder);
    tcase_add_test(door, good_one_is_taken);
    tcase_add_test(door, wrong_abi);
    tcase_add_test(door, wrong_arithmetic);
    tcase_add_test(door, twin_of_another_arithmetic);
    tcase_add_test(door, missing_symbol);
    tcase_add_test(door, name_mismatch);
    tcase_add_test(door, missing_twin);
    tcase_add_test(door, no_library);
    tcase_add_test(door, missing_file);
    tcase_add_test(door, impossible_name);
    tcase_add_loop_test(outside, example_of_the_manual, 0, EXAMPLES);
    tcase_add_loop_test(outside, a_file_without_lanes_gets_one_line, 0, WITHOUT_LANES);
    tcase_add_loop_test(outside, spoilt_example, 0, DEFECTS);
    tcase_add_test(outside, file_of_no_kind);
    tcase_add_test(outside, file_of_another_name);
    tcase_add_test(outside, solver_that_wants_the_answer);
    tcase_add_loop_test(outside, a_solver_that_cannot_be_loaded, 0, UNLOADABLE);
    suite_add_tcase(s, door);
    suite_add_tcase(s, outside);
    return suite_run_all(s);
}
