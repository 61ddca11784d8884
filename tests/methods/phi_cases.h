/* phi_cases.h -- linear equations u' = A u + w1 + t w2 + t^2/2 w3 whose solution is known, for
 * the tests of phi functions in both arithmetics.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PHI_CASES_H
#define PHI_CASES_H

#include "tests/suite.h"
#include <stdlib.h>
#include <string.h>

#include "kernel/methods/phi/phi.h"

enum { CASE_MOST = 12 };

typedef struct phi_case {
    int n;
    real A[CASE_MOST * CASE_MOST], w[PHI_COLUMNS][CASE_MOST];
    real u[CASE_MOST]; /* the solution at h */
} phi_case;

static inline ivp_mat case_matrix(phi_case *c) { return (ivp_mat){ c->n, c->n, c->n, c->A }; }

/* phi_k(z): series near zero, else phi_(j+1)(z) = (phi_j(z) - 1/j!) / z */
static inline real scalar_phi(int k, real z)
{
    real inverse = 1, sum = 0;
    if (ivp_abs(z) < 1) {
        for (int j = 1; j <= k; j++) inverse /= (real)j;
        for (int j = k + 1; j < 60 + k; j++) {
            sum += inverse;
            inverse *= z / (real)j;
        }
        return sum;
    }
    sum = exp(z);
    for (int j = 0; j < k; j++) {
        sum = (sum - inverse) / z;
        inverse /= (real)(j + 1);
    }
    return sum;
}

/* h phi_1(h z) w1 + h^2 phi_2(h z) w2 + h^3 phi_3(h z) w3 */
static inline real scalar_solution(real z, real h, real w1, real w2, real w3)
{
    return h * (scalar_phi(1, h * z) * w1 +
                h * (scalar_phi(2, h * z) * w2 + h * scalar_phi(3, h * z) * w3));
}

static inline void some_vectors(phi_case *c)
{
    for (int k = 0; k < PHI_COLUMNS; k++)
        for (int i = 0; i < c->n; i++)
            c->w[k][i] = (real)((7 * i + 3 * k) % 5 - 2) + 1 / (real)(2 + i + k);
}

/* Q diag(z) Q with the reflection Q = I - 2 v v^T / v^T v, v_i = 1 + i mod 3; or diag(z). */
static inline void spectrum_case(phi_case *c, int n, const real *z, bool mixed, real h)
{
    real Q[CASE_MOST][CASE_MOST], vv = 0;
    memset(c, 0, sizeof *c);
    c->n = n;
    some_vectors(c);
    for (int i = 0; i < n; i++) vv += (real)((1 + i % 3) * (1 + i % 3));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            Q[i][j] = (i == j) - (mixed ? 2 * (real)((1 + i % 3) * (1 + j % 3)) / vv : 0);
    for (int l = 0; l < n; l++) {
        real w[PHI_COLUMNS] = { 0 };
        for (int k = 0; k < PHI_COLUMNS; k++)
            for (int i = 0; i < n; i++) w[k] += Q[l][i] * c->w[k][i];
        const real u = scalar_solution(z[l], h, w[0], w[1], w[2]);
        for (int i = 0; i < n; i++) {
            c->u[i] += Q[i][l] * u;
            for (int j = 0; j < n; j++) c->A[i + j * n] += Q[i][l] * z[l] * Q[l][j];
        }
    }
}

/* x'' = -s^2 x + s + s t from x = 0, x' = 1/2, with u2 = x' - 1/2: far from balanced when s is
 * large. The rest position moves with (1 + t) / s. */
static inline void oscillator_case(phi_case *c, real s, real h)
{
    memset(c, 0, sizeof *c);
    c->n = 2;
    c->A[1] = -s * s;
    c->A[2] = 1;
    c->w[0][0] = R(0.5);
    c->w[0][1] = s;
    c->w[1][1] = s;
    const real speed = R(0.5) - 1 / s;
    c->u[0] = (1 + h) / s - cos(s * h) / s + speed / s * sin(s * h);
    c->u[1] = 1 / s + sin(s * h) + speed * cos(s * h) - R(0.5);
}

