/* test_interface.c -- what is typed and what comes back: make, the verbs, installing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

/* ---- make -------------------------------------------------------------------------------- */

START_TEST(plain_make_builds_everything)
{
    ck_assert_int_le(shell("make -npq B=\"$HERE/none\" 2>/dev/null | grep '^.DEFAULT_GOAL'"),
                     0);
    says(".DEFAULT_GOAL := all");
}
END_TEST

START_TEST(make_help_lists_the_targets)
{
    ck_assert_int_eq(shell("make help"), 0);
    says("make bench ");
    says("make install ");
    says_not("Nothing lists files");
}
END_TEST

/* ---- words ------------------------------------------------------------------------------- */

/* A line, its exit code, and what it says. */
static const struct dialogue {
    const char *line;
    int code;
    const char *answer;
} dialogues[] = {
    { "$BUILD/ivpbench -V", 0, "ivpbench 0." },
    { "$BUILD/ivpbench help", 0, "usage: ivpbench VERB" },
    { "$BUILD/ivpbench help run", 0, "usage: ivpbench run PLAN" },
    { "$BUILD/ivpbench run -h", 0, "usage: ivpbench run PLAN" },
    { "$BUILD/ivpbench help rum", 2, "did you mean run?" },
    { "$BUILD/ivpbench info dopri", 2, "did you mean dopri5?" },
    { "$BUILD/ivpbench info andrevs", 2, "did you mean andrews?" },
    { "$BUILD/ivpbench plan defualt", 2, "did you mean default?" },
    { "$BUILD/ivpbench plan quick --solvers dopry5", 2, "did you mean dopri5?" },
    { "$BUILD/ivpbench plan quick --problems hirse", 2, "did you mean hires?" },
    { "$BUILD/ivpbench export --format jsno", 2, "did you mean jsonl?" },
    { "IVPBENCH_ARCHIVE=$HERE/a $BUILD/ivpbench archive list", 0, "the archive is empty" },
    { "IVPBENCH_ARCHIVE=$HERE/a $BUILD/ivpbench rank --store @none", 3, "not in the archive" },
    { "IVPBENCH_ARCHIVE=$HERE/a $BUILD/ivpbench archive add ../x $HERE/y.db", 3, "a name in" },
    { "$BUILD/ivpbench archive add x", 2, "archive add: give NAME STORE" },
    { "unset IVPBENCH_PLUGIN_PATH; $BUILD/ivpbench info mine", 2, "is not set" },
    { "IVPBENCH_PLUGIN_PATH=/x/y $BUILD/ivpbench info mine", 2,
      "IVPBENCH_PLUGIN_PATH, the folders of further ones, is /x/y" },
};

START_TEST(words_get_answers)
{
    const struct dialogue *d = &dialogues[_i];
    ck_assert_msg(shell(d->line) == d->code, "%s: %s", d->line, said);
    says(d->answer);
}
END_TEST

START_TEST(plans_name_what_they_do_not_know)
{
    plan_for("\"t_goof\"");
    ck_assert_int_eq(shell("$BUILD/ivpbench plan $HERE/plan.cfg"), 2);
    says("plan.cfg:3: unknown solver \"t_goof\"; did you mean t_good?");
}
END_TEST

