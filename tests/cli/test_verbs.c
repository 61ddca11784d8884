/* test_verbs.c -- the descriptions of the verbs: complete, consistent, in plain words.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "bench/cli/help.h"
#include "tests/bench/shell_case.h"

static const cli_verb *list[VERBS_MOST];
static int nverbs;

static void begin_verbs(void)
{
    begin();
    nverbs = verbs_all(list);
}

/* ---- complete ---------------------------------------------------------------------------- */

/* "export-fmu" lives in "export_fmu.c". */
static bool is_file_of(const char *name, const char *verb)
{
    while (*verb && (*name == *verb || (*name == '_' && *verb == '-'))) name++, verb++;
    return !*verb && !strcmp(name, ".c");
}

static bool has_verb_of_file(const char *path)
{
    const char *name = strrchr(path, '/') + strlen("/verb_");
    for (int i = 0; i < nverbs; i++)
        if (is_file_of(name, list[i]->name)) return true;
    return !strcmp(name, "worker.c") || !strcmp(name, "board.c"); /* hidden; no verb */
}

START_TEST(every_file_of_a_verb_is_in_the_list)
{
    glob_t files;
    char *pattern = text_of("%s/bench/cli/verb_*.c", tree);
    ck_assert_int_eq(glob(pattern, 0, NULL, &files), 0);
    for (size_t k = 0; k < files.gl_pathc; k++)
        ck_assert_msg(has_verb_of_file(files.gl_pathv[k]), "%s is in no group of verbs.c",
                      files.gl_pathv[k]);
    ck_assert_int_eq((int)files.gl_pathc, nverbs + 2);
    globfree(&files);
    free(pattern);
}
END_TEST

static bool begins(const char *text, const char *word)
{
    const size_t n = strlen(word);
    return !strncmp(text, word, n) && (!text[n] || text[n] == ' ');
}

START_TEST(every_verb_is_described)
{
    for (int i = 0; i < nverbs; i++) {
        const cli_verb *v = list[i];
        ck_assert_msg(v->summary && *v->summary, "%s has no summary", v->name);
        ck_assert_msg(v->description[0] != NULL, "%s has no description", v->name);
        ck_assert_msg(v->synopsis[0] != NULL, "%s has no synopsis", v->name);
        ck_assert_msg(v->examples[0].command != NULL, "%s has no example", v->name);
        for (int k = 0; v->synopsis[k]; k++)
            ck_assert_msg(begins(v->synopsis[k], v->name), "%s: %s", v->name, v->synopsis[k]);
        for (const verb_exit *e = v->exits; e->meaning; e++)
            ck_assert_msg(e == v->exits || e->code > e[-1].code, "%s: exit codes", v->name);
        for (const option_row *r = v->options; r && r->kind; r++)
            ck_assert_msg(r->meaning && *r->meaning, "%s --%s has no meaning", v->name,
                          r->name);
    }
}
END_TEST

/* ---- consistent -------------------------------------------------------------------------- */

static void check_words(const cli_verb *v, const option_row *r)
{
    ck_assert_msg(!r->choices || option_has_value(r), "%s --%s: words of a flag", v->name,
                  r->name);
    ck_assert_msg((r->kind == OPTION_WORD) <= (r->choices != NULL), "%s --%s: no words",
                  v->name, r->name);
    ck_assert_msg(!r->choices || !r->initial || word_among(r->choices, r->initial),
                  "%s --%s: its default is none of its words", v->name, r->name);
    ck_assert_msg(option_has_value(r) == (r->argument != NULL), "%s --%s: name of the value",
                  v->name, r->name);
    ck_assert_msg(!r->initial || !r->otherwise, "%s --%s: two defaults", v->name, r->name);
}

static void check_actions(const cli_verb *v, const option_row *r)
{
    char *all = copied(r->actions), *rest = all;
    for (char *word; r->actions && (word = strsep(&rest, "|"));)
        ck_assert_msg(verb_find_action(v, word) != NULL, "%s --%s: %s is no action", v->name,
                      r->name, word);
    free(all);
}

