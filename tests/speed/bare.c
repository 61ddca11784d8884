/* bare.c -- wrapped codes called by a bare program, on the problem's own compiled f and
 * Jacobian: what an adapter and the kernel cost beyond that, in instructions.
 *
 *     bare CODE PROBLEM RTOL SOLVES        codes: radau5 lsoda lsode_bdf vode cvode_bdf
 *
 * It does what a user of the code would: one call from the start to the end, and prints the end
 * state with all its digits, and how often f was called. tools/overhead.sh counts both sides. A
 * ruler, not a test.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/instance.h"
#include "kernel/problem/plugin.h"

#include "adapters/sundials/sundials_versions.h"

#include <cvode/cvode.h>
#include <dlfcn.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { REALS = 20000, INTEGERS = 400, MOST = 2000000 };

typedef struct bare {
    const instance *i;
    int n;
    double rtol, t0, t1, *y, *atol;
    long calls; /* of f, in the last solve */
    double reals[REALS];
    int integers[INTEGERS];
    void *code;
    SUNContext context;
    N_Vector start, state, weights;
    void *cvode;
} bare;

static bare b; /* the codes pass nothing that could name it */

static void rhs(const int *n, const double *t, const double *y, double *f, void *u, void *v)
{
    (void)n, (void)u, (void)v;
    const ivp_state s = { .t = *t, .y = y };
    b.i->problem->ode.f(&s, f, b.i->p);
}

static void jacobian(const int *n, const double *t, const double *y, const int *ml,
                     const int *mu, double *J, const int *ld, void *u, void *v)
{
    (void)ml, (void)mu, (void)u, (void)v;
    const ivp_state s = { .t = *t, .y = y };
    memset(J, 0, (size_t)*n * (size_t)*ld * sizeof *J);
    b.i->problem->ode.jac(&s, (ivp_mat){ *n, *n, *ld, J }, b.i->p);
}

static void nothing(void) {}

/* Messages of the codes go to R, which is not there. */
void Rprintf(const char *format, ...);
void Rprintf(const char *format, ...) { (void)format; }
void xerrwd_(void);
void xerrwd_(void) {}

/* ---- RADAU5 ------------------------------------------------------------------------------ */

typedef void radau5_code(int *, void *, double *, double *, double *, double *, double *,
                         double *, int *, void *, int *, int *, int *, void *, int *, int *,
                         int *, void *, int *, double *, int *, int *, int *, void *, void *,
                         int *);

static bool run_radau5(int unused)
{
    (void)unused;
    int one = 1, none = 0, n = b.n, full = b.n, lreals = REALS, lintegers = INTEGERS, idid = 0;
    double t = b.t0, t1 = b.t1, h = 0, rtol[64];
    for (int k = 0; k < n; k++) rtol[k] = b.rtol;
    memset(b.reals, 0, 20 * sizeof *b.reals);
    memset(b.integers, 0, 20 * sizeof *b.integers);
    b.integers[1] = MOST;
    b.integers[4] = n;
    b.integers[7] = 1;
    ((radau5_code *)(size_t)b.code)(&n, (void *)(size_t)rhs, &t, b.y, &t1, &h, rtol, b.atol,
                                    &one, (void *)(size_t)jacobian, &one, &full, &full,
                                    (void *)(size_t)nothing, &none, &none, &none,
                                    (void *)(size_t)nothing, &none, b.reals, &lreals,
                                    b.integers, &lintegers, NULL, NULL, &idid);
    b.calls = b.integers[13];
    return idid > 0;
}

/* ---- LSODA, LSODE, VODE ------------------------------------------------------------------ */

typedef void odepack_code(void *, int *, double *, double *, double *, int *, double *,
                          double *, int *, int *, int *, double *, int *, int *, int *, void *,
                          int *, void *, void *);

static bool run_odepack(int flag)
{
    int n = b.n, vector = 2, to_wall = 4, state = 1, options = 1, lreals = REALS,
        lintegers = INTEGERS;
    double t = b.t0, t1 = b.t1;
    memset(b.reals, 0, 22 * sizeof *b.reals);
    memset(b.integers, 0, 30 * sizeof *b.integers);
    b.reals[0] = t1;
    b.integers[0] = b.integers[1] = n - 1;
    b.integers[5] = MOST;
    ((odepack_code *)(size_t)b.code)((void *)(size_t)rhs, &n, b.y, &t, &t1, &vector, &b.rtol,
                                     b.atol, &to_wall, &state, &options, b.reals, &lreals,
                                     b.integers, &lintegers, (void *)(size_t)jacobian, &flag,
                                     NULL, NULL);
    b.calls = b.integers[11];
    return state == 2;
}

