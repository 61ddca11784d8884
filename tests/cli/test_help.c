/* test_help.c -- help, man page, reference page and completion are what the program prints, and
 * have every verb, action and option.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "bench/cli/help.h"
#include "tests/bench/shell_case.h"

static const cli_verb *list[VERBS_MOST];
static int nverbs;

static void begin_help(void)
{
    begin();
    nverbs = verbs_all(list);
}

static const struct {
    const char *file, *format;
} kept[] = {
    { "docs/cli.md", "markdown" },       { "docs/ivpbench.1", "man" },
    { "tools/completion.bash", "bash" }, { "tools/completion.zsh", "zsh" },
    { "tools/completion.fish", "fish" },
};
enum { KEPT = sizeof kept / sizeof *kept };

START_TEST(files_are_what_the_program_prints)
{
    char *line = text_of("$BUILD/ivpbench help --format %s >$HERE/now && cmp $HERE/now %s",
                         kept[_i].format, kept[_i].file);
    ck_assert_msg(shell(line) == 0,
                  "%s is not what `ivpbench help --format %s` prints: "
                  "`make cli-docs` renews it. %s",
                  kept[_i].file, kept[_i].format, said);
    free(line);
}
END_TEST

/* ---- every verb -------------------------------------------------------------------------- */

static char *text_in(const char *name)
{
    char *path = text_of("%s/%s", tree, name);
    char *text = file_text(path);
    ck_assert_msg(text != NULL, "%s", path);
    free(path);
    return text;
}

static int count(const char *text, const char *words)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, words)); at++) n++;
    return n;
}

static void has(const char *name, const char *text, const char *words)
{
    ck_assert_msg(strstr(text, words) != NULL, "%s has no \"%s\"", name, words);
}

/* The part of a text behind a line; it ends where a line begins with `next`. caller frees */
static char *section(const char *name, const char *text, const char *line, const char *next)
{
    const char *at = strstr(text, line);
    ck_assert_msg(at != NULL, "%s has no \"%s\"", name, line);
    at += strlen(line);
    const char *to = strstr(at, next);
    return text_of("%.*s", to ? (int)(to - at) : (int)strlen(at), at);
}

/* With every hyphen as troff has it. caller frees */
static char *minus(const char *words)
{
    char *text = copied("");
    for (; *words; words++) {
        char *more = text_of("%s%s%c", text, *words == '-' ? "\\" : "", *words);
        free(text);
        text = more;
    }
    return text;
}

START_TEST(reference_page_has_every_verb)
{
    char *page = text_in("docs/cli.md");
    ck_assert_int_eq(count(page, "\n### ivpbench "), nverbs);
    for (int i = 0; i < nverbs; i++) {
        char *title = text_of("\n### ivpbench %s\n", list[i]->name);
        char *part = section("docs/cli.md", page, title, "\n##");
        for (const verb_action *a = list[i]->actions; a->name; a++) {
            char *row = text_of("\n| `%s", a->name);
            has("docs/cli.md", part, row);
            free(row);
        }
        for (const option_row *r = list[i]->options; r && r->kind; r++) {
            char *row = text_of("--%s%s", r->name, r->argument ? " " : "`");
            has("docs/cli.md", part, row);
            free(row);
        }
        free(part);
        free(title);
    }
    free(page);
}
END_TEST

START_TEST(man_page_has_every_verb)
{
    char *page = text_in("docs/ivpbench.1");
    ck_assert_int_eq(count(page, "\n.SS "), nverbs);
    for (int i = 0; i < nverbs; i++) {
        char *title = text_of("\n.SS %s\n", list[i]->name);
        char *part = section("docs/ivpbench.1", page, title, "\n.SS");
        for (const verb_action *a = list[i]->actions; a->name; a++) {
            char *tag = text_of("\n\\fB%s\\fR\n", a->name);
            has("docs/ivpbench.1", part, tag);
            free(tag);
        }
        for (const option_row *r = list[i]->options; r && r->kind; r++) {
            char *words = text_of("--%s", r->name), *tag = minus(words);
            has("docs/ivpbench.1", part, tag);
            free(tag);
            free(words);
        }
        free(part);
        free(title);
    }
    free(page);
}
END_TEST

START_TEST(help_of_a_verb_has_all_of_it)
{
    for (int i = 0; i < nverbs; i++) {
        char *line = text_of("$BUILD/ivpbench help %s >$HERE/a && $BUILD/ivpbench %s --help "
                             ">$HERE/b && cmp $HERE/a $HERE/b && cat $HERE/a",
                             list[i]->name, list[i]->name);
        ck_assert_msg(shell(line) == 0, "%s: %s", list[i]->name, said);
        for (const verb_action *a = list[i]->actions; a->name; a++) {
            char *row = text_of("\n  %s ", a->name);
            says(row);
            free(row);
        }
        for (const option_row *r = list[i]->options; r && r->kind; r++) {
            char label[HELP_LINE];
            help_label(r, label);
            says(label);
        }
        free(line);
    }
}
END_TEST

START_TEST(list_of_verbs_has_every_verb)
{
    ck_assert_int_eq(shell("$BUILD/ivpbench help"), 0);
    for (int i = 0; i < nverbs; i++) {
        char *row = text_of("\n  %-12s%s\n", list[i]->name, list[i]->summary);
        says(row);
        free(row);
    }
    says_not("worker");
    ck_assert_int_eq(shell("$BUILD/ivpbench --help"), 0);
    ck_assert_int_eq(shell("$BUILD/ivpbench"), 2);
}
END_TEST

/* ---- troff ------------------------------------------------------------------------------- */

START_TEST(troff_has_no_fault)
{
    if (shell("command -v groff") != 0) {
        fprintf(stderr, "groff is not installed: the man page is not formatted\n");
        return;
    }
    ck_assert_int_eq(shell("groff -man -ww -z docs/ivpbench.1"), 0);
    ck_assert_msg(*said == '\0', "%s", said);
    ck_assert_int_eq(
        shell(
            "GROFF_NO_SGR=1 groff -man -Tascii docs/ivpbench.1 | sed 's/.\\x08//g' >$HERE/page"),
        0);
    ck_assert_int_eq(
        shell("grep -qF 'try PROBLEM --solver LIST [--rtol X | --h X]' $HERE/page"), 0);
    ck_assert_int_eq(shell("grep -qF '~/.local/share/ivpbench/reference' $HERE/page"), 0);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("help");
    tcase_add_checked_fixture(t, begin_help, end);
    tcase_add_loop_test(t, files_are_what_the_program_prints, 0, KEPT);
    tcase_add_test(t, reference_page_has_every_verb);
    tcase_add_test(t, man_page_has_every_verb);
    tcase_add_test(t, help_of_a_verb_has_all_of_it);
    tcase_add_test(t, list_of_verbs_has_every_verb);
    tcase_add_test(t, troff_has_no_fault);
    return suite_run("help", t);
}
