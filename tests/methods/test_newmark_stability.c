/* test_newmark_stability.c -- step maps of hht and generalized_alpha on q'' + omega^2 q = 0,
 * read from the code, against their formulas; spectral radii over h omega and at infinity.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/newmark_cases.h"
#include "kernel/methods/newmark/newmark_method.h"

#define STEP 0.25

typedef struct scheme {
    const char *solver, *option;
    double value; /* of the option: alpha, rho_inf or Newmark's gamma */
} scheme;

/* ---- the map as the code has it ---------------------------------------------------------- */

/* One step from (q, h u, h^2 a) and back to these; returns h^2 a. The acceleration is the
 * method's own: that of the step before, whose position and velocity the verdict moves to where
 * we want them. */
static double one_step(const scheme *s, double square, const double from[2], double to[3])
{
    char settings[80], options[80];
    const double h = STEP, y[2] = { -1 / square, 0 }, yp[2] = { 0, 1 / h / h };
    snprintf(settings, sizeof settings, "a=%.17g", square / h / h);
    snprintf(options, sizeof options, "%s=%.17g", s->option, s->value);
    method m;
    method_open(&m, s->solver, NULL, "t_oscillator", settings, IVP_AS_ODE);
    m.tol.h = h; /* constant steps are taken with any damping or none */
    method_again(&m, options);
    const newmark *step = &((const newmark_method *)m.self)->step; /* every object begins so */
    memcpy(m.y, y, sizeof y);
    ck_assert_int_eq(m.solver->restart(m.self, m.t, y, yp, 0), IVP_OK);
    method_attempt(&m, h);
    m.y1[0] = from[0];
    m.y1[1] = from[1] / h;
    method_verdict(&m, IVP_MOVED);
    const double a = h * h * step->z1[0];
    method_attempt(&m, h);
    to[0] = m.y1[0];
    to[1] = h * m.y1[1];
    to[2] = h * h * step->z1[0];
    method_close(&m);
    return a;
}

/* The map is linear: its columns from three starts that share their acceleration. */
static void step_map(const scheme *s, double square, double map[3][3])
{
    static const double starts[3][2] = { { 1, 0 }, { 0, 1 }, { 0, 0 } };
    double to[3][3], a = 0;
    for (int k = 0; k < 3; k++) a = one_step(s, square, starts[k], to[k]);
    ck_assert_double_gt(fabs(a), 1e-3);
    for (int i = 0; i < 3; i++) {
        map[i][2] = to[2][i] / a;
        for (int k = 0; k < 2; k++) map[i][k] = to[k][i] - to[2][i];
    }
}

/* ---- the map on paper -------------------------------------------------------------------- */

typedef struct formula {
    double m, f, gamma, beta; /* (1 - m) a1 + m a0 = -square ((1 - f) q1 + f q0) */
} formula;

static formula formula_of(const scheme *s)
{
    formula k = { 0 };
    if (strcmp(s->option, "rho_inf") == 0) {
        const double rho = s->value;
        k = (formula){ .m = (2 * rho - 1) / (rho + 1), .f = rho / (rho + 1) };
        k.gamma = 0.5 + k.f - k.m;
    } else if (strcmp(s->option, "alpha") == 0) {
        k = (formula){ .f = -s->value, .gamma = 0.5 - s->value };
    } else {
        k.gamma = s->value;
    }
    k.beta = (k.gamma + 0.5) * (k.gamma + 0.5) / 4;
    return k;
}

static void paper_map(const scheme *s, double square, double map[3][3])
{
    const formula k = formula_of(s);
    const double guess[3] = { 1, 1, 0.5 - k.beta }, own[3] = { k.f * square, 0, k.m };
    const double pivot = 1 - k.m + (1 - k.f) * square * k.beta;
    for (int j = 0; j < 3; j++) {
        const double a1 = -((1 - k.f) * square * guess[j] + own[j]) / pivot;
        map[0][j] = guess[j] + k.beta * a1;
        map[1][j] = (j == 1) + (j == 2) * (1 - k.gamma) + k.gamma * a1;
        map[2][j] = a1;
    }
}

/* ---- eigenvalues ------------------------------------------------------------------------- */

/* z^3 - c[2] z^2 + c[1] z - c[0] */
static void characteristic(double m[3][3], double c[3])
{
    c[2] = m[0][0] + m[1][1] + m[2][2];
    c[1] = 0;
    c[0] = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        c[1] += m[i][i] * m[j][j] - m[i][j] * m[j][i];
        c[0] += m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j]);
    }
}

/* A real root by bisection, the others from the quadratic that is left. */
static double spectral_radius(double m[3][3])
{
    double c[3], low = -100, high = 100;
    characteristic(m, c);
    for (int k = 0; k < 200; k++) {
        const double z = (low + high) / 2, p = ((z - c[2]) * z + c[1]) * z - c[0];
        *(p < 0 ? &low : &high) = z;
    }
    const double b = (c[2] - low) / 2, d = c[1] - low * (c[2] - low), root = b * b - d;
    const double pair = root < 0 ? sqrt(d) : fabs(b) + sqrt(root);
    return fmax(fabs(low), pair);
}