/* The reader is gone before the first word. */
START_TEST(a_broken_pipe_is_no_crash)
{
    shell("{ sleep 0.3; $BUILD/ivpbench list solvers; } | true");
    ck_assert_str_eq(said, "");
    shell("{ sleep 0.3; $BUILD/ivpbench plan quick; } | true");
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(a_plan_ends_with_a_summary)
{
    plan_for("\"t_good\", \"dopri5@ggl\"");
    ck_assert_int_eq(shell("$BUILD/ivpbench plan $HERE/plan.cfg -o $HERE/a.db"), 0);
    says("\n2 cells of 1 problems and 2 solvers, 1 of them declined; 0 combinations");
    says("\n0 finished before, 2 to run: about ");
    ck_assert_int_eq(shell("$BUILD/ivpbench run $HERE/plan.cfg -qo $HERE/a.db"), 0);
    ck_assert_int_eq(shell("$BUILD/ivpbench plan $HERE/plan.cfg -o $HERE/a.db"), 0);
    says("\n2 finished before, 0 to run: about 0 s of ");
}
END_TEST

/* ---- groups that forbid failures --------------------------------------------------------- */

static void forbid(const char *solvers)
{
    char *text = text_of("defaults = { workers = 0; };\ngroups = { easy = { problems = [ "
                         "\"bouncing_balls\" ]; solvers = [ \"dopri5@ode\" ];\nevents = false; "
                         "steps = { hmax = 1e-2; halvings = 0; }; };\nstrict = { problems = [ "
                         "\"bouncing_balls\" ]; solvers = [ %s ]; failures = \"forbidden\";\n"
                         "events = false; steps = { hmax = 1e-2; halvings = 0; }; }; };\n",
                         solvers);
    write_plan(text);
    free(text);
}

START_TEST(exit_code_four_names_the_group)
{
    static const char again[] = "$BUILD/ivpbench run $HERE/plan.cfg -qo $HERE/a.db";
    forbid("\"t_aborts\"");
    for (int i = 0; i < 2; i++) { /* also where all is finished before */
        ck_assert_int_eq(shell(again), 4);
        says("ivpbench: group strict forbids failures, 1 of its cells failed; the first: "
             "bouncing_balls t_aborts@");
        ck_assert_ptr_eq(strchr(said, '\n') + 1, said + strlen(said));
    }
}
END_TEST

START_TEST(declining_is_no_failure)
{
    forbid("\"dopri5@ggl\"");
    ck_assert_int_eq(shell("$BUILD/ivpbench run $HERE/plan.cfg -vo $HERE/a.db"), 0);
    says("1 declined");
    ck_assert_int_eq(shell("$BUILD/ivpbench run $HERE/plan.cfg -vo $HERE/a.db"), 0);
}
END_TEST

/* One lost outcome in any of the files is heard; a malformed one, before anything is scored. */
START_TEST(several_gates_are_judged_together)
{
    static const char both[] = "$BUILD/ivpbench gate $HERE/%s.cfg $HERE/%s.cfg -s $HERE/a.db";
    const struct {
        const char *first, *second;
        int code;
    } all[] = { { "good", "good", 0 },
                { "good", "bad", 1 },
                { "bad", "good", 1 },
                { "good", "malformed", 2 } };
    forbid("\"dopri5@ode\"");
    ck_assert_int_eq(
        shell(
            "$BUILD/ivpbench run $HERE/plan.cfg -qo $HERE/a.db && cd $HERE && "
            "$BUILD/ivpbench gate --new good.cfg -s a.db && sed 's/good/bad/' good.cfg "
            ">bad.cfg && cp good.base bad.base && echo 'gone a@ode rtol=1e-06\tok\t-\t-\t-' | "
            "sed 's/\\\\t/\\t/g' >>bad.base && echo 'x = 1;' >malformed.cfg"),
        0);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *command = text_of(both, all[i].first, all[i].second);
        ck_assert_int_eq(shell(command), all[i].code);
        free(command);
    }
    ck_assert_int_eq(
        shell("$BUILD/ivpbench gate $HERE/good.cfg $HERE/bad.cfg --accept -s $HERE/a.db"), 2);
}
END_TEST

/* What an optional solver lacks is said where it is listed and where it is asked for. */
START_TEST(a_missing_package_is_no_failure)
{
    forbid("\"t_lacking@ode\"");
    ck_assert_int_eq(shell("$BUILD/ivpbench run $HERE/plan.cfg -vo $HERE/a.db"), 0);
    says("1 declined");
    says("t_lacking: r-cran-nothing is not installed");
    ck_assert_int_eq(shell("$BUILD/ivpbench list solvers"), 0);
    says("[r-cran-nothing is not installed]");
    shell("$BUILD/ivpbench try bouncing_balls --solver t_lacking --h 0.01 --workers 0");
    says("bouncing_balls t_lacking@*: left out: t_lacking: r-cran-nothing is not installed");
    ck_assert_int_eq(shell("$BUILD/ivpbench info t_lacking"), 0);
    says("missing         r-cran-nothing");
}
END_TEST

/* ---- references -------------------------------------------------------------------------- */

static const char elsewhere[] = "cd $HERE; export HOME=$HERE/home; unset XDG_DATA_HOME "
                                "IVPBENCH_REFERENCE;";

static int there(const char *line)
{
    char *whole = text_of("%s %s", elsewhere, line);
    const int code = shell(whole);
    free(whole);
    return code;
}

