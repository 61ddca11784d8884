/* rosenbrock_sets.c -- coefficients of the Rosenbrock methods, computed in the precision of the
 * build, and their transformation.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/linear/lu.h"
#include "kernel/methods/rosenbrock/rosenbrock.h"

enum { S = ROSENBROCK_STAGES, POWERS = ROSENBROCK_DEGREE + 1 };

/* ---- order 4(3) -------------------------------------------------------------------------
 *
 * Names as in the paper, and
 *
 *     x = beta'_2
 *     p = beta_32 beta'_2
 *     s = beta_42 beta'_2 + beta_43 beta'_3
 *
 * With (11) and (14) the conditions can be solved one after the other:
 *
 *     (12)          alpha_3
 *     (8c), (8e)    b_2, b_4
 *     (8a)          b_1
 *     (13)          beta_43
 *     (8g)          beta_42
 *     (8h), (8d)    p, s
 *     (10)          x, with beta'_4 of (8b) and beta'_3 of s put into
 *                   p (x alpha_3^2 - beta'_4 alpha_2^2) = s (x alpha_3^2 - beta'_3 alpha_2^2)
 *     (8f)          alpha_32 */
struct solved {
    real g, a2, a3, a32, b1, b2, b4;                        /* alphas and weights */
    real beta32, beta42, beta43, beta2, beta3, beta4, p, s; /* beta2 is beta'_2 ... */
};

static struct solved solve_conditions(real g)
{
    struct solved k = { .g = g, .a2 = 2 * g };
    k.a3 = (1 / R(5.0) - k.a2 / 4) / (1 / R(4.0) - k.a2 / 3);
    const real q2 = k.a2 * k.a2, q3 = k.a3 * k.a3;
    k.b4 = (1 / R(4.0) - k.a2 / 3) / (q3 * (k.a3 - k.a2));
    k.b2 = (1 / R(3.0) - k.b4 * q3) / q2;
    k.b1 = 1 - k.b2 - k.b4;
    const real twelfth = 1 / R(12.0) - g / 3;
    k.beta43 = (1 / R(20.0) - g / 4 - k.a2 * twelfth) / (k.b4 * q3 * (k.a3 - k.a2));
    k.beta42 = (twelfth / k.b4 - k.beta43 * q3) / q2;
    k.p = (1 / R(24.0) - g / 2 + 3 * g * g / 2 - g * g * g) / (k.b4 * k.beta43);
    k.s = (1 / R(6.0) - g + g * g) / k.b4;
    const real half = (1 / R(2.0) - g) / k.b4; /* beta'_4 = half - x b2 / b4 */
    const real left = k.p * (q3 + q2 * k.b2 / k.b4);
    const real right = k.s * (q3 + q2 * k.beta42 / k.beta43);
    k.beta2 = (k.p * half - k.s * k.s / k.beta43) * q2 / (left - right);
    k.beta3 = (k.s - k.beta42 * k.beta2) / k.beta43;
    k.beta4 = half - k.beta2 * k.b2 / k.b4;
    k.beta32 = k.p / k.beta2;
    k.a32 = (1 / R(8.0) - g / 3) / (k.b4 * k.a3 * k.beta2);
    return k;
}

/* The embedded weights are b + r n, where n spans the kernel of the matrix in (9); the table
 * has the member with bhat_1 = alpha_31. */
static void embed(const struct solved *k, real *bhat)
{
    const real q2 = k->a2 * k->a2, q3 = k->a3 * k->a3;
    real n[4] = { 0, 0, 1, -k->p / k->s };
    n[1] = -(n[2] + n[3]) * q3 / q2;
    n[0] = -(n[1] + n[2] + n[3]);
    const real r = (k->a3 - k->a32 - k->b1) / n[0], b[4] = { k->b1, k->b2, 0, k->b4 };
    for (int i = 0; i < 4; i++) bhat[i] = b[i] + r * n[i];
}

