/* hht_matrix.c -- conditioning of HHT's iteration matrix under three scalings, and what the
 * term that (14) leaves out means for the iteration.
 *
 * Negrut, Rampalli, Ottarsson, Sajdak, section 2, at the consistent start of a problem:
 *
 *     (a) unknowns q, lambda          [ Mhat/(beta h^2)  G^T ;  G           0 ]
 *     (b) unknowns q'', lambda        [ Mhat             G^T ;  beta h^2 G  0 ]
 *     (c) as (b), g over beta h^2     [ Mhat             G^T ;  G           0 ]          (12)
 *
 *     Mhat = M/(1 + alpha) + gamma h r_u + beta h^2 r_q
 *     r    = M a/(1 + alpha) + G^T lambda - f
 *
 * beside them the index-3 matrix of a BDF code, dF/dy + dF/dy'/h. (14) has no gamma h r_u. With
 * the printed matrix the corrections of the linearised system shrink by the spectral radius of
 * I - A_printed^-1 A, which must stay below 1.
 *
 *     condition   problem, h, condition numbers in the 2-norm: a, b, c, bdf
 *     newton      problem, h, that spectral radius
 *     residual    problem, h, |e_2| = |g| / (beta h^2) at the prediction x = 0
 *
 * tables: condition newton residual
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>

#include "papers/studies/runs.h"

enum { MOST = 40 };
#define ALPHA (-0.3)
static const double beta = (1 - ALPHA) * (1 - ALPHA) / 4, gamma_h = 0.5 - ALPHA;

typedef struct start {
    instance *instance;
    ivp_model *mech, *res;
    int nq, ng, n;
    double q[MOST], u[MOST], a[MOST], lambda[MOST];
    double M[MOST * MOST], G[MOST * MOST], rq[MOST * MOST], ru[MOST * MOST], g[MOST];
} start;

static ivp_blocks blocks_of(start *s)
{
    return (ivp_blocks){ .M = { s->nq, s->nq, s->nq, s->M },
                         .G = { s->ng, s->nq, s->ng, s->G },
                         .g = s->g };
}

static void open_start(start *s, const char *problem)
{
    reason why;
    memset(s, 0, sizeof *s);
    instance *i = s->instance = open_problem(problem, NULL);
    if (model_open(&s->mech, i, IVP_INDEX3, NULL, IVP_MECH_VIEW, &why) ||
        model_open(&s->res, i, IVP_INDEX3, NULL, IVP_RES, &why))
        give_up("%s", why.text);
    s->nq = ivp_nq(s->mech);
    s->ng = ivp_ng(s->mech);
    s->n = s->nq + s->ng;
    const ivp_state at = instance_view(i, i->t0, i->start, NULL);
    memcpy(s->q, at.q, (size_t)s->nq * sizeof(double));
    memcpy(s->u, at.u, (size_t)s->nq * sizeof(double));
    memcpy(s->a, at.a, (size_t)s->nq * sizeof(double));
    memcpy(s->lambda, at.lambda, (size_t)s->ng * sizeof(double));
    ivp_blocks b = blocks_of(s);
    ivp_derivatives d = { .rq = { s->nq, s->nq, s->nq, s->rq },
                          .ru = { s->nq, s->nq, s->nq, s->ru } };
    double inertia[MOST];
    for (int k = 0; k < s->nq; k++) inertia[k] = s->a[k] / (1 + ALPHA);
    ivp_state scaled = at;
    scaled.a = inertia;
    if (ivp_blocks_at(s->mech, IVP_M | IVP_GQ | IVP_CON, &at, &b) ||
        ivp_derivatives_at(s->mech, &scaled, &d))
        give_up("the blocks of %s fail at its start", problem);
}

static void close_start(start *s)
{
    model_close(s->mech);
    model_close(s->res);
    instance_close(s->instance);
}

/* [ Mhat/top  G^T ; side G  0 ], with or without the derivative by velocities. */
static gsl_matrix *iteration_matrix(const start *s, double h, double top, double side,
                                    bool full)
{
    const int nq = s->nq;
    gsl_matrix *A = gsl_matrix_calloc((size_t)s->n, (size_t)s->n);
    for (int i = 0; i < nq; i++)
        for (int j = 0; j < nq; j++) {
            const int k = i + j * nq;
            double m = s->M[k] / (1 + ALPHA) + beta * h * h * s->rq[k];
            if (full) m += gamma_h * h * s->ru[k];
            gsl_matrix_set(A, (size_t)i, (size_t)j, m / top);
        }
    for (int i = 0; i < s->ng; i++)
        for (int j = 0; j < nq; j++) {
            const double v = s->G[i + j * s->ng];
            gsl_matrix_set(A, (size_t)(nq + i), (size_t)j, side * v);
            gsl_matrix_set(A, (size_t)j, (size_t)(nq + i), v);
        }
    return A;
}

