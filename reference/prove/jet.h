/* jet.h -- Taylor coefficients in time of every entry of a formula along y' = f(t, y), and
 * their derivatives along given directions of the initial state.
 *
 * With y(t0 + s) = sum y_k s^k the coefficients of f(t, y) follow from those of y by recursion,
 * entry by entry, and y_{k+1} = f_k / (k + 1) (Moore 1966; Griewank, Walther, Evaluating
 * Derivatives, 13.2):
 *
 *     c = a b        c_k = sum a_i b_{k-i}
 *     c = a / b      c_k = (a_k - sum_{i>0} b_i c_{k-i}) / b_0
 *     c = sqrt a     c_k = (a_k - sum_{0<i<k} c_i c_{k-i}) / (2 c_0)
 *     s = sin a      s_k = sum_{i>0} i a_i c_{k-i} / k         c = cos a: the same with -s
 *
 * Derivatives are those of the same formulas: (a b)' = a' b + a b' and so on. Over balls every
 * coefficient encloses that of all solutions from the initial box.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_PROVE_JET_H
#define REFERENCE_PROVE_JET_H

#include "reference/prove/formula.h"

typedef struct jets {
    const formula *of;
    const int *slope; /* entries of y_1', ..., y_n' */
    int n;            /* size of the state */
    int order;        /* coefficients 0 .. order */
    int seeds;        /* directions of derivatives; 0: none */
    slong prec;
    arb_ptr c;     /* entry e: c + e (order + 1) */
    arb_ptr d;     /* entry e, direction j: d + (e seeds + j)(order + 1) */
    arb_ptr y, dy; /* the state: n and n x seeds series */
    arb_t time;
} jets;

void jets_init(jets *j, const formula *of, const int *slope, int n, int order, int seeds,
               slong prec);
void jets_clear(jets *j);
/* Coefficients of the solution from y(time); seed: n x seeds derivatives of y, column-major,
 * NULL without directions. Entries have coefficients 0 .. order - 1, the state one more. */
void jets_expand(jets *j, const arb_t time, arb_srcptr y, arb_srcptr seed);
/* Coefficient 0 alone: the values of all entries. */
void jets_value(jets *j, const arb_t time, arb_srcptr y);

arb_srcptr jets_entry(const jets *j, int entry);
arb_srcptr jets_state(const jets *j, int i);
arb_srcptr jets_seeded(const jets *j, int i, int direction);

/* sum_{k<terms} c_k s^k */
void series_value(arb_t out, arb_srcptr c, int terms, const arb_t s, slong prec);
/* Encloses the series on the ball s by the mean value theorem. */
void series_range(arb_t out, arb_srcptr c, int terms, const arb_t s, slong prec);

#endif