/* y := M x */
static void apply(const rosenbrock_square *M, const real *x, real *y)
{
    for (int i = 0; i < S; i++) {
        y[i] = 0;
        for (int j = 0; j < S; j++) y[i] += M->e[i][j] * x[j];
    }
}

/* Continuous extension of order 4: (8a)-(8e), (8g), (8h) with b(theta) and the powers of theta
 * that belong to them, in full beta = A + Gamma; (8f) then holds by alpha_2 = 2 gamma.
 *
 *     b 1                = theta
 *     b beta 1           = theta^2 / 2
 *     b alpha^2          = theta^3 / 3
 *     b beta beta 1      = theta^3 / 6
 *     b alpha^3          = theta^4 / 4
 *     b beta alpha^2     = theta^4 / 12
 *     b beta beta beta 1 = theta^4 / 24 */
static void extend(rosenbrock_set *s)
{
    static const int power[S] = { 1, 2, 3, 3, 4, 4, 4 }, divisor[S] = { 1, 2, 3, 6, 4, 12, 24 };
    rosenbrock_square beta;
    real row[S][S], store[S * S];
    int pivots[S];
    for (int i = 0; i < S; i++) {
        real alpha = 0;
        for (int j = 0; j < S; j++) {
            alpha += s->A.e[i][j];
            beta.e[i][j] = s->A.e[i][j] + s->Gamma.e[i][j];
        }
        row[0][i] = 1;
        row[2][i] = alpha * alpha;
        row[4][i] = alpha * alpha * alpha;
    }
    apply(&beta, row[0], row[1]);
    apply(&beta, row[1], row[3]);
    apply(&beta, row[2], row[5]);
    apply(&beta, row[3], row[6]);
    for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++) store[i + j * S] = row[i][j];
    const ivp_mat M = { S, S, S, store };
    if (lu_factor(M, pivots)) return; /* a set of constants: it cannot happen */
    real later[S] = { 0 };            /* sum of the coefficients of higher powers */
    for (int k = ROSENBROCK_DEGREE; k > 0; k--) {
        real x[S];
        for (int i = 0; i < S; i++) x[i] = power[i] == k + 1 ? 1 / (real)divisor[i] : 0;
        lu_solve(M, pivots, x);
        for (int i = 0; i < S; i++) s->d[k - 1][i] = -(later[i] += x[i]);
    }
}

void rosenbrock_order4(rosenbrock_set *s)
{
    const struct solved k = solve_conditions(R(0.57281606));
    const real a31 = k.a3 - k.a32, gamma31 = k.beta3 - k.beta32 - a31,
               gamma41 = k.beta4 - k.beta42 - k.beta43 - a31;
    *s = (rosenbrock_set){
        .stages = 4,
        .all = 7,
        .order = 4,
        .embedded = 3,
        .gamma = k.g,
        .A = { { { 0 },
                 { k.a2 },
                 { a31, k.a32 },
                 { a31, k.a32 },
                 { a31, k.a32 },
                 { a31, k.a32 },
                 { a31, k.a32 } } },
        /* the last three rows are free; with these the extension stays small and, as h J goes
         * to -infinity, within the bounds of the data */
        .Gamma = { { { k.g },
                     { k.beta2 - k.a2, k.g },
                     { gamma31, k.beta32 - k.a32, k.g },
                     { gamma41, k.beta42 - k.a32, k.beta43, k.g },
                     { -1, 0, -R(0.5), 0, k.g },
                     { 0, 0, 0, 0, 1, k.g },
                     { 0, 0, 0, 0, 0, -1, k.g } } },
        .b = { k.b1, k.b2, 0, k.b4 },
    };
    embed(&k, s->bhat);
    extend(s);
}

/* ---- order 2(1) for any J ---------------------------------------------------------------
 *
 * The extension meets the conditions of order 2 with powers of theta:
 *
 *     b(theta) = (theta - theta^2 / 2, theta / 2, -theta (1 - theta) / 2)
 *     b 1       = theta
 *     b alpha   = theta^2 / 2
 *     b Gamma 1 = 0 */
