/* krylov.c -- brusselator_2d by CVODE with GMRES and ILU(0): cvode_bdf with
 * linear_solver=gmres beside a bare program around the library, which does what a user of it
 * would. A benchmark, not a test.
 *
 *     build/tests/krylov [N [RTOL]]            64 and 1e-4 if not given
 *
 * The bare program calls the problem's compiled f, takes the library's difference quotients for
 * J v, and has an ILU(0) of its own over rows of six sorted entries (Saad, Iterative Methods
 * for Sparse Linear Systems, 10.3). It stops at the break of f, t = 1.1. The two run in turns;
 * the least CPU times and their ratio are printed, and the largest difference of the ends.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/instance.h"
#include "kernel/stepping/evolve.h"

#include "adapters/sundials/sundials_versions.h"

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <time.h>

enum { TURNS = 3, ROW = 6 };
static const double breaks[] = { 1.1, 11.5 }, B = 3.4, alpha = 0.1;

/* Row k has entries [k][0 .. 5] in ascending columns, the diagonal at place[k]. */
typedef struct bare {
    const instance *i;
    int N, n;
    SUNContext context;
    N_Vector y, start;
    SUNLinearSolver gmres;
    void *cvode;
    int (*column)[ROW], *place, *where;
    double (*J)[ROW], (*LU)[ROW];
    long steps;
} bare;

static void check(bool good, const char *what)
{
    if (good) return;
    fprintf(stderr, "krylov: %s\n", what);
    exit(3);
}

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the matrix -------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void columns_of(const bare *b, int k, int *column)
{
    const int N = b->N, all = N * N, at = k % all, base = k - at, i = at / N, j = at % N;
    const int c[ROW] = { k,
                         (k + all) % b->n,
                         base + (i + N - 1) % N * N + j,
                         base + (i + 1) % N * N + j,
                         base + i * N + (j + N - 1) % N,
                         base + i * N + (j + 1) % N };
    memcpy(column, c, sizeof c);
    qsort(column, ROW, sizeof *column, ascending);
}

static void fill(bare *b, const double *y)
{
    const int all = b->N * b->N;
    const double d = alpha * b->N * b->N;
    for (int k = 0; k < b->n; k++) {
        const double u = y[k % all], v = y[all + k % all];
        const bool of_u = k < all;
        for (int l = 0; l < ROW; l++) {
            const int c = b->column[k][l];
            double x = d;
            if (c == k) x = (of_u ? 2 * u * v - (B + 1) : -u * u) - 4 * d;
            if (c == k + all) x = u * u;
            if (c == k - all) x = B - 2 * u * v;
            b->J[k][l] = x;
        }
    }
}

/* Row k less its multiple of the row of column p, in the entries that row k has. */
static void eliminate(bare *b, int k, int l)
{
    const int p = b->column[k][l];
    const double x = b->LU[k][l] /= b->LU[p][b->place[p]];
    for (int m = b->place[p] + 1; m < ROW; m++) {
        const int at = b->where[b->column[p][m]];
        if (at) b->LU[k][at - 1] -= x * b->LU[p][m];
    }
}

static void factor(bare *b, double gamma)
{
    for (int k = 0; k < b->n; k++) {
        for (int l = 0; l < ROW; l++) {
            b->LU[k][l] = (b->column[k][l] == k) - gamma * b->J[k][l];
            b->where[b->column[k][l]] = l + 1;
        }
        for (int l = 0; l < b->place[k]; l++) eliminate(b, k, l);
        for (int l = 0; l < ROW; l++) b->where[b->column[k][l]] = 0;
    }
}

static void back_substitute(const bare *b, double *x)
{
    for (int k = 0; k < b->n; k++)
        for (int l = 0; l < b->place[k]; l++) x[k] -= b->LU[k][l] * x[b->column[k][l]];
    for (int k = b->n - 1; k >= 0; k--) {
        for (int l = b->place[k] + 1; l < ROW; l++) x[k] -= b->LU[k][l] * x[b->column[k][l]];
        x[k] /= b->LU[k][b->place[k]];
    }
}

/* ---- what CVODE calls -------------------------------------------------------------------- */

static int rhs(sunrealtype t, N_Vector y, N_Vector f, void *user)
{
    const bare *b = user;
    const ivp_state s = { .t = t, .y = NV_DATA_S(y) };
    return b->i->problem->ode.f(&s, NV_DATA_S(f), b->i->p) ? 1 : 0;
}

static int prepare(sunrealtype t, N_Vector y, N_Vector f, sunbooleantype fresh,
                   sunbooleantype *filled, sunrealtype gamma, void *user)
{
    (void)t, (void)f;
    if (!fresh) fill(user, NV_DATA_S(y));
    *filled = !fresh;
    factor(user, gamma);
    return 0;
}

