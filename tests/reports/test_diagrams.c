/* test_diagrams.c -- rules of static diagrams: open arrows where a ladder ends in a failure, at
 * most eight curves in front of each panel, names in the order of curves, no diagram over step
 * sizes without an order.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/censored.h"
#include "reports/figures/diagrams.h"
#include "reports/figures/front.h"
#include "tests/reports/swing_folder.h"

enum { RUNGS = 5, MOST_ROWS = 200 };

static swing rows[MOST_ROWS];
static int nrows;

/* A ladder whose last rung ends so. */
static void add_ladder(const char *solver, double dear, outcome last, bool no_events)
{
    for (int i = 0; i < RUNGS; i++)
        rows[nrows++] = (swing){ .solver = solver,
                                 .formulation = "projected",
                                 .family = solver,
                                 .rtol = pow(10, -3 - i),
                                 .order = 1,
                                 .cost = dear,
                                 .no_events = no_events,
                                 .outcome = i == RUNGS - 1 ? last : OUTCOME_OK };
}

/* Errors of constant steps that are h^order, or jump up and down. */
static void add_steps(double order, bool jumping)
{
    for (int i = 0; i < RUNGS; i++)
        rows[nrows++] = (swing){ .solver = "hht",
                                 .formulation = "index3",
                                 .h = 0.1 * pow(2, -i),
                                 .order = order,
                                 .cost = 1e-4,
                                 .extra_error = jumping && i % 2 ? 30 : 1 };
}

/* The script of the figure, or NULL where none is drawn; caller frees. */
static char *script_of(bool work, bool steps)
{
    bool drawn = false, good;
    char *path = text_of("%s/figure.gp", folder), *text = NULL;
    ck_assert_msg(swing_store(store_path, rows, nrows, &why), "%s", why.text);
    board *b = board_open(store_path, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    const diagram d = {
        .board = b, .folder = folder, .name = "figure", .no_events = !work, .why = &why
    };
    good = work ? diagram_work(&d, digit_axes, cost_axes, &drawn)
                : diagram_error(&d, digit_axes, steps, &drawn);
    ck_assert_msg(good, "%s", why.text);
    if (drawn) text = file_text(path);
    ck_assert(!drawn || text);
    board_close(b);
    free(path);
    return text;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word)) n++;
    return n;
}

static void start(void)
{
    setup();
    nrows = 0;
}

/* _i: 0 the work-precision diagram, 1 errors against tolerances. */
START_TEST(a_ladder_that_ends_in_a_failure_has_an_open_arrow)
{
    for (int failing = 0; failing < 2; failing++) {
        nrows = 0;
        add_ladder("ida", 1e-4, failing ? OUTCOME_DIVERGED : OUTCOME_OK, false);
        add_ladder("gauss", 1e-4, OUTCOME_OK, false);
        char *text = script_of(_i == 0, false);
        ck_assert_int_eq(count(text, "head nofilled"), failing);
        ck_assert_int_eq(count(text, "open arrow: the last tolerance"), failing);
        free(text);
        unlink(store_path);
    }
}
END_TEST

START_TEST(a_failure_before_the_end_has_no_arrow)
{
    add_ladder("ida", 1e-4, OUTCOME_OK, false);
    rows[1].outcome = OUTCOME_DIVERGED;
    char *text = script_of(true, false);
    ck_assert_int_eq(count(text, "head nofilled"), 0);
    ck_assert_ptr_nonnull(strstr(text, "D = diverged"));
    free(text);
}
END_TEST

START_TEST(steps_without_an_order_are_not_drawn)
{
    add_steps(2, _i == 1);
    if (_i == 2)
        for (int i = 0; i < nrows; i++) rows[i].order = 0.3; /* steps too long for an order */
    char *text = script_of(false, true);
    ck_assert_int_eq(text != NULL, _i == 0);
    free(text);
}
END_TEST

START_TEST(each_panel_has_eight_curves_in_front_at_most)
{
    char names[2 * (FRONT_CURVES + 2)][16];
    for (int i = 0; i < FRONT_CURVES + 2; i++) {
        snprintf(names[i], sizeof names[i], "solver%d", i);
        add_ladder(names[i], 1e-4 * (1 + i), OUTCOME_OK, false);
        add_ladder(names[i], 1e-4 * (1 + i), OUTCOME_OK, true);
    }
    char *text = script_of(false, false);
    const char *second = strstr(text, "events not located");
    ck_assert_ptr_nonnull(second);
    ck_assert_int_eq(count(text, "@projected"), 2 * FRONT_CURVES);
    ck_assert_int_eq(count(second, "@projected"), FRONT_CURVES);
    ck_assert_ptr_nonnull(strstr(text, "grey: 4 other curves"));
    free(text);
}
END_TEST

