/* test_tape.c -- sparse blocks as they are written: elements, the order of the calls,
 * growth.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "kernel/linear/tape.h"
#include "tests/suite.h"

enum { N = 40, BAND = 3 };

static int seeks;

static real *counted(ivp_tape *t, int i, int j)
{
    seeks++;
    return tape_seek(t, i, j);
}

/* A band by columns; where `skipped` divides i + j nothing is written. */
static void write_band(ivp_tape *t, int skipped)
{
    t->seek = counted;
    seeks = 0;
    const ivp_mat A = tape_view(t);
    for (int j = 0; j < N; j++)
        for (int i = j < BAND ? 0 : j - BAND; i <= j; i++)
            if ((i + j) % skipped) *ivp_at(A, i, j) += 100 * i + j;
}

/* What stands at i, j, by the slots; 0: there is none. */
static double element(const ivp_tape *t, int i, int j)
{
    const tape_sheet *s = t->sheet;
    double sum = 0;
    for (int k = 0; k < t->slots; k++)
        if (s->row[k] == i && s->col[k] == j) sum += t->value[k];
    return sum;
}

static void expect_band(const ivp_tape *t, int skipped)
{
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            const bool written = i <= j && j - i <= BAND && (i + j) % skipped;
            ck_assert_double_eq(element(t, i, j), written ? 100 * i + j : 0);
        }
}

static void write_anew(ivp_tape *t, int skipped)
{
    ivp_status st = IVP_OK;
    do {
        ck_assert(tape_begin(t));
        write_band(t, skipped);
    } while (sheet_grow(t->sheet, &st));
    ck_assert_int_eq(st, IVP_OK);
}

static ivp_tape *tape_create(void)
{
    ivp_tape *t = calloc(1, sizeof *t);
    t->sheet = sheet_create(N, N);
    ck_assert_ptr_nonnull(t->sheet);
    return t;
}

static void tape_destroy(ivp_tape *t)
{
    sheet_destroy(t->sheet);
    free(t->value);
    free(t);
}

/* More elements than a sheet has room for at first; the second time none is sought. */
START_TEST(the_same_order_is_followed)
{
    ivp_tape *t = tape_create();
    write_anew(t, 1000);
    expect_band(t, 1000);
    write_anew(t, 1000);
    ck_assert_int_eq(seeks, 0);
    expect_band(t, 1000);
    tape_destroy(t);
}
END_TEST

/* Fewer calls than before: each is found a little further on, and a new order adds nothing. */
START_TEST(calls_that_are_left_out_are_passed)
{
    ivp_tape *t = tape_create();
    write_anew(t, 1000);
    const int slots = t->sheet->slots, calls = t->sheet->calls;
    write_anew(t, 3);
    expect_band(t, 3);
    ck_assert_int_gt(seeks, 0);
    ck_assert_int_eq(t->sheet->slots, slots);
    ck_assert_int_eq(t->sheet->calls, calls);
    write_anew(t, 1000);
    expect_band(t, 1000);
    tape_destroy(t);
}
END_TEST

START_TEST(what_is_outside_goes_nowhere)
{
    ivp_tape *t = tape_create();
    write_anew(t, 1000);
    const ivp_mat A = tape_view(t);
    const int outside[][2] = { { -1, 0 }, { 0, -1 }, { N, 0 }, { 0, N } };
    for (int k = 0; k < 4; k++) *ivp_at(A, outside[k][0], outside[k][1]) = 1;
    expect_band(t, 1000);
    tape_destroy(t);
}
END_TEST

/* A row and a column that are full, told in turns: the CPU limit of a test ends what searches a
 * column for each element. */
START_TEST(full_columns_take_no_square)
{
    enum { MANY = 1000000 };
    tape_sheet *s = sheet_create(MANY, MANY);
    ivp_status st = IVP_OK;
    ck_assert_ptr_nonnull(s);
    for (int again = 0; again < 2; again++)
        for (int k = 1; k < MANY; k++) {
            while (sheet_slot(s, k, 0) < 0 || sheet_slot(s, 0, k) < 0)
                ck_assert(sheet_grow(s, &st));
            ck_assert_int_eq(sheet_slot(s, k, 0), 2 * k - 2);
            ck_assert_int_eq(sheet_slot(s, 0, k), 2 * k - 1);
        }
    ck_assert_int_eq(s->slots, 2 * MANY - 2);
    for (int k = 0; k < s->slots; k++)
        ck_assert_int_eq(k % 2 ? s->col[k] : s->row[k], k / 2 + 1);
    sheet_destroy(s);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("tape");
    tcase_add_test(t, the_same_order_is_followed);
    tcase_add_test(t, calls_that_are_left_out_are_passed);
    tcase_add_test(t, what_is_outside_goes_nowhere);
    tcase_add_test(t, full_columns_take_no_square);
    return suite_run("tape", t);
}
