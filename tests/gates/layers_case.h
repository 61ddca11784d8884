/* layers_case.h -- a store of three made-up solvers with its rules and its base, and what a
 * gate says of the store when some of its rows have changed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_LAYERS_CASE_H
#define TESTS_LAYERS_CASE_H

#include <unistd.h>

#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "reports/gates/gate.h"
#include "tests/reports/synthetic.h"

#include "tests/suite.h" /* last: it has macros of common names */

static char folder[] = "/tmp/test_layers_XXXXXX";
static char store_path[64], rules_path[64], base_path[64], said_path[64];
static reason why;

/* "many" has cells enough for layer 1, "some" for layer 2, "few" for neither. */
enum { MANY = 24, SOME = 5, FEW = 3, ROWS = MANY + SOME + FEW };

static inline void fill_rows(swing *rows)
{
    for (int i = 0; i < ROWS; i++) {
        const int k = i < MANY ? i : i < MANY + SOME ? i - MANY : i - MANY - SOME;
        rows[i] = (swing){ .solver = i < MANY          ? "many"
                                     : i < MANY + SOME ? "some"
                                                       : "few",
                           .formulation = "ggl",
                           .rtol = pow(10, -3 - 0.2 * k),
                           .order = 1,
                           .cost = 1e-4 };
    }
}

static inline void write_file(const char *path, const char *text)
{
    FILE *f = need(fopen(path, "w"));
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
}

/* Rules with these members beside the base; synthetic drift and events are wide of the usual.
 * */
static inline void write_rules(const char *members)
{
    char *text = text_of("layers = {\nbase = \"rules.base\";\nevents = { time_error = 1e9; };\n"
                         "digits = { unknown = 2.0; };\n%s };\n",
                         members);
    write_file(rules_path, text);
    free(text);
}

static inline void make_store(const swing *rows, int n)
{
    unlink(store_path);
    ck_assert_msg(swing_store(store_path, rows, n, &why), "%s", why.text);
}

/* The verb with the store and up to three words more; what it says goes to *said (caller
 * frees). */
static inline int run_gate(char **said, const char *a, const char *b, const char *c)
{
    const char *words[] = { "gate", rules_path, "--store", store_path, "--reference",
                            folder, a,          b,         c };
    char *argv[10] = { 0 };
    int n = 0;
    while (n < 9 && words[n]) {
        argv[n] = copied(words[n]);
        n++;
    }
    fflush(stdout);
    const int out = dup(STDOUT_FILENO);
    ck_assert_ptr_nonnull(freopen(said_path, "w", stdout));
    const int code = verb_gate.run(n, argv);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    close(out);
    *said = need(file_text(said_path));
    for (int i = 0; i < n; i++) free(argv[i]);
    return code;
}

static inline void says(const char *said, const char *words)
{
    ck_assert_msg(strstr(said, words) != NULL, "\"%.3000s\" lacks \"%s\"", said, words);
}

static inline void says_not(const char *said, const char *words)
{
    ck_assert_msg(!strstr(said, words), "\"%.3000s\" has \"%s\"", said, words);
}

/* Store, usual rules, and the results as their base. */
static inline void setup_layers(void)
{
    swing rows[ROWS];
    char *said;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(store_path, sizeof store_path, "%s/bench.db", folder);
    snprintf(rules_path, sizeof rules_path, "%s/rules.cfg", folder);
    snprintf(base_path, sizeof base_path, "%s/rules.base", folder);
    snprintf(said_path, sizeof said_path, "%s/said", folder);
    ck_assert_msg(swing_reference(folder, &why), "%s", why.text);
    fill_rows(rows);
    make_store(rows, ROWS);
    write_rules("");
    ck_assert_msg(run_gate(&said, "--accept", NULL, NULL) == CLI_OK, "%s", said);
    free(said);
}

static inline void remove_layers(void)
{
    char *command = text_of("rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

/* What the gate says of the rows, of which only the first n are there (caller frees). */
static inline char *judged(const swing *rows, int n, int code)
{
    char *said;
    make_store(rows, n);
    const int is = run_gate(&said, NULL, NULL, NULL);
    ck_assert_msg(is == code, "exit code %d, not %d: %.3000s", is, code, said);
    return said;
}

#endif
