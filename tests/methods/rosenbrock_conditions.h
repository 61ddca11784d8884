/* rosenbrock_conditions.h -- what the coefficients of the Rosenbrock methods must satisfy, and
 * what the paper prints, in the arithmetic of the test that includes this.
 *
 * Numbers in brackets and tables are those of Negrut, Sandu, Haug, Potra, Sandu: A
 * Rosenbrock-Nystrom state space implicit approach for the dynamic analysis of mechanical
 * systems II.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ROSENBROCK_CONDITIONS_H
#define ROSENBROCK_CONDITIONS_H

#include "tests/suite.h"
#include <stdlib.h>
#include <string.h>

#include "kernel/methods/rosenbrock/rosenbrock.h"

enum { RS = ROSENBROCK_STAGES };

/* b and the vectors that the conditions are made of: alpha_i, beta_i = alpha_i + gamma_i ... */
typedef struct moments {
    real g, alpha[RS], beta[RS], betabeta[RS], beta3[RS], betaalpha2[RS], alphabeta[RS];
} moments;

static inline void product(const rosenbrock_set *s, bool gamma_too, const real *x, real *y)
{
    for (int i = 0; i < RS; i++) {
        y[i] = 0;
        for (int j = 0; j < RS; j++)
            y[i] += (s->A.e[i][j] + (gamma_too ? s->Gamma.e[i][j] : 0)) * x[j];
    }
}

static inline moments moments_of(const rosenbrock_set *s)
{
    moments m = { .g = s->gamma };
    real one[RS], square[RS];
    for (int i = 0; i < RS; i++) one[i] = i < s->all;
    product(s, false, one, m.alpha);
    product(s, true, one, m.beta);
    product(s, true, m.beta, m.betabeta);
    product(s, true, m.betabeta, m.beta3);
    product(s, false, m.beta, m.alphabeta);
    for (int i = 0; i < RS; i++) square[i] = m.alpha[i] * m.alpha[i];
    product(s, true, square, m.betaalpha2);
    return m;
}

/* sum b_i x_i^p z_i; z NULL: ones */
static inline real moment(const real *b, const real *x, int p, const real *z)
{
    real sum = 0;
    for (int i = 0; i < RS; i++) {
        real term = z ? b[i] * z[i] : b[i];
        for (int k = 0; k < p; k++) term *= x[i];
        sum += term;
    }
    return sum;
}

static inline void expect_small(real residual, real bound, const char *what)
{
    ck_assert_msg(ivp_abs(residual) <= bound, "%s: residual %.3e", what, (double)residual);
}

/* Conditions of order up to `order` for b(theta): the rows of (8) with their powers of theta,
 * in beta with its diagonal; at theta = 1 they are (8). */
static inline void expect_order_conditions(const rosenbrock_set *s, const real *b, real theta,
                                           int order, real bound)
{
    const moments m = moments_of(s);
    const real t2 = theta * theta, t3 = t2 * theta, t4 = t3 * theta;
    expect_small(moment(b, m.alpha, 0, NULL) - theta, bound, "(8a)");
    if (order > 1) expect_small(moment(b, m.beta, 1, NULL) - t2 / 2, bound, "(8b)");
    if (order > 2) expect_small(moment(b, m.alpha, 2, NULL) - t3 / 3, bound, "(8c)");
    if (order > 2) expect_small(moment(b, m.betabeta, 1, NULL) - t3 / 6, bound, "(8d)");
    if (order < 4) return;
    expect_small(moment(b, m.alpha, 3, NULL) - t4 / 4, bound, "(8e)");
    expect_small(moment(b, m.alpha, 1, m.alphabeta) - t4 / 8, bound, "(8f)");
    expect_small(moment(b, m.betaalpha2, 1, NULL) - t4 / 12, bound, "(8g)");
    expect_small(moment(b, m.beta3, 1, NULL) - t4 / 24, bound, "(8h)");
}

/* b(theta) of the continuous extension */
static inline void extension(const rosenbrock_set *s, real theta, real *b)
{
    for (int i = 0; i < RS; i++) {
        real sum = 0;
        for (int k = ROSENBROCK_DEGREE - 1; k >= 0; k--) sum = sum * theta + s->d[k][i];
        b[i] = theta * s->b[i] + theta * (1 - theta) * sum;
    }
}

