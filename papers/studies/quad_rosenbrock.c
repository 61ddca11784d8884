/* quad_rosenbrock.c -- the coefficients of the Rosenbrock-Nystrom paper, computed in quad.
 *
 * tables: coefficients conditions infinity
 *
 *     coefficients   table, name, value: the entries of Tables 1 to 3
 *     conditions     equation, residual with gamma_21 negative, residual with it positive
 *     infinity       formula, |R| as h J goes to minus infinity
 *
 * Negrut, Sandu, Haug, Potra, Sandu: A Rosenbrock-Nystrom state space implicit approach for the
 * dynamic analysis of mechanical systems II. Numbers in brackets are theirs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/methods/rosenbrock/rosenbrock.h"

enum { FOUR = 4, TWO = 2 };

static void print_number(const char *end, real v)
{
    char text[64];
    strfromf128(text, sizeof text, "%.30g", v);
    printf("%s%s", text, end);
}

static void entry(const char *table, const char *name, int i, int j, real v)
{
    printf("%s,%s", table, name);
    if (i) printf("_%d", i);
    if (j) printf("%d", j);
    putchar(',');
    print_number("\n", v);
}

static void below_diagonal(const char *table, const char *name, const rosenbrock_square *M,
                           int stages)
{
    for (int i = 1; i < stages; i++)
        for (int j = 0; j < i; j++) entry(table, name, i + 1, j + 1, M->e[i][j]);
}

static void vector(const char *table, const char *name, const real *v, int from, int stages)
{
    for (int i = from; i < stages; i++) entry(table, name, i + 1, 0, v[i]);
}

static void print_set(const rosenbrock_set *s)
{
    entry("1", "gamma", 0, 0, s->gamma);
    below_diagonal("1", "alpha", &s->A, s->stages);
    below_diagonal("1", "gamma", &s->Gamma, s->stages);
    vector("1", "b", s->b, 0, s->stages);
    vector("1", "bhat", s->bhat, 0, s->stages);
}

static void print_transformed(const char *table, const rosenbrock_set *s, int from)
{
    rosenbrock_table t;
    rosenbrock_transform(s, &t);
    entry(table, "gamma", 0, 0, s->gamma);
    below_diagonal(table, "theta", &t.theta, s->stages);
    below_diagonal(table, "a", &t.a, s->stages);
    below_diagonal(table, "c", &t.c, s->stages);
    below_diagonal(table, "delta", &t.delta, s->stages);
    vector(table, "m", t.m, 0, s->stages);
    vector(table, "mhat", t.m_hat, 0, s->stages);
    vector(table, "mu", t.mu, 0, s->stages);
    vector(table, "muhat", t.mu_hat, 0, s->stages);
    vector(table, "gamma", t.gamma_sum, from, s->stages);
    vector(table, "a", t.a_sum, from, s->stages);
    if (from) return;
    for (int i = 0; i < s->stages; i++) entry(table, "delta", i + 1, i + 1, t.delta.e[i][i]);
}

static void coefficients(void)
{
    rosenbrock_set s;
    puts("table,name,value");
    rosenbrock_order4(&s);
    print_set(&s);
    print_transformed("2", &s, 1);
    rosenbrock_w2(&s);
    print_transformed("3", &s, 0);
}

/* ---- conditions -------------------------------------------------------------------------- */

typedef struct sums {
    real beta[FOUR][FOUR], alpha[FOUR], prime[FOUR]; /* alpha_i, beta'_i */
} sums;

static sums sums_of(const rosenbrock_set *s)
{
    sums k = { .alpha = { 0 } };
    for (int i = 0; i < FOUR; i++)
        for (int j = 0; j < i; j++) {
            k.beta[i][j] = s->A.e[i][j] + s->Gamma.e[i][j];
            k.alpha[i] += s->A.e[i][j];
            k.prime[i] += k.beta[i][j];
        }
    return k;
}

/* sum b_i x_i^power */
static real weighted(const real *b, const real *x, int power)
{
    real sum = 0;
    for (int i = 0; i < FOUR; i++) {
        real v = b[i];
        for (int p = 0; p < power; p++) v *= x[i];
        sum += v;
    }
    return sum;
}

