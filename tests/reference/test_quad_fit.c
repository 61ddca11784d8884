/* test_quad_fit.c -- pieces of degree 20 through functions known exactly.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/flow/fit.h"

#include "tests/suite.h"
#include <stdlib.h>

enum { WIDTH = 3, POINTS = 3001 };

/* smooth; with a layer of width 1e-4 at the start; smooth but for a jump at 2 */
static real function(int column, real t, int side)
{
    switch (column) {
    case 0:
        return 100 * sin(5 * t);
    case 1:
        return exp(-t / R(1e-4)) + cos(t);
    default:
        return t < 2 || (t == 2 && side < 0) ? cos(t) : 7 - t * t;
    }
}

/* Intervals that grow from 1e-5 on, up to 0.1; the jump at their border. */
static void make_source(fit_source *s, bool resolved)
{
    static double t[200];
    static bool seam[200];
    static real scale[WIDTH];
    int n = 0;
    t[0] = 0;
    seam[0] = false;
    for (double h = resolved ? (double)R(1e-5) : (double)R(0.1); t[n] < 4; n++) {
        t[n + 1] = t[n] < 2 && t[n] + h > (double)R(1.99) ? 2 : t[n] + h;
        t[n + 1] = t[n + 1] > 4 ? 4 : t[n + 1];
        seam[n + 1] = t[n + 1] == 2;
        h = h < (double)R(0.05) ? (double)R(1.2) * h : (double)R(0.1);
    }
    *s = (fit_source){ .n = n, .width = WIDTH, .t = t, .seam = seam, .scale = scale };
    s->rows = calloc((size_t)n * FIT_NODES * WIDTH + 1, sizeof *s->rows);
    real *row = s->rows;
    for (int i = 0; i < n; i++)
        for (int l = 0; l < FIT_NODES; l++)
            for (int k = 0; k < WIDTH; k++) *row++ = function(k, (real)fit_time(s, i, l), 0);
}

static void release(ref_pieces *p)
{
    free(p->t);
    free(p->seam);
    free(p->c);
}

START_TEST(pieces_are_right_to_1e_minus_15_everywhere)
{
    fit_source s;
    double error[WIDTH] = { 0 };
    ref r = { .t1 = 4 };
    make_source(&s, true);
    ck_assert(fit_prepare(&s) < R(1e-18));
    ck_assert(fit_pieces(&s, &r.pieces, error));
    const ref_pieces *p = &r.pieces;
    ck_assert(p->t[0] == 0 && p->t[p->n] == 4);
    ck_assert_msg(p->n >= 5 && p->n < 40, "%d pieces", p->n);
    for (int k = 0; k < WIDTH; k++) {
        const real bound = R(1e-15) * s.scale[k];
        ck_assert((real)error[k] < bound / 2);
        for (int i = 0; i < POINTS; i++) /* dense at the start */
            for (int side = -1; side <= 1; side += 2) {
                const double w = (double)i / (POINTS - 1), t = 4 * w * w * w;
                const real d = (real)ref_value_at(&r, k, t, side) - function(k, (real)t, side);
                ck_assert_msg(ivp_abs(d) < bound, "column %d at %.17g: %.1e", k, t, (double)d);
            }
    }
    release(&r.pieces);
    free(s.rows);
}
END_TEST

START_TEST(no_piece_reaches_across_a_seam)
{
    fit_source s;
    double error[WIDTH] = { 0 };
    ref_pieces p;
    int seams = 0;
    make_source(&s, true);
    fit_prepare(&s);
    ck_assert(fit_pieces(&s, &p, error));
    for (int i = 0; i < p.n; i++) {
        ck_assert(p.t[i + 1] <= 2 || p.t[i] >= 2);
        seams += p.seam[i];
        ck_assert(p.seam[i] == (p.t[i] == 2));
    }
    ck_assert_int_eq(seams, 1);
    release(&p);
    free(s.rows);
}
END_TEST

START_TEST(samples_that_miss_a_layer_are_noticed)
{
    fit_source s;
    make_source(&s, false);
    ck_assert(fit_prepare(&s) > R(1e-6));
    free(s.rows);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("pieces");
    tcase_add_test(tc, pieces_are_right_to_1e_minus_15_everywhere);
    tcase_add_test(tc, no_piece_reaches_across_a_seam);
    tcase_add_test(tc, samples_that_miss_a_layer_are_noticed);
    return suite_run("fit", tc);
}
