/* test_sentences.c -- sentences of the pages that depend on a condition: each stands there where
 * the condition is true, and nowhere where it is false. tools/sentences.py lists those that no
 * test quotes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/outcomes.h"
#include "reports/page/answers.h"
#include "reports/page/problem_head.h"
#include "reports/page/prose.h"
#include "reports/tables/rank.h"
#include "reports/tables/tables.h"
#include "tests/reports/swing_stores.h"

/* ---- all that is said -------------------------------------------------------------------- */

/* What a writer puts into a page; the caller frees. */
static char *page_of(const board *b, void (*write)(page *p, const board *b))
{
    char *out = text_of("%s/out", folder), *path = text_of("%s/index.md", out),
         *tables = text_of("%s/tables", out);
    ck_assert(make_folder(out, &why) && make_folder(tables, &why));
    page *p = page_begin(out, "t", false, &why);
    ck_assert_msg(p != NULL, "%s", why.text);
    write(p, b);
    ck_assert_msg(page_end(p, &why), "%s", why.text);
    char *md = file_text(path), *html_path = text_of("%s/index.html", out),
         *html = file_text(html_path), *text = text_of("%s\n%s", md, html);
    free(md);
    free(html);
    free(html_path);
    free(tables);
    free(path);
    free(out);
    return text;
}

static void write_problem(page *p, const board *b)
{
    problem_head(p, b, &b->groups[0]);
    prose_problem(p, b, &b->groups[0]);
}

static void print_remarks(const board *b, FILE *f)
{
    char text[2048];
    for (int i = 0; i < b->n; i++) {
        tables_remarks(&b->groups[0], &b->entries[i], text, sizeof text);
        fprintf(f, "%s\n", text);
    }
}

/* The problem's page, the table of answers, the ranking at 9 digits, remarks, and what figures
 * show. */
static char *everything(const board *b)
{
    char *problem = page_of(b, write_problem), *text = NULL;
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    const rank_request q = { 9, "CPU [s]", RANK_BY_CONFIGURATION },
                       counted = { 9, "instructions", RANK_BY_CONFIGURATION };
    table *t = answers_table(b);
    fputs(problem, f);
    table_csv(t, f);
    table_free(t);
    rank_print(b, &b->groups[0], &q, f);
    rank_print(b, &b->groups[0], &counted, f);
    print_remarks(b, f);
    for (int k = PROSE_CPU; k <= PROSE_TRAJECTORY; k++) {
        char *seen = prose_figure(b, &b->groups[0], (prose_kind)k, false, 0);
        fprintf(f, "%s\n", seen);
        free(seen);
    }
    fclose(f);
    free(problem);
    return text;
}

/* ---- what a condition makes true or false ------------------------------------------------ */

static void nothing(board *b) { (void)b; }

static void nothing_is_timed(board *b)
{
    for (int i = 0; i < b->n; i++) b->entries[i].cpu = (cost){ 0 };
}

/* The finest run of the first ladder has nine digits and no time. */
static void nine_digits_are_untimed(board *b)
{
    const ladder *l = &b->ladders[0];
    entry *e = &b->entries[l->first + l->n - 1];
    ck_assert(e->r.outcome == OUTCOME_OK);
    e->digits.value = e->scd.value = 9.5;
    e->cpu = (cost){ 0 };
}

/* Two digits at every tolerance: no ladder climbs any more, and those of one rung failed. */
static void two_digits_at_most(board *b)
{
    for (int i = 0; i < b->nladders; i++)
        if (b->ladders[i].n == 1) b->entries[b->ladders[i].first].r.outcome = OUTCOME_DIVERGED;
    for (int i = 0; i < b->n; i++) b->entries[i].digits.value = b->entries[i].scd.value = 2;
}

static void each_ladder_fails_once(board *b)
{
    for (int i = 0; i < b->nladders; i++)
        b->entries[b->ladders[i].first].r.outcome = OUTCOME_DIVERGED;
}

/* All runs arrive with two digits, at the bar of the reference: no ladder is open. */
static void two_digits_at_the_bar(board *b)
{
    for (int i = 0; i < b->n; i++) {
        entry *e = &b->entries[i];
        e->r.outcome = OUTCOME_OK;
        e->digits = e->scd = (digits){ .known = true, .hollow = true, .value = 2 };
    }
}

static void everything_fails(board *b)
{
    for (int i = 0; i < b->n; i++) b->entries[i].r.outcome = OUTCOME_DIVERGED;
}

static void nothing_fails(board *b)
{
    for (int i = 0; i < b->n; i++) b->entries[i].r.outcome = OUTCOME_OK;
}

static void no_reference(board *b)
{
    group *g = &b->groups[0];
    g->ref = NULL;
    g->closed = g->published = false;
}

