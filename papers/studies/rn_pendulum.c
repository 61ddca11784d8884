/* rn_pendulum.c -- what the cells of the stiff double pendulum do not tell.
 *
 * tables: samples settling rates possible readings
 *
 *     samples    table, k, t, at_rest, printed: size of theta1 (Table 4) or omega1 (Table 6) at
 *                the times t* of the paper, from both starts, with rtol = 1e-10
 *     settling   t, h, theta1: tolerance 1e-3, until the rods hang still
 *     rates      number, real, imaginary: eigenvalues of y'' = f linearised at the start
 *     possible   table, k, bound: sqrt(n) times the printed average error over n printed steps,
 *                which no error of the run can exceed, for n times its square is the sum of all
 *     readings   start, tolerance, k, 10^k, steps; of theta1 and omega1 the largest error along
 *                the run on its own grid, when, and the average one: what (4) leaves open.
 *                start: rest, or slow, with theta2' = -k2/c2 (theta2 - theta1), where the fast mode is silent;
 *                tolerance: both (rtol = atol = 10^k) or absolute (rtol = 1e-14, for 0)
 *
 * Negrut, Sandu, Haug, Potra, Sandu: A Rosenbrock-Nystrom state space implicit approach for the
 * dynamic analysis of mechanical systems II, section 3.1.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <gsl/gsl_eigen.h>

#include "kernel/problem/status.h"
#include "papers/studies/runs.h"

enum { N = 2, STATES = 2 * N, TABLES = 2, TIMES = 4 };

static const double times[TABLES][TIMES] = { { 0.592127, 0.599954, 0.626135, 1.065146 },
                                             { 0.795548, 0.373114, 0.217757, 0.186183 } };

static double sample(const char *settings, int which, double t)
{
    const evolve_setup setup = { .formulation = "ode",
                                 .solver = "rosenbrock_nystrom",
                                 .rtol = 1e-10,
                                 .atol = 1e-10,
                                 .t1 = t };
    const run r = solve("double_pendulum_rsda", settings, &setup, NULL, NULL);
    if (r.status != IVP_OK) give_up("%s ends as %s", settings, status_name(r.status));
    return fabs(r.state[which ? N : 0]);
}

static void samples(void)
{
    puts("table,k,t,at_rest,printed");
    for (int i = 0; i < TABLES; i++)
        for (int k = 0; k < TIMES; k++)
            printf("%d,%d,%.17g,%.17g,%.17g\n", i ? 6 : 4, -2 - k, times[i][k],
                   sample("form=angles", i, times[i][k]),
                   sample("form=angles start=printed", i, times[i][k]));
}

static void possible(void)
{
    static const double average[TABLES][TIMES] = { { 3.234e-3, 2.631e-4, 2.946e-5, 9.868e-6 },
                                                   { 2.348e-2, 2.181e-3, 3.445e-4, 9.357e-5 } };
    static const int printed_steps[TIMES] = { 29, 49, 85, 148 }; /* Table 5 */
    puts("table,k,bound");
    for (int i = 0; i < TABLES; i++)
        for (int k = 0; k < TIMES; k++)
            printf("%d,%d,%.17g\n", i ? 6 : 4, -2 - k, sqrt(printed_steps[k]) * average[i][k]);
}

/* ---- what the paper leaves open ---------------------------------------------------------- */

/* The angle and its derivatives at the steps of an accurate run. */
enum { MOST_STEPS = 40000, THETA1 = 2 };
static double truth[MOST_STEPS][4]; /* t, theta1, its derivatives */
static int ntruth;

static void keep_truth(void *unused, const evolve_point *point)
{
    (void)unused;
    if (ntruth == MOST_STEPS) give_up("the reference takes more than %d steps", MOST_STEPS);
    double *at = truth[ntruth++];
    at[0] = point->t, at[1] = point->state->q[THETA1];
    at[2] = point->state->u[THETA1], at[3] = point->state->a[THETA1];
}

static void make_truth(const char *start)
{
    const evolve_setup setup = { .formulation = "state_space",
                                 .solver = "rosenbrock_nystrom",
                                 .rtol = 1e-11,
                                 .atol = 1e-11 };
    ntruth = 0;
    if (solve("double_pendulum_rsda", start, &setup, keep_truth, NULL).status)
        give_up("the reference from \"%s\" fails", start);
}

/* The cubics through angles and velocities, velocities and accelerations at the neighbours. */
static void truth_at(double t, double v[2])
{
    int low = 0, high = ntruth - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (truth[middle][0] <= t)
            low = middle;
        else
            high = middle;
    }
    const double *a = truth[low], *b = truth[high], h = b[0] - a[0];
    const double s = h > 0 ? (t - a[0]) / h : 0, r = 1 - s;
    for (int i = 0; i < 2; i++)
        v[i] = r * r * ((1 + 2 * s) * a[i + 1] + s * h * a[i + 2]) +
               s * s * ((1 + 2 * r) * b[i + 1] - r * h * b[i + 2]);
}

