/* ida_cost.c -- what a Jacobian of a large mechanism costs, and what SUNDIALS' interface adds
 * to KLU: set-up and solve of IDA's matrix at index 3, by SUNLinSol_KLU, with the columns
 * copied into its matrix and the set-up of adapters/sundials/sundials_klu.h, and by KLU itself
 * with the same ordering and the same type of indices. A benchmark, not a test.
 *
 *     build/tests/ida_cost [PROBLEM [SETTINGS]]
 *
 * Least times and medians of nine, the two in turns.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/model_inner.h"
#include "adapters/sundials/sundials_linear.h"

#include <stdio.h>
#include <time.h>

enum { TURNS = 9, REPEATS = 20 };

typedef struct bench {
    SUNContext context;
    SUNMatrix A;
    sundials_linear own;
    N_Vector x, b;
    sparse_saddle *saddle;
    ivp_state at;
    sparse_columns J;
    sun_klu_common common;
    sun_klu_symbolic *symbolic;
    sun_klu_numeric *numeric;
} bench;

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(bool good, const char *what)
{
    if (good) return;
    fprintf(stderr, "ida_cost: %s\n", what);
    exit(3);
}

/* With c of a step of 1e-5 s. */
static void jacobian(bench *k)
{
    check(!sparse_saddle_residual(k->saddle, &k->at, 1e5, &k->J), "matrix");
}

/* At the start; what is opened lives as long as the program. */
static void linearise(bench *k, const char *problem, const char *settings)
{
    reason why;
    instance *i = NULL;
    ivp_model *m = NULL;
    check(!instance_open(&i, problem, settings, &why), why.text);
    check(!model_open(&m, i, IVP_INDEX3, "elimination=sparse", IVP_RES, &why), why.text);
    check(!sparse_saddle_open(m, &k->saddle) && k->saddle, "no sparse matrix");
    real *y = calloc((size_t)m->n, sizeof *y), *yp = calloc((size_t)m->n, sizeof *yp);
    check(y && yp && !model_start(m, y, yp), "start");
    k->at = (ivp_state){ .t = (real)i->t0, .q = y, .u = y + m->nq, .x = y + 2 * m->nq };
    k->at.a = yp + m->nq;
    k->at.lambda = k->at.x;
    jacobian(k);
}

static void interface_set_up(bench *k)
{
    check(!sundials_linear_take(&k->own, k->A, &k->J), "matrix");
    check(!SUNLinSolSetup(k->own.solver, k->A), "set-up");
}

static void bare_set_up(bench *k)
{
    memcpy(SM_DATA_S(k->A), k->J.value, (size_t)k->J.first[k->J.n] * sizeof(real));
    check(sun_klu_refactor((void *)SM_INDEXPTRS_S(k->A), (void *)SM_INDEXVALS_S(k->A),
                           SM_DATA_S(k->A), k->symbolic, k->numeric, &k->common) &&
              sun_klu_rcond(k->symbolic, k->numeric, &k->common),
          "KLU");
}

static void interface_solve(bench *k)
{
    check(!SUNLinSolSolve(k->own.solver, k->A, k->x, k->b, 0), "solve");
}

static void bare_solve(bench *k)
{
    const struct _SUNLinearSolverContent_KLU *same =
        k->own.solver->content; /* knows the type of indices */
    N_VScale(1, k->b, k->x);
    same->klu_solver(k->symbolic, k->numeric, k->J.n, 1, N_VGetArrayPointer(k->x), &k->common);
}

static void open_both(bench *k)
{
    const int n = k->J.n;
    check(!SUNContext_Create(SUN_COMM_NULL, &k->context), "context");
    k->x = N_VNew_Serial(n, k->context);
    k->b = N_VNew_Serial(n, k->context);
    N_VConst(1, k->b);
    k->own.n = n;
    const sundials lib = { .context = k->context, .y = k->b };
    check(sundials_linear_columns(&k->own, &lib) && !SUNLinSolInitialize(k->own.solver),
          "memory");
    k->A = k->own.A;
    k->own.made = k->J.made - 1;
    interface_set_up(k); /* analyses and factors */
    sun_klu_defaults(&k->common);
    k->common.ordering = SUNKLU_ORDERING_DEFAULT;
    k->symbolic = sun_klu_analyze(n, (void *)SM_INDEXPTRS_S(k->A), (void *)SM_INDEXVALS_S(k->A),
                                  &k->common);
    k->numeric = sun_klu_factor((void *)SM_INDEXPTRS_S(k->A), (void *)SM_INDEXVALS_S(k->A),
                                SM_DATA_S(k->A), k->symbolic, &k->common);
    check(k->symbolic && k->numeric, "KLU");
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double once(bench *k, void (*call)(bench *))
{
    const double before = cpu_s();
    for (int i = 0; i < REPEATS; i++) call(k);
    return (cpu_s() - before) / REPEATS * 1e6;
}

static void compare(bench *k, const char *what, void (*ours)(bench *), void (*bare)(bench *))
{
    double a[TURNS], b[TURNS];
    for (int i = 0; i < TURNS; i++) {
        a[i] = once(k, ours);
        b[i] = once(k, bare);
    }
    qsort(a, TURNS, sizeof *a, ascending);
    qsort(b, TURNS, sizeof *b, ascending);
    printf("%-6s  %8.1f  %8.1f  %8.1f  %8.1f  %5.2f  %5.2f\n", what, a[0], a[TURNS / 2], b[0],
           b[TURNS / 2], a[0] / b[0], a[TURNS / 2] / b[TURNS / 2]);
}

int main(int argc, char **argv)
{
    bench k = { 0 };
    (void)sundials_finish; /* of the wrappers */
    linearise(&k, argc > 1 ? argv[1] : "belt", argc > 2 ? argv[2] : "N=1000");
    open_both(&k);
    double each[TURNS];
    for (int i = 0; i < TURNS; i++) each[i] = once(&k, jacobian);
    qsort(each, TURNS, sizeof *each, ascending);
    printf("us of a Jacobian, least and median: %.1f %.1f, %d unknowns, %d entries\n", each[0],
           each[TURNS / 2], k.J.n, k.J.first[k.J.n]);
    printf("us      interface: least, median   KLU: least, median   ratios\n");
    compare(&k, "set-up", interface_set_up, bare_set_up);
    compare(&k, "solve", interface_solve, bare_solve);
    return 0;
}