void rosenbrock_w2(rosenbrock_set *s)
{
    const real g = 1 + 1 / sqrt(R(2.0));
    *s = (rosenbrock_set){
        .stages = 2,
        .all = 3,
        .order = 2,
        .embedded = 1,
        .gamma = g,
        .A = { { { 0 }, { 1 }, { 1 } } },
        .Gamma = { { { g }, { -2 * g, g }, { 0, 0, g } } },
        .b = { R(0.5), R(0.5) },
        .bhat = { 0, 1 },
        .d = { { R(0.5), 0, -R(0.5) } },
    };
}

/* ---- transformation --------------------------------------------------------------------- */

/* C := X Y */
static void multiply(const rosenbrock_square *X, const rosenbrock_square *Y,
                     rosenbrock_square *C)
{
    for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++) {
            C->e[i][j] = 0;
            for (int k = 0; k < S; k++) C->e[i][j] += X->e[i][k] * Y->e[k][j];
        }
}

/* Inverse of the lower triangle of the first n rows; zero beyond. */
static void invert(const rosenbrock_square *L, int n, rosenbrock_square *X)
{
    memset(X, 0, sizeof *X);
    for (int j = 0; j < n; j++) {
        X->e[j][j] = 1 / L->e[j][j];
        for (int i = j + 1; i < n; i++) {
            real sum = 0;
            for (int k = j; k < i; k++) sum += L->e[i][k] * X->e[k][j];
            X->e[i][j] = -sum / L->e[i][i];
        }
    }
}

/* y := x M */
static void from_left(const real *x, const rosenbrock_square *M, real *y)
{
    for (int j = 0; j < S; j++) {
        y[j] = 0;
        for (int i = 0; i < S; i++) y[j] += x[i] * M->e[i][j];
    }
}

/* m = b Gamma^-1 and mu = b + b a */
static void weights(const real *b, const rosenbrock_square *inverse, const rosenbrock_square *a,
                    real *m, real *mu)
{
    from_left(b, inverse, m);
    from_left(b, a, mu);
    for (int i = 0; i < S; i++) mu[i] += b[i];
}

static bool same_row(const rosenbrock_square *A, int i)
{
    for (int j = 0; j < S; j++)
        if (A->e[i][j] < A->e[i - 1][j] || A->e[i][j] > A->e[i - 1][j]) return false;
    return true;
}

void rosenbrock_transform(const rosenbrock_set *s, rosenbrock_table *t)
{
    rosenbrock_square inverse;
    memset(t, 0, sizeof *t);
    t->stages = s->stages;
    t->all = s->all;
    t->gamma = s->gamma;
    invert(&s->Gamma, s->all, &inverse);
    multiply(&s->A, &inverse, &t->a);
    multiply(&s->A, &t->a, &t->theta);
    multiply(&s->Gamma, &t->a, &t->delta);
    for (int i = 0; i < s->all; i++) {
        t->evaluates[i] = i == 0 || !same_row(&s->A, i);
        for (int j = 0; j < s->all; j++) {
            t->theta.e[i][j] += s->A.e[i][j];
            t->delta.e[i][j] += s->Gamma.e[i][j];
            t->c.e[i][j] = (i == j ? 1 / s->gamma : 0) - inverse.e[i][j];
            t->a_sum[i] += s->A.e[i][j];
            t->gamma_sum[i] += s->Gamma.e[i][j];
        }
    }
    weights(s->b, &inverse, &t->a, t->m, t->mu);
    weights(s->bhat, &inverse, &t->a, t->m_hat, t->mu_hat);
    for (int k = 0; k < ROSENBROCK_DEGREE; k++)
        weights(s->d[k], &inverse, &t->a, t->dense_m[k], t->dense_mu[k]);
}
