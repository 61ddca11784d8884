/* hht_damping.c -- what alpha does to high frequencies and to the order.
 *
 * Negrut, Rampalli, Ottarsson, Sajdak, section 1: the smaller alpha, the more damping; with
 * alpha = 0 it is the trapezoidal rule, without any; stable and of second order for alpha in
 * [-1/3, 0]. Step maps are those of the code on q'' = -omega^2 q, unknowns (q, h u, h^2 a).
 *
 *     radius      alpha, omega h, spectral radius of the step map
 *     decay       alpha, t, spring angle in degrees of the oscillatory double pendulum, opened
 *                 by 1 degree: a fast mode of 485 rad/s, steps of 5 ms
 *     remains     alpha, largest spring angle over the last tenth of the interval, error of the
 *                 slow motion theta1 there against that of the pendulum without fast mode
 *     order       problem, place of M, alpha, power of h in the error of q at the end
 *
 * tables: radius decay remains order
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <gsl/gsl_eigen.h>

#include "kernel/problem/status.h"
#include "papers/studies/runs.h"

static const double alphas[] = { 0, -0.05, -0.1, -0.2, -0.3, -1 / 3.0 };
enum { NALPHAS = 6 };
#define STEP 0.25

static const char *options_of(double alpha, const char *more)
{
    static char option[80];
    snprintf(option, sizeof option, "alpha=%.16g %s", alpha, more);
    return option;
}

/* ---- the step map ------------------------------------------------------------------------ */

/* One column of the map; a1 from the velocities. */
static void step_from(method *s, double alpha, const double *from, double *to)
{
    const double gamma_weight = 0.5 - alpha;
    const double y[2] = { from[0], from[1] / STEP };
    const double yp[2] = { y[1], from[2] / STEP / STEP };
    method_restart(s, 0, y, yp);
    method_attempt(s, STEP);
    to[0] = s->y1[0];
    to[1] = s->y1[1] * STEP;
    to[2] = (to[1] - from[1] - (1 - gamma_weight) * from[2]) / gamma_weight;
}

static double radius(method *s, double alpha, double omega_h)
{
    double store[9], most = 0;
    gsl_matrix_view map = gsl_matrix_view_array(store, 3, 3);
    gsl_vector_complex *eigen = gsl_vector_complex_alloc(3);
    gsl_eigen_nonsymm_workspace *w = gsl_eigen_nonsymm_alloc(3);
    s->instance->p[0] = omega_h * omega_h / STEP / STEP;
    instance_sync(s->instance);
    for (int k = 0; k < 3; k++) {
        double from[3] = { 0 };
        from[k] = 1;
        step_from(s, alpha, from, store + 3 * k); /* the transposed map has the same radius */
    }
    gsl_eigen_nonsymm(&map.matrix, eigen, w);
    for (size_t k = 0; k < 3; k++)
        most = fmax(most, hypot(GSL_REAL(gsl_vector_complex_get(eigen, k)),
                                GSL_IMAG(gsl_vector_complex_get(eigen, k))));
    gsl_eigen_nonsymm_free(w);
    gsl_vector_complex_free(eigen);
    return most;
}

static void print_radius(void)
{
    puts("alpha,omega_h,radius");
    for (int a = 0; a < NALPHAS; a++) {
        method s;
        const evolve_setup setup = { .formulation = "ode",
                                     .solver = "hht",
                                     .options = options_of(alphas[a], ""),
                                     .h = STEP };
        method_open(&s, "t_oscillator", NULL, &setup);
        for (int k = -16; k <= 24; k++) {
            const double omega_h = pow(10, k / 8.0);
            printf("%.4g,%.17g,%.17g\n", alphas[a], omega_h, radius(&s, alphas[a], omega_h));
        }
        method_close(&s);
    }
}

/* ---- a fast mode ------------------------------------------------------------------------- */

enum { THETA1 = 2, THETA2 = 5 };

struct mode {
    double alpha, from, most, theta1;
    bool shown;
};

static void watch_mode(void *self, const evolve_point *point)
{
    struct mode *m = self;
    const real *q = point->state->q;
    const double angle = (q[THETA2] - q[THETA1]) * 180 / IVP_PI;
    if (point->t >= m->from) m->most = fmax(m->most, fabs(angle));
    m->theta1 = q[THETA1];
    if (m->shown) printf("%.4g,%.17g,%.17g\n", m->alpha, point->t, angle);
}

static struct mode mode_of(double alpha, const char *start, bool shown)
{
    struct mode m = { .alpha = alpha, .from = 0.9, .shown = shown };
    const evolve_setup setup = { .formulation = "index3",
                                 .solver = "hht",
                                 .options = options_of(alpha, ""),
                                 .h = 5e-3,
                                 .t1 = 1 };
    const run r = solve("double_pendulum_spring", start, &setup, watch_mode, &m);
    if (r.status) give_up("alpha = %g ends as %s", alpha, status_name(r.status));
    return m;
}

static void print_decay(void)
{
    puts("alpha,t,spring");
    for (int a = 0; a < NALPHAS; a++) mode_of(alphas[a], "delta=1", true);
}

static void print_remains(void)
{
    const evolve_setup fine = {
        .formulation = "projected", .solver = "dopri5", .h = 1e-4, .t1 = 1
    };
    const run slow = solve("double_pendulum_spring", "delta=0", &fine, NULL, NULL);
    puts("alpha,spring,theta1");
    for (int a = 0; a < NALPHAS; a++) {
        const struct mode m = mode_of(alphas[a], "delta=1", false);
        printf("%.4g,%.17g,%.17g\n", alphas[a], m.most, fabs(m.theta1 - slow.state[THETA1]));
    }
}

/* ---- order ------------------------------------------------------------------------------- */

static double order_of(const char *problem, const char *options, double h0)
{
    enum { RUNGS = 4 };
    double h[RUNGS], error[RUNGS];
    instance *i = open_problem(problem, NULL);
    const evolve_setup fine = {
        .formulation = "projected", .solver = "dopri5", .rtol = 1e-13, .atol = 1e-13
    };
    const run truth = solve_on(i, &fine, NULL, NULL);
    for (int k = 0; k < RUNGS; k++) {
        h[k] = ldexp(h0, -k);
        const evolve_setup setup = {
            .formulation = "index3", .solver = "hht", .options = options, .h = h[k]
        };
        const run r = solve_on(i, &setup, NULL, NULL);
        if (r.status) give_up("%s, h = %g: %s", problem, h[k], status_name(r.status));
        error[k] = distance(r.state, truth.state, i->sizes.nq);
    }
    instance_close(i);
    return log_slope(h, error, RUNGS);
}

static void print_order(void)
{
    static const struct {
        const char *problem;
        double h;
    } cases[] = { { "andrews", 1.25e-5 }, { "car_axle", 1e-3 } };
    puts("problem,mass,alpha,order");
    for (int p = 0; p < 2; p++)
        for (int a = 0; a < NALPHAS; a += 2)
            for (int printed = 0; printed < 2; printed++) {
                const char *place = printed ? "printed" : "shifted";
                char more[30];
                snprintf(more, sizeof more, "mass=%s", place);
                printf("%s,%s,%.4g,%.17g\n", cases[p].problem, place, alphas[a],
                       order_of(cases[p].problem, options_of(alphas[a], more), cases[p].h));
            }
}

static const struct {
    const char *name;
    void (*print)(void);
} tables[] = { { "radius", print_radius },
               { "decay", print_decay },
               { "remains", print_remains },
               { "order", print_order } };

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "radius";
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        if (!strcmp(tables[k].name, part)) tables[k].print();
    return 0;
}
