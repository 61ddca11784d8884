/* llm_estimate.c -- local linearization: its estimate of the local error against the exact one,
 * its order, and what it does exactly.
 *
 * Gil, Sanfelice, Nikravesh, section 4 and Fig. 6: one step of (35) from t = 1/pi,
 *
 *     x1' = -x2/x3^2,   x2' = x1/x3^2,   x3' = 1
 *     x   = (sin 1/t, cos 1/t, t)
 *
 * The estimate of the code is 2 h^3 phi_3(h A) v with v of (30), r(t + h)/h^2. (29) calls v the
 * second derivative of r, which is twice that: with it the estimate doubles. Both are taken
 * here, the second with r'' = f_yy(f, f) by differences of r along the exact solution.
 *
 *     local      h, component (x1, x2, norm), estimate by (30), by (29), exact local error
 *     ratios     h, estimate by (30), exact local error, and estimates over it, by (30) and
 *                (29), all in the 2-norm
 *     orders     powers of h of local error, estimate, and of the global error at t = 1
 *     blocks     h, what the exponentials of the matrices (6) and (33) of Van Loan's theorem
 *                give against the code's step and estimate, relative
 *     linear     h, error of q after one step of q'' = -a q - b q' against its closed form, |q|
 *
 * tables: local ratios orders blocks linear
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <gsl/gsl_linalg.h>

#include "kernel/methods/phi/phi.h"
#include "papers/studies/runs.h"

enum { N = 3 };

static const double start_time = 1 / IVP_PI;

static void exact_at(double t, double *x)
{
    x[0] = sin(1 / t);
    x[1] = cos(1 / t);
    x[2] = t;
}

static void open_example(method *s)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = "llm", .rtol = 0, .atol = 1, .h = 0
    };
    method_open(s, "t_sin_inverse", NULL, &setup);
}

/* |estimate| and *exact local error of one component, of all in the 2-norm if it is < 0. */
static double estimated(method *s, double h, int component, double *exact)
{
    double x[N], zero[N] = { 0 };
    for (int k = 0; k < N; k++) s->atol[k] = component < 0 || k == component ? 1 : 1e30;
    exact_at(start_time, x);
    method_restart(s, start_time, x, zero);
    method_attempt(s, h);
    exact_at(start_time + h, x);
    *exact = 0;
    for (int k = 0; k < N; k++)
        if (component < 0 || k == component) *exact = hypot(*exact, s->y1[k] - x[k]);
    return s->trial.test[0].err;
}

/* r'' at t = 1/pi: 2 r(tau)/tau^2 for small tau, r = f(y) - f(y0) - A (y - y0), in a centred
 * mean that leaves tau^2. */
static void curvature(method *s, ivp_mat A, double *second)
{
    const double tau = 1e-4;
    double y0[N], f0[N], y[N], f[N];
    exact_at(start_time, y0);
    if (ivp_rhs(s->model, start_time, y0, f0) || ivp_rhs_jac(s->model, start_time, y0, A))
        give_up("f of (35) fails");
    for (int k = 0; k < N; k++) second[k] = 0;
    for (int side = -1; side <= 1; side += 2) {
        exact_at(start_time + side * tau, y);
        if (ivp_rhs(s->model, start_time + side * tau, y, f)) give_up("f of (35) fails");
        for (int i = 0; i < N; i++) {
            double r = f[i] - f0[i];
            for (int j = 0; j < N; j++) r -= *ivp_at(A, i, j) * (y[j] - y0[j]);
            second[i] += r / (tau * tau);
        }
    }
}

/* 2 h^3 phi_3(h A) r'' of each component: (31), (32) with v as (29) has it. */
static void printed_estimate(method *s, double h, double *estimate)
{
    double store[N * N], v[N];
    const ivp_mat A = { N, N, N, store };
    curvature(s, A, v);
    for (int k = 0; k < N; k++) v[k] *= 2;
    phi *p = phi_create(N, PHI_PADE);
    if (!p || phi_matrix(p, A, h)) give_up("the exponential of (35) fails");
    phi_load(p, 0, 3, (const real *const[]){ NULL, NULL, v });
    if (phi_at(p, 0, h, estimate)) give_up("the exponential of (35) fails");
    phi_destroy(p);
}

static void local(method *s)
{
    puts("h,component,estimate,printed,exact");
    for (int k = 1; k <= 50; k++) {
        const double h = 0.002 * k;
        double printed[N], exact;
        printed_estimate(s, h, printed);
        for (int component = -1; component < 2; component++) {
            const double e = estimated(s, h, component, &exact);
            const double p = component < 0 ? norm2(printed, N) : fabs(printed[component]);
            printf("%.17g,%s,%.17g,%.17g,%.17g\n", h,
                   component < 0 ? "norm"
                   : component   ? "x2"
                                 : "x1",
                   e, p, exact);
        }
    }
}

static void ratios(method *s)
{
    static const double steps[] = { 0.1, 0.05, 0.02, 0.01, 0.005, 0.0025 };
    puts("h,estimate,exact,ratio,ratio_printed");
    for (int k = 0; k < 6; k++) {
        double printed[N], exact;
        const double e = estimated(s, steps[k], -1, &exact);
        printed_estimate(s, steps[k], printed);
        printf("%.17g,%.17g,%.17g,%.17g,%.17g\n", steps[k], e, exact, e / exact,
               norm2(printed, N) / exact);
    }
}