/* A folder of one's own hides the files that it has, and no others. */
START_TEST(references_are_looked_for_along_a_path)
{
    ck_assert_int_eq(there("mkdir reference; cp $BUILD/../reference/data/hires.ref reference"),
                     0);
    ck_assert_int_eq(there("$BUILD/ivpbench reference show hires"), 0);
    says("\nfile    reference/hires.ref\n");
    ck_assert_int_eq(there("$BUILD/ivpbench reference show andrews"), 0);
    says("/../reference/data/andrews.ref\n");
    ck_assert_int_eq(there("mkdir -p home/.local/share/ivpbench; mv reference "
                           "home/.local/share/ivpbench; $BUILD/ivpbench reference show hires"),
                     0);
    says("/home/.local/share/ivpbench/reference/hires.ref\n");
    ck_assert_int_eq(
        there("mkdir -p x/ivpbench; mv home/.local/share/ivpbench/reference x/ivpbench; "
              "XDG_DATA_HOME=$HERE/x $BUILD/ivpbench reference show hires"),
        0);
    says("/x/ivpbench/reference/hires.ref\n");
    ck_assert_int_eq(there("IVPBENCH_REFERENCE=nowhere:x/ivpbench/reference "
                           "$BUILD/ivpbench reference show hires"),
                     0);
    says("\nfile    x/ivpbench/reference/hires.ref\n");
    ck_assert_int_eq(there("$BUILD/ivpbench reference show hires --reference nowhere"), 2);
    says("no reference of hires in nowhere;");
}
END_TEST

/* By a recipe without a trajectory: the witness looks into a run of its own. */
START_TEST(a_quiet_make_says_where_the_file_is_and_no_more)
{
    ck_assert_int_eq(
        shell("cp reference/data/robertson.recipe $HERE && $BUILD/ivpbench reference "
              "make robertson --quiet --output $HERE"),
        0);
    char *path = text_of("%s/robertson.ref\n", folder);
    ck_assert_str_eq(said, path);
    free(path);
}
END_TEST

/* What a user makes goes to the user's folder, or to that of the project. */
START_TEST(references_go_where_the_user_is)
{
    static const char make[] =
        "$BUILD/ivpbench reference make circular_track -q >$HERE/log; find . -name '*.ref'";
    ck_assert_int_eq(there(make), 0);
    ck_assert_str_eq(said, "./home/.local/share/ivpbench/reference/circular_track.ref\n");
    ck_assert_int_eq(there("rm -r home; mkdir reference"), 0);
    ck_assert_int_eq(there(make), 0);
    ck_assert_str_eq(said, "./reference/circular_track.ref\n");
}
END_TEST

/* ---- installing -------------------------------------------------------------------------- */

static const char install[] =
    "VERSION=0 tools/install.sh \"$BUILD\" \"$HERE\" /usr >$HERE/log;";
static const char remove_it[] = "tools/install.sh --remove \"$BUILD\" \"$HERE\" /usr;";

/* Nothing is left but what was there before, and what somebody put there or changed. */
START_TEST(what_was_installed_goes_and_nothing_else)
{
    ck_assert_int_eq(
        shell("mkdir -p $HERE/usr/bin $HERE/usr/share/man; echo x >$HERE/usr/bin/other"), 0);
    ck_assert_int_eq(shell(install), 0);
    ck_assert_int_eq(shell("$HERE/usr/bin/ivpbench list plans"), 0);
    says("/usr/bin/../share/ivpbench/plans/default.cfg");
    ck_assert_int_eq(shell(install), 0); /* over itself */
    ck_assert_int_eq(
        shell("cd $HERE/usr/share/ivpbench; cp reference/hires.ref reference/mine.ref;"
              "echo '# mine' >>plans/quick.cfg"),
        0);
    ck_assert_int_eq(shell(remove_it), 0);
    says("kept, for it was changed: ");
    says("/usr/share/ivpbench/plans/quick.cfg");
    ck_assert_int_eq(shell("cd $HERE/usr; find . | sort"), 0);
    ck_assert_str_eq(said, ".\n./bin\n./bin/other\n./share\n./share/ivpbench\n"
                           "./share/ivpbench/plans\n./share/ivpbench/plans/quick.cfg\n"
                           "./share/ivpbench/reference\n./share/ivpbench/reference/mine.ref\n"
                           "./share/man\n");
}
END_TEST

START_TEST(an_empty_place_is_empty_again)
{
    ck_assert_int_eq(shell(install), 0);
    ck_assert_int_eq(shell(remove_it), 0);
    ck_assert_int_eq(shell("find $HERE/usr"), 1);
    ck_assert_int_eq(shell(remove_it), 3);
    says("nothing is installed there");
}
END_TEST

/* Every file that the installed documents link to is installed, and every problem and solver of
 * the tree that they name. */
