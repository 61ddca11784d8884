/* test_completion.c -- what bash and fish offer; the syntax of all three files.
 *
 * A shell that is not installed is left out with a sentence.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "bench/cli/verbs.h"
#include "tests/bench/shell_case.h"

static void begin_completion(void)
{
    begin();
    setenv("HOME", folder, 1);
    char *archive = text_of("%s/archive", folder),
         *path = text_of("%s:%s", build, getenv("PATH"));
    setenv("IVPBENCH_ARCHIVE", archive, 1);
    setenv("PATH", path, 1);
    free(path);
    free(archive);
}

static bool lacks(const char *shell_name)
{
    char *line = text_of("command -v %s", shell_name);
    const bool none = shell(line) != 0;
    if (none)
        fprintf(stderr, "%s is not installed: its completion is not tested\n", shell_name);
    free(line);
    return none;
}

/* ---- bash -------------------------------------------------------------------------------- */

/* What bash offers for the last of these words, one a line, in `said`. */
static void complete_in_bash(const char *words)
{
    char *line = text_of("bash -c 'source tools/completion.bash; cd $HERE; COMP_WORDS=(%s); "
                         "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _ivpbench; "
                         "printf \"%%s\\n\" \"${COMPREPLY[@]}\"'",
                         words);
    ck_assert_msg(shell(line) == 0, "%s: %s", words, said);
    free(line);
}

/* Is this one of the lines? */
static bool offered(const char *word)
{
    char *lines = text_of("\n%s", said), *line = text_of("\n%s\n", word);
    const bool is = strstr(lines, line) != NULL;
    free(line);
    free(lines);
    return is;
}

static void offers(const char *words, const char *word)
{
    ck_assert_msg(offered(word), "\"%s\" does not offer %s: %s", words, word, said);
}

static const struct {
    const char *words, *has, *has_not;
} cases[] = {
    { "ivpbench \"\"", "try", "worker" },
    { "ivpbench ca", "cancel", "try" },
    { "ivpbench --v", "--version", "try" },
    { "ivpbench try \"\"", "andrews", "dopri5" },
    { "ivpbench try an", "andrews", "hires" },
    { "ivpbench try andrews --solver do", "dopri5", "ida" },
    { "ivpbench try andrews -S ida,do", "ida,dopri5", "dopri5" },
    { "ivpbench try --solver ida an", "andrews", "ida" },
    { "ivpbench try --formulation o", "ode", "andrews" },
    { "ivpbench try -v an", "andrews", "ida" },
    { "ivpbench try --rtol \"\"", "", "andrews" },
    { "ivpbench rank --b", "--by", "--digits" },
    { "ivpbench rank --by s", "solver", "formulation" },
    { "ivpbench rank --by = s", "solver", "formulation" },
    { "ivpbench info ida", "ida", "andrews" },
    { "ivpbench plan qu", "quick", "default" },
    { "ivpbench run --output x --first qu", "quick", "default" },
    { "ivpbench list \"\"", "formulations", "try" },
    { "ivpbench archive \"\"", "remove", "try" },
    { "ivpbench archive add new \"\"", "bench.db", "new" },
    { "ivpbench archive list --n", "--names", "--note" },
    { "ivpbench reference show and", "andrews", "ida" },
    { "ivpbench reference check --", "--jobs", "--at" },
    { "ivpbench reference show x --format \"\"", "csv", "jsonl" },
    { "ivpbench new solver x --language f", "fortran", "c" },
    { "ivpbench plugin test and", "andrews", "build" },
    { "ivpbench plugin build x.c -- be", "bench.db", "build" },
    { "ivpbench speed calls --memory hi", "hires", "andrews" },
    { "ivpbench report --store be", "bench.db", "folder" },
    { "ivpbench submit qu", "quick", "default" },
    { "ivpbench submit quick --output fo", "folder", "bench.db" },
    { "ivpbench status \"\"", "folder", "bench.db" },
    { "ivpbench cancel \"\"", "folder", "bench.db" },
    { "ivpbench help st", "status", "try" },
    { "ivpbench help --format f", "fish", "bash" },
};

static void make_places(void)
{
    ck_assert_int_eq(shell("mkdir $HERE/folder && touch $HERE/bench.db"), 0);
}

START_TEST(bash_offers_what_fits)
{
    if (lacks("bash")) return;
    make_places();
    complete_in_bash(cases[_i].words);
    offers(cases[_i].words, cases[_i].has);
    ck_assert_msg(!offered(cases[_i].has_not), "\"%s\" offers %s: %s", cases[_i].words,
                  cases[_i].has_not, said);
}
END_TEST

