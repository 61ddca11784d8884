/* test_report.c -- a report from a store whose numbers are known.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "reports/page/report.h"
#include "tests/reports/synthetic.h"

#include "tests/page/plot_area.h"
#include "tests/suite.h" /* last: it has macros of common names */

static char folder[] = "/tmp/test_report_XXXXXX", store_path[64], out_path[64];
static reason why;

enum { RUNGS = 6 };

static int fill_rows(swing *rows)
{
    int n = 0;
    for (int i = 0; i < RUNGS; i++) {
        const double rtol = pow(10, -3 - i);
        rows[n++] = (swing){
            .solver = "ida", .formulation = "ggl", .rtol = rtol, .order = 1, .cost = 1e-4
        };
        rows[n++] = (swing){ .solver = "dopri5",
                             .formulation = "projected",
                             .rtol = rtol,
                             .order = 0.9,
                             .cost = 2e-4 };
        rows[n++] = (swing){ .solver = "dopri5",
                             .formulation = "projected",
                             .rtol = rtol,
                             .order = 0.9,
                             .cost = 2e-4,
                             .no_events = true,
                             .extra_error = 100 };
        rows[n++] = (swing){ .solver = "ida",
                             .formulation = "index3",
                             .rtol = rtol,
                             .order = 1,
                             .outcome = i < 3 ? OUTCOME_DIVERGED : OUTCOME_TIMEOUT };
        rows[n++] = (swing){ .solver = "hht",
                             .formulation = "index3",
                             .h = 0.1 * pow(2, -i),
                             .order = 2,
                             .cost = 1e-4 };
    }
    rows[n++] = (swing){ .solver = "gsl_rk8pd",
                         .formulation = "projected",
                         .rtol = 1e-15,
                         .order = 1,
                         .cost = 1e-4 }; /* more digits than the reference has */
    rows[n++] = (swing){ .solver = "cvode_bdf",
                         .formulation = "ggl",
                         .rtol = 1e-6,
                         .order = 1,
                         .outcome = OUTCOME_DECLINED };
    return n;
}

static void setup(void)
{
    swing rows[8 * RUNGS];
    const int n = fill_rows(rows);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(store_path, sizeof store_path, "%s/bench.db", folder);
    snprintf(out_path, sizeof out_path, "%s/out", folder);
    ck_assert_msg(swing_reference(folder, &why), "%s", why.text);
    ck_assert_msg(swing_store(store_path, rows, n, &why), "%s", why.text);
}