START_TEST(documents_and_their_examples_are_installed)
{
    ck_assert_int_eq(shell(install), 0);
    ck_assert_int_eq(
        shell("cd $HERE/usr/share/doc/ivpbench; test -e docs/add-a-solver.md || echo no docs;"
              "find . -name '*.md' | while read -r f; do"
              " grep -oE '\\]\\([^)#:]+[)#]' \"$f\" | tr -d ']()#' | while read -r link; do"
              "  test -e \"$(dirname \"$f\")/$link\" || echo \"$f: $link\"; done;"
              " grep -oE '`(problems|solvers)/[a-z0-9_/]*\\.[ch]`' \"$f\" | tr -d '`' |"
              "  while read -r name; do test -e \"$name\" ||"
              "   test ! -e \"$BUILD/../$name\" || echo \"$f: $name\"; done; done"),
        0);
    ck_assert_str_eq(said, "");
}
END_TEST

/* ---- versions ---------------------------------------------------------------------------- */

/* A solver of another digest, then the first one again: its results count, and nothing runs. */
START_TEST(what_hides_another_says_so)
{
    plan_for("\"dopri5\"");
    ck_assert_int_eq(shell("mkdir -p $HERE/p/double/solvers; "
                           "cp $BUILD/double/solvers/dopri5.so $HERE/p/double/solvers"),
                     0);
    ck_assert_int_eq(shell("IVPBENCH_PLUGIN_PATH=$BUILD $BUILD/ivpbench list solvers"), 0);
    says_not("hides");
    ck_assert_int_eq(shell("IVPBENCH_PLUGIN_PATH=$HERE/p $BUILD/ivpbench list solvers"), 0);
    says("p/double/solvers/dopri5.so hides ");
    ck_assert_int_eq(shell("IVPBENCH_PLUGIN_PATH=$HERE/p $BUILD/ivpbench info dopri5"), 0);
    says("p/double/solvers/dopri5.so\n  hides ");
    ck_assert_int_eq(shell("IVPBENCH_PLUGIN_PATH=$HERE/p $BUILD/ivpbench plan $HERE/plan.cfg"),
                     0);
    says("ivpbench: dopri5 is ");
}
END_TEST

START_TEST(a_reverted_solver_counts_again)
{
    static const char run[] = "export IVPBENCH_PLUGIN_PATH=\"$HERE/p:$BUILD\";"
                              "$BUILD/ivpbench run $HERE/plan.cfg -q -o $HERE/a.db;"
                              "$BUILD/ivpbench export --store $HERE/a.db --format jsonl;";
    plan_for("\"t_good\"");
    ck_assert_int_eq(
        shell("mkdir -p $HERE/p/double/solvers; cp $BUILD/testroot/double/solvers/t_good.so "
              "$HERE/p/double/solvers; cp $HERE/p/double/solvers/t_good.so $HERE/"),
        0);
    ck_assert_int_eq(shell(run), 0);
    char *first = copied(said);
    ck_assert_int_eq(shell("echo >>$HERE/p/double/solvers/t_good.so"), 0);
    ck_assert_int_eq(shell(run), 0);
    says("1 results of other versions (double/solvers/t_good.so) are left out");
    ck_assert_int_eq(shell("cp $HERE/t_good.so $HERE/p/double/solvers"), 0);
    ck_assert_int_eq(shell(run), 0);
    says(strchr(first, '{'));
    free(first);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("words");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, plain_make_builds_everything);
    tcase_add_test(t, make_help_lists_the_targets);
    tcase_add_loop_test(t, words_get_answers, 0, (int)(sizeof dialogues / sizeof *dialogues));
    tcase_add_test(t, plans_name_what_they_do_not_know);
    tcase_add_test(t, a_broken_pipe_is_no_crash);
    tcase_add_test(t, a_plan_ends_with_a_summary);
    tcase_add_test(t, exit_code_four_names_the_group);
    tcase_add_test(t, declining_is_no_failure);
    tcase_add_test(t, several_gates_are_judged_together);
    tcase_add_test(t, a_missing_package_is_no_failure);
    tcase_add_test(t, references_are_looked_for_along_a_path);
    tcase_add_test(t, references_go_where_the_user_is);
    tcase_add_test(t, a_quiet_make_says_where_the_file_is_and_no_more);
    tcase_add_test(t, what_was_installed_goes_and_nothing_else);
    tcase_add_test(t, an_empty_place_is_empty_again);
    tcase_add_test(t, documents_and_their_examples_are_installed);
    tcase_add_test(t, what_hides_another_says_so);
    tcase_add_test(t, a_reverted_solver_counts_again);
    return suite_run("interface", t);
}