START_TEST(rows_of_options_are_consistent)
{
    for (int i = 0; i < nverbs; i++) {
        const option_row *first = list[i]->options;
        for (const option_row *r = first; r && r->kind; r++) {
            check_words(list[i], r);
            check_actions(list[i], r);
            ck_assert_int_lt(r - first, OPTIONS_MOST - 1);
            for (const option_row *s = first; s != r; s++)
                ck_assert_msg(strcmp(s->name, r->name) != 0 &&
                                  (!r->letter || s->letter != r->letter),
                              "%s: --%s and --%s", list[i]->name, s->name, r->name);
        }
    }
}
END_TEST

static bool has_option(const cli_verb *v, const char *name, size_t n)
{
    for (const option_row *r = v->options; r && r->kind; r++)
        if (strlen(r->name) == n && !strncmp(r->name, name, n)) return true;
    return n == 4 && !strncmp(name, "help", n);
}

/* Each "--option" of the text belongs to the verb. */
static void check_options_in(const cli_verb *v, const char *text)
{
    for (const char *at = text; (at = strstr(at, "--")); at += 2) {
        const size_t n = strspn(at + 2, "abcdefghijklmnopqrstuvwxyz0123456789-");
        if (n) ck_assert_msg(has_option(v, at + 2, n), "%s: %s", v->name, text);
    }
}

static bool some_synopsis_has(const cli_verb *v, const char *word)
{
    for (int k = 0; v->synopsis[k]; k++)
        if (strstr(v->synopsis[k], word)) return true;
    return false;
}

static void check_operands_of(const cli_verb *v, const verb_operand *o)
{
    for (; o->name; o++)
        ck_assert_msg(some_synopsis_has(v, o->name), "%s: %s is in no synopsis", v->name,
                      o->name);
}

START_TEST(synopses_agree_with_the_tables)
{
    for (int i = 0; i < nverbs; i++) {
        const cli_verb *v = list[i];
        for (int k = 0; v->synopsis[k]; k++) check_options_in(v, v->synopsis[k]);
        check_operands_of(v, v->operands);
        for (const verb_action *a = v->actions; a->name; a++) {
            char *words = text_of("%s %s", v->name, a->name);
            ck_assert_msg(some_synopsis_has(v, words), "%s is in no synopsis", words);
            check_operands_of(v, a->operands);
            free(words);
        }
    }
}
END_TEST

START_TEST(examples_use_verbs_and_options_that_exist)
{
    for (int i = 0; i < nverbs; i++)
        for (const verb_example *e = list[i]->examples; e->command; e++) {
            char name[64];
            ck_assert_msg(sscanf(e->command, "ivpbench %63s", name) == 1, "%s", e->command);
            const cli_verb *v = verb_find(name);
            ck_assert_msg(v != NULL, "%s: %s", list[i]->name, e->command);
            check_options_in(v, e->command);
        }
}
END_TEST

/* ---- plain words ------------------------------------------------------------------------- */

enum { MOST_WORDS = 25 };

/* Words of the project that readers do not know, or that mean something else to them. */
static const char *const retired[] = { "half",   "halves", "own",   "beside", "whole",
                                       "keeper", "asked",  "house", "room",   "deeds",
                                       "ward",   "vouch",  "bless", "blessed" };

static bool in_word(char c) { return isalnum((unsigned char)c) || strchr("-_/.@~", c); }

static void check_word(const char *where, const char *at, int n)
{
    for (size_t k = 0; k < sizeof retired / sizeof *retired; k++)
        ck_assert_msg(n != (int)strlen(retired[k]) || strncasecmp(at, retired[k], (size_t)n),
                      "%s: retired word \"%s\"", where, retired[k]);
}

