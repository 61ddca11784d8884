/* test_rodas.c -- stiffly accurate Rosenbrock methods: coefficients in double, stability
 * functions, and the step map of the code against them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <complex.h>
#include <stdio.h>

#include "tests/method.h"
#include "tests/methods/rodas_conditions.h"

static const char *const names[] = { "rodas", "rodas5p" };
static const rodas_table *const tables[] = { &rodas_order4, &rodas5p_order5 };

START_TEST(conditions_hold) { expect_coefficients(tables[_i], 2e-14); }
END_TEST

/* u_s, which is the error, enters no condition of the dense output's order: its weights are
 * free, and printed. Steinebach, BIT Numer. Math. 63 (2023), table of Rodas5P; RODAS has
 * none. */
START_TEST(free_weights_are_those_of_the_paper)
{
    static const double printed[][RODAS_DENSE] = {
        { 0, 0 }, { -0.17202221070155493, -6.710236069923372, 4.883087185713722 }
    };
    const rodas_table *t = tables[_i];
    for (int k = 0; k < t->dense; k++)
        ck_assert_double_eq_tol((double)t->d[k][t->stages - 1], printed[_i][k], 1e-15);
}
END_TEST

/* R(z) = 1 + z sum w_j (gamma k)_j with k = (1 - z beta)^-1 1 */
static double complex stability_function(const conditions *k, double gamma, const double *w,
                                         double complex z)
{
    double complex v[RODAS_STAGES], sum = 1;
    for (int i = 0; i < k->stages; i++) {
        double complex u = 0;
        v[i] = 1;
        for (int j = 0; j < i; j++) v[i] += z * (k->alpha[i][j] + k->gamma[i][j]) * v[j];
        v[i] /= 1 - z * gamma;
        for (int j = 0; j <= i; j++) u += k->gamma[i][j] * v[j];
        sum += z * w[i] * u;
    }
    return sum;
}

/* On the imaginary axis no growth: with poles at 1/gamma > 0 alone, A-stable. */
START_TEST(steps_are_a_stable)
{
    const conditions k = conditions_of(tables[_i]);
    for (int j = -30; j <= 60; j++) {
        const double w = pow(10, j / 10.);
        const double r = cabs(stability_function(&k, tables[_i]->gamma, k.m, w * I));
        const double r_hat = cabs(stability_function(&k, tables[_i]->gamma, k.m_hat, w * I));
        ck_assert_msg(r <= 1 + 1e-12, "|R(%g i)| = %.15g", w, r);
        ck_assert_msg(r_hat <= 1 + 1e-12, "embedded: |R(%g i)| = %.15g", w, r_hat);
    }
}
END_TEST

/* Zero at infinity, the embedded solution too: both stages end on the same constraint. */
START_TEST(steps_vanish_at_infinity)
{
    const conditions k = conditions_of(tables[_i]);
    for (int j = 4; j <= 8; j++) {
        const double z = -pow(10, j), g = tables[_i]->gamma;
        ck_assert_double_lt(cabs(stability_function(&k, g, k.m, z)), 100 / -z);
        ck_assert_double_lt(cabs(stability_function(&k, g, k.m_hat, z)), 100 / -z);
    }
}
END_TEST

/* u of t_oscillator without spring obeys u' = z u. */
START_TEST(step_map_is_the_stability_function)
{
    const conditions k = conditions_of(tables[_i]);
    for (int j = -6; j <= 12; j++) {
        const double z = -pow(3, j);
        method m;
        char text[64];
        snprintf(text, sizeof text, "a=0 b=%.17g", -z);
        method_open(&m, names[_i], NULL, "t_oscillator", text, IVP_AS_ODE);
        m.y[0] = 0;
        m.y[1] = 1;
        method_attempt(&m, 1);
        const double complex r = stability_function(&k, tables[_i]->gamma, k.m, z);
        ck_assert_double_eq_tol(m.y1[1], creal(r), 1e-12);
        ck_assert_double_lt(fabs(m.y1[1]), 1);
        method_close(&m);
    }
}
END_TEST

/* With z = -1e12 what is left of u is round-off. */
START_TEST(an_infinitely_stiff_component_is_gone)
{
    method m;
    method_open(&m, names[_i], NULL, "t_oscillator", "a=0 b=1e12", IVP_AS_ODE);
    m.y[0] = 0;
    m.y[1] = 1;
    method_attempt(&m, 1);
    ck_assert_double_lt(fabs(m.y1[1]), 1e-10);
    method_close(&m);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("rodas");
    tcase_add_loop_test(t, conditions_hold, 0, 2);
    tcase_add_loop_test(t, free_weights_are_those_of_the_paper, 0, 2);
    tcase_add_loop_test(t, steps_are_a_stable, 0, 2);
    tcase_add_loop_test(t, steps_vanish_at_infinity, 0, 2);
    tcase_add_loop_test(t, step_map_is_the_stability_function, 0, 2);
    tcase_add_loop_test(t, an_infinitely_stiff_component_is_gone, 0, 2);
    return suite_run("rodas", t);
}