struct errors {
    double most[2], when[2], sum[2];
    int n;
};

static void keep_errors(void *self, const evolve_point *point)
{
    struct errors *e = self;
    const double ours[2] = { point->state->q[THETA1], point->state->u[THETA1] };
    double v[2];
    truth_at(point->t, v);
    for (int i = 0; i < 2; i++) {
        const double error = fabs(ours[i] - v[i]);
        if (error > e->most[i]) e->most[i] = error, e->when[i] = point->t;
        e->sum[i] += error * error;
    }
    e->n++;
}

static void print_reading(const char *name, const char *start, bool absolute, int k)
{
    const evolve_setup setup = { .formulation = "state_space",
                                 .solver = "rosenbrock_nystrom",
                                 .rtol = absolute ? 1e-14 : pow(10, k), /* 0 is refused */
                                 .atol = pow(10, k) };
    struct errors e = { 0 };
    const run r = solve("double_pendulum_rsda", start, &setup, keep_errors, &e);
    if (r.status) give_up("a run from \"%s\" fails", start);
    printf("%s,%s,%d,%.17g,%ld", name, absolute ? "absolute" : "both", k, setup.atol,
           r.count[IVP_N_ACCEPTED]);
    for (int i = 0; i < 2; i++)
        printf(",%.17g,%.17g,%.17g", e.most[i], e.when[i], sqrt(e.sum[i] / e.n));
    putchar('\n');
}

static void readings(void)
{
    static const char *const starts[][2] = { { "rest", "" },
                                             { "slow", "start=printed omega2=1.5708" } };
    puts("start,tolerance,k,tol,steps,theta1_max,theta1_t,theta1_rms,omega1_max,omega1_t,"
         "omega1_rms");
    for (int i = 0; i < 2; i++) {
        make_truth(starts[i][1]);
        for (int absolute = 0; absolute < 2; absolute++)
            for (int k = -2; k >= -7; k--)
                print_reading(starts[i][0], starts[i][1], absolute, k);
    }
}

static void print_point(void *watcher, const evolve_point *point)
{
    (void)watcher;
    if (point->h > 0)
        printf("%.17g,%.17g,%.17g\n", point->t, point->h, (double)point->state->q[0]);
}

static void settling(void)
{
    const evolve_setup setup = { .formulation = "ode",
                                 .solver = "rosenbrock_nystrom",
                                 .rtol = 1e-3,
                                 .atol = 1e-3,
                                 .t1 = 10 };
    puts("t,h,theta1");
    if (solve("double_pendulum_rsda", "form=angles", &setup, print_point, NULL).status)
        give_up("the run to rest fails");
}

/* Eigenvalues of (0 I; J1 J2). */
static void rates(void)
{
    const evolve_setup setup = {
        .formulation = "ode", .solver = "rosenbrock_nystrom", .rtol = 1e-3, .atol = 1e-3
    };
    real first[N * N] = { 0 }, second[N * N] = { 0 };
    const ivp_mat J1 = { N, N, N, first }, J2 = { N, N, N, second };
    method s;
    method_open(&s, "double_pendulum_rsda", "form=angles", &setup);
    method_start(&s);
    if (ivp_accel_jac(s.model, s.t, s.y, s.y + N, J1, J2, NULL) != IVP_OK)
        give_up("no derivatives at the start");
    gsl_matrix *A = gsl_matrix_calloc(STATES, STATES);
    gsl_vector_complex *lambda = gsl_vector_complex_alloc(STATES);
    gsl_eigen_nonsymm_workspace *work = gsl_eigen_nonsymm_alloc(STATES);
    for (size_t i = 0; i < N; i++) {
        gsl_matrix_set(A, i, N + i, 1);
        for (size_t j = 0; j < N; j++) {
            gsl_matrix_set(A, N + i, j, first[i + j * N]);
            gsl_matrix_set(A, N + i, N + j, second[i + j * N]);
        }
    }
    if (gsl_eigen_nonsymm(A, lambda, work)) give_up("the eigenvalues do not converge");
    puts("number,real,imaginary");
    for (size_t i = 0; i < STATES; i++) {
        const gsl_complex z = gsl_vector_complex_get(lambda, i);
        printf("%zu,%.17g,%.17g\n", i + 1, GSL_REAL(z), GSL_IMAG(z));
    }
    gsl_eigen_nonsymm_free(work);
    gsl_vector_complex_free(lambda);
    gsl_matrix_free(A);
    method_close(&s);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } tables[] = { { "samples", samples },
                   { "settling", settling },
                   { "rates", rates },
                   { "possible", possible },
                   { "readings", readings } };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (argc == 2 && !strcmp(argv[1], tables[i].name)) {
            tables[i].print();
            return EXIT_SUCCESS;
        }
    give_up("rn_pendulum wants one of samples, settling, rates, possible, readings");
}