/* (8a)-(8h) as they are printed, in beta' without the diagonal. */
static inline void expect_printed_conditions(const rosenbrock_set *s, real bound)
{
    const real g = s->gamma, *b = s->b;
    real beta[4][4], prime[4] = { 0 }, alpha[4] = { 0 };
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++) {
            beta[i][j] = s->A.e[i][j] + s->Gamma.e[i][j];
            prime[i] += beta[i][j];
            alpha[i] += s->A.e[i][j];
        }
    const real a2 = alpha[1], a3 = alpha[2], a4 = alpha[3], x = prime[1],
               chain = beta[3][1] * x + beta[3][2] * prime[2];
    expect_small(b[0] + b[1] + b[2] + b[3] - 1, bound, "(8a)");
    expect_small(b[1] * x + b[2] * prime[2] + b[3] * prime[3] - (R(0.5) - g), bound, "(8b)");
    expect_small(b[1] * a2 * a2 + b[2] * a3 * a3 + b[3] * a4 * a4 - 1 / R(3.0), bound, "(8c)");
    expect_small(b[2] * beta[2][1] * x + b[3] * chain - (1 / R(6.0) - g + g * g), bound,
                 "(8d)");
    expect_small(b[1] * a2 * a2 * a2 + b[2] * a3 * a3 * a3 + b[3] * a4 * a4 * a4 - R(0.25),
                 bound, "(8e)");
    expect_small(b[2] * a3 * s->A.e[2][1] * x +
                     b[3] * a4 * (s->A.e[3][1] * x + s->A.e[3][2] * prime[2]) -
                     (R(0.125) - g / 3),
                 bound, "(8f)");
    expect_small(b[2] * beta[2][1] * a2 * a2 +
                     b[3] * (beta[3][1] * a2 * a2 + beta[3][2] * a3 * a3) -
                     (1 / R(12.0) - g / 3),
                 bound, "(8g)");
    expect_small(b[3] * beta[3][2] * beta[2][1] * x -
                     (1 / R(24.0) - g / 2 + R(1.5) * g * g - g * g * g),
                 bound, "(8h)");
    expect_small(beta[2][1] * x * (x * a4 * a4 - prime[3] * a2 * a2) -
                     (x * a3 * a3 - prime[2] * a2 * a2) * chain,
                 bound, "(10)");
    for (int j = 0; j < 3; j++)
        expect_small(s->A.e[3][j] - (j < 2 ? s->A.e[2][j] : 0), 0, "(11)");
    expect_small(a3 * (R(0.25) - a2 / 3) - (R(0.2) - a2 / 4), bound, "(12)");
    expect_small(b[3] * beta[3][2] * a3 * a3 * (a3 - a2) -
                     (R(0.05) - g / 4 - a2 * (1 / R(12.0) - g / 3)),
                 bound, "(13)");
    expect_small(b[2], 0, "(14) b3");
    expect_small(a2 - 2 * g, 0, "(14) alpha2");
}

/* ---- the printed tables ------------------------------------------------------------------ */

typedef struct printed {
    const char *name, *text;
    real ours;
} printed;

static inline real read_decimal(const char *text)
{
#if IVP_ARITH == IVP_QUAD
    return strtof128(text, NULL);
#else
    return strtod(text, NULL);
#endif
}

/* Equal but for the last two digits, or to `bound` where the arithmetic has fewer. */
static inline void expect_printed(const printed *table, int n, real bound)
{
    for (int k = 0; k < n; k++) {
        const char *point = strchr(table[k].text, '.');
        real last = 99;
        for (size_t d = strlen(point) - 1; d > 0; d--) last /= 10;
        const real off = ivp_abs(table[k].ours - read_decimal(table[k].text));
        ck_assert_msg(off <= ivp_max(last, bound), "%s: %s printed, %.17g computed",
                      table[k].name, table[k].text, (double)table[k].ours);
    }
}

#define ENTRIES(table) ((int)(sizeof(table) / sizeof *(table)))

