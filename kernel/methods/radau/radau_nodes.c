/* radau_nodes.c -- nodes by Newton's method, A by Legendre polynomials.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/radau/radau_nodes.h"

#include "kernel/linear/lu.h"

enum { NEWTON_STEPS = 12 };

/* P_0 .. P_n at x. */
static void legendre(real x, int n, real *P)
{
    P[0] = 1;
    P[1] = x;
    for (int k = 1; k < n; k++)
        P[k + 1] = ((real)(2 * k + 1) * x * P[k] - (real)k * P[k - 1]) / (real)(k + 1);
}

/* (1 - x^2) P_k' = k (P_k-1 - x P_k). The start, Radau's points for Chebyshev's weight, is
 * close enough for each zero. x = 1 is known. */
static void fill_nodes(radau_nodes *r)
{
    const int s = r->s;
    real P[RADAU_MOST + 2] = { 0 };
    r->c[s - 1] = 1;
    for (int i = 0; i < s - 1; i++) {
        real x = cos(2 * IVP_PI * (real)(s - 1 - i) / (real)(2 * s - 1));
        for (int k = 0; k < NEWTON_STEPS; k++) {
            legendre(x, s, P);
            const real slope =
                ((real)s * (P[s - 1] - x * P[s]) - (real)(s - 1) * (P[s - 2] - x * P[s - 1])) /
                (1 - x * x);
            x -= (P[s] - P[s - 1]) / slope;
        }
        r->c[i] = (1 + x) / 2;
    }
}

/* integral_0^c P_k(2c - 1) dc = (P_k+1 - P_k-1) / (2 (2k + 1)); the factor 2k + 1 cancels. */
static void fill_matrix(radau_nodes *r)
{
    const int s = r->s;
    real P[RADAU_MOST][RADAU_MOST + 2], b[RADAU_MOST];
    for (int i = 0; i < s; i++) {
        real sum = 0;
        legendre(2 * r->c[i] - 1, s, P[i]);
        for (int k = 0; k < s; k++) sum += (real)(2 * k + 1) * P[i][k] * P[i][k];
        b[i] = 1 / sum;
    }
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) {
            real sum = r->c[i];
            for (int k = 1; k < s; k++) sum += P[j][k] * (P[i][k + 1] - P[i][k - 1]) / 2;
            r->A[i][j] = b[j] * sum;
        }
}

static ivp_status fill_inverse(radau_nodes *r)
{
    const int s = r->s;
    real LU[RADAU_MOST * RADAU_MOST], column[RADAU_MOST];
    int pivots[RADAU_MOST];
    const ivp_mat A = { s, s, s, LU };
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) *ivp_at(A, i, j) = r->A[i][j];
    const ivp_status status = lu_factor(A, pivots);
    for (int j = 0; j < s && !status; j++) {
        for (int i = 0; i < s; i++) column[i] = i == j;
        lu_solve(A, pivots, column);
        for (int i = 0; i < s; i++) r->inverse[i][j] = column[i];
    }
    return status;
}

static void fill_weights(radau_nodes *r)
{
    for (int i = 0; i < r->s; i++) {
        real product = r->c[i], others = 1;
        for (int j = 0; j < r->s; j++)
            if (j != i) {
                product *= r->c[i] - r->c[j];
                others *= -r->c[j];
            }
        r->weight[i] = 1 / product;
        r->slope[i] = others / product;
    }
}

ivp_status radau_nodes_fill(radau_nodes *r, int s)
{
    if (s < 3 || s > RADAU_MOST || s % 2 == 0) return IVP_E_INVALID;
    *r = (radau_nodes){ .s = s };
    fill_nodes(r);
    fill_matrix(r);
    fill_weights(r);
    return fill_inverse(r);
}

/* products of the factors before i, then times those behind it */
void radau_parts(int s, const real *c, const real *weight, real theta, real *part)
{
    real before = theta, behind = 1;
    for (int i = 0; i < s; i++) {
        part[i] = weight[i] * before;
        before *= theta - c[i];
    }
    for (int i = s - 1; i >= 0; i--) {
        part[i] *= behind;
        behind *= theta - c[i];
    }
}
