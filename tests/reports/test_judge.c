/* test_judge.c -- who judges whom, what is ranked, and what stands beside a score.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <unistd.h>

#include "reports/page/report.h"
#include "reports/tables/tables.h"
#include "tests/reports/synthetic.h"
#include "tests/reports/table_text.h"

#include "tests/suite.h" /* last: it has macros of common names */

static char folder[] = "/tmp/test_judge_XXXXXX";
static char store_path[64];
static reason why;
static const double apart = 1e-4; /* relative distance of half B from half A */

enum { RUNGS = 5, BEST = 13 };

/* Errors 1e-3 .. 1e-7 of a solver of the given family; one run better than the reference. */
static int fill_rows(swing *rows)
{
    static const char *const solvers[][2] = { { "ida", NULL },
                                              { "r_solver", "radau" },
                                              { "x_solver", "extrapolation" } };
    int n = 0;
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++)
        for (int i = 0; i < RUNGS; i++)
            rows[n++] = (swing){ .solver = solvers[k][0],
                                 .family = solvers[k][1],
                                 .formulation = "ggl",
                                 .rtol = pow(10, -3 - i),
                                 .order = 1,
                                 .cost = 1e-4 };
    rows[n++] = (swing){
        .solver = "ida", .formulation = "ggl", .rtol = pow(10, -BEST), .order = 1, .cost = 1e-4
    };
    return n;
}