static gsl_matrix *bdf_matrix(start *s, double h)
{
    const int n = ivp_n(s->res);
    double *store = calloc((size_t)(n * n + 2 * n), sizeof *store);
    gsl_matrix *A = gsl_matrix_alloc((size_t)n, (size_t)n);
    if (!store) give_up("no memory for a matrix of %d rows", n);
    double *y = store + n * n, *yp = y + n;
    if (model_start(s->res, y, yp) ||
        ivp_res_jac(s->res, s->instance->t0, y, yp, 1 / h, (ivp_mat){ n, n, n, store }))
        give_up("the index-3 matrix fails");
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) gsl_matrix_set(A, (size_t)i, (size_t)j, store[i + j * n]);
    free(store);
    return A;
}

/* Largest over least singular value; frees A. One-sided Jacobi keeps small ones accurate. */
static double condition_of(gsl_matrix *A)
{
    const size_t n = A->size1;
    gsl_matrix *V = gsl_matrix_alloc(n, n);
    gsl_vector *sigma = gsl_vector_alloc(n);
    gsl_linalg_SV_decomp_jacobi(A, V, sigma);
    const double c = gsl_vector_max(sigma) / gsl_vector_min(sigma);
    gsl_vector_free(sigma);
    gsl_matrix_free(V);
    gsl_matrix_free(A);
    return c;
}

static void condition(start *s, const char *name, double h)
{
    const double bh2 = beta * h * h;
    const double numbers[] = { condition_of(iteration_matrix(s, h, bh2, 1, true)),
                               condition_of(iteration_matrix(s, h, 1, bh2, true)),
                               condition_of(iteration_matrix(s, h, 1, 1, true)),
                               condition_of(bdf_matrix(s, h)) };
    printf("%s,%.17g", name, h);
    for (int k = 0; k < 4; k++) /* beyond 1e16 the matrix is singular in double */
        if (numbers[k] < 1e17)
            printf(",%.17g", numbers[k]);
        else
            putchar(',');
    putchar('\n');
}

/* Largest modulus of the eigenvalues of I - P^-1 A; frees both. */
static double rate_of(gsl_matrix *P, gsl_matrix *A)
{
    const size_t n = A->size1;
    int sign;
    double most = 0;
    gsl_permutation *p = gsl_permutation_alloc(n);
    gsl_vector_complex *eigen = gsl_vector_complex_alloc(n);
    gsl_eigen_nonsymm_workspace *w = gsl_eigen_nonsymm_alloc(n);
    gsl_linalg_LU_decomp(P, p, &sign);
    for (size_t j = 0; j < n; j++) {
        gsl_vector_view column = gsl_matrix_column(A, j);
        gsl_linalg_LU_svx(P, p, &column.vector);
        gsl_vector_scale(&column.vector, -1);
        gsl_matrix_set(A, j, j, 1 + gsl_matrix_get(A, j, j));
    }
    gsl_eigen_nonsymm(A, eigen, w);
    for (size_t k = 0; k < n; k++)
        most = fmax(most, hypot(GSL_REAL(gsl_vector_complex_get(eigen, k)),
                                GSL_IMAG(gsl_vector_complex_get(eigen, k))));
    gsl_eigen_nonsymm_free(w);
    gsl_vector_complex_free(eigen);
    gsl_permutation_free(p);
    gsl_matrix_free(P);
    gsl_matrix_free(A);
    return most;
}

static void newton(start *s, const char *name, double h)
{
    printf("%s,%.17g,%.17g\n", name, h,
           rate_of(iteration_matrix(s, h, 1, 1, false), iteration_matrix(s, h, 1, 1, true)));
}

static void residual(start *s, const char *name, double h)
{
    double q[MOST];
    ivp_blocks b = blocks_of(s);
    for (int k = 0; k < s->nq; k++) q[k] = s->q[k] + h * (s->u[k] + h * s->a[k] / 2);
    const ivp_state moved = { .t = s->instance->t0 + h, .q = q, .u = s->u };
    if (ivp_blocks_at(s->mech, IVP_CON, &moved, &b))
        give_up("the constraints of %s fail", name);
    printf("%s,%.17g,%.17g\n", name, h, norm2(s->g, s->ng) / (beta * h * h));
}

static const struct {
    const char *name, *header;
    void (*print)(start *s, const char *name, double h);
} tables[] = {
    { "condition", "problem,h,a,b,c,bdf", condition },
    { "newton", "problem,h,rate", newton },
    { "residual", "problem,h,e2", residual },
};

int main(int argc, char **argv)
{
    static const char *const problems[] = { "andrews", "double_pendulum_rsda", "car_axle" };
    const char *part = argc > 1 ? argv[1] : "condition";
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        if (strcmp(tables[k].name, part) != 0) continue;
        puts(tables[k].header);
        for (int p = 0; p < 3; p++) {
            start s;
            open_start(&s, problems[p]);
            for (int e = 4; e <= 16; e++) tables[k].print(&s, problems[p], pow(10, -e / 2.0));
            close_start(&s);
        }
    }
    return 0;
}
