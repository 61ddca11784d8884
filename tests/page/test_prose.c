/* test_prose.c -- what a report says in words is what its numbers say; figures of a reader's
 * own show what was asked for, and refuse what there is not.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/custom/custom_axes.h"
#include "reports/custom/custom_figures.h"
#include "reports/custom/printed_runs.h"
#include "reports/page/assets.h"
#include "reports/page/prose.h"
#include "reports/page/report.h"
#include "tests/reports/swing_stores.h"

static board *open_base(void) { return open_board(base_path); }

static void has(const char *text, const char *words)
{
    ck_assert_msg(strstr(text, words) != NULL, "\"%s\" is missing in: %s", words, text);
}

/* ---- words ------------------------------------------------------------------------------- */

/* The run of least (or largest) value among those with six digits, found here by hand. */
static const entry *outermost(const board *b, double (*of)(const entry *e), bool largest)
{
    const entry *best = NULL;
    for (int i = 0; i < b->n; i++) {
        const entry *e = &b->entries[i];
        if (!e->scd.known || e->scd.value < 6 || !(of(e) > 0)) continue;
        if (!best || (largest ? of(e) > of(best) : of(e) < of(best))) best = e;
    }
    return best;
}

static double seconds(const entry *e) { return e->cpu.median; }
static double violation(const entry *e) { return e->drift[0]; }
static double steps(const entry *e) { return (double)entry_steps(e); }
static double height(const entry *e) { return e->quantities[0].error[TRAJECTORY_EXACT].max; }

static const struct {
    prose_kind kind;
    double (*of)(const entry *e);
    const char *least;
} sights[] = {
    { PROSE_CPU, seconds, "the least CPU time" },
    { PROSE_STEPS, steps, "the fewest steps" },
    { PROSE_DRIFT, violation, "the least violation" },
    { PROSE_TRAJECTORY, height, "the least error along its trajectory" },
};

START_TEST(a_figure_names_its_least_and_its_largest)
{
    board *b = open_base();
    char *text = prose_figure(b, &b->groups[0], sights[_i].kind, false, 0);
    has(text, sights[_i].least);
    has(text, "runs with at least 6 digits (scd)");
    for (int k = 0; k < 2; k++) {
        char name[1024], value[32];
        const entry *e = outermost(b, sights[_i].of, k);
        prose_run(b, e, name, sizeof name);
        snprintf(value, sizeof value, "(%.3g", sights[_i].of(e));
        const char *at = strstr(text, name);
        ck_assert_msg(at != NULL, "%s is missing in %s", name, text);
        has(at, value);
    }
    free(text);
    board_close(b);
}
END_TEST

/* p4 errs like rtol, p3 like its power 3/4. */
START_TEST(tolerances_and_orders_are_told)
{
    board *b = open_base();
    char *text = prose_figure(b, &b->groups[0], PROSE_TOLERANCE, false, 0);
    has(text, "from 0.75 digits (scd, p3@projected) to 1.00 (p4@ggl)");
    free(text);
    text = prose_figure(b, &b->groups[0], PROSE_STEP, false, 0);
    ck_assert_str_eq(text, "To see: 1 ladder of steps shows no order.");
    free(text);
    board_close(b);
}
END_TEST

START_TEST(a_problem_is_told_as_rank_ranks_it)
{
    char *page_text = NULL, *out = text_of("%s/out", folder),
         *index = text_of("%s/index.md", out);
    char *tables = text_of("%s/tables", out);
    board *b = open_base();
    ck_assert(make_folder(out, &why) && make_folder(tables, &why));
    page *p = page_begin(out, "t", false, &why);
    ck_assert_msg(p != NULL, "%s", why.text);
    prose_problem(p, b, &b->groups[0]);
    prose_source(p, b, &b->groups[0]);
    ck_assert(page_end(p, &why));
    page_text = file_text(index);
    has(page_text,
        "12 runs: 4 configurations of 3 solvers in 3 formulations, tolerances rtol from "
        "0.001 to 1e-07, constant steps h from 0.0125 to 0.0125.");
    has(page_text, "For 3 digits (scd) p4@ggl is fastest with 0.00316 s; p3@projected needs "
                   "2 \\[");
    has(page_text, "No configuration was asked for 9 digits (scd).");
    has(page_text, "Most digits has p4@ggl at rtol = 1e-07: 7.00 (scd)");
    has(page_text, "1 of 12 runs failed or finished inaccurate: p4@index3 1 of 1 (diverged: ");
    has(page_text, "ivpbench run plan.cfg --problems swing ");
    free(page_text);
    board_close(b);
    free(index);
    free(tables);
    free(out);
}
END_TEST

