/* test_gate_versions.c -- a gate knows the version of the library that a cell was made with:
 * with another one counters have another slack, results do not; and people are told.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <unistd.h>

#include "bench/base/message.h"
#include "reports/gates/gate.h"
#include "tests/gates/pinned.h"
#include "tests/reports/synthetic.h"

#include "tests/suite.h" /* last: it has macros of common names */

static char folder[] = "/tmp/test_gate_versions_XXXXXX";
static char store_path[64], gate_path[64];
static reason why;

enum { IN_HOUSE, WRAPPED, ROWS };

static void fill_rows(swing *rows, const char *library)
{
    const swing usual = { .formulation = "ggl", .rtol = 1e-5, .order = 1, .cost = 1e-4 };
    rows[IN_HOUSE] = rows[WRAPPED] = usual;
    rows[IN_HOUSE].solver = "own";
    rows[WRAPPED].solver = "wrapped";
    rows[WRAPPED].library = library;
}

static board *open_board(const swing *rows)
{
    unlink(store_path);
    ck_assert_msg(swing_store(store_path, rows, ROWS, &why), "%s", why.text);
    board *b = board_open(store_path, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    return b;
}

static gate *open_gate(void)
{
    gate *g = gate_read(gate_path, &why);
    ck_assert_msg(g != NULL, "%s", why.text);
    return g;
}

/* Pins a store of version 1.0 in gate_path. */
static void setup(void)
{
    swing rows[ROWS];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(store_path, sizeof store_path, "%s/bench.db", folder);
    snprintf(gate_path, sizeof gate_path, "%s/gate.cfg", folder);
    ck_assert_msg(swing_reference(folder, &why), "%s", why.text);
    fill_rows(rows, "LIB 1.0");
    board *b = open_board(rows);
    pin_all(gate_path, b, 0.01, 0.1);
    board_close(b);
}

static void teardown(void)
{
    char *command = text_of("rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

/* Findings of the gate against a store with rows changed like this; `said` is what
 * people read (caller frees) or NULL. */
static int findings(const char *library, int row, long extra_f, double extra_error, char **said)
{
    swing rows[ROWS];
    fill_rows(rows, library);
    rows[row].extra_f = extra_f;
    rows[row].extra_error = extra_error;
    gate *g = open_gate();
    board *b = open_board(rows);
    gate_result *r;
    const int n = gate_check(g, b, &r);
    int count = 0;
    for (int i = 0; i < n; i++) count += r[i].n;
    ck_assert_int_eq(n, ROWS);
    if (said) {
        size_t size;
        FILE *f = need(open_memstream(said, &size));
        gate_print(r, n, f);
        fclose(f);
    }
    gate_results_free(r, n);
    board_close(b);
    gate_free(g);
    return count;
}

START_TEST(a_pinned_cell_names_the_version)
{
    gate *g = open_gate();
    ck_assert_int_eq(g->n, ROWS);
    for (int i = 0; i < ROWS; i++)
        ck_assert_str_eq(g->cells[i].library,
                         strcmp(g->cells[i].cell.solver, "own") ? "LIB 1.0" : "");
    ck_assert_double_eq(g->version_slack, 0.1);
    gate_free(g);
}
END_TEST

/* swing_record() counts some 6 * 700 evaluations: 200 are 5 %, 1000 are 24 %. */
START_TEST(another_version_has_another_slack_for_counters)
{
    ck_assert_int_eq(findings("LIB 1.0", WRAPPED, 200, 0, NULL), 1);
    ck_assert_int_eq(findings("LIB 2.0", WRAPPED, 200, 0, NULL), 0);
    ck_assert_int_eq(findings("LIB 2.0", WRAPPED, 1000, 0, NULL), 1);
    ck_assert_int_eq(findings("LIB 2.0", IN_HOUSE, 200, 0, NULL), 1);
}
END_TEST

/* How a library was compiled changes times and no result. */
START_TEST(another_build_is_no_other_version)
{
    ck_assert_int_eq(findings("LIB 1.0 (-O2)", WRAPPED, 0, 0, NULL), 0);
    ck_assert_int_eq(findings("LIB 1.0 (-O2)", WRAPPED, 200, 0, NULL), 1);
    ck_assert_int_eq(findings("LIB 2.0 (-O2)", WRAPPED, 200, 0, NULL), 0);
}
END_TEST

START_TEST(another_version_loses_no_digits)
{
    char *said = NULL;
    ck_assert_int_eq(findings("LIB 1.0", WRAPPED, 0, 0, NULL), 0);
    ck_assert_int_gt(findings("LIB 2.0", WRAPPED, 0, 10, &said), 0);
    ck_assert_msg(strstr(said, "scd: expected at least") != NULL, "%s", said);
    free(said);
}
END_TEST

START_TEST(people_are_told)
{
    char *said = NULL;
    ck_assert_int_eq(findings("LIB 2.0", WRAPPED, 0, 0, &said), 0);
    ck_assert_msg(strstr(said, "1 cells ran with LIB 2.0 and were blessed with LIB 1.0: "
                               "counters within 10 %\n"),
                  "%s", said);
    free(said);
    ck_assert_int_eq(findings("LIB 1.0", WRAPPED, 0, 0, &said), 0);
    ck_assert_msg(!strstr(said, "LIB"), "%s", said);
    free(said);
    ck_assert_int_eq(findings("LIB 2.0", WRAPPED, 1000, 0, &said), 1);
    ck_assert_msg(strstr(said, "within 10 %, found") != NULL, "%s", said);
    free(said);
}
END_TEST

/* The wrapped cell once more in gate_path, pinned at what version 2.0 gives. */
static void pin_beside(double extra_error)
{
    swing rows[ROWS];
    char *text = file_text(gate_path), *end = strrchr(text, ')');
    fill_rows(rows, "LIB 2.0");
    rows[WRAPPED].extra_error = extra_error;
    board *b = open_board(rows);
    FILE *f = need(fopen(gate_path, "w"));
    fprintf(f, "%.*s", (int)(end - text), text);
    for (int i = 0; i < b->n; i++)
        if (!strcmp(b->entries[i].r.cell.solver, "wrapped")) pin_cell(f, &b->entries[i], false);
    fputs(");\n", f);
    fclose(f);
    board_close(b);
    free(text);
}

/* What a new version has lost is noted beside the old one, and excuses nobody else. */
START_TEST(versions_stand_side_by_side)
{
    pin_beside(10);
    ck_assert_int_eq(findings("LIB 2.0", WRAPPED, 0, 10, NULL), 0);
    ck_assert_int_gt(findings("LIB 2.0", WRAPPED, 200, 10, NULL), 0);
    ck_assert_int_gt(findings("LIB 2.0", IN_HOUSE, 0, 10, NULL), 0);
    ck_assert_int_eq(findings("LIB 1.0", WRAPPED, 0, 0, NULL), 0);
    ck_assert_int_gt(findings("LIB 1.0", WRAPPED, 0, 10, NULL), 0);
    ck_assert_int_eq(findings("LIB 3.0", WRAPPED, 0, 10, NULL), 0); /* nearest is the last */
}
END_TEST

START_TEST(a_negative_slack_is_refused)
{
    FILE *f = need(fopen(gate_path, "w"));
    fputs("slack = 0.1;\nversion_slack = -1.0;\ncells = ();", f);
    fclose(f);
    ck_assert_ptr_null(gate_read(gate_path, &why));
    ck_assert_msg(strstr(why.text, "gate.cfg:2: version_slack: ") != NULL, "%s", why.text);
}
END_TEST

#define CELL "{ problem = \"p\"; formulation = \"f\"; solver = \"s\"; rtol = 1e-3; scd = 3.0; }"

START_TEST(what_makes_a_gate_worthless_is_refused)
{
    static const char *const bad[][2] = {
        { "slack = 1e300;\ncells = ();", "gate.cfg:1: slack: " },
        { "cells = (\n" CELL ",\n" CELL " );", "gate.cfg:3: the cell of line 2" },
        { "cells = (\n{ problem = \"p\"; formulation = \"f\"; solver = \"s\"; rtol = 1e-3;\n"
          "counters = { steps = 3; slack = 1000; }; } );",
          "gate.cfg:3: slack: " },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        FILE *f = need(fopen(gate_path, "w"));
        fputs(bad[i][0], f);
        fclose(f);
        ck_assert_ptr_null(gate_read(gate_path, &why));
        ck_assert_msg(strstr(why.text, bad[i][1]) != NULL, "%s", why.text);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_pinned_cell_names_the_version,
        another_version_has_another_slack_for_counters,
        another_build_is_no_other_version,
        another_version_loses_no_digits,
        people_are_told,
        versions_stand_side_by_side,
        a_negative_slack_is_refused,
        what_makes_a_gate_worthless_is_refused,
    };
    TCase *c = tcase_create("gate_versions");
    tcase_add_checked_fixture(c, setup, teardown);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    return suite_run("gate_versions", c);
}