static void no_reference_but_published(board *b)
{
    no_reference(b);
    b->groups[0].published = true;
}

static void no_reference_but_a_closed_form(board *b)
{
    no_reference(b);
    b->groups[0].closed = true;
}

static void no_bars(board *b)
{
    const ref_state *end = &b->groups[0].ref->states[b->groups[0].ref->nstates - 1];
    for (int i = 0; i < end->n; i++) end->v[i].bar = -1;
}

static void nothing_published(board *b) { json_object_del(b->groups[0].scoring, "published"); }

static void of_the_other_half(board *b)
{
    free(b->entries[0].family);
    b->entries[0].family = copied("closed_form");
    b->entries[0].half = REF_B;
}

static void of_no_half(board *b)
{
    of_the_other_half(b);
    b->entries[0].half = -1;
}

static void too_long_to_store(board *b) { b->entries[0].unreduced = true; }

static void interpreted(board *b)
{
    free(b->entries[0].elimination);
    b->entries[0].elimination = copied("interpreted");
}

static void may_differ(board *b)
{
    free(b->entries[0].not_deterministic);
    b->entries[0].not_deterministic = copied("threads");
}

static void does_not_repeat(board *b) { b->entries[0].r.irreproducible = true; }

static void contains_more(board *b)
{
    free(b->entries[0].times);
    b->entries[0].times = copied("a detour");
}

static void near_the_shift(board *b)
{
    digits *d = &b->entries[0].scd;
    d->shift = d->value + 0.1;
}

static void at_the_bar(board *b)
{
    for (int i = 0; i < b->n; i++) b->entries[i].digits.hollow = true;
}

/* A sentence, a board of which it is true, and one of which it is not. */
static const struct sentence {
    const char *says;
    void (*there)(board *b), (*absent)(board *b);
} sentences[] = {
    { "No run was timed.", nothing_is_timed, nothing },
    { "no times in this store: nobody can be ranked", nothing_is_timed, nothing },
    { "no instruction counts in this store", nothing_is_timed, nothing },
    { "is fastest with", nothing, nothing_is_timed },
    { " reach it)", nothing, nothing_is_timed },
    { "For 9 digits (scd) timings are to come", nine_digits_are_untimed, nothing },
    { "timings are to come", nine_digits_are_untimed, nothing },
    { "1 more would get there, but were not timed", nine_digits_are_untimed, nothing },
    { "No configuration was asked for 9 digits (scd)", nothing, two_digits_at_most },
    { "not asked for so many", nothing, two_digits_at_most },
    { "No configuration reaches 3 digits (scd)", two_digits_at_most, nothing },
    { "none reaches it", two_digits_at_most, nothing },
    { "do not get there; the nearest: ", two_digits_at_most, nothing },
    { "nobody gets there of 4", two_digits_at_the_bar, nothing },
    { "within ten error bars of the reference", at_the_bar, nothing },
    { "; and 1 more configuration", each_ladder_fails_once, nothing },
    { "runs failed or finished inaccurate: ", nothing, nothing_fails },
    { "No run failed.", nothing_fails, nothing },
    { "did not arrive", nothing, nothing_fails },
    { "; nothing is scored", no_reference, nothing },
    { "the published end values stand in, with their printed digits",
      no_reference_but_published, no_reference },
    { "the closed form of the problem stands in, as far as double precision goes",
      no_reference_but_a_closed_form, no_reference },
    { "relative or better", nothing, no_bars },
    { "not known (made 2000-01-01)", no_bars, nothing },
    { "; scores (scd) count up to ", nothing, no_reference },
    { "; published end values agree to ", nothing, nothing_published },
    { "**Scored against:** p3 (closed\\_form): reference B (independent method)",
      of_the_other_half, nothing },
    { "not scored: its family made the reference", of_no_half, nothing },
    { "too long to be stored and was never compared", too_long_to_store, nothing },
    { "eliminated by interpreted code, which takes longer", interpreted, nothing },
    { "not deterministic: threads", may_differ, nothing },
    { "irreproducible", does_not_repeat, nothing },
    { "* times contain a detour", contains_more, nothing },
    { "the rounding of constants leaves ", near_the_shift, nothing },
    { "the fewest evaluations of f", nothing, everything_fails },
    { "the least violation of positions", nothing, everything_fails },
};

static char *said_of(void (*change)(board *b))
{
    board *b = open_board(base_path);
    ref *kept = b->groups[0].ref;
    change(b);
    char *text = everything(b);
    b->groups[0].ref = kept;
    board_close(b);
    return text;
}

START_TEST(each_condition_is_true_and_false)
{
    const struct sentence *s = &sentences[_i];
    char *there = said_of(s->there), *absent = said_of(s->absent);
    ck_assert_msg(strstr(there, s->says) != NULL, "\"%s\" is missing in\n%s", s->says, there);
    ck_assert_msg(strstr(absent, s->says) == NULL, "\"%s\" stands in\n%s", s->says, absent);
    free(there);
    free(absent);
}
END_TEST