/* Curves that end close to each other: the upper end has the upper name. */
START_TEST(names_have_the_order_of_their_curves)
{
    static const char *const names[] = { "d", "a", "e", "c", "b" };
    enum { N = 5 };
    front_name list[N];
    double last = -1;
    figure *f = figure_begin(folder, "names", 600, &why);
    ck_assert_ptr_nonnull(f);
    for (int i = 0; i < N; i++)
        list[i] = (front_name){ 0.5, _i * 0.24 + 0.005 * i, 0, copied(names[i]) };
    front_names(f, list, N, NULL, 700, 400);
    ck_assert(figure_end(f, &why));
    char *path = text_of("%s/names.gp", folder), *text = file_text(path);
    for (int i = 0; i < N; i++) {
        char *wanted = text_of("\"%s\" at graph ", names[i]);
        const char *at = strstr(text, wanted);
        ck_assert_msg(at != NULL, "%s is not named", names[i]);
        const double y = strtod(strstr(at, ", graph ") + 8, NULL);
        ck_assert_double_ge(y, last + 17.5 / 400 - 1e-3);
        ck_assert(y > 0 && y < 1);
        last = y;
        free(wanted);
    }
    ck_assert_int_gt(count(text, "nohead"), 0); /* leaders, where a name stands apart */
    free(text);
    free(path);
}
END_TEST

/* At least 7 points where the figure is 16 cm wide, and one size in all texts. */
START_TEST(text_is_legible_on_paper)
{
    add_ladder("ida", 1e-4, OUTCOME_DIVERGED, false);
    add_ladder("gauss", 1e-4, OUTCOME_OK, true);
    char *text = script_of(_i == 0, false);
    const char *svg = strstr(text, "terminal svg size ");
    int width, height, pixels;
    ck_assert_ptr_nonnull(svg);
    ck_assert_int_eq(sscanf(svg, "terminal svg size %d,%d font \"DejaVu Sans,%d\"", &width,
                            &height, &pixels),
                     3);
    ck_assert_double_ge(16 / 2.54 * 72 * pixels / width, 7);
    ck_assert_int_eq(count(text, "font \""), 2); /* of SVG and of PNG */
    free(text);
}
END_TEST

/* One point compares nothing; with a second rung, or beside a failure, it does. */
START_TEST(one_point_alone_is_not_drawn)
{
    for (int more = 0; more < 3; more++) {
        nrows = 0;
        add_ladder("ida", 1e-4, OUTCOME_OK, false);
        nrows = 1 + (more > 0);
        if (more == 2) rows[1].outcome = OUTCOME_DIVERGED;
        char *text = script_of(_i == 0, false);
        ck_assert_int_eq(text != NULL, more > 0);
        free(text);
        unlink(store_path);
    }
}
END_TEST

/* No line is wider than the frame, no word is broken, nothing is lost. */
START_TEST(long_notes_have_several_lines)
{
    char note[300] = "";
    for (int i = 0; i < 40; i++) strcat(note, i ? " words" : "words");
    figure *f = figure_begin(folder, "notes", 600, &why);
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(front_note(f, 0, ""), 0);
    ck_assert_int_eq(front_note(f, 0, note), 3);
    ck_assert_int_eq(front_note(f, 3, "alpha = -0.3, bdf-1"), 4);
    ck_assert(figure_end(f, &why));
    char *path = text_of("%s/notes.gp", folder), *text = file_text(path);
    ck_assert_int_eq(count(text, "words"), 40);
    ck_assert_int_eq(count(text, "set label"), 4);
    ck_assert_int_eq(count(text, "words \""), 0);
    ck_assert_ptr_nonnull(strstr(text, "\"alpha = \342\210\2220.3, bdf-1\""));
    free(text);
    free(path);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("diagrams");
    tcase_add_checked_fixture(c, start, teardown);
    tcase_add_loop_test(c, a_ladder_that_ends_in_a_failure_has_an_open_arrow, 0, 2);
    tcase_add_test(c, a_failure_before_the_end_has_no_arrow);
    tcase_add_loop_test(c, steps_without_an_order_are_not_drawn, 0, 3);
    tcase_add_test(c, each_panel_has_eight_curves_in_front_at_most);
    tcase_add_loop_test(c, names_have_the_order_of_their_curves, 0, 5);
    tcase_add_loop_test(c, text_is_legible_on_paper, 0, 2);
    tcase_add_loop_test(c, one_point_alone_is_not_drawn, 0, 2);
    tcase_add_test(c, long_notes_have_several_lines);
    return suite_run("diagrams", c);
}
