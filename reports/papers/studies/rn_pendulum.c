/* rn_pendulum.c -- what the cells of the stiff double pendulum do not tell.
 *
 * tables: samples settling rates
 *
 *     samples    table, k, t, at_rest, printed: size of theta1 (Table 4) or omega1 (Table 6) at
 *                the times t* of the paper, from both starts, with rtol = 1e-10
 *     settling   t, h, theta1: tolerance 1e-3, until the rods hang still
 *     rates      number, real, imaginary: eigenvalues of y'' = f linearised at the start
 *
 * Negrut, Sandu, Haug, Potra, Sandu: A Rosenbrock-Nystrom state space implicit approach for the
 * dynamic analysis of mechanical systems II, section 3.1. */
#include <gsl/gsl_eigen.h>

#include "reports/papers/studies/runs.h"

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
    if (r.status != IVP_OK) give_up("%s ends as %s", settings, ivp_status_name(r.status));
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
    stepper s;
    stepper_open(&s, "double_pendulum_rsda", "form=angles", &setup);
    stepper_start(&s);
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
    stepper_close(&s);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } tables[] = { { "samples", samples }, { "settling", settling }, { "rates", rates } };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (argc == 2 && !strcmp(argv[1], tables[i].name)) {
            tables[i].print();
            return EXIT_SUCCESS;
        }
    give_up("rn_pendulum wants one of samples, settling, rates");
}