/* ---- tests ------------------------------------------------------------------------------- */

static const scheme schemes[] = {
    { "hht", "alpha", -1 / 3.0 },
    { "hht", "alpha", -0.3 },
    { "hht", "alpha", -0.1 },
    { "hht", "alpha", -0.02 },
    { "hht", "alpha=0 gamma", 0.5 },
    { "hht", "alpha=0 gamma", 0.7 },
    { "generalized_alpha", "rho_inf", 0 },
    { "generalized_alpha", "rho_inf", 0.3 },
    { "generalized_alpha", "rho_inf", 0.6 },
    { "generalized_alpha", "rho_inf", 0.8 },
    { "generalized_alpha", "rho_inf", 1 },
};
enum { NSCHEMES = sizeof schemes / sizeof *schemes };
#define FAR 1e10 /* (h omega)^2 that stands for infinity */

START_TEST(step_maps_are_their_formulas)
{
    const scheme *s = &schemes[_i];
    for (int digits = -4; digits <= 10; digits++) {
        const double square = pow(10, digits);
        double code[3][3], paper[3][3];
        step_map(s, square, code);
        paper_map(s, square, paper);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                ck_assert_msg(fabs(code[i][j] - paper[i][j]) < 1e-9 * (1 + fabs(paper[i][j])),
                              "%s %s=%g, (h omega)^2 = %g, entry %d %d: %.12g, expected %.12g",
                              s->solver, s->option, s->value, square, i, j, code[i][j],
                              paper[i][j]);
    }
}
END_TEST

static bool of_second_order(const scheme *s)
{
    const formula k = formula_of(s);
    return fabs(k.gamma - 0.5 - k.f + k.m) < 1e-9;
}

/* Where damping lives: none of slow motions, of fast ones the more the faster, stable for all
 * step sizes. */
START_TEST(damping_grows_with_frequency)
{
    const scheme *s = &schemes[_i];
    double before = 1;
    for (int octave = -10; octave <= 33; octave++) {
        const double square = ldexp(1.1, octave);
        double map[3][3];
        step_map(s, square, map);
        const double radius = spectral_radius(map);
        ck_assert_msg(radius < 1 + 1e-5, /* rho_inf = 1: a triple eigenvalue */
                      "%s %s=%g, (h omega)^2 = %g: radius %.9g", s->solver, s->option, s->value,
                      square, radius);
        if (square < 0.01 && of_second_order(s)) ck_assert_double_gt(radius, 0.9999);
        ck_assert_msg(radius <= before + 1e-4, "%s %s=%g, (h omega)^2 = %g: radius rises to %g",
                      s->solver, s->option, s->value, square, radius);
        before = radius;
    }
}
END_TEST

/* Eigenvalues at infinity:
 *
 *     hht                 -(1 + alpha) / (1 - alpha), twice;  alpha / (1 + alpha)
 *     Newmark's method    -(3/2 - gamma) / (1/2 + gamma), twice;  0
 *     generalized_alpha   -rho_inf, three times */
static double radius_at_infinity(const scheme *s)
{
    const formula k = formula_of(s);
    if (strcmp(s->option, "rho_inf") == 0) return s->value;
    if (strcmp(s->option, "alpha") == 0)
        return fmax((1 + s->value) / (1 - s->value), -s->value / (1 + s->value));
    return (1.5 - k.gamma) / (k.gamma + 0.5);
}

START_TEST(radius_at_infinity_is_the_promised_one)
{
    const scheme *s = &schemes[_i];
    double map[3][3], c[3];
    step_map(s, FAR, map);
    const double radius = spectral_radius(map), promised = radius_at_infinity(s);
    /* a multiple eigenvalue moves by the cube root of a perturbation, 1 / FAR */
    ck_assert_msg(fabs(radius - promised) < 2e-3, "%s %s=%g: %.6f, expected %.6f", s->solver,
                  s->option, s->value, radius, promised);
    characteristic(map, c);
    if (strcmp(s->option, "rho_inf") != 0) return;
    ck_assert_double_eq_tol(c[2], -3 * promised, 1e-7);
    ck_assert_double_eq_tol(c[1], 3 * promised * promised, 1e-7);
    ck_assert_double_eq_tol(c[0], -promised * promised * promised, 1e-7);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("newmark_stability");
    tcase_add_loop_test(t, step_maps_are_their_formulas, 0, NSCHEMES);
    tcase_add_loop_test(t, damping_grows_with_frequency, 0, NSCHEMES);
    tcase_add_loop_test(t, radius_at_infinity_is_the_promised_one, 0, NSCHEMES);
    return suite_run("newmark_stability", t);
}
