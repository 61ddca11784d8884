/* test_plugin_build.c -- `plugin build` takes the compiler of the environment, gcc for quad,
 * and leaves warnings to the author.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

/* A compiler that says what it was given: in its cage it writes into no other file. */
static const char compiler[] = "#!/bin/sh\n"
                               "echo \"$@\" >&2\n"
                               "exec gcc \"$@\"\n";

static void write_problem(const char *before)
{
    char *text =
        text_of("%s\n" FUNCTIONS_OF_A_PROBLEM
                "IVP_PROBLEM(small, .title = \"t\", .source = \"s\", .tags = \"ode\",\n"
                "  .t0 = \"0\", .t1 = \"1\", .form = IVP_ODE, .sizes = { .n = 1 },\n"
                "  .init = start, .ode = { .f = f });\n",
                before);
    write_text("small.c", text);
    free(text);
}

/* Builds small.c with this before the command; its output. */
static void build(const char *setting, char *output, size_t size)
{
    char *command = text_of("%s $ivpbench plugin build small.c", setting);
    ck_assert_msg(shell(command, output, size) == 0, "%s", output);
    assert_says(output, "export IVPBENCH_PLUGIN_PATH=/");
    free(command);
}

START_TEST(compiler_of_the_environment)
{
    char output[8192];
    write_problem("#ifndef FROM_OUTSIDE\n#if IVP_ARITH < 3\n#error another compiler\n#endif\n"
                  "#elif IVP_ARITH > 2\n#error not for quad\n#endif");
    write_text("compiler", compiler);
    build("chmod +x compiler; CC='./compiler -DFROM_OUTSIDE'", output, sizeof output);
    assert_says(output, "-DIVP_ARITH=1");
    assert_says(output, "-DIVP_ARITH=2");
    ck_assert_msg(!strstr(output, "-DIVP_ARITH=3"), "%s", output);
    assert_says(output, "-DFROM_OUTSIDE");
}
END_TEST

START_TEST(missing_compiler_is_named)
{
    char output[8192];
    write_problem("");
    ck_assert_int_eq(
        shell("CC=/nowhere/cc $ivpbench plugin build small.c", output, sizeof output), 1);
    assert_says(output, "the compiler /nowhere/cc cannot be started");
}
END_TEST

START_TEST(warnings_are_no_errors)
{
    char output[16384];
    write_problem("static int nobody_reads_this;");
    build("", output, sizeof output);
    assert_says(output, "nobody_reads_this");
    build("CC=", output, sizeof output);
}
END_TEST

/* With a sanitizer the plug-in needs the run-time library of the compiler of this program. */
START_TEST(clang_builds_one)
{
    char output[16384];
    if (shell("command -v clang && ! grep -q __asan_init $ivpbench", output, sizeof output))
        return;
    write_problem("");
    build("CC=clang", output, sizeof output);
    ck_assert_msg(!strstr(output, "warning"), "%s", output);
    ck_assert_msg(shell("$ivpbench plugin test small", output, sizeof output) == 0, "%s",
                  output);
}
END_TEST

/* As those of the tree have; the record says which one a run had. */
START_TEST(a_mechanism_gets_its_elimination_compiled)
{
    char output[16384];
    ck_assert_int_eq(shell("sed 's/IVP_PROBLEM(pendulum/IVP_PROBLEM(swing/' "
                           "${ivpbench%/*}/tree/problems/pendulum.c >swing.c && "
                           "$ivpbench plugin build swing.c && ls plugins/*/eliminations",
                           output, sizeof output),
                     0);
    assert_says(output, "plugins/double/eliminations");
    assert_says(output, "swing.so");
    static const char run[] =
        "export IVPBENCH_PLUGIN_PATH=$PWD/plugins:${ivpbench%/*}; "
        "$ivpbench try swing -S dopri5@index1 --workers 0 -o s.db && "
        "$ivpbench export --format jsonl --store s.db | grep -o '\"elimination\":\"[a-z]*\"'; "
        "rm s.db";
    ck_assert_msg(!shell(run, output, sizeof output), "%s", output);
    assert_says(output, "\"elimination\":\"static\"");
    shell("rm -r plugins/*/eliminations", output, sizeof output);
    ck_assert_msg(!shell(run, output, sizeof output), "%s", output);
    assert_says(output, "\"elimination\":\"interpreted\"");
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("plugin_build");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_test(c, compiler_of_the_environment);
    tcase_add_test(c, missing_compiler_is_named);
    tcase_add_test(c, warnings_are_no_errors);
    tcase_add_test(c, clang_builds_one);
    tcase_add_test(c, a_mechanism_gets_its_elimination_compiled);
    return suite_run("plugin_build", c);
}