static double global_error(double h)
{
    double x[N];
    const evolve_setup setup = { .formulation = "ode", .solver = "llm", .h = h };
    const run r = solve("t_sin_inverse", NULL, &setup, NULL, NULL);
    exact_at(r.t, x);
    return distance(r.state, x, N);
}

static void orders(method *s)
{
    double h[6], exact[6], estimate[6], global[6];
    for (int k = 0; k < 6; k++) {
        h[k] = ldexp(1, -6 - k);
        estimate[k] = estimated(s, h[k], -1, &exact[k]);
        global[k] = global_error(h[k]);
    }
    printf("local,estimate,global\n%.17g,%.17g,%.17g\n", log_slope(h, exact, 6),
           log_slope(h, estimate, 6), log_slope(h, global, 6));
}

/* ---- the exponentials as printed --------------------------------------------------------- */

/* Last column of exp(h C), C of n rows, into its first N entries. */
static void exponential(const double *C, size_t n, double h, double *column)
{
    double store[(N + 3) * (N + 3)];
    gsl_matrix_const_view matrix = gsl_matrix_const_view_array(C, n, n);
    gsl_matrix_view e = gsl_matrix_view_array(store, n, n);
    gsl_matrix *scaled = gsl_matrix_alloc(n, n);
    gsl_matrix_memcpy(scaled, &matrix.matrix);
    gsl_matrix_scale(scaled, h);
    gsl_linalg_exponential_ss(scaled, &e.matrix, GSL_PREC_DOUBLE);
    for (size_t i = 0; i < N; i++) column[i] = gsl_matrix_get(&e.matrix, i, n - 1);
    gsl_matrix_free(scaled);
}

/* C_n = [ f_y  f_t  f; 0 0 1; 0 0 0 ] of (6), f_t = 0 here */
static void step_matrix(ivp_mat A, const double *f, double *C)
{
    enum { n = N + 2 };
    memset(C, 0, n * n * sizeof *C);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) C[i * n + j] = *ivp_at(A, i, j);
        C[i * n + n - 1] = f[i];
    }
    C[N * n + N + 1] = 1;
}

/* L = [ A  2 v  0  0; 0 0 1 0; 0 0 0 1; 0 0 0 0 ] of (33) */
static void error_matrix(ivp_mat A, const double *v, double *L)
{
    enum { n = N + 3 };
    memset(L, 0, n * n * sizeof *L);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) L[i * n + j] = *ivp_at(A, i, j);
        L[i * n + N] = 2 * v[i];
    }
    L[N * n + N + 1] = L[(N + 1) * n + N + 2] = 1;
}

static void blocks(method *s)
{
    double store[N * N], C[(N + 3) * (N + 3)], y0[N], f0[N], f1[N], v[N], step[N], error[N];
    const ivp_mat A = { N, N, N, store };
    puts("h,step,estimate");
    for (int k = 0; k < 4; k++) {
        const double h = 0.1 * ldexp(1, -k);
        double unused;
        const double estimate = estimated(s, h, -1, &unused);
        exact_at(start_time, y0);
        if (ivp_rhs(s->model, start_time, y0, f0) || ivp_rhs_jac(s->model, start_time, y0, A))
            give_up("f of (35) fails");
        step_matrix(A, f0, C);
        exponential(C, N + 2, h, step);
        for (int i = 0; i < N; i++) error[i] = y0[i] + step[i] - s->y1[i];
        const double difference = norm2(error, N) / norm2(step, N);
        if (ivp_rhs(s->model, start_time + h, s->y1, f1)) give_up("f of (35) fails");
        for (int i = 0; i < N; i++) { /* (30) */
            v[i] = f1[i] - f0[i];
            for (int j = 0; j < N; j++) v[i] -= *ivp_at(A, i, j) * (s->y1[j] - y0[j]);
            v[i] /= h * h;
        }
        error_matrix(A, v, C);
        exponential(C, N + 3, h, error);
        printf("%.17g,%.17g,%.17g\n", h, difference, fabs(norm2(error, N) / estimate - 1));
    }
}

/* One step of the damped oscillator a = 400, b = 4 from (1, 0), where w^2 = a - b^2/4 and
 *
 *     q(t) = e^(-2 t) (cos w t + 2/w sin w t) */
static void linear(method *unused)
{
    (void)unused;
    puts("h,error,amplification");
    for (int k = -4; k <= 4; k++) {
        const double h = pow(10, k), w = sqrt(396), from[2] = { 1, 0 }, zero[2] = { 0 };
        const evolve_setup setup = { .formulation = "ode", .solver = "llm", .h = h };
        method s;
        method_open(&s, "t_oscillator", "a=400 b=4", &setup);
        method_restart(&s, 0, from, zero);
        method_attempt(&s, h);
        const double q = exp(-2 * h) * (cos(w * h) + 2 / w * sin(w * h));
        printf("%.17g,%.17g,%.17g\n", h, fabs(s.y1[0] - q), fabs(s.y1[0]));
        method_close(&s);
    }
}

static const struct {
    const char *name;
    void (*print)(method *s);
} tables[] = { { "ratios", ratios },
               { "local", local },
               { "orders", orders },
               { "blocks", blocks },
               { "linear", linear } };

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "ratios";
    method s;
    open_example(&s);
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        if (!strcmp(tables[k].name, part)) tables[k].print(&s);
    method_close(&s);
    return 0;
}