/* Table 1. gamma_21 as printed, without its sign, fails (8b), (8d), (8f), (8h), (10). */
static inline void expect_table_1(real bound)
{
    rosenbrock_set s;
    rosenbrock_order4(&s);
    const printed table[] = {
        { "gamma", "0.57281606", s.gamma },
        { "alpha_21", "1.14563212", s.A.e[1][0] },
        { "alpha_31", "0.520920789130629029328516", s.A.e[2][0] },
        { "alpha_32", "0.134294186842504800149232", s.A.e[2][1] },
        { "alpha_41", "0.520920789130629029328516", s.A.e[3][0] },
        { "alpha_42", "0.134294186842504800149232", s.A.e[3][1] },
        { "alpha_43", "0.0", s.A.e[3][2] },
        { "gamma_21 without its sign", "2.341993127112013949170520", -s.Gamma.e[1][0] },
        { "gamma_31", "-0.027333746543489836196505", s.Gamma.e[2][0] },
        { "gamma_32", "0.213811650836699689867472", s.Gamma.e[2][1] },
        { "gamma_41", "-0.259083837785510222112641", s.Gamma.e[3][0] },
        { "gamma_42", "-0.190595807732311751616358", s.Gamma.e[3][1] },
        { "gamma_43", "-0.228031035973133829477744", s.Gamma.e[3][2] },
        { "b_1", "0.324534707891734513474196", s.b[0] },
        { "b_2", "0.049086544787523308684633", s.b[1] },
        { "b_3", "0.0", s.b[2] },
        { "b_4", "0.626378747320742177841171", s.b[3] },
        { "bhat_1", "0.520920789130629029328516", s.bhat[0] },
        { "bhat_2", "0.144549714665364599584681", s.bhat[1] },
        { "bhat_3", "0.124559686414702049774897", s.bhat[2] },
        { "bhat_4", "0.209969809789304321311906", s.bhat[3] },
    };
    expect_printed(table, ENTRIES(table), bound);
}

/* Table 2. a_21 lost its exponent: 2 is printed as 0.2000... */
static inline void expect_table_2(real bound)
{
    rosenbrock_set s;
    rosenbrock_table t;
    rosenbrock_order4(&s);
    rosenbrock_transform(&s, &t);
    const printed table[] = {
        { "theta_21", "1.14563212", t.theta.e[1][0] },
        { "theta_31", "0.789509162815638629626980", t.theta.e[2][0] },
        { "theta_32", "0.134294186842504800149232", t.theta.e[2][1] },
        { "theta_41", "0.789509162815638629626980", t.theta.e[3][0] },
        { "theta_42", "0.134294186842504800149232", t.theta.e[3][1] },
        { "theta_43", "0.0", t.theta.e[3][2] },
        { "a_21 / 10", "0.2000000000000000000000000", t.a.e[1][0] / 10 },
        { "a_31", "1.86794814949823713234476", t.a.e[2][0] },
        { "a_32", "0.23444556851723885002322", t.a.e[2][1] },
        { "a_41", "1.86794814949823713234476", t.a.e[3][0] },
        { "a_42", "0.23444556851723885002322", t.a.e[3][1] },
        { "a_43", "0.0", t.a.e[3][2] },
        { "c_21", "-7.137649943349979830369260", t.c.e[1][0] },
        { "c_31", "2.580923666509657714488050", t.c.e[2][0] },
        { "c_32", "0.651629887302032023387417", t.c.e[2][1] },
        { "c_41", "-2.137115266506619116806370", t.c.e[3][0] },
        { "c_42", "-0.321469531339951070769241", t.c.e[3][1] },
        { "c_43", "-0.694966049282445225157329", t.c.e[3][2] },
        { "delta_21", "-1.196361007112013949170520", t.delta.e[1][0] },
        { "delta_31", "1.470280254409780714633870", t.delta.e[2][0] },
        { "delta_32", "0.348105837679204490016704", t.delta.e[2][1] },
        { "delta_41", "0.003765094355556165798974", t.delta.e[3][0] },
        { "delta_42", "-0.109762486758103255675398", t.delta.e[3][1] },
        { "delta_43", "-0.228031035973133829477744", t.delta.e[3][2] },
        { "m_1", "2.255566228604565243728840", t.m[0] },
        { "m_2", "0.287055063194157607662630", t.m[1] },
        { "m_3", "0.435311963379983213402707", t.m[2] },
        { "m_4", "1.093507656403247803214820", t.m[3] },
        { "mhat_1", "2.068399160527583734258670", t.m_hat[0] },
        { "mhat_2", "0.238681352067532797956493", t.m_hat[1] },
        { "mhat_3", "0.363373345435391708261747", t.m_hat[2] },
        { "mhat_4", "0.366557127936155144309163", t.m_hat[3] },
        { "mu_1", "1.592750819409585342074900", t.mu[0] },
        { "mu_2", "0.195938266310250609693329", t.mu[1] },
        { "mu_3", "0.0", t.mu[2] },
        { "mu_4", "0.626378747320742177841171", t.mu[3] },
        { "muhat_1", "1.434903971848209472627100", t.mu_hat[0] },
        { "muhat_2", "0.222978672588698369045153", t.mu_hat[1] },
        { "muhat_3", "0.124559686414702049774897", t.mu_hat[2] },
        { "muhat_4", "0.209969809789304321311906", t.mu_hat[3] },
        { "gamma_2", "-1.769177067112013949170520", t.gamma_sum[1] },
        { "gamma_3", "0.759293964293209853670967", t.gamma_sum[2] },
        { "gamma_4", "-0.104894621490955803206743", t.gamma_sum[3] },
        { "a_2", "1.145632120", t.a_sum[1] },
        { "a_3", "0.655214975973133829477748", t.a_sum[2] },
        { "a_4", "0.655214975973133829477748", t.a_sum[3] },
    };
    expect_printed(table, ENTRIES(table), bound);
}