/* Bash splits the line at "@" and "=@", yet replaces the word with its "@". */
START_TEST(bash_offers_archived_stores)
{
    if (lacks("bash")) return;
    make_places();
    ck_assert_msg(shell("$BUILD/ivpbench try hires -S rodas --workers 0 -o $HERE/s.db && "
                        "$BUILD/ivpbench archive add theirs $HERE/s.db") == 0,
                  "%s", said);
    complete_in_bash("ivpbench compare \"\"");
    offers("compare", "@theirs");
    offers("compare", "bench.db");
    complete_in_bash("ivpbench compare bench.db @ th");
    offers("compare bench.db @th", "@theirs");
    complete_in_bash("ivpbench rank --store =@ th");
    offers("rank --store=@th", "@theirs");
    complete_in_bash("ivpbench rank --store =@");
    offers("rank --store=@", "@theirs");
    complete_in_bash("ivpbench archive show th");
    offers("archive show", "theirs");
}
END_TEST

START_TEST(bash_offers_every_verb_action_and_option)
{
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    if (lacks("bash")) return;
    complete_in_bash("ivpbench \"\"");
    for (int i = 0; i < n; i++) offers("ivpbench", list[i]->name);
    for (int i = 0; i < n; i++) {
        char *words = text_of("ivpbench %s \"\"", list[i]->name);
        if (list[i]->actions[0].name) complete_in_bash(words);
        for (const verb_action *a = list[i]->actions; a->name; a++) offers(words, a->name);
        free(words);
        words = text_of("ivpbench %s --", list[i]->name);
        complete_in_bash(words);
        for (const option_row *r = list[i]->options; r && r->kind; r++) {
            char *option = text_of("--%s", r->name);
            offers(words, option);
            free(option);
        }
        offers(words, "--help");
        free(words);
    }
}
END_TEST

/* ---- the others -------------------------------------------------------------------------- */

START_TEST(zsh_reads_its_file)
{
    if (lacks("zsh")) return;
    ck_assert_msg(shell("zsh -n tools/completion.zsh") == 0, "%s", said);
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    shell("cat tools/completion.zsh");
    for (int i = 0; i < n; i++) {
        char *row = text_of("        %s:'", list[i]->name),
             *arm = text_of("    '%s '*)\n", list[i]->name);
        says(row);
        says(arm);
        free(row);
        free(arm);
    }
}
END_TEST

/* What fish offers: a word, a tab and its meaning a line. */
static void complete_in_fish(const char *words)
{
    char *line =
        text_of("fish --no-config -c 'source tools/completion.fish; cd $HERE; complete "
                "-C \"%s\"' | cut -f1",
                words);
    ck_assert_msg(shell(line) == 0, "%s: %s", words, said);
    free(line);
}

static const struct {
    const char *words, *has, *has_not;
} fishes[] = {
    { "ivpbench ", "cancel", "andrews" },
    { "ivpbench try ", "andrews", "dopri5" },
    { "ivpbench try andrews --solver ida,do", "ida,dopri5", "andrews" },
    { "ivpbench archive ", "remove", "try" },
    { "ivpbench reference check --", "--jobs", "--at" },
    { "ivpbench rank --by ", "solver", "andrews" },
    { "ivpbench rank --digits ", "", "andrews" },
    { "ivpbench status ", "folder/", "bench.db" },
    { "ivpbench report ", "bench.db", "andrews" },
    { "ivpbench help ", "status", "andrews" },
};

START_TEST(fish_offers_what_fits)
{
    if (lacks("fish")) return;
    make_places();
    complete_in_fish(fishes[_i].words);
    if (*fishes[_i].has) offers(fishes[_i].words, fishes[_i].has);
    ck_assert_msg(!offered(fishes[_i].has_not), "\"%s\" offers %s: %s", fishes[_i].words,
                  fishes[_i].has_not, said);
}
END_TEST

START_TEST(fish_offers_every_verb)
{
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    if (lacks("fish")) return;
    complete_in_fish("ivpbench ");
    for (int i = 0; i < n; i++) offers("ivpbench", list[i]->name);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("completion");
    tcase_add_checked_fixture(t, begin_completion, end);
    tcase_add_loop_test(t, bash_offers_what_fits, 0, (int)(sizeof cases / sizeof *cases));
    tcase_add_test(t, bash_offers_archived_stores);
    tcase_add_test(t, bash_offers_every_verb_action_and_option);
    tcase_add_test(t, zsh_reads_its_file);
    tcase_add_loop_test(t, fish_offers_what_fits, 0, (int)(sizeof fishes / sizeof *fishes));
    tcase_add_test(t, fish_offers_every_verb);
    return suite_run("completion", t);
}