START_TEST(equations_come_from_the_head_of_a_file_of_that_name)
{
    char *head = definition_head("hires");
    ck_assert_ptr_nonnull(head);
    has(head, "8.75  = k2 + k3");
    ck_assert_ptr_null(strstr(head, "SPDX"));
    ck_assert_ptr_null(strstr(head, "*/"));
    ck_assert_ptr_null(strstr(head, "\n *"));
    free(head);
    static const char *const none[] = { "",        "../solvers/dopri5", "./hires",
                                        "no_such", "hires.c",           "/etc/x" };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ck_assert_ptr_null(definition_head(none[i]));
}
END_TEST

/* ---- figures of one's own ---------------------------------------------------------------- */

static bool read_text(const board *b, const char *text, custom_figures *own)
{
    char *path = text_of("%s/own.json", folder);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
    const bool good = custom_read(b, path, own, &why);
    unlink(path);
    free(path);
    return good;
}

static const struct {
    const char *text, *says;
} slips[] = {
    { "{", "line 1" },
    { "{}", "\"figures\" is a list" },
    { "{\"figures\": [3]}", "figure 1: a figure is an object" },
    { "{\"figures\": [{\"p\": \"swing\"}, {\"p\": \"swong\"}]}",
      "figure 2: the store has no problem \"swong\" (\"p\"); it has swing" },
    { "{\"figures\": [{\"p\": \"swing\", \"x\": \"scud\"}]}",
      "no axis \"scud\"; there are scd, mescd" },
    { "{\"figures\": [{\"p\": \"swing\", \"y\": \"e9999\"}]}", "no axis \"e9999\"" },
    { "{\"figures\": [{\"p\": \"swing\", \"y\": 4}]}", "\"y\" is a text" },
    { "{\"figures\": [{\"p\": \"swing\", \"z\": \"1,2,3\"}]}", "\"z\" is x0,x1,y0,y1" },
    { "{\"figures\": [{\"p\": \"swing\", \"z\": \"1,2,4,3\"}]}", "\"z\" is x0,x1,y0,y1" },
    { "{\"figures\": [{\"p\": \"swing\", \"z\": \"1,2,3,nan\"}]}", "\"z\" is x0,x1,y0,y1" },
    { "{\"figures\": [{\"p\": \"swing\", \"colour\": \"solver\", \"shape\": \"\"}]}",
      "no word \"shape\"" },
    { "{\"figures\": [{\"p\": \"swing\", \"p\": \"swing\"}]}", "duplicate" },
};

START_TEST(slips_in_a_file_are_named)
{
    custom_figures own;
    board *b = open_base();
    ck_assert_msg(!read_text(b, slips[_i].text, &own), "taken: %s", slips[_i].text);
    has(why.text, slips[_i].says);
    has(why.text, "own.json: ");
    board_close(b);
}
END_TEST

/* Rows of numbers in the data of a figure. */
static int rows_drawn(const board *b, const custom_figure *o)
{
    bool drawn = false;
    const diagram d = { .board = b, .folder = folder, .name = "own", .why = &why };
    ck_assert_msg(custom_draw(&d, o, &drawn), "%s", why.text);
    if (!drawn) return -1;
    char *path = text_of("%s/own.dat", folder), *text = file_text(path);
    int n = 0;
    for (const char *line = text; line && *line;
         line = strchr(line, '\n'), line += line != NULL)
        n += *line != '#' && *line != '?' && *line != '\n';
    free(text);
    free(path);
    return n;
}

