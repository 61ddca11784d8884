/* test_line.c -- a program that speaks lines: whatever it says costs its own cell and is said;
 * what is wrong in its data file is named by line; nothing in that file is code.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

static char own[PATH]; /* folder of this program */

/* Says ATTACK where a step is asked for. */
static const char program[] =
    "$| = 1;\n"
    "while (<STDIN>) {\n"
    "    my ($word) = split;\n"
    "    exit 3 if $ENV{ATTACK} eq \"EXIT$word\";\n"
    "    if ($word eq 'open') { print $ENV{ATTACK} eq 'HELLO' ? \"hello\\n\" : \"ready\\n\" }\n"
    "    elsif ($word eq 'step' && $ENV{ATTACK} eq 'LONG') { print 'done ', '1 ' x 1000000 }\n"
    "    elsif ($word eq 'step' && $ENV{ATTACK} eq 'ZERO') { print \"done 0.5 1 2 3 4 5\\0 "
    "6\\n\" }\n"
    "    elsif ($word eq 'step') { print \"$ENV{ATTACK}\\n\" }\n"
    "    else { print \"ok\\n\" }\n"
    "}\n";

static const char about[] =
    "title = \"t\"; source = \"s\"; command = [ \"perl\", \"./bad.pl\" ];\n";

static const struct {
    const char *attack, *says;
} attacks[] = {
    { "EXITopen", "the program ended with exit code 3" },
    { "EXITrestart", "the program ended with exit code 3" },
    { "EXITstep", "the program ended with exit code 3" },
    { "HELLO", "the program says 'hello' at the beginning" },
    { "hello you", "the program says 'hello', expected is done, f, jac, count or fail" },
    { "done 0.5 1 2", "`done` has 3 numbers where 6 are expected" },
    { "done 0.5 1 2 3 4 5 6", "`done` has more than 6 numbers: '6'" },
    { "done 0.5 1 2x 3 4 5", "`done` has 2 numbers where 6 are expected" },
    { "done 0 1 2 3 4 5", "no progress" },
    { "done 1e9 1 2 3 4 5", "t = 1" },
    { "done 0.5 nan 2 3 4 5", "NaN" },
    { "f 0 1", "`f` has 2 numbers where 6 are expected" },
    { "jac 0 1 2 3 4 5", "`jac` needs jacobian = true" },
    { "count n_luck 3", "`count` is followed by a counter and a number" },
    { "count n_lu -3", "`count` is followed by a counter and a number" },
    { "fail out of luck", "out of luck" },
    { "ZERO", "the program wrote a byte 0 into a line" },
    { "LONG", "the program wrote a line of more than" },
};
enum { ATTACKS = sizeof attacks / sizeof *attacks };

static bool no_perl(void)
{
    char output[512];
    if (!shell("command -v perl", output, sizeof output)) return false;
    printf("skipped: perl is not installed\n");
    return true;
}

START_TEST(what_it_says_costs_its_cell)
{
    char output[8192];
    if (no_perl()) return;
    write_text("bad.pl", program);
    write_text("bad.cfg", about);
    ck_assert_msg(!shell("$ivpbench plugin build bad.cfg && rm bad.pl", output, sizeof output),
                  "%s", output);
    for (int k = 0; k < ATTACKS; k++) {
        setenv("ATTACK", attacks[k].attack, 1);
        ck_assert_int_eq(
            shell("IVPBENCH_PLUGIN_PATH=plugins IVPBENCH_VARIABLES=ATTACK $ivpbench try "
                  "circular_track --rtol 1e-3 --solver bad@index1 --workers 0",
                  output, sizeof output),
            0);
        ck_assert_msg(strstr(output, attacks[k].says), "'%s': %s", attacks[k].attack, output);
    }
}
END_TEST

/* A script as a word of the command, of two thousand letters. */
START_TEST(words_are_complete)
{
    char output[8192];
    char *text = text_of("title = \"t\"; source = \"s\";\n"
                         "command = [ \"sh\", \"-c\", \": %02000d; exit 42\" ];\n",
                         1);
    write_text("long.cfg", text);
    ck_assert_msg(!shell("$ivpbench plugin build long.cfg", output, sizeof output), "%s",
                  output);
    shell("IVPBENCH_PLUGIN_PATH=plugins $ivpbench try circular_track --rtol 1e-3 "
          "--solver long@index1 --workers 0",
          output, sizeof output);
    assert_says(output, "the program ended with exit code 42");
    free(text);
}
END_TEST

