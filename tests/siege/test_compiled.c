/* test_compiled.c -- sources of a stranger that reach for a file of the user while they are
 * compiled: what is in it is neither in the plug-in nor in what the compiler says. The same
 * sources get it where there is no cage, so they are attacks.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

#include "bench/process/confine.h"

/* By its name without a folder, by links, by an assembler, in each language. SECRET is the
 * path of the user's file, in "home/keys/secret", beside "work", where the sources are. */
#define SOLVER "#include <ivp/solver.h>\nIVP_SOLVER(small, .title = \"t\");\n"
static const struct {
    const char *name, *text, *second, *other; /* a second source and its text */
    const char *needs;
} sources[] = {
    { "incbin", SOLVER "__asm__(\".incbin \\\"SECRET\\\"\");" },
    { "assembler's include", SOLVER "__asm__(\".include \\\"SECRET\\\"\");" },
    { "include", SOLVER "#include \"SECRET\"\n" },
    { "include by dots", SOLVER "#include \"../home/keys/secret\"\n" },
    { "include of a link", SOLVER "#include \"link\"\n" },
    { "include below a link", SOLVER "#include \"below/secret\"\n" },
    { "include by /proc", SOLVER "#include \"/proc/self/root/SECRET\"\n" },
    { "C++", SOLVER "\n", "part.cpp", "const char t[] =\n#include \"SECRET\"\n;\n", "g++" },
    { "Fortran", SOLVER "\n", "part.f90", "include 'SECRET'\nend\n", "gfortran" },
};
enum { SOURCES = sizeof sources / sizeof *sources };

/* The text with the path in the place of each SECRET. */
static void write_source(const char *name, const char *text)
{
    char *path = text_of("%s/home/keys/secret", folder), *all = copied("");
    for (const char *at; (at = strstr(text, "SECRET")); text = at + strlen("SECRET")) {
        char *longer = text_of("%s%.*s%s", all, (int)(at - text), text, path);
        free(all);
        all = longer;
    }
    char *whole = text_of("%s%s", all, text), *file = text_of("work/%s", name);
    write_text(file, whole);
    free(file);
    free(whole);
    free(all);
    free(path);
}

static void set_up(void)
{
    char output[512];
    make_scratch_folder();
    ck_assert_int_eq(shell("mkdir -p work home/keys && echo KEY-4711 x >home/keys/secret"
                           " && ln -s ../home/keys/secret work/link && ln -s ../home/keys "
                           "work/below",
                           output, sizeof output),
                     0);
}

/* Whether the plug-in, or what is said, has the user's text. */
static bool gets_it(const char *setting, const char *files)
{
    char output[16384];
    char *line = text_of("cd work && rm -rf plugins && { HOME=$PWD/../home %s $ivpbench plugin "
                         "build %s; true; } >said 2>&1; grep -rqsi KEY-4711 said plugins && "
                         "echo HAS IT; cat said",
                         setting, files);
    shell(line, output, sizeof output);
    free(line);
    return strstr(output, "HAS IT") != NULL;
}

START_TEST(a_source_reads_no_file_of_the_user)
{
    if (!(confine_offers() & CONFINE_FILES)) return;
    if (sources[_i].needs && !is_there(sources[_i].needs)) return;
    const char *second = sources[_i].second ? sources[_i].second : "";
    char *files = text_of("small.c %s", second);
    write_source("small.c", sources[_i].text);
    if (*second) write_source(second, sources[_i].other);
    ck_assert_msg(!gets_it("", files), "%s", sources[_i].name);
    ck_assert_msg(gets_it("IVPBENCH_CONFINE=off", files), "%s: no attack", sources[_i].name);
    free(files);
}
END_TEST

/* Other files of a folder are seen, but not those of a home. */
START_TEST(the_folder_of_a_source_is_seen_unless_it_is_a_home)
{
    char output[16384];
    if (!(confine_offers() & CONFINE_FILES)) return;
    write_text("work/mine.h", "#define MINE \"t\"\n");
    write_text("work/small.c", "#include <ivp/solver.h>\n#include \"mine.h\"\n"
                               "IVP_SOLVER(small, .title = MINE);\n");
    shell("cd work && $ivpbench plugin build small.c; ls plugins/double/solvers", output,
          sizeof output);
    assert_says(output, "small.so");
    shell("cd work && rm -r plugins && HOME=$PWD $ivpbench plugin build small.c", output,
          sizeof output);
    assert_says(output, "Permission denied");
    assert_says(output, "small.c does not compile in double arithmetic: the compiler reads the "
                        "folder of the source (but no home folder), and what is named after");
    shell("cd work && HOME=$PWD $ivpbench plugin build small.c -- -include mine.h; "
          "ls plugins/double/solvers",
          output, sizeof output);
    assert_says(output, "small.so");
}
END_TEST

/* What a compiler shows of a source is text of a stranger. */
START_TEST(an_error_gives_a_terminal_no_command)
{
    char output[16384];
    write_text("work/small.c", SOLVER "#error \033]0;mine\007\n");
    ck_assert_int_eq(shell("cd work && $ivpbench plugin build small.c", output, sizeof output),
                     1);
    assert_says(output, "]0;mine");
    ck_assert_msg(!strchr(output, '\033') && !strchr(output, '\007'), "%s", output);
}
END_TEST

/* Where a source is refused, the object of before is as it was; nothing is left beside it. */
START_TEST(an_object_is_whole_or_as_before)
{
    char output[16384];
    write_text("work/small.c", SOLVER);
    shell(
        "cd work && $ivpbench plugin build small.c; cp plugins/double/solvers/small.so before "
        "&& echo oops >>small.c && $ivpbench plugin build small.c; cmp before "
        "plugins/double/solvers/small.so && ls plugins/double/solvers | wc -l",
        output, sizeof output);
    assert_says(output, "small.c does not compile");
    assert_says(output, "\n1\n");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("compiled");
    tcase_add_checked_fixture(t, set_up, remove_folder);
    tcase_add_loop_test(t, a_source_reads_no_file_of_the_user, 0, SOURCES);
    tcase_add_test(t, the_folder_of_a_source_is_seen_unless_it_is_a_home);
    tcase_add_test(t, an_error_gives_a_terminal_no_command);
    tcase_add_test(t, an_object_is_whole_or_as_before);
    return suite_run("compiled", t);
}