/* sum b_i beta_ij x_j^power, power 1 or 2 */
static real through_beta(const sums *k, const real *b, const real *x, int power)
{
    real y[FOUR];
    for (int i = 0; i < FOUR; i++) {
        y[i] = 0;
        for (int j = 0; j < i; j++) y[i] += k->beta[i][j] * (power == 2 ? x[j] * x[j] : x[j]);
    }
    return weighted(b, y, 1);
}

/* Residuals of (8a) to (8h) and (10). */
static void residuals(const rosenbrock_set *s, real *r)
{
    const sums k = sums_of(s);
    const real g = s->gamma, *b = s->b, *a = k.alpha, *p = k.prime;
    real inner = 0;
    for (int i = 0; i < FOUR; i++)
        for (int j = 0; j < i; j++) inner += b[i] * a[i] * s->A.e[i][j] * p[j];
    const real s4 = k.beta[3][1] * p[1] + k.beta[3][2] * p[2];
    r[0] = weighted(b, a, 0) - 1;
    r[1] = weighted(b, p, 1) - (1 / R(2.0) - g);
    r[2] = weighted(b, a, 2) - 1 / R(3.0);
    r[3] = through_beta(&k, b, p, 1) - (1 / R(6.0) - g + g * g);
    r[4] = weighted(b, a, 3) - 1 / R(4.0);
    r[5] = inner - (1 / R(8.0) - g / 3);
    r[6] = through_beta(&k, b, a, 2) - (1 / R(12.0) - g / 3);
    r[7] = b[3] * k.beta[3][2] * k.beta[2][1] * p[1] -
           (1 / R(24.0) - g / 2 + 3 * g * g / 2 - g * g * g);
    r[8] = k.beta[2][1] * p[1] * (p[1] * a[3] * a[3] - p[3] * a[1] * a[1]) -
           (p[1] * a[2] * a[2] - p[2] * a[1] * a[1]) * s4;
}

static void conditions(void)
{
    static const char *const names[] = { "8a", "8b", "8c", "8d", "8e", "8f", "8g", "8h", "10" };
    enum { N = sizeof names / sizeof *names };
    real negative[N], positive[N];
    rosenbrock_set s;
    rosenbrock_order4(&s);
    residuals(&s, negative);
    s.Gamma.e[1][0] = -s.Gamma.e[1][0];
    residuals(&s, positive);
    puts("equation,negative,positive");
    for (int i = 0; i < N; i++) {
        printf("%s,", names[i]);
        print_number(",", fabs(negative[i]));
        print_number("\n", fabs(positive[i]));
    }
}

/* ---- at infinity ---------------------------------------------------------------------------
 *
 * R(infinity) = 1 - b B^-1 1, B = A + Gamma with gamma on its diagonal. */

static real at_infinity(const rosenbrock_set *s, const real *b)
{
    real x[ROSENBROCK_STAGES], sum = 1;
    for (int i = 0; i < s->stages; i++) {
        x[i] = 1;
        for (int j = 0; j < i; j++) x[i] -= (s->A.e[i][j] + s->Gamma.e[i][j]) * x[j];
        x[i] /= s->gamma;
        sum -= b[i] * x[i];
    }
    return sum;
}

static void infinity_table(void)
{
    rosenbrock_set s;
    puts("formula,value");
    rosenbrock_order4(&s);
    printf("order4,");
    print_number("\n", fabs(at_infinity(&s, s.b)));
    printf("embedded,");
    print_number("\n", fabs(at_infinity(&s, s.bhat)));
    rosenbrock_w2(&s);
    printf("w_method,");
    print_number("\n", fabs(at_infinity(&s, s.b)));
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } tables[] = { { "coefficients", coefficients },
                   { "conditions", conditions },
                   { "infinity", infinity_table } };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (argc == 2 && !strcmp(argv[1], tables[i].name)) {
            tables[i].print();
            return EXIT_SUCCESS;
        }
    fputs("quad_rosenbrock wants one of coefficients, conditions, infinity\n", stderr);
    return EXIT_FAILURE;
}