static const struct {
    const char *name, *text, *says;
} files[] = {
    { "a.cfg", "title = \"t\";\nsource = \"s\";\ncommand = [ \"true\" ]; colour = 1;",
      "a.cfg:3: colour: unknown key" },
    { "a.cfg", "title = \"t\"; command = [ \"true\" ];", "a.cfg lacks source" },
    { "a.cfg", "title = \"t\"; source = \"s\";", "nor a command" },
    { "a.cfg", "title = 1; source = \"s\";\ncommand = [ \"true\" ];",
      "a.cfg:1: title: should be a text in quotation marks" },
    { "a.cfg", "title = \"t\"; source = \"s\";\ncommand = [ ];",
      "command: should have 1 to 32 words" },
    { "a.cfg", "title = \"t\"; source = \"s\";\ncommand = [ 1 ];", "should hold texts" },
    { "a.cfg", "title = \"t\"; source = \"s\";\ncommand = [ \"./b\" ];",
      "a.cfg: b: No such file" },
    { "a.cfg", "title = \"t\"; source = \"s\";\ncommand = [ \"./folder\" ];",
      "is no file of at most" },
    { "a.cfg", "title = \"t\ncommand", "a.cfg:" },
    { "a-b.cfg", "title = \"t\"; source = \"s\";\ncommand = [ \"true\" ];",
      "a plug-in is named by lower-case letters, digits and _, not 'a-b'" },
};
enum { FILES = sizeof files / sizeof *files };

START_TEST(what_is_wrong_in_the_file_is_said)
{
    char output[8192];
    ck_assert_int_eq(shell("mkdir folder", output, sizeof output), 0);
    for (int k = 0; k < FILES; k++) {
        write_text(files[k].name, files[k].text);
        char *command = text_of("$ivpbench plugin build %s", files[k].name);
        ck_assert_int_gt(shell(command, output, sizeof output), 0);
        ck_assert_msg(strstr(output, files[k].says), "'%s': %s", files[k].text, output);
        free(command);
    }
}
END_TEST

START_TEST(what_is_missing_declines)
{
    char output[8192];
    write_text("gone.cfg",
               "title = \"t\\\", .create = 0, \\\"\"; source = \"?\?/\\\" \\\\\";\n"
               "command = [ \"no_such_program\", \"$(touch here)\" ]; needs = \"apl\";");
    ck_assert_msg(!shell("$ivpbench plugin build gone.cfg", output, sizeof output), "%s",
                  output);
    ck_assert_msg(!strstr(output, "warning"), "%s", output);
    shell("IVPBENCH_PLUGIN_PATH=plugins $ivpbench try circular_track --solver gone@index1; ls",
          output, sizeof output);
    assert_says(output, "apl is not installed");
    ck_assert_ptr_null(strstr(output, "here"));
    ck_assert_int_eq(
        shell("IVPBENCH_PLUGIN_PATH=plugins $ivpbench info gone", output, sizeof output), 0);
    assert_says(output, "t\", .create = 0, \"");
    assert_says(output, "\?\?/\" \\\n");
}
END_TEST

/* The example of the manual */
START_TEST(octave_speaks_lines)
{
    char output[8192];
    if (shell("command -v octave-cli", output, sizeof output)) return;
    char *command = text_of("cp %s/../tree/docs/examples/octave_* . && "
                            "$ivpbench plugin build octave_lsode.cfg && "
                            "$ivpbench plugin build octave_ode45.cfg",
                            own);
    ck_assert_msg(!shell(command, output, sizeof output), "%s", output);
    free(command);
    setenv("IVPBENCH_PLUGIN_PATH", "plugins", 1);
    shell("$ivpbench try pendulum --solver octave_lsode@index1,octave_ode45@index1 "
          "--rtol 1e-6 --workers 0",
          output, sizeof output);
    assert_says(output, "\noctave_lsode@index1 *   ");
    assert_says(output, "\noctave_ode45@index1 *   ");
}
END_TEST

int main(void)
{
    program_folder(own, sizeof own);
    TCase *c = tcase_create("line");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_test(c, what_it_says_costs_its_cell);
    tcase_add_test(c, what_is_wrong_in_the_file_is_said);
    tcase_add_test(c, words_are_complete);
    tcase_add_test(c, what_is_missing_declines);
    tcase_add_test(c, octave_speaks_lines);
    return suite_run("line", c);
}