/* A sentence ends with ".", "?" or "!" before a blank or the end. */
static void check_text(const char *where, const char *text)
{
    int words = 0;
    for (const char *at = text; at && *at;) {
        int n = 0;
        while (at[n] && in_word(at[n])) n++;
        const bool last = n && strchr(".?!", at[n - 1]) && (!at[n] || at[n] == ' ');
        if (n) check_word(where, at, last ? n - 1 : n);
        words += n > 0 && isalnum((unsigned char)*at);
        ck_assert_msg(words <= MOST_WORDS, "%s: more than %d words in a sentence: %s", where,
                      MOST_WORDS, text);
        if (last) words = 0;
        at += n ? n : 1;
    }
}

static void check_facts(const help_fact *f)
{
    for (; f->name; f++) check_text(f->name, f->meaning);
}

START_TEST(texts_are_plain)
{
    for (int i = 0; i < nverbs; i++) {
        const cli_verb *v = list[i];
        check_text(v->name, v->summary);
        for (int k = 0; v->description[k]; k++) check_text(v->name, v->description[k]);
        for (const verb_action *a = v->actions; a->name; a++) {
            check_text(v->name, a->meaning);
            for (const verb_operand *o = a->operands; o->name; o++)
                check_text(v->name, o->meaning);
        }
        for (const verb_operand *o = v->operands; o->name; o++) check_text(v->name, o->meaning);
        for (const option_row *r = v->options; r && r->kind; r++) {
            check_text(v->name, r->meaning);
            check_text(v->name, r->otherwise);
        }
        for (const verb_exit *e = v->exits; e->meaning; e++) check_text(v->name, e->meaning);
        for (const verb_example *e = v->examples; e->command; e++)
            check_text(v->name, e->meaning);
    }
    for (int k = 0; help_about[k]; k++) check_text("help", help_about[k]);
    check_facts(help_codes);
    check_facts(help_variables);
    check_facts(help_files);
}
END_TEST

/* ---- the command line is read by them ---------------------------------------------------- */

static const struct {
    const char *line, *answer;
} wrong[] = {
    { "frobnicate", "unknown verb \"frobnicate\"; `ivpbench help` lists the verbs" },
    { "ranck", "unknown verb \"ranck\"; did you mean rank?" },
    { "archive", "archive: give one of add, list, show, remove" },
    { "archive lst", "\"lst\" is no action; did you mean list?" },
    { "archive show", "archive show: give NAME; 0 operands were given" },
    { "archive list --note x", "archive list takes no --note: that is an option of add" },
    { "compare a", "compare: give BASE HEAD; 1 operand was given" },
    { "doctor x", "doctor takes no operand, but 1 was given" },
    { "plan quick default", "plan: give PLAN; 2 operands were given" },
    { "merge -o x", "merge: give STORE...; 0 operands were given" },
    { "rank --digitz 3", "rank: unknown option --digitz; did you mean --digits?" },
    { "rank --by solvr", "one of configuration|solver|formulation; did you mean solver?" },
    { "rank --digits -1", "option --digits: \"-1\" is not a positive number" },
    { "help --format man rank", "--format man describes all verbs at once" },
    { "help ranck", "did you mean rank?" },
};

START_TEST(wrong_lines_are_named)
{
    char *line = text_of("$BUILD/ivpbench %s", wrong[_i].line);
    ck_assert_msg(shell(line) == 2, "%s: %s", wrong[_i].line, said);
    says(wrong[_i].answer);
    free(line);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("verbs");
    tcase_add_checked_fixture(t, begin_verbs, end);
    tcase_add_test(t, every_file_of_a_verb_is_in_the_list);
    tcase_add_test(t, every_verb_is_described);
    tcase_add_test(t, rows_of_options_are_consistent);
    tcase_add_test(t, synopses_agree_with_the_tables);
    tcase_add_test(t, examples_use_verbs_and_options_that_exist);
    tcase_add_test(t, texts_are_plain);
    tcase_add_loop_test(t, wrong_lines_are_named, 0, (int)(sizeof wrong / sizeof *wrong));
    return suite_run("verbs", t);
}