/* Five runs each of p4 and p3; p8 has steps, one more run of p4 failed. */
START_TEST(a_figure_has_the_runs_that_were_asked_for)
{
    custom_figures own;
    char caption[1100];
    board *b = open_base();
    ck_assert_msg(
        read_text(b,
                  "{\"figures\": [{\"p\": \"swing\", \"title\": \"Mine\"},"
                  "{\"p\": \"swing\", \"x\": \"rtol\", \"y\": \"drift\"},"
                  "{\"p\": \"swing\", \"x\": \"e0\", \"y\": \"i0\", \"off\": \"p3,p8\"},"
                  "{\"p\": \"swing\", \"offf\": \"ggl\", \"x\": \"scd\", \"lx\": \"1\"},"
                  "{\"p\": \"swing\", \"x\": \"e7\"}]}",
                  &own),
        "%s", why.text);
    ck_assert_int_eq(own.n, 5);
    const int wanted[] = { 11, 10, 5, 6, -1 };
    for (int i = 0; i < own.n; i++) ck_assert_int_eq(rows_drawn(b, &own.list[i]), wanted[i]);
    custom_caption(b, &own.list[0], caption, sizeof caption);
    ck_assert_str_eq(caption, "Mine; swing: CPU time [s] against correct digits (scd)");
    custom_caption(b, &own.list[2], caption, sizeof caption);
    ck_assert_str_eq(caption,
                     "swing: relative drift of energy against largest error of height");
    custom_free(&own);
    board_close(b);
}
END_TEST

/* ---- printed runs ------------------------------------------------------------------------ */

static json_t *read_printed(const char *text) { return printed_read(text, strlen(text)); }

START_TEST(printed_runs_are_those_of_a_problem_as_it_is)
{
    board *b = open_base();
    group other = b->groups[0];
    char *text = NULL, parameters[] = "N=2";
    size_t size;
    ck_assert_ptr_null(read_printed("{"));
    ck_assert_ptr_null(read_printed("[1]"));
    ck_assert_ptr_null(read_printed("{\"runs\": 3}"));
    json_t *all =
        read_printed("{\"title\": \"T\", \"runs\": [{\"problem\": \"swing\", \"code\": "
                     "\"OLD\", \"rtol\": 1e-4, \"scd\": 3.5}, {\"problem\": \"x\"}, 3]}");
    FILE *f = open_memstream(&text, &size);
    table *t = printed_table(all, &b->groups[0]);
    ck_assert_int_eq(table_rows(t), 1);
    table_free(t);
    other.parameters = parameters;
    t = printed_table(all, &other);
    ck_assert_int_eq(table_rows(t), 0);
    table_free(t);
    json_out o = { .f = f };
    json_open(&o, NULL, '{');
    printed_json(all, b, &o);
    json_close(&o, '}');
    fclose(f);
    json_t *again = json_loads(text, 0, NULL),
           *runs = json_object_get(json_object_get(again, "printed"), "runs");
    ck_assert_int_eq((int)json_array_size(runs), 1);
    ck_assert_double_eq(json_number_value(json_object_get(json_array_get(runs, 0), "scd")),
                        3.5);
    ck_assert(json_is_null(json_object_get(json_array_get(runs, 0), "steps")));
    json_decref(again);
    json_decref(all);
    all = printed_read(asset_printed.at, asset_size(&asset_printed));
    ck_assert_msg(all != NULL, "what comes with the page is no JSON");
    json_decref(all);
    free(text);
    board_close(b);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("words");
    tcase_add_checked_fixture(c, make_base, remove_folder);
    tcase_add_loop_test(c, a_figure_names_its_least_and_its_largest, 0,
                        sizeof sights / sizeof *sights);
    tcase_add_test(c, tolerances_and_orders_are_told);
    tcase_add_test(c, a_problem_is_told_as_rank_ranks_it);
    tcase_add_test(c, equations_come_from_the_head_of_a_file_of_that_name);
    tcase_add_loop_test(c, slips_in_a_file_are_named, 0, sizeof slips / sizeof *slips);
    tcase_add_test(c, a_figure_has_the_runs_that_were_asked_for);
    tcase_add_test(c, printed_runs_are_those_of_a_problem_as_it_is);
    return suite_run("prose", c);
}