static void setup(void)
{
    swing rows[4 * RUNGS];
    const int n = fill_rows(rows);
    snprintf(folder, sizeof folder, "/tmp/test_judge_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(store_path, sizeof store_path, "%s/bench.db", folder);
    ck_assert_msg(swing_reference(folder, &why), "%s", why.text);
    ck_assert_msg(swing_store(store_path, rows, n, &why), "%s", why.text);
}

static void teardown(void)
{
    char *command = text_of("rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

static ref *take_reference(void)
{
    char *path = text_of("%s/swing.ref", folder);
    ref *r = NULL;
    ck_assert_msg(ref_read(&r, path, &why), "%s", why.text);
    free(path);
    return r;
}

/* Writes and frees. */
static void put_reference(ref *r)
{
    char *path = text_of("%s/swing.ref", folder);
    ck_assert_msg(ref_write(r, path, &why), "%s", why.text);
    free(path);
    ref_free(r);
}

static void set_families(ref *r, const char *a, const char *b)
{
    free(r->half[REF_A].family);
    free(r->half[REF_B].family);
    r->half[REF_A].family = copied(a);
    r->half[REF_B].family = copied(b);
}

/* Half B of q1, of the observable, and of the events; `off` is relative. */
static void move_half_b(ref *r, double off)
{
    ref_state *end = &r->states[r->nstates - 1];
    for (int i = 0; i < end->n; i++) {
        ref_value *v = &end->v[i];
        if (strcmp(v->name, "q1") != 0 && strcmp(v->name, "height") != 0) continue;
        v->half[REF_B] = v->half[REF_A] * (1 + off);
        snprintf(v->text[REF_B], sizeof v->text[REF_B], "%.17g", v->half[REF_B]);
    }
    for (int i = 0; i < r->nevents; i++)
        snprintf(r->events[i].text[REF_B], sizeof r->events[i].text[REF_B], "%.17g",
                 r->events[i].t * (1 + off));
}

static board *open_board(void)
{
    board *b = board_open(store_path, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    return b;
}

static const entry *find(const board *b, const char *solver, double rtol)
{
    for (int i = 0; i < b->n; i++)
        if (!strcmp(b->entries[i].r.cell.solver, solver) &&
            fabs(b->entries[i].r.cell.rtol - rtol) <= 1e-9 * rtol)
            return &b->entries[i];
    ck_abort_msg("no result of %s at %g", solver, rtol);
    return NULL;
}

static char *table_named(const board *b, const char *name)
{
    const tables_row *row = tables_list;
    while (row->name && strcmp(row->name, name)) row++;
    ck_assert_ptr_nonnull(row->name);
    return csv_of(row->make(b, &b->groups[0]));
}

/* ---- halves ------------------------------------------------------------------------------ */

START_TEST(a_solver_is_not_judged_by_its_own_family)
{
    ref *r = take_reference();
    set_families(r, "radau", "extrapolation");
    move_half_b(r, apart);
    put_reference(r);
    board *b = open_board();
    ck_assert_double_eq_tol(find(b, "ida", 1e-6)->scd.value, 6, 0.01);
    ck_assert_double_eq_tol(find(b, "x_solver", 1e-6)->scd.value, 6, 0.01);
    ck_assert_double_eq_tol(find(b, "r_solver", 1e-6)->scd.value, -log10(apart), 0.01);
    ck_assert_int_eq(find(b, "ida", 1e-6)->half, REF_A);
    ck_assert_int_eq(find(b, "r_solver", 1e-6)->half, REF_B);
    /* events of a run are late by a tenth of its error: by half B they are early */
    const entry *e = find(b, "r_solver", 1e-6);
    ck_assert_double_eq_tol(e->events.time_error, apart * swing_event[1], 2e-7);
    ck_assert_double_eq_tol(find(b, "ida", 1e-6)->events.time_error, 1e-7, 1e-12);
    char *text = table_named(b, "characteristics");
    ck_assert_ptr_nonnull(strstr(text, "reference B (independent method)"));
    free(text);
    board_close(b);
}
END_TEST

START_TEST(without_another_half_nobody_judges)
{
    ref *r = take_reference();
    set_families(r, "radau", "none");
    put_reference(r);
    board *b = open_board();
    const entry *e = find(b, "r_solver", 1e-6), *other = find(b, "ida", 1e-6);
    ck_assert_int_eq(e->half, -1);
    ck_assert(!e->scd.known && !e->mescd.known && !e->judged_events);
    ck_assert_int_eq(e->quantities[0].error[TRAJECTORY_EXACT].n, 0);
    ck_assert(other->scd.known && other->judged_events);
    ck_assert_int_gt(other->quantities[0].error[TRAJECTORY_EXACT].n, 0);
    char *text = table_named(b, "characteristics");
    ck_assert_ptr_nonnull(strstr(text, "not scored: its family made the reference"));
    free(text);
    board_close(b);
}
END_TEST

/* The pieces are half A's. Half B, 1e-9 away, is in their bar: what is more than ten times that
 * away from them is as wrong by half B. */
START_TEST(pieces_of_the_own_family_judge_beyond_the_bar)
{
    ref *r = take_reference();
    set_families(r, "radau", "extrapolation");
    move_half_b(r, 1e-7);
    put_reference(r);
    board *b = open_board();
    const quantity *far = find(b, "r_solver", 1e-4)->quantities,
                   *near = find(b, "r_solver", 1e-6)->quantities;
    ck_assert_double_eq_tol(far->error[TRAJECTORY_EXACT].max, 1e-4, 1e-12);
    ck_assert(!far->error[TRAJECTORY_EXACT].marked);
    ck_assert_double_eq_tol(far->error[TRAJECTORY_EXACT].bar, 1e-7 * cos(6), 1e-13);
    ck_assert_int_gt(near->error[TRAJECTORY_EXACT].n, 0);
    const quantity *within = find(b, "r_solver", 1e-7)->quantities,
                   *plain = find(b, "ida", 1e-7)->quantities;
    ck_assert_int_eq(within->error[TRAJECTORY_EXACT].n, 0);
    ck_assert_int_eq(within->error[TRAJECTORY_PAPER].n, 0);
    ck_assert(plain->error[TRAJECTORY_EXACT].n > 0 && plain->error[TRAJECTORY_EXACT].marked);
    board_close(b);
}
END_TEST

/* ---- ranks and shifts -------------------------------------------------------------------- */

static void set_bar(ref *r, double bar, double shift)
{
    ref_state *end = &r->states[r->nstates - 1];
    for (int i = 0; i < end->n; i++) {
        end->v[i].bar = bar;
        end->v[i].shift = shift;
    }
}

/* Bar 2e-7 / 0.96: errors of 1e-6 and 1e-7 are hollow, so that levels 6 and above have no
 * ranks; the front ends at 5 digits. */
START_TEST(nothing_is_ranked_at_the_bar)
{
    ref *r = take_reference();
    set_bar(r, 2e-7, -1);
    put_reference(r);
    board *b = open_board();
    const entry *e = find(b, "ida", 1e-6);
    ck_assert(e->scd.hollow && !e->scd.capped);
    ck_assert(!find(b, "ida", 1e-5)->scd.hollow);
    ck_assert(find(b, "ida", 1e-7)->scd.capped);
    char *text = table_named(b, "cost"), *line = strstr(text, "ida@ggl");
    ck_assert_ptr_nonnull(line);
    *strchr(line, '\n') = '\0';
    ck_assert_msg(strstr(line, ",1~,,not ranked,,,,,,") != NULL, "%s", line);
    free(text);
    text = table_named(b, "characteristics");
    ck_assert_ptr_nonnull(strstr(text, "6.00 (at the bar)"));
    free(text);
    board_close(b);
}
END_TEST

START_TEST(the_shift_of_constants_is_told_and_costs_nothing)
{
    ref *r = take_reference();
    set_bar(r, 1e-13, 2e-6);
    put_reference(r);
    board *b = open_board();
    ck_assert_double_eq_tol(find(b, "ida", 1e-7)->scd.value, 7, 0.01);
    ck_assert(!find(b, "ida", 1e-7)->scd.hollow);
    char *text = table_named(b, "characteristics"), *line;
    ck_assert_ptr_nonnull(strstr(text, "the rounding of constants leaves 5.7 digits (scd)"));
    line = strstr(text, "ida@ggl,0.001,");
    ck_assert_ptr_nonnull(line);
    *strchr(line, '\n') = '\0';
    ck_assert_ptr_null(strstr(line, "rounding"));
    free(text);
    board_close(b);
}
END_TEST

static char *report_text(void)
{
    board *b = open_board();
    ck_assert_msg(report_write(b, &(earlier){ 0 }, NULL, folder, false, &why) == REPORT_DONE,
                  "%s", why.text);
    board_close(b);
    char *path = text_of("%s/index.md", folder), *text = file_text(path);
    free(path);
    ck_assert_ptr_nonnull(text);
    return text;
}

START_TEST(the_page_tells_halves_judges_and_shift)
{
    static const char *const wanted[] = {
        "**Reference, half A:** radau: closed form",
        "**Reference, half B:** extrapolation: closed form",
        "**Rounding of constants:** constants and times rounded to double leave 5.7 digits (scd)",
        "r\\_solver (radau): reference B (independent method)",
    };
    ref *r = take_reference();
    set_families(r, "radau", "extrapolation");
    set_bar(r, 1e-13, 2e-6);
    put_reference(r);
    char *text = report_text();
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        ck_assert_msg(strstr(text, wanted[i]) != NULL, "\"%s\" is missing", wanted[i]);
    ck_assert_ptr_null(strstr(text, "x\\_solver (extrapolation): "));
    ck_assert_ptr_null(strstr(text, "profile-3")); /* one problem makes no profile */
    free(text);
}
END_TEST

/* ---- performance profiles ---------------------------------------------------------------- */

/* A second problem, scored by its published values: r_solver is half as fast there as ida,
 * x_solver was not run. */
static void add_second_problem(double setup_s)
{
    const swing more[] = {
        { .solver = "ida", .rtol = 1e-3, .cost = 1e-4 },
        { .solver = "ida", .rtol = 1e-5, .cost = 1e-4 },
        { .solver = "r_solver", .family = "radau", .rtol = 1e-3, .cost = 2e-4 },
        { .solver = "r_solver", .family = "radau", .rtol = 1e-5, .cost = 2e-4 },
    };
    enum { MORE = sizeof more / sizeof *more };
    swing rows[4 * RUNGS + MORE];
    int n = fill_rows(rows);
    for (int i = 0; i < n; i++)
        if (!strcmp(rows[i].solver, "r_solver")) rows[i].setup_s = setup_s;
    rows[2 * RUNGS - 1].outcome =
        OUTCOME_DIVERGED; /* its ladder does not end while it climbs */
    for (int i = 0; i < MORE; i++) {
        rows[n] = more[i];
        rows[n].parameters = "k=2";
        rows[n].formulation = "ggl";
        rows[n++].order = 1;
    }
    ck_assert_int_eq(unlink(store_path), 0);
    ck_assert_msg(swing_store(store_path, rows, n, &why), "%s", why.text);
}

START_TEST(profiles_count_what_was_not_run)
{
    static const char *const wanted[] = {
        "share of 2 problems",
        "its best formulation",
        "Times below 1e-05 s",
        "Solvers left out, run on too few problems: 1",
    };
    add_second_problem(0);
    char *text = report_text();
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        ck_assert_msg(strstr(text, wanted[i]) != NULL, "\"%s\" is missing", wanted[i]);
    ck_assert_ptr_null(strstr(text, "profile-7")); /* one problem knows so many digits */
    free(text);
    char *path = text_of("%s/figures/profile-3.gp", folder), *script = file_text(path);
    free(path);
    ck_assert_ptr_nonnull(script);
    ck_assert_ptr_nonnull(strstr(script, "ida (2 of 2)"));
    ck_assert_ptr_nonnull(strstr(script, "r_solver (2 of 2)"));
    ck_assert_ptr_null(strstr(script, "x_solver")); /* run on one of them alone */
    free(script);
    path = text_of("%s/figures/profile-3.dat", folder);
    char *data = file_text(path), *slow = data ? strstr(data, "# r_solver") : NULL;
    free(path);
    ck_assert_ptr_nonnull(slow);
    ck_assert_ptr_nonnull(strstr(slow, "\n1 0.5 1\n2 1 1\n")); /* equal, and half as fast */
    free(data);
}
END_TEST

/* r_solver has no rank on the first problem, so it is no longer shown there. The remaining
 * solver has no rival. */
START_TEST(profiles_leave_out_what_is_not_ranked)
{
    add_second_problem(100);
    free(report_text());
    char *path = text_of("%s/figures/profile-3.gp", folder), *script = file_text(path);
    free(path);
    ck_assert_msg(!script || !strstr(script, "r_solver"), "%s", script);
    free(script);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_solver_is_not_judged_by_its_own_family,
        without_another_half_nobody_judges,
        pieces_of_the_own_family_judge_beyond_the_bar,
        nothing_is_ranked_at_the_bar,
        the_shift_of_constants_is_told_and_costs_nothing,
        the_page_tells_halves_judges_and_shift,
        profiles_count_what_was_not_run,
        profiles_leave_out_what_is_not_ranked,
    };
    TCase *c = tcase_create("judge");
    tcase_add_checked_fixture(c, setup, teardown);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("judge", c);
}
