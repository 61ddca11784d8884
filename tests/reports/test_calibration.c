/* test_calibration.c -- how well wrapped libraries are compiled: what is measured, what the
 * doctor says of it, and which results are marked.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/program.h"
#include "bench/host/doctor.h"
#include "bench/host/machine.h"
#include "reports/tables/rank.h"
#include "tests/reports/swing_stores.h"

static const char good_line[] = "{\"library\": \"GSL\", \"version\": \"2\", \"ratios\": "
                                "{\"ddot\": 1.2}, \"largest\": 1.2, \"mean\": 1.2, "
                                "\"verdict\": \"optimised\"}\n";
static const char bad_line[] = "{\"library\": \"SUNDIALS\", \"version\": \"6\", \"ratios\": "
                               "{\"sum\": 9.2}, \"largest\": 9.2, \"mean\": 5.3, "
                               "\"verdict\": \"not optimised\"}\n";

static json_t *read_lines(const char *first, const char *second)
{
    char *path = text_of("%s/calibration.json", folder);
    FILE *f = fopen(path, "w");
    fprintf(f, "%s%s", first, second);
    fclose(f);
    json_t *list = calibrations_in(path);
    free(path);
    return list;
}

/* Whether the doctor says these words with this verdict. */
static void says(const char *first, const char *second, doctor_verdict expected,
                 const char *words)
{
    char text[DOCTOR_TEXT];
    json_t *list = read_lines(first, second);
    ck_assert_int_eq(doctor_calibrated(list, text), expected);
    ck_assert_msg(strstr(text, words) != NULL, "\"%s\" is missing in: %s", words, text);
    json_decref(list);
}

START_TEST(the_doctor_names_what_is_not_optimised)
{
    says("", "", DOCTOR_NOTE, "is not known");
    says("no json\n", "[1]\n", DOCTOR_NOTE, "is not known");
    says(good_line, "", DOCTOR_FINE, "GSL 1.20");
    says(good_line, bad_line, DOCTOR_WARN,
         "GSL 1.20, SUNDIALS 9.20 (mean 5.30, not optimised)");
}
END_TEST

static char *ranked(const char *environment, const char *machine)
{
    const rank_request q = { 5, "CPU [s]", RANK_BY_CONFIGURATION };
    board *b = open_board(head_path);
    board_calibrated(b, environment, machine ? machine : b->machines[0]);
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    rank_print(b, &b->groups[0], &q, f);
    fclose(f);
    board_close(b);
    return text;
}

/* Of p3 and p4, p4 wraps a library; "SUNDIALSX" is another one. */
static void store_with(const char *library)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = 0; i < RUNGS; i++) rows[i].library = library;
    make_store(head_path, rows, 2 * RUNGS);
}

START_TEST(results_of_such_a_library_are_marked)
{
    char *environment = text_of("{\"calibration\": [%s, %s]}", good_line, bad_line);
    store_with("SUNDIALS 6.4.1 (package)");
    char *text = ranked(environment, NULL);
    ck_assert_msg(strstr(text, "* times contain what optimisation would save: SUNDIALS is "
                               "compiled without (its loops take 5.3 times as long)"),
                  "%s", text);
    ck_assert_msg(strstr(text, "p4@ggl *") != NULL, "%s", text);
    ck_assert_ptr_null(strstr(text, "p3@projected *"));
    free(text);
    text = ranked(environment, "another machine");
    ck_assert_ptr_null(strstr(text, "optimisation"));
    free(text);
    free(environment);
}
END_TEST

START_TEST(others_are_not)
{
    char *bad = text_of("{\"calibration\": [%s]}", bad_line),
         *good = text_of("{\"calibration\": [%s]}", good_line);
    const struct {
        const char *library, *environment;
    } rows[] = { { "SUNDIALSX 1", bad }, { "GSL 2", good }, { "SUNDIALS 6", "" } };
    for (size_t k = 0; k < 3; k++) {
        store_with(rows[k].library);
        char *text = ranked(rows[k].environment, NULL);
        ck_assert_msg(!strstr(text, "optimisation"), "%s", text);
        free(text);
    }
    free(bad);
    free(good);
}
END_TEST

/* Of a set-up of `setup_s`, opening the library takes `open_s`. */
static bool is_apart(double setup_s, const char *open_s)
{
    swing rows[ROWS];
    fill_rows(rows);
    for (int i = 0; i < RUNGS; i++) {
        rows[i].library = "deSolve 1.34";
        rows[i].cost = 1e-6;
        rows[i].setup_s = setup_s;
    }
    make_store(head_path, rows, 2 * RUNGS);
    char *environment =
        text_of("{\"calibration\": [{\"library\": \"deSolve\", \"largest\": 1, \"mean\": 1, "
                "\"verdict\": \"optimised\"%s}]}",
                open_s);
    board *b = open_board(head_path);
    board_calibrated(b, environment, b->machines[0]);
    score_times(b);
    bool apart = false;
    for (int i = 0; i < b->n; i++) apart |= b->entries[i].long_setup > 0;
    free(environment);
    board_close(b);
    return apart;
}

/* A library of 100 ms hides no more than one of 25 ms. */
START_TEST(opening_a_library_is_no_long_set_up)
{
    ck_assert(is_apart(6e-3, ""));
    ck_assert(is_apart(6e-3, ", \"open_s\": -1"));
    ck_assert(!is_apart(6e-3, ", \"open_s\": 0.004"));
    ck_assert(is_apart(14e-3, ", \"open_s\": 0.004"));
    ck_assert(!is_apart(29e-3, ", \"open_s\": 0.1"));
    ck_assert(is_apart(31e-3, ", \"open_s\": 0.1"));
}
END_TEST

/* build/calibrate: each line follows the rule that its header prints. */
START_TEST(the_libraries_of_this_machine)
{
    char build[4000];
    program_folder(build, sizeof build);
    char *line = text_of("%s/../calibrate >%s/calibration.json", build, folder);
    ck_assert_int_eq(system(line), 0);
    free(line);
    line = text_of("%s/calibration.json", folder);
    json_t *list = calibrations_in(line);
    ck_assert_uint_ge(json_array_size(list), 3); /* SUNDIALS, GSL and KLU are always there */
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *o = json_array_get(list, k);
        const double r = json_number_value(json_object_get(o, "largest")),
                     m = json_number_value(json_object_get(o, "mean"));
        const bool alone = json_object_size(json_object_get(o, "ratios")) == 1;
        const int bad = (r > 5) + (alone ? r > 5 : m > 2.6);
        ck_assert(r > 0.05 && m > 0.05 && r < 100 && m <= r);
        ck_assert_str_eq(json_string_value(json_object_get(o, "verdict")), bad == 2
                                                                               ? "not optimised"
                                                                           : bad ? "in doubt"
                                                                                 : "optimised");
    }
    json_decref(list);
    free(line);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("calibration");
    tcase_add_unchecked_fixture(t, make_base, remove_folder);
    tcase_add_test(t, the_doctor_names_what_is_not_optimised);
    tcase_add_test(t, results_of_such_a_library_are_marked);
    tcase_add_test(t, others_are_not);
    tcase_add_test(t, opening_a_library_is_no_long_set_up);
    tcase_add_test(t, the_libraries_of_this_machine);
    return suite_run("calibration", t);
}
