/* gauss_table.c -- Gauss collocation from Legendre polynomials, to rounding in any arithmetic.
 *
 * With x = 2 tau - 1 and Q_k the integral of P_k from 0 to tau:
 *
 *     (k + 1) P_(k+1) = (2k + 1) x P_k - k P_(k-1)
 *     Q_0 = tau,      Q_k = (P_(k+1) - P_(k-1)) / (2 (2k + 1))
 *
 * and the second integral R_k follows from Q_k in the same way.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/gauss/gauss_table.h"

enum { S = GAUSS_STAGES };

/* Factors of the formulas as numbers: guards of events ask for many tau in a step. */
static const real integer[S + 2] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
static const real odd[S + 1] = { 1, 3, 5, 7, 9, 11, 13, 15, 17 };
_Static_assert(S == 8, "as many factors as the formulas take");

/* P_0 .. P_(S+1) at 2 tau - 1 */
static void legendre(real tau, real P[S + 2])
{
    const real x = 2 * tau - 1;
    P[0] = 1;
    P[1] = x;
    for (int k = 1; k <= S; k++)
        P[k + 1] = (odd[k] * x * P[k] - integer[k] * P[k - 1]) / integer[k + 1];
}

/* Q_k from P, by the formula above; R_k from Q, where Q_0 = (P_1 + P_0) / 2. */
static void integrate(const real P[S + 2], real Q[S + 1])
{
    Q[0] = (P[1] + P[0]) / 2;
    for (int k = 1; k <= S; k++) Q[k] = (P[k + 1] - P[k - 1]) / (2 * odd[k]);
}

void gauss_integrals(real tau, real once[S], real twice[S])
{
    real P[S + 2], Q[S + 1];
    legendre(tau, P);
    integrate(P, Q);
    for (int k = 0; k < S; k++) once[k] = Q[k];
    twice[0] = tau * tau / 2;
    for (int k = 1; k < S; k++) twice[k] = (Q[k + 1] - Q[k - 1]) / (2 * odd[k]);
}

/* Zeros of P_8 by Newton from Chebyshev's nodes; weights 1 / ((1 - x^2) P'^2). */
static void nodes(gauss_table *g)
{
    for (int i = 0; i < S; i++) {
        real x = -cos(IVP_PI * (i + R(0.75)) / (S + R(0.5))), P[S + 2], slope = 1;
        for (int k = 0; k < 8; k++) {
            legendre((x + 1) / 2, P);
            slope = S * (P[S - 1] - x * P[S]) / (1 - x * x);
            x -= P[S] / slope;
        }
        g->c[i] = (x + 1) / 2;
        g->b[i] = 1 / ((1 - x * x) * slope * slope);
    }
}

void gauss_table_make(gauss_table *g)
{
    real P[S + 2], once[S], twice[S];
    nodes(g);
    for (int k = 0; k < S; k++) g->recurrence[k] = (real)(2 * k + 1) / (k + 1);
    for (int j = 0; j < S; j++) {
        legendre(g->c[j], P);
        for (int k = 0; k < S; k++) g->coefficient[j * S + k] = (2 * k + 1) * g->b[j] * P[k];
    }
    for (int i = 0; i < S; i++) {
        gauss_integrals(g->c[i], once, twice);
        for (int j = 0; j < S; j++) {
            real a = 0, aa = 0;
            for (int k = 0; k < S; k++) {
                a += once[k] * g->coefficient[j * S + k];
                aa += twice[k] * g->coefficient[j * S + k];
            }
            g->A[j * S + i] = a;
            g->AA[j * S + i] = aa;
        }
    }
}

void gauss_table_continue(const gauss_table *g, real ratio, real P[S * S])
{
    real x[S];
    for (int i = 0; i < S; i++) x[i] = 1 + 2 * g->c[i] * ratio;
    for (int i = 0; i < S; i++) P[i] = 1, P[S + i] = x[i];
    for (int k = 1; k + 1 < S; k++) {
        const real a = g->recurrence[k], b = a - 1; /* (2k + 1) / (k + 1), k / (k + 1) */
        for (int i = 0; i < S; i++)
            P[(k + 1) * S + i] = a * x[i] * P[k * S + i] - b * P[(k - 1) * S + i];
    }
}