/* A chain of integrators: u_i' = u_(i+1), u_n' = 1 + t + t^2/2. */
static inline void chain_case(phi_case *c, int n, real h)
{
    memset(c, 0, sizeof *c);
    c->n = n;
    for (int i = 0; i + 1 < n; i++) c->A[i + (i + 1) * n] = 1;
    for (int k = 0; k < PHI_COLUMNS; k++) c->w[k][n - 1] = 1;
    for (int i = n - 1; i >= 0; i--) {
        real power = 1;
        for (int k = 1; k < n - i; k++) power *= h / (real)k;
        for (int k = 0; k < PHI_COLUMNS; k++) c->u[i] += power *= h / (real)(n - i + k);
    }
}

/* Neither symmetric nor normal; far from normal, the norm is far above all eigenvalues. */
static inline void full_case(phi_case *c, bool far_from_normal)
{
    memset(c, 0, sizeof *c);
    c->n = 6;
    some_vectors(c);
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->n; j++) {
            const real a = sin((real)(3 * i + 5 * j * j + 1));
            c->A[i + j * c->n] = !far_from_normal ? a : i < j ? 20 * a : i == j ? a - 1 : 0;
        }
}

#if IVP_ARITH == IVP_QUAD
typedef real fine;
#else
typedef long double fine;
#endif

/* u(h) by Taylor steps so short that the series needs no care. */
static inline void finer_solution(phi_case *c, real h)
{
    fine state[CASE_MOST] = { 0 }, norm = 0;
    const int n = c->n;
    for (int i = 0; i < n * n; i++) norm += ivp_abs(c->A[i]);
    const int steps = (int)(64 * h * norm) + 64;
    const fine dt = (fine)h / (fine)steps;
    for (int step = 0; step < steps; step++) {
        fine term[CASE_MOST], next[CASE_MOST] = { 0 }, power = 1;
        const fine t = dt * (fine)step;
        memcpy(term, state, sizeof term);
        for (int k = 1; k < 18; k++) { /* term: k-th derivative times dt^k / k! */
            power *= dt / (fine)k;
            for (int i = 0; i < n; i++) {
                const fine w[] = { c->w[0][i], c->w[1][i], c->w[2][i] };
                const fine forced[] = { w[0] + t * (w[1] + t / 2 * w[2]), w[1] + t * w[2],
                                        w[2] };
                next[i] = k <= PHI_COLUMNS ? power * forced[k - 1] : 0;
                for (int j = 0; j < n; j++) next[i] += dt / (fine)k * c->A[i + j * n] * term[j];
            }
            memcpy(term, next, sizeof term);
            for (int i = 0; i < n; i++) state[i] += term[i];
        }
    }
    for (int i = 0; i < n; i++) c->u[i] = (real)state[i];
}

/* Largest error of u(h), prepared for times up to `reach`, relative to the largest |u|. */
static inline real case_error(phi_case *c, phi_way way, real h, real reach)
{
    real u[CASE_MOST], most = 0, size = 0;
    phi *p = phi_create(c->n, way);
    ck_assert(p != NULL);
    ck_assert_int_eq(phi_matrix(p, case_matrix(c), reach), IVP_OK);
    phi_load(p, 0, PHI_COLUMNS, (const real *const[]){ c->w[0], c->w[1], c->w[2] });
    ck_assert_int_eq(phi_at(p, 0, h, u), IVP_OK);
    for (int i = 0; i < c->n; i++) {
        most = ivp_max(most, ivp_abs(u[i] - c->u[i]));
        size = ivp_max(size, ivp_abs(c->u[i]));
    }
    phi_destroy(p);
    return most / size;
}

#endif
