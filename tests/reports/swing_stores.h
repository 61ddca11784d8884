/* swing_stores.h -- two stores of the swing, base and head, in a folder of the test's own.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_SWING_STORES_H
#define TESTS_SWING_STORES_H

#include <unistd.h>

#include "reports/board/board.h"
#include "tests/reports/synthetic.h"

#include "tests/suite.h" /* last: it has macros of common names */

static char folder[] = "/tmp/test_gate_XXXXXX";
static char base_path[64], head_path[64];
static reason why;

enum { RUNGS = 5, ROWS = 2 * RUNGS + 2 };

/* Two solvers along tolerances, one constant step, one expected failure. */
static inline void fill_rows(swing *rows)
{
    for (int i = 0; i < RUNGS; i++) {
        const double rtol = pow(10, -3 - i);
        rows[i] = (swing){
            .solver = "p4", .formulation = "ggl", .rtol = rtol, .order = 1, .cost = 1e-4
        };
        rows[RUNGS + i] = (swing){ .solver = "p3",
                                   .formulation = "projected",
                                   .rtol = rtol,
                                   .order = 0.75,
                                   .cost = 2e-4 };
    }
    rows[2 * RUNGS] = (swing){
        .solver = "p8", .formulation = "index3", .h = 0.0125, .order = 2, .cost = 1e-4
    };
    rows[2 * RUNGS + 1] = (swing){ .solver = "p4",
                                   .formulation = "index3",
                                   .rtol = 1e-4,
                                   .order = 1,
                                   .cost = 1e-4,
                                   .outcome = OUTCOME_DIVERGED };
}

static inline void make_store(const char *path, const swing *rows, int n)
{
    unlink(path);
    ck_assert_msg(swing_store(path, rows, n, &why), "%s", why.text);
}

static inline board *open_board(const char *path)
{
    board *b = board_open(path, folder, &why);
    ck_assert_msg(b != NULL, "%s", why.text);
    return b;
}

static inline void lose_a_digit(swing *rows) { rows[2].extra_error = 10; }

static inline void break_one(swing *rows) { rows[0].outcome = OUTCOME_TIMEOUT; }

/* The folder with the reference, and all rows in base. */
static inline void make_base(void)
{
    swing rows[ROWS];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(base_path, sizeof base_path, "%s/base.db", folder);
    snprintf(head_path, sizeof head_path, "%s/head.db", folder);
    ck_assert_msg(swing_reference(folder, &why), "%s", why.text);
    fill_rows(rows);
    make_store(base_path, rows, ROWS);
}

static inline void remove_folder(void)
{
    char *command = text_of("rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

#endif
