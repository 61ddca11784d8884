/* test_gate.c -- a gate passes against itself and fails on a lost digit, a changed counter, a
 * missing cell, another outcome; malformed files are refused with file and line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/model.h>

#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "reports/gates/gate.h"
#include "tests/gates/pinned.h"
#include "tests/reports/swing_stores.h"

static char gate_path[64], new_path[64];

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
}

static gate *open_gate(const char *path)
{
    gate *g = gate_read(path, &why);
    ck_assert_msg(g != NULL, "%s", why.text);
    return g;
}

/* Pins all of base in gate_path. */
static void setup(void)
{
    make_base();
    snprintf(gate_path, sizeof gate_path, "%s/gate.cfg", folder);
    snprintf(new_path, sizeof new_path, "%s/new.cfg", folder);
    board *b = open_board(base_path);
    pin_all(gate_path, b, 0.01, 0);
    board_close(b);
}

/* Number of findings of the gate file against a store; the first one's name goes to `what`. */
static int findings(const char *gate_file, const char *store_file, char *what, size_t size)
{
    gate *g = open_gate(gate_file);
    board *b = open_board(store_file);
    gate_result *r;
    const int n = gate_check(g, b, &r);
    int count = 0;
    *what = '\0';
    for (int i = 0; i < n; i++)
        for (int k = 0; k < r[i].n; k++)
            if (!count++) snprintf(what, size, "%s", r[i].findings[k].what);
    gate_results_free(r, n);
    board_close(b);
    gate_free(g);
    return count;
}

static int findings_after(void (*spoil)(swing *rows), int n, char *what, size_t size)
{
    swing rows[ROWS];
    fill_rows(rows);
    if (spoil) spoil(rows);
    make_store(head_path, rows, n);
    return findings(gate_path, head_path, what, size);
}

/* ---- gates ------------------------------------------------------------------------------- */

START_TEST(a_run_passes_against_itself)
{
    char what[64];
    ck_assert_int_eq(findings(gate_path, base_path, what, sizeof what), 0);
    gate *g = open_gate(gate_path);
    ck_assert_int_eq(g->n, ROWS);
    gate_free(g);
}
END_TEST

START_TEST(a_lost_digit_fails)
{
    char what[64];
    ck_assert_int_gt(findings_after(lose_a_digit, ROWS, what, sizeof what), 0);
    ck_assert_str_eq(what, "scd");
}
END_TEST

static void count_more(swing *rows) { rows[7].extra_f = 200; }

START_TEST(a_changed_counter_fails)
{
    char what[64];
    ck_assert_int_eq(findings_after(count_more, ROWS, what, sizeof what), 1);
    ck_assert_str_eq(what, "counters.n_f");
}
END_TEST

static void count_a_little_more(swing *rows) { rows[7].extra_f = 1; }

START_TEST(slack_forgives_a_little)
{
    char what[64];
    ck_assert_int_eq(findings_after(count_a_little_more, ROWS, what, sizeof what), 0);
}
END_TEST

START_TEST(a_missing_cell_fails)
{
    char what[64];
    ck_assert_int_eq(findings_after(NULL, ROWS - 1, what, sizeof what), 1);
    ck_assert_str_eq(what, "cell");
}
END_TEST

static void heal(swing *rows) { rows[ROWS - 1].outcome = OUTCOME_OK; }

START_TEST(another_outcome_fails_in_either_direction)
{
    char what[64];
    ck_assert_int_eq(findings_after(heal, ROWS, what, sizeof what), 1);
    ck_assert_str_eq(what, "outcome");
    ck_assert_int_eq(findings_after(break_one, ROWS, what, sizeof what), 1);
    ck_assert_str_eq(what, "outcome");
}
END_TEST

START_TEST(the_command_reproduces_the_cell)
{
    gate *g = open_gate(gate_path);
    board *b = open_board(base_path);
    gate_result *r;
    const int n = gate_check(g, b, &r);
    char *command = gate_command(&r[0]);
    const char *start = "ivpbench run --cell '";
    ck_assert_int_eq(strncmp(command, start, strlen(start)), 0);
    command[strlen(command) - 1] = '\0';
    cell c;
    ck_assert_msg(cell_from_json(&c, command + strlen(start), &why), "%s", why.text);
    ck_assert_str_eq(c.solver, r[0].cell->cell.solver);
    ck_assert_double_eq(c.rtol, r[0].entry->r.cell.rtol);
    free(command);
    gate_results_free(r, n);
    board_close(b);
    gate_free(g);
}
END_TEST

static const struct malformed {
    const char *text, *complaint;
} malformed[] = {
    { "cells = (\n{ problem = \"a\" formulation }\n);", "new.cfg:2: " },
    { "cells = ();\nslak = 0.1;", "new.cfg:2: slak: unknown" },
    { "cells = (\n { problem = \"a\"; solver = \"b\"; rtol = 1e-3; } );",
      "new.cfg:2: problem, f" },
    { "cells = (\n { problem = \"a\"; solver = \"b\"; formulation = \"c\"; } );",
      "rtol and h" },
    { "cells = (\n\n { scd = \"6\"; } );", "new.cfg:3: scd: a number" },
    { "cells = ( {\n outcome = \"fine\"; } );", "new.cfg:2: outcome: " },
    { "cells = ( {\n drift = {\n q = 1.0; }; } );",
      "new.cfg:3: q: unknown name; one of g v a" },
    { "cells = ( {\n drift = 1.0; } );", "new.cfg:2: drift: a group" },
    { "cells = ( {\n trajectory = ( { max = 1.0; } ); } );", "observable" },
    { "cells = 3;", "a list" },
    { "", "a list" },
};