/* Table 3, the W-method. */
static inline void expect_table_3(real bound)
{
    rosenbrock_set s;
    rosenbrock_table t;
    rosenbrock_w2(&s);
    rosenbrock_transform(&s, &t);
    const printed table[] = {
        { "gamma", "1.70710678118650", t.gamma },
        { "alpha_1", "0.00000000000000", t.a_sum[0] },
        { "gamma_1", "1.70710678118650", t.gamma_sum[0] },
        { "alpha_2", "1.000000000000000", t.a_sum[1] },
        { "gamma_2", "-1.70710678118650", t.gamma_sum[1] },
        { "a_21", "0.58578643762690", t.a.e[1][0] },
        { "c_21", "-1.17157287525380", t.c.e[1][0] },
        { "delta_11", "1.70710678118650", t.delta.e[0][0] },
        { "delta_22", "1.70710678118650", t.delta.e[1][1] },
        { "delta_21", "-2.41421356237310", t.delta.e[1][0] },
        { "theta_21", "1.000000000000000", t.theta.e[1][0] },
        { "m_1", "0.87867965644040", t.m[0] },
        { "m_2", "0.29289321881340", t.m[1] },
        { "mhat_1", "1.17157287525380", t.m_hat[0] },
        { "mhat_2", "0.58578643762690", t.m_hat[1] },
        { "mu_1", "0.79289321881340", t.mu[0] },
        { "mu_2", "0.500000000000000", t.mu[1] },
        { "muhat_1", "0.58578643762690", t.mu_hat[0] },
        { "muhat_2", "1.0000000000000000", t.mu_hat[1] },
    };
    expect_printed(table, ENTRIES(table), bound);
}

/* All that is said about coefficients: both sets, their embedded formulas and extensions. */
static inline void expect_coefficients(real bound)
{
    rosenbrock_set s;
    real b[RS];
    rosenbrock_order4(&s);
    expect_printed_conditions(&s, bound);
    expect_order_conditions(&s, s.b, 1, 4, bound);
    expect_order_conditions(&s, s.bhat, 1, 3, bound); /* (9) */
    for (int k = 0; k <= 8; k++) {
        extension(&s, k / (real)8, b);
        expect_order_conditions(&s, b, k / (real)8, 4, 10 * bound);
    }
    rosenbrock_w2(&s);
    expect_order_conditions(&s, s.bhat, 1, 1, bound);
    for (int k = 0; k <= 8; k++) {
        extension(&s, k / (real)8, b);
        expect_order_conditions(&s, b, k / (real)8, 2, bound);
        const moments m = moments_of(&s); /* whatever J is: sum b_i gamma_i = 0 */
        expect_small(moment(b, m.beta, 1, NULL) - moment(b, m.alpha, 1, NULL), bound, "W");
    }
}

#endif