static void teardown(void)
{
    char *command = text_of("chmod -R u+w '%s'; rm -r '%s'", folder, folder);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

static board *open_board(void)
{
    board *b = board_open(store_path, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    return b;
}

static const entry *find(const board *b, const char *solver, double rtol)
{
    for (int i = 0; i < b->n; i++) {
        const cell *c = &b->entries[i].r.cell;
        if (!strcmp(c->solver, solver) && fabs(c->rtol - rtol) <= 1e-9 * rtol &&
            !c->no_events && b->entries[i].r.outcome == OUTCOME_OK)
            return &b->entries[i];
    }
    ck_abort_msg("no result of %s at %g", solver, rtol);
    return NULL;
}

/* ---- scores from the store --------------------------------------------------------------- */

START_TEST(records_are_joined_with_the_reference)
{
    board *b = open_board();
    const entry *e = find(b, "ida", 1e-6);
    ck_assert_int_eq(b->ngroups, 1);
    ck_assert_double_eq_tol(e->scd.value, 6, 1e-6);
    /* lambda1: error 1e-5, divisor 10 atol/rtol + 0.5; q1: error 0.96e-6, divisor 1.96 */
    ck_assert_double_eq_tol(e->mescd.value, -log10(1e-5 / 10.5), 1e-6);
    ck_assert_double_eq_tol(e->drift[0], 1e-9, 1e-15);
    ck_assert_double_eq_tol(e->drift[2], 1e-6, 1e-12);
    ck_assert_int_eq(e->ninvariants, 1);
    ck_assert_double_eq_tol(e->invariants[0].drift, 0.5e-6, 1e-12);
    ck_assert(e->judged_events);
    ck_assert_int_eq(e->events.matched, SWING_EVENTS);
    ck_assert_double_eq_tol(e->events.time_error, 1e-7, 1e-12);
    ck_assert_int_eq(e->nquantities, 1);
    ck_assert_str_eq(e->quantities[0].unit, "m");
    ck_assert_double_eq_tol(e->quantities[0].error[TRAJECTORY_EXACT].max, 1e-6, 2e-7);
    board_close(b);
}
END_TEST

START_TEST(a_score_beyond_the_reference_is_capped)
{
    board *b = open_board();
    const entry *e = find(b, "gsl_rk8pd", 1e-15);
    ck_assert(e->scd.known && e->scd.capped);
    ck_assert_double_eq_tol(e->scd.value, -log10(1e-13 / cos(6)), 0.05);
    board_close(b);
}
END_TEST

START_TEST(failures_have_no_scores)
{
    board *b = open_board();
    int count = 0;
    for (int i = 0; i < b->n; i++) {
        const entry *e = &b->entries[i];
        if (e->r.outcome == OUTCOME_OK) continue;
        ck_assert(!e->scd.known && isnan(e->scd.value) && isnan(e->drift[0]));
        count++;
    }
    ck_assert_int_eq(count, RUNGS + 1);
    board_close(b);
}
END_TEST

START_TEST(published_values_stand_in_where_there_is_no_reference)
{
    board *b = board_open(store_path, "/nowhere", &why);
    ck_assert_ptr_nonnull(b);
    const entry *e = find(b, "ida", 1e-8);
    ck_assert(b->groups[0].published && !b->groups[0].ref);
    ck_assert(e->scd.known && e->scd.value > 5.5);
    ck_assert(!e->mescd.known); /* the publication has no multipliers */
    board_close(b);
}
END_TEST

/* ---- the report -------------------------------------------------------------------------- */

static int run_report_with(char *option, char *value)
{
    char report[] = "report", s[] = "--store", o[] = "--output", r[] = "--reference";
    char *argv[] = { report, s, store_path, o, out_path, r, folder, option, value, NULL };
    return verb_report.run(option ? 9 : 7, argv);
}

static int run_report(void) { return run_report_with(NULL, NULL); }

static void run_report_without_gnuplot(char *option, char *value)
{
    char *path = copied(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    ck_assert_int_eq(run_report_with(option, value), CLI_OK);
    setenv("PATH", path, 1);
    free(path);
}

static char *read_out(const char *name)
{
    char *path = text_of("%s/%s", out_path, name), *text = file_text(path);
    ck_assert_msg(text != NULL, "%s is missing", path);
    free(path);
    return text;
}

static void assert_contains(const char *text, const char *wanted)
{
    ck_assert_msg(strstr(text, wanted) != NULL, "\"%s\" is missing", wanted);
}

static const char *const figures[] = {
    "swing-scd-cpu",  "swing-mescd-cpu",         "swing-scd-nf",
    "swing-mescd-nf", "swing-scd-rtol",          "swing-mescd-rtol",
    "swing-scd-h",    "swing-mescd-h",           "swing-steps",
    "swing-drift",    "swing-trajectory-height",
};
enum { NFIGURES = sizeof figures / sizeof *figures };

/* NaN or infinity as a word of its own: a number that should not be there. */
static void assert_no_nan(const char *text, const char *name)
{
    static const char *const bad[] = { "nan", "-nan", "inf", "-inf" };
    char *copy = copied(text), *rest = copy, *word;
    while ((word = strsep(&rest, " ,|\n<>")))
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
            ck_assert_msg(strcasecmp(word, bad[i]) != 0, "%s holds %s", name, word);
    free(copy);
}

/* gnuplot numbers only blocks that have a line: an empty one would shift all that follow. */
static void assert_no_empty_block(const char *text, const char *name)
{
    char *copy = copied(text), *rest = copy, *line;
    int comments = 0, lines = 0;
    while ((line = strsep(&rest, "\n"))) {
        ck_assert_msg(*line || !comments || lines, "%s has an empty block", name);
        if (!*line)
            comments = lines = 0;
        else if (*line == '#')
            comments++;
        else
            lines++;
    }
    free(copy);
}

START_TEST(report_writes_figures_tables_and_pages)
{
    ck_assert_int_eq(run_report(), CLI_OK);
    char *md = read_out("index.md"), *html = read_out("index.html");
    for (int i = 0; i < NFIGURES; i++) {
        static const char *const kinds[] = { "png", "svg", "gp", "dat" };
        for (int k = 0; k < 4; k++) {
            char *name = text_of("figures/%s.%s", figures[i], kinds[k]), *text = read_out(name);
            assert_contains(html, name);
            ck_assert_uint_gt(strlen(text), 0);
            if (k == 1) assert_mostly_plot(text, "<text>swing: ", name);
            if (k == 3) {
                assert_no_nan(text, name);
                assert_no_empty_block(text, name);
            }
            free(text);
            free(name);
        }
    }
    assert_no_nan(md, "index.md");
    assert_contains(md, "closed form");
    assert_contains(md, "work-precision diagram, scd against CPU time");
    assert_contains(md, "work-precision diagram, scd against evaluations of f");
    assert_contains(html, " rows)</summary>");
    ck_assert_ptr_null(strstr(html, "(1 rows)"));
    assert_contains(md, "ida@index3");
    assert_contains(md, "3 diverged, 3 time limit reached");
    free(md);
    free(html);
}
END_TEST

START_TEST(no_outcome_is_dropped)
{
    ck_assert_int_eq(run_report(), CLI_OK);
    char *failures = read_out("tables/swing-failures.csv");
    char *good = read_out("tables/swing-characteristics.csv");
    int lines = 0;
    for (const char *p = failures; (p = strchr(p, '\n')); p++) lines++;
    for (const char *p = good; (p = strchr(p, '\n')); p++) lines++;
    swing rows[8 * RUNGS];
    ck_assert_int_eq(lines - 2, fill_rows(rows));
    assert_contains(failures, "declined");
    assert_contains(failures, "time limit reached");
    free(failures);
    free(good);
}
END_TEST

START_TEST(failures_stand_at_the_border_of_the_diagram)
{
    ck_assert_int_eq(run_report(), CLI_OK);
    char *data = read_out("figures/swing-scd-cpu.dat");
    char *script = read_out("figures/swing-scd-cpu.gp");
    assert_contains(data, "\"D 3\"");
    assert_contains(data, "\"T 3\"");
    assert_contains(script, "D = diverged");
    assert_contains(script, "ida@index3 (6 of 6 failed)");
    ck_assert_ptr_null(strstr(script, "cvode_bdf@ggl (1 of 1 failed)")); /* declined */
    free(data);
    free(script);
}
END_TEST

START_TEST(order_stands_beside_the_step_ladder)
{
    ck_assert_int_eq(run_report(), CLI_OK);
    char *script = read_out("figures/swing-scd-h.gp");
    assert_contains(script, ": 2.00 [2.00, 2.00]");
    free(script);
}
END_TEST

/* q1 and lambda1 of the made-up ladder err like h^2, u1 not at all. */
START_TEST(orders_are_told_block_by_block)
{
    ck_assert_int_eq(run_report(), CLI_OK);
    char *orders = read_out("tables/swing-order.csv");
    const char *q = strstr(orders, ",q,"), *lambda = strstr(orders, ",lambda,");
    ck_assert_ptr_nonnull(q);
    ck_assert_ptr_nonnull(lambda);
    ck_assert_double_eq_tol(strtod(q + 3, NULL), 2, 1e-9);
    ck_assert_double_eq_tol(strtod(lambda + 8, NULL), 2, 1e-9);
    ck_assert_ptr_nonnull(strstr(orders, ",u,,")); /* no error, no order */
    ck_assert_ptr_null(strstr(orders, ",x,"));
    free(orders);
}
END_TEST

START_TEST(without_gnuplot_the_tables_are_written)
{
    run_report_without_gnuplot(NULL, NULL);
    free(read_out("tables/swing-characteristics.csv"));
    char *md = read_out("index.md"), *html = read_out("index.html");
    assert_contains(md, "gnuplot was not found");
    ck_assert(!strstr(html, "<img") && !strstr(html, ".png")); /* nor one from before */
    free(html);
    free(md);
}
END_TEST

/* Differences by the paper's spline end where its grid errs: of tight tolerances alone. */
START_TEST(trajectories_below_the_grid_are_marked)
{
    run_report_without_gnuplot(NULL, NULL);
    char *csv = read_out("tables/swing-trajectory.csv");
    int marked = 0, rows = 0;
    for (char *rest = csv, *line; (line = strsep(&rest, "\n"));) {
        rows += strstr(line, "height") != NULL;
        marked += strstr(line, "below the grid") != NULL;
    }
    ck_assert_msg(marked > 0 && marked < rows, "%d of %d", marked, rows);
    free(csv);
}
END_TEST

START_TEST(a_figure_that_no_run_has_says_so)
{
    char option[] = "--figures", *file = text_of("%s/own.json", folder);
    FILE *f = need(fopen(file, "w"));
    fputs("{\"figures\": [{\"p\": \"swing\", \"x\": \"scd\", \"y\": \"cpu\"}, "
          "{\"p\": \"swing\", \"x\": \"e7\", \"y\": \"cpu\"}]}",
          f);
    fclose(f);
    run_report_without_gnuplot(option, file);
    char *md = read_out("index.md");
    assert_contains(md, ": no run has both");
    ck_assert_ptr_null(strstr(strstr(md, ": no run has both") + 1, ": no run has both"));
    free(md);
    free(file);
}
END_TEST

START_TEST(bad_input_gets_the_right_exit_code)
{
    char report[] = "report", s[] = "--store", nowhere[] = "/nowhere/x.db", odd[] = "--odd";
    char o[] = "--output", unwritable[] = "/proc/ivpbench", extra[] = "extra";
    char *missing[] = { report, s, nowhere, NULL };
    char *unknown[] = { report, odd, NULL };
    char *folderless[] = { report, s, store_path, o, unwritable, NULL };
    char *operand[] = { report, extra, NULL };
    ck_assert_int_eq(verb_report.run(3, missing), CLI_INFRA);
    ck_assert_int_eq(verb_report.run(2, unknown), CLI_USAGE);
    ck_assert_int_eq(verb_report.run(5, folderless), CLI_INFRA);
    ck_assert_int_eq(verb_report.run(2, operand), CLI_INFRA); /* no such earlier store */
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        records_are_joined_with_the_reference,
        a_score_beyond_the_reference_is_capped,
        failures_have_no_scores,
        published_values_stand_in_where_there_is_no_reference,
        without_gnuplot_the_tables_are_written,
        a_figure_that_no_run_has_says_so,
        trajectories_below_the_grid_are_marked,
        bad_input_gets_the_right_exit_code,
        report_writes_figures_tables_and_pages,
        no_outcome_is_dropped,
        failures_stand_at_the_border_of_the_diagram,
        order_stands_beside_the_step_ladder,
        orders_are_told_block_by_block,
    };
    TCase *c = tcase_create("report");
    tcase_add_checked_fixture(c, setup, teardown);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("report", c);
}