START_TEST(malformed_files_are_refused_with_file_and_line)
{
    const struct malformed *m = &malformed[_i];
    write_text(new_path, m->text);
    ck_assert_ptr_null(gate_read(new_path, &why));
    ck_assert_msg(strstr(why.text, m->complaint) != NULL, "\"%s\" lacks \"%s\"", why.text,
                  m->complaint);
    char gate_word[] = "gate", store_word[] = "--store";
    char *argv[] = { gate_word, new_path, store_word, base_path, NULL };
    ck_assert_int_eq(verb_gate.run(4, argv), CLI_USAGE);
}
END_TEST

/* The kernel's counters, by the kernel's names: there is no other table of them. */
START_TEST(every_counter_can_be_gated)
{
    ck_assert_str_eq(record_counter(_i), ivp_counter_name((ivp_counter)_i));
    char *text = text_of("cells = ( { problem = \"a\"; formulation = \"b\"; solver = \"c\";"
                         " rtol = 1e-3; counters = { %s = 1.0; }; } );",
                         record_counter(_i));
    ck_assert_msg(!strncmp(record_counter(_i), "n_", 2), "%s", record_counter(_i));
    write_text(new_path, text);
    gate *g = gate_read(new_path, &why);
    ck_assert_msg(g != NULL, "%s", why.text);
    gate_free(g);
    free(text);
}
END_TEST

static int run_gate(const char *gate_file, const char *store_file, const char *option,
                    const char *value)
{
    char *argv[10];
    const char *const words[] = { "gate",        gate_file, "--store", store_file,
                                  "--reference", folder,    option,    value };
    const int n = option ? 8 : 6;
    for (int i = 0; i < n; i++) argv[i] = copied(words[i]);
    argv[n] = NULL;
    const int code = verb_gate.run(n, argv);
    for (int i = 0; i < n; i++) free(argv[i]);
    return code;
}

START_TEST(exit_codes_and_reports)
{
    swing rows[ROWS];
    char *junit = text_of("%s/j.xml", folder), *tap = text_of("%s/t.tap", folder);
    fill_rows(rows);
    lose_a_digit(rows);
    make_store(head_path, rows, ROWS);
    ck_assert_int_eq(run_gate(gate_path, base_path, NULL, NULL), CLI_OK);
    ck_assert_int_eq(run_gate(gate_path, head_path, "--junit", junit), CLI_CHECK);
    ck_assert_int_eq(run_gate(gate_path, head_path, "--tap", tap), CLI_CHECK);
    ck_assert_int_eq(run_gate(gate_path, "/nowhere/x.db", NULL, NULL), CLI_INFRA);
    ck_assert_int_eq(run_gate(gate_path, base_path, "--junit", "/nowhere/x.xml"), CLI_INFRA);
    char *text = file_text(junit);
    ck_assert_ptr_nonnull(strstr(text, "failures=\"1\""));
    ck_assert_ptr_nonnull(strstr(text, "<failure message=\"scd: expected at least"));
    free(text);
    text = file_text(tap);
    ck_assert_ptr_nonnull(strstr(text, "1..12"));
    ck_assert_ptr_nonnull(strstr(text, "\nnot ok "));
    free(text);
    free(junit);
    free(tap);
}
END_TEST

START_TEST(the_table_shows_what_was_asked_and_found)
{
    char *path = text_of("%s/t.md", folder);
    write_text(new_path,
               "cells = ( { problem = \"swing\"; formulation = \"ggl\"; solver = \"p4\";"
               " rtol = 1e-5; scd = 1.25; reason = \"no more is known\"; } );");
    ck_assert_int_eq(run_gate(new_path, base_path, "--markdown", path), CLI_OK);
    char *text = file_text(path), *row = strstr(text, "| 1.25 | ");
    ck_assert_msg(row && strtod(row + 9, NULL) > 1.25, "%s", text);
    ck_assert_msg(strstr(row, "| no more is known |") != NULL, "%s", text);
    free(text);
    free(path);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_run_passes_against_itself,
        a_lost_digit_fails,
        a_changed_counter_fails,
        slack_forgives_a_little,
        a_missing_cell_fails,
        another_outcome_fails_in_either_direction,
        the_command_reproduces_the_cell,
        exit_codes_and_reports,
        the_table_shows_what_was_asked_and_found,
    };
    TCase *c = tcase_create("gate");
    tcase_add_checked_fixture(c, setup, remove_folder);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
    tcase_add_loop_test(c, malformed_files_are_refused_with_file_and_line, 0,
                        (int)(sizeof malformed / sizeof *malformed));
    tcase_add_loop_test(c, every_counter_can_be_gated, 0, RECORD_COUNTERS);
    return suite_run("gate", c);
}