/* ---- the run ----------------------------------------------------------------------------- */

static void write_environment(page *p, const board *b) { prose_environment(p, b); }

/* A store whose last run had this plan and this environment, as its page tells it. */
static char *told_of_run(const char *plan, const char *environment)
{
    char *given = copied(plan), *around = copied(environment);
    store_run run = { .started = "2000-01-01T00:00:00Z",
                      .machine = "here",
                      .uuid = "1",
                      .plan = given,
                      .environment = around };
    store *s = store_open(head_path, true, &why);
    ck_assert_msg(s && store_begin_run(s, &run), "%s", why.text);
    store_close(s);
    board *b = open_board(head_path);
    char *text = page_of(b, write_environment);
    board_close(b);
    unlink(head_path);
    free(given);
    free(around);
    return text;
}

START_TEST(the_run_is_told)
{
    static const char *const says[] = { "a plan without a title",
                                        "Races",
                                        "; 2 warnings about its timings",
                                        "; 1 warning about its timings",
                                        "; a weaker cage",
                                        "plug-ins were not kept from: the network" };
    enum { UNTITLED, TITLED, TWO, ONE, WEAKER, NOT_KEPT, SAYINGS };
    static const struct run {
        const char *plan, *environment;
        bool told[SAYINGS];
    } runs[] = {
        { "", "{\"cpu\":\"x\"}", { [UNTITLED] = true } },
        { "title = \"Races\";",
          "{\"warnings\":[\"a\",\"b\"]}",
          { [TITLED] = true, [TWO] = true } },
        { "title = \"Races\";",
          "{\"warnings\":[\"a\"],\"not confined\":\"the network\"}",
          { [TITLED] = true, [ONE] = true, [WEAKER] = true, [NOT_KEPT] = true } },
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        char *text = told_of_run(runs[i].plan, runs[i].environment);
        for (int k = 0; k < SAYINGS; k++)
            ck_assert_msg((strstr(text, says[k]) != NULL) == runs[i].told[k], "%s: %s", says[k],
                          text);
        free(text);
    }
}
END_TEST

static course how_far;
static void write_course(page *p, const board *b)
{
    (void)b;
    prose_course(p, &how_far);
}

START_TEST(how_far_runs_are_is_told)
{
    static const struct stage {
        course at;
        const char *says;
    } stages[] = {
        { { 10, 10, 10, true }, NULL },
        { { 10, 4, 2, true },
          "Still running: 4 of 10 cells; timings to come. This page is "
          "renewed: load it again." },
        { { 10, 10, 7, true }, "Still running: 10 of 10 cells; timings of 3 to come." },
        { { 10, 4, 4, false },
          "Not complete: 4 of 10 cells. The command that began the run goes "
          "on from there." },
    };
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        board *b = open_board(base_path);
        how_far = stages[i].at;
        char *text = page_of(b, write_course);
        const bool told = strstr(text, "running") || strstr(text, "complete");
        ck_assert_msg(told == (stages[i].says != NULL), "%s", text);
        ck_assert_msg(!told || strstr(text, stages[i].says), "%s", text);
        free(text);
        board_close(b);
    }
}
END_TEST

START_TEST(outcomes_have_the_words_of_the_glossary)
{
    static const char *const words[NOUTCOMES] = {
        [OUTCOME_OK] = "finished",
        [OUTCOME_STEP_TOO_SMALL] = "step size too small",
        [OUTCOME_TOO_MANY_STEPS] = "step limit reached",
        [OUTCOME_DIVERGED] = "diverged",
        [OUTCOME_INCONSISTENT_START] = "inconsistent start",
        [OUTCOME_EVENT_LOST] = "event lost",
        [OUTCOME_TIMEOUT] = "time limit reached",
        [OUTCOME_MEMORY] = "memory limit reached",
    };
    for (int o = 0; o < NOUTCOMES; o++) {
        if (words[o]) ck_assert_str_eq(outcome_label((outcome)o), words[o]);
        for (int k = 0; k < o; k++)
            ck_assert_str_ne(outcome_label((outcome)o), outcome_label((outcome)k));
    }
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("sentences");
    tcase_add_checked_fixture(c, make_base, remove_folder);
    tcase_add_loop_test(c, each_condition_is_true_and_false, 0,
                        sizeof sentences / sizeof *sentences);
    tcase_add_test(c, the_run_is_told);
    tcase_add_test(c, how_far_runs_are_is_told);
    tcase_add_test(c, outcomes_have_the_words_of_the_glossary);
    return suite_run("sentences", c);
}