/* ---- CVODE ------------------------------------------------------------------------------- */

static int cvode_rhs(sunrealtype t, N_Vector y, N_Vector f, void *u)
{
    (void)u;
    const ivp_state s = { .t = t, .y = NV_DATA_S(y) };
    return b.i->problem->ode.f(&s, NV_DATA_S(f), b.i->p);
}

static int cvode_jacobian(sunrealtype t, N_Vector y, N_Vector f, SUNMatrix J, void *u,
                          N_Vector v, N_Vector w, N_Vector x)
{
    (void)f, (void)u, (void)v, (void)w, (void)x;
    const ivp_state s = { .t = t, .y = NV_DATA_S(y) };
    return b.i->problem->ode.jac(&s, (ivp_mat){ b.n, b.n, b.n, SM_DATA_D(J) }, b.i->p);
}

static bool open_cvode(void)
{
    if (SUNContext_Create(SUN_COMM_NULL, &b.context)) return false;
    b.start = N_VMake_Serial(b.n, b.y, b.context);
    b.state = N_VNew_Serial(b.n, b.context);
    b.weights = N_VMake_Serial(b.n, b.atol, b.context);
    b.cvode = CVodeCreate(CV_BDF, b.context);
    SUNMatrix J = SUNDenseMatrix(b.n, b.n, b.context);
    return !CVodeInit(b.cvode, cvode_rhs, b.t0, b.start) &&
           !CVodeSVtolerances(b.cvode, b.rtol, b.weights) &&
           !CVodeSetMaxNumSteps(b.cvode, -1) &&
           !CVodeSetLinearSolver(b.cvode, SUNLinSol_Dense(b.start, J, b.context), J) &&
           !CVodeSetJacFn(b.cvode, cvode_jacobian);
}

static bool run_cvode(int unused)
{
    (void)unused;
    double t;
    CVodeReInit(b.cvode, b.t0, b.start);
    CVodeSetStopTime(b.cvode, b.t1);
    const int flag = CVode(b.cvode, b.t1, b.state, &t, CV_NORMAL);
    memcpy(b.y, NV_DATA_S(b.state), (size_t)b.n * sizeof *b.y);
    CVodeGetNumRhsEvals(b.cvode, &b.calls);
    return flag >= 0;
}

/* ------------------------------------------------------------------------------------------ */

static const struct {
    const char *name, *symbol;
    bool (*run)(int flag);
    int flag;
} codes[] = {
    { "radau5", "radau5_", run_radau5, 0 },      { "lsoda", "dlsoda_", run_odepack, 1 },
    { "lsode_bdf", "dlsode_", run_odepack, 21 }, { "vode", "dvode_", run_odepack, 21 },
    { "cvode_bdf", NULL, run_cvode, 0 },
};
enum { NCODES = sizeof codes / sizeof *codes };

static bool open_code(int k)
{
    static const char path[] = "/usr/lib/R/site-library/deSolve/libs/deSolve.so";
    if (!codes[k].symbol) return open_cvode();
    void *library = dlopen(path, RTLD_LAZY);
    b.code = library ? dlsym(library, codes[k].symbol) : NULL;
    return b.code;
}

static int solve(int k, int solves)
{
    const size_t bytes = (size_t)b.n * sizeof *b.y;
    for (int again = 0; again < solves; again++) {
        memcpy(b.y, b.i->start, bytes);
        if (!codes[k].run(codes[k].flag)) return fputs("bare: the code gave up\n", stderr), 1;
    }
    for (int j = 0; j < b.n; j++) printf("%.17g\n", b.y[j]);
    printf("calls %ld\n", b.calls);
    return 0;
}

int main(int argc, char **argv)
{
    reason why;
    instance *i;
    int k = 0;
    while (argc == 5 && k < NCODES && strcmp(argv[1], codes[k].name)) k++;
    if (argc != 5 || k == NCODES)
        return fputs("usage: bare CODE PROBLEM RTOL SOLVES\n", stderr), 2;
    if (instance_open(&i, argv[2], "", &why)) return fprintf(stderr, "bare: %s\n", why.text), 3;
    b.i = i;
    b.n = i->sizes.n;
    b.t0 = i->t0;
    b.t1 = i->t1;
    b.rtol = atof(argv[3]);
    b.y = calloc((size_t)b.n, sizeof *b.y);
    b.atol = calloc((size_t)b.n, sizeof *b.atol);
    memcpy(b.y, i->start, (size_t)b.n * sizeof *b.y);
    for (int j = 0; j < b.n; j++) b.atol[j] = b.rtol;
    if (!open_code(k)) return fputs("bare: the code is not installed\n", stderr), 3;
    return solve(k, atoi(argv[4]));
}