static int precondition(sunrealtype t, N_Vector y, N_Vector f, N_Vector r, N_Vector z,
                        sunrealtype gamma, sunrealtype delta, int side, void *user)
{
    (void)t, (void)y, (void)f, (void)gamma, (void)delta, (void)side;
    memcpy(NV_DATA_S(z), NV_DATA_S(r), (size_t)((bare *)user)->n * sizeof(double));
    back_substitute(user, NV_DATA_S(z));
    return 0;
}

static void open_bare(bare *b, const instance *i, int N, double rtol)
{
    *b = (bare){ .i = i, .N = N, .n = i->sizes.n };
    const size_t n = (size_t)b->n;
    b->column = calloc(n, sizeof *b->column);
    b->J = calloc(n, sizeof *b->J);
    b->LU = calloc(n, sizeof *b->LU);
    b->place = calloc(n, sizeof *b->place);
    b->where = calloc(n, sizeof *b->where);
    check(b->column && b->J && b->LU && b->place && b->where, "no memory");
    for (int k = 0; k < b->n; k++) {
        columns_of(b, k, b->column[k]);
        while (b->column[k][b->place[k]] != k) b->place[k]++;
    }
    check(!SUNContext_Create(SUN_COMM_NULL, &b->context), "no context");
    b->y = N_VNew_Serial(b->n, b->context);
    b->start = N_VMake_Serial(b->n, i->start, b->context);
    b->gmres = SUNLinSol_SPGMR(b->y, SUN_PREC_LEFT, 0, b->context);
    b->cvode = CVodeCreate(CV_BDF, b->context);
    check(!CVodeInit(b->cvode, rhs, 0, b->start) && !CVodeSetUserData(b->cvode, b) &&
              !CVodeSStolerances(b->cvode, rtol, rtol) && !CVodeSetMaxNumSteps(b->cvode, -1) &&
              !CVodeSetLinearSolver(b->cvode, b->gmres, NULL) &&
              !CVodeSetPreconditioner(b->cvode, prepare, precondition),
          "CVODE is not set up");
}

static double run_bare(bare *b)
{
    const double before = cpu_s();
    double t = 0;
    N_VScale(1, b->start, b->y);
    b->steps = 0;
    for (int k = 0; k < 2; k++) {
        long steps;
        check(!CVodeReInit(b->cvode, t, b->y) && !CVodeSetStopTime(b->cvode, breaks[k]) &&
                  CVode(b->cvode, breaks[k], b->y, &t, CV_NORMAL) >= 0 &&
                  !CVodeGetNumSteps(b->cvode, &steps),
              "CVODE gave up");
        b->steps += steps;
    }
    return cpu_s() - before;
}

/* ---- both -------------------------------------------------------------------------------- */

static evolve *open_wrapped(instance *i, double rtol)
{
    reason why;
    evolve *e = NULL;
    const evolve_setup setup = { .formulation = "ode",
                                 .solver = "cvode_bdf",
                                 .options = "linear_solver=gmres",
                                 .rtol = rtol,
                                 .atol = rtol };
    check(!evolve_create(&e, i, &setup, &why), why.text);
    return e;
}

static double run_wrapped(evolve *e)
{
    const double before = cpu_s();
    check(!evolve_run(e, NULL, NULL), "cvode_bdf gave up");
    return cpu_s() - before;
}

static double apart(evolve *e, const bare *b)
{
    double most = 0, *y = calloc((size_t)b->n, sizeof *y);
    check(y && !evolve_state(e, y), "no state");
    for (int k = 0; k < b->n; k++) most = fmax(most, fabs(y[k] - NV_Ith_S(b->y, k)));
    free(y);
    return most;
}

int main(int argc, char **argv)
{
    const int N = argc > 1 ? atoi(argv[1]) : 64;
    const double rtol = argc > 2 ? atof(argv[2]) : 1e-4;
    char settings[40];
    reason why;
    double least[2] = { INFINITY, INFINITY };
    instance *i = NULL;
    bare b;
    snprintf(settings, sizeof settings, "N=%d", N);
    check(!instance_open(&i, "brusselator_2d", settings, &why), why.text);
    open_bare(&b, i, N, rtol);
    evolve *e = open_wrapped(i, rtol);
    for (int k = 0; k < TURNS; k++) {
        least[0] = fmin(least[0], run_bare(&b));
        least[1] = fmin(least[1], run_wrapped(e));
    }
    printf(
        "brusselator_2d N=%d, rtol %g: bare %.3f s (%ld steps), cvode_bdf %.3f s (%ld steps), "
        "ratio %.2f, ends %.1e apart\n",
        N, rtol, least[0], b.steps, least[1], evolve_counters(e)[IVP_N_ACCEPTED],
        least[1] / least[0], apart(e, &b));
    evolve_destroy(e);
    instance_close(i);
    return least[1] <= 1.3 * least[0] ? 0 : 1;
}
