/* realtime_domains.c -- stability domains of the partitioned linear-implicit Euler method, from
 * the step map of the code.
 *
 * Burgermeister, Arnold, Esterl, section 2 and Fig. 1: q'' = -a q - b q' has the eigenvalues
 *
 *     z/h = -b/2 +- i sqrt(a - b^2/4),   so that h b = -2 Re z and h^2 a = |z|^2
 *
 * One step from (q, u) = (1, 0) and one from (0, 1/h) give the columns of the map of (q, h u);
 * the domain is where its spectral radius is at most 1. Beside it stand the paper's
 * inequalities.
 *
 *     domain     re, im, and for each Jacobian the spectral radius
 *     border     jacobian, angle of a ray from the origin, and where the domain ends on it:
 *                re, im by the code, re, im by the formula
 *     verdicts   jacobian, points of a grid, stable ones, those at which code and formula
 *                disagree; largest relative distance of their borders
 *
 * tables: domain border verdicts
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/studies/runs.h"

#define STEP 0.25

enum { EXACT, J1, J2, J3, NONE, NJACOBIANS };
static const char *const names[] = { "exact", "J1", "J2", "J3", "explicit" };
static const char *const options[] = { "jacobian=exact", "jacobian=J1", "jacobian=J2",
                                       "jacobian=J3", "jacobian=none" };

/* The columns of the map (q, h u) -> (q1, h u1). */
static void step_map(method *s, double h2a, double hb, double map[2][2])
{
    const double from[2][2] = { { 1, 0 }, { 0, 1 / STEP } }, yp[2] = { 0, 0 };
    s->instance->p[0] = h2a / STEP / STEP;
    s->instance->p[1] = hb / STEP;
    instance_sync(s->instance);
    for (int k = 0; k < 2; k++) {
        method_restart(s, 0, from[k], yp);
        method_attempt(s, STEP);
        map[k][0] = s->y1[0];
        map[k][1] = s->y1[1] * STEP;
    }
}

static double radius(method *s, double h2a, double hb)
{
    double m[2][2];
    step_map(s, h2a, hb, m);
    const double half = (m[0][0] + m[1][1]) / 2, det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    const double d = half * half - det;
    return d < 0 ? sqrt(det) : fabs(half) + sqrt(d);
}

static double radius_at(method *s, double re, double im)
{
    return radius(s, re * re + im * im, -2 * re);
}

/* The inequalities of section 2; for the explicit method |1 + z| <= 1. */
static bool stable(int jacobian, double h2a, double hb)
{
    switch (jacobian) {
    case J1:
        return h2a <= 2 * hb + 4;
    case J3:
        return hb <= 2 && h2a <= 4 - 2 * hb;
    case NONE:
        return h2a <= hb && 2 * hb <= 4 + h2a;
    default:
        return true;
    }
}

static void open_all(method s[NJACOBIANS])
{
    for (int k = 0; k < NJACOBIANS; k++) {
        const evolve_setup setup = { .formulation = "ode",
                                     .solver = "linear_implicit_euler",
                                     .options = options[k],
                                     .h = STEP };
        method_open(&s[k], "t_oscillator", NULL, &setup);
    }
}

static void domain(method s[NJACOBIANS])
{
    printf("re,im");
    for (int k = 0; k < NJACOBIANS; k++) printf(",%s", names[k]);
    putchar('\n');
    for (int i = 0; i <= 48; i++)
        for (int j = 0; j <= 60; j++) {
            const double re = -6 + i / 8.0, im = -4 + j * 2 / 15.0;
            printf("%.17g,%.17g", re, im);
            for (int k = 0; k < NJACOBIANS; k++) printf(",%.17g", radius_at(&s[k], re, im));
            putchar('\n');
        }
}

/* Farthest stable point on the ray re = -r cos(angle), im = r sin(angle), r <= 100, from the
 * first unstable sample by bisection; `s` NULL: of the formula. */
static double reach(method *s, int jacobian, double angle)
{
    double in = 0, out = 0;
    for (int k = 0; k < 466 && out == 0; k++) {
        const double r = 0.01 * pow(1.02, k), h2a = r * r, hb = 2 * r * cos(angle);
        const bool inside = s ? radius(s, h2a, hb) <= 1 + 1e-12 : stable(jacobian, h2a, hb);
        if (inside)
            in = r;
        else
            out = r;
    }
    if (out == 0) return INFINITY;
    for (int k = 0; k < 60; k++) {
        const double r = (in + out) / 2, h2a = r * r, hb = 2 * r * cos(angle);
        if (s ? radius(s, h2a, hb) <= 1 + 1e-12 : stable(jacobian, h2a, hb))
            in = r;
        else
            out = r;
    }
    return in;
}

/* Re and Im of the point at this distance, or nothing where the domain has no border. */
static void print_point(double distance_out, double angle)
{
    if (isfinite(distance_out))
        printf(",%.17g,%.17g", -distance_out * cos(angle), distance_out * sin(angle));
    else
        fputs(",,", stdout);
}

static void border(method s[NJACOBIANS])
{
    puts("jacobian,angle,re,im,formula_re,formula_im");
    for (int k = 0; k < NJACOBIANS; k++)
        for (int i = -89; i < 90; i += 2) {
            const double angle = i * IVP_PI / 180;
            printf("%s,%.17g", names[k], angle);
            print_point(reach(&s[k], k, angle), angle);
            print_point(reach(NULL, k, angle), angle);
            putchar('\n');
        }
}

static void verdicts(method s[NJACOBIANS])
{
    printf("jacobian,points,stable,disagree,border_error\n");
    for (int k = 0; k < NJACOBIANS; k++) {
        int points = 0, inside = 0, wrong = 0;
        double worst = 0;
        for (int i = 0; i < 60; i++)
            for (int j = 0; j < 60; j++, points++) {
                const double h2a = 0.0131 + 0.3 * i, hb = 0.0077 + 0.1 * j;
                const bool code = radius(&s[k], h2a, hb) <= 1 + 1e-12;
                inside += code;
                wrong += code != stable(k, h2a, hb);
            }
        for (int i = 1; i < 90; i++) {
            const double code = reach(&s[k], k, i * IVP_PI / 180),
                         formula = reach(NULL, k, i * IVP_PI / 180);
            if (isfinite(code) || isfinite(formula))
                worst = fmax(worst, fabs(code / formula - 1));
        }
        printf("%s,%d,%d,%d,%.17g\n", names[k], points, inside, wrong, worst);
    }
}

int main(int argc, char **argv)
{
    method s[NJACOBIANS];
    const char *table = argc > 1 ? argv[1] : "verdicts";
    open_all(s);
    if (!strcmp(table, "domain"))
        domain(s);
    else if (!strcmp(table, "border"))
        border(s);
    else
        verdicts(s);
    for (int k = 0; k < NJACOBIANS; k++) method_close(&s[k]);
    return 0;
}
