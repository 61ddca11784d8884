/* test_peers_direct.c -- what RADAU5, LSODA, VODE and DASPK do here is what a direct call of
 * them does, where they fail too, and RADAU5 on Andrews' mechanism what the Test Set for IVP
 * Solvers printed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <dlfcn.h>
#include <stdio.h>

#include "tests/peer.h"

enum { MOST = 49, REALS = MOST * (5 * MOST + 12) + 20 };

/* ---- RADAU5 ------------------------------------------------------------------------------ */

typedef void fcn(const int *, const double *, const double *, double *, void *, int *);
typedef void jac(const int *, const double *, const double *, const int *, const int *,
                 double *, const int *, void *, int *);
typedef void mass_matrix(const int *, double *, const int *, void *, int *);
typedef void radau5(const int *, fcn *, double *, double *, const double *, double *, double *,
                    double *, const int *, jac *, const int *, const int *, const int *,
                    mass_matrix *, const int *, const int *, const int *, void (*)(void),
                    const int *, double *, const int *, int *, const int *, void *, int *,
                    int *);

static void direct_f(const int *n, const double *t, const double *y, double *f, void *self,
                     int *ipar)
{
    (void)ipar;
    const instance *i = self;
    if (i->problem->ode.f(&(ivp_state){ .t = *t, .y = y }, f, i->p))
        for (int k = 0; k < *n; k++) f[k] = 1e30; /* it does not exist there */
}

static void direct_jac(const int *n, const double *t, const double *y, const int *ml,
                       const int *mu, double *J, const int *ld, void *self, int *ipar)
{
    (void)ml, (void)mu, (void)ipar;
    const instance *i = self;
    memset(J, 0, (size_t)(*n * *ld) * sizeof *J);
    ck_assert_int_eq(
        i->problem->ode.jac(&(ivp_state){ .t = *t, .y = y }, (ivp_mat){ *n, *n, *ld, J }, i->p),
        IVP_OK);
}

/* Its diagonal */
static void direct_mass(const int *n, double *M, const int *ld, void *self, int *ipar)
{
    (void)ld, (void)ipar;
    const instance *i = self;
    double A[MOST * MOST] = { 0 };
    ck_assert_int_eq(i->problem->ode.mass(&(ivp_state){ .t = i->t0, .y = i->start },
                                          (ivp_mat){ *n, *n, *n, A }, i->p),
                     IVP_OK);
    for (int k = 0; k < *n; k++) M[k] = A[k * (*n + 1)];
}

static void nothing(void) {}

enum { NFCN = 13, NJAC, NSTEP, NACCPT, NREJCT, NDEC, NSOL };

static void *desolve(void)
{
    void *library = dlopen("/usr/lib/R/site-library/deSolve/libs/deSolve.so", RTLD_LAZY);
    ck_assert_msg(library, "%s", dlerror());
    return library;
}

/* IDID: 1, or -3 where steps become too small */
static int call_directly(instance *i, double tolerance, double *t, double *y, int *iwork)
{
    static double work[REALS];
    double t1 = i->t1, h = tolerance, rtol[MOST], atol[MOST];
    const int n = i->sizes.n, zero = 0, one = 1, lwork = REALS, liwork = 3 * MOST + 20;
    const int has_mass = i->problem->form == IVP_LIN;
    int idid = 0, unused = 0;
    for (int k = 0; k < n; k++) {
        atol[k] = 1;
        rtol[k] = tolerance;
        iwork[i->problem->index ? 3 + i->problem->index[k] : 4]++;
    }
    if (i->problem->weights) i->problem->weights(i->p, atol);
    for (int k = 0; k < n; k++) atol[k] *= tolerance;
    radau5 *code = (radau5 *)(size_t)dlsym(desolve(), "radau5_");
    memset(work, 0, sizeof work);
    memcpy(y, i->start, (size_t)n * sizeof *y);
    *t = i->t0;
    code(&n, direct_f, t, y, &t1, &h, rtol, atol, &one, direct_jac, &one, &n, &n, direct_mass,
         &has_mass, &zero, &zero, nothing, &zero, work, &lwork, iwork, &liwork, i, &unused,
         &idid);
    return idid;
}

static const struct {
    const char *problem;
    double rtol;
    int idid;
} direct[] = { { "hires", 1e-4, 1 },       { "hires", 1e-8, 1 },
               { "van_der_pol", 1e-4, 1 }, { "van_der_pol", 1e-7, 1 },
               { "water_tube", 1e-4, -3 }, { "water_tube", 1e-3, -3 },
               { "water_tube", 1e-5, -3 } };

START_TEST(radau5_is_what_a_direct_call_is)
{
    if (is_missing("radau5")) return;
    const double rtol = direct[_i].rtol;
    const evolve_setup setup = { .formulation = direct[_i].problem[0] == 'w' ? "lin" : "ode",
                                 .solver = "radau5",
                                 .rtol = rtol,
                                 .atol = rtol,
                                 .h0 = rtol };
    const outcome_of_run o = run_method(direct[_i].problem, NULL, &setup);
    instance *i = open_problem(direct[_i].problem, NULL);
    double y[MOST], t;
    int w[3 * MOST + 20] = { 0 };
    ck_assert_int_eq(call_directly(i, rtol, &t, y, w), direct[_i].idid);
    ck_assert_int_eq(o.status, direct[_i].idid == 1 ? IVP_OK : IVP_E_STEP_TOO_SMALL);
    ck_assert(o.t == t);
    ck_assert_mem_eq(o.state, y, (size_t)i->sizes.n * sizeof *y);
    ck_assert_int_eq(o.counters[IVP_N_F], w[NFCN]);
    ck_assert_int_eq(o.counters[IVP_N_JAC], w[NJAC]);
    ck_assert_int_eq(o.counters[IVP_N_ACCEPTED], w[NACCPT]);
    ck_assert_int_eq(o.counters[IVP_N_REJECTED], w[NREJCT]);
    ck_assert_int_eq(o.counters[IVP_N_LU], w[NDEC]);
    ck_assert_int_eq(o.counters[IVP_N_ACCEPTED] + o.counters[IVP_N_REJECTED] +
                         o.counters[IVP_N_FAILED],
                     w[NSTEP]);
    instance_close(i);
}
END_TEST

/* ---- LSODA, VODE and DASPK --------------------------------------------------------------- */

typedef void lsoda(fcn *, const int *, double *, double *, const double *, const int *,
                   const double *, const double *, const int *, int *, const int *, double *,
                   const int *, int *, const int *, jac *, const int *, void *, int *);
typedef void residual(const double *, const double *, const double *, const double *, double *,
                      int *, void *, int *);
typedef void matrix(const double *, const double *, const double *, double *, const double *,
                    void *, int *);
typedef void daspk(residual *, const int *, double *, double *, double *, const double *, int *,
                   double *, double *, int *, double *, const int *, int *, const int *, void *,
                   int *, matrix *, void (*)(void));

/* To the end in one call (ITASK = 4), where the plug-in asks for one step after the other;
 * flag: JT or MF */
static bool odepack_directly(const char *name, int flag, instance *i, double rtol, double *y,
                             int *w)
{
    double work[2000] = { 0 }, t = i->t0;
    const int n = i->sizes.n, one = 1, to_wall = 4, lwork = 2000, liwork = 100;
    int state = 1, unused = 0;
    work[0] = i->t1;
    w[5] = 1000000;
    lsoda *code = (lsoda *)(size_t)dlsym(desolve(), name);
    code(direct_f, &n, y, &t, &i->t1, &one, &rtol, &rtol, &to_wall, &state, &one, work, &lwork,
         w, &liwork, direct_jac, &flag, i, &unused);
    return state == 2;
}

static bool lsoda_directly(instance *i, double rtol, double *y, int *w)
{
    return odepack_directly("dlsoda_", 1, i, rtol, y, w);
}

static bool vode_directly(instance *i, double rtol, double *y, int *w)
{
    return odepack_directly("dvode_", 21, i, rtol, y, w);
}

static void direct_residual(const double *t, const double *y, const double *yp, const double *c,
                            double *F, int *ires, void *self, int *ipar)
{
    (void)c, (void)ires;
    const instance *i = self;
    direct_f(&i->sizes.n, t, y, F, self, ipar);
    for (int k = 0; k < i->sizes.n; k++) F[k] = yp[k] - F[k];
}

static void direct_matrix(const double *t, const double *y, const double *yp, double *J,
                          const double *c, void *self, int *ipar)
{
    (void)yp;
    const instance *i = self;
    const int n = i->sizes.n;
    direct_jac(&n, t, y, &n, &n, J, &n, self, ipar);
    for (int k = 0; k < n * n; k++) J[k] = (k % (n + 1) == 0 ? *c : 0) - J[k];
}

/* To the end, 500 steps a call. */
static bool daspk_directly(instance *i, double rtol, double *y, int *w)
{
    double work[2000] = { 0 }, yp[16], t = i->t0, r[16], a[16];
    const int n = i->sizes.n, lwork = 2000, liwork = 100;
    int info[25] = { [1] = 1, [3] = 1, [4] = 1, [20] = n }, idid = 0, unused = 0;
    for (int k = 0; k < n; k++) r[k] = a[k] = rtol;
    direct_f(&n, &t, y, yp, i, &unused);
    work[0] = i->t1;
    daspk *code = (daspk *)(size_t)dlsym(desolve(), "ddaspk_");
    do {
        code(direct_residual, &n, &t, y, yp, &i->t1, info, r, a, &idid, work, &lwork, w,
             &liwork, i, &unused, direct_matrix, nothing);
        info[0] = 1;
    } while (idid == -1);
    return idid > 1;
}

static const struct {
    const char *solver, *problem;
    double rtol;
    bool (*call)(instance *, double, double *, int *); /* false: it failed */
} called[] = { { "lsoda", "hires", 1e-6, lsoda_directly },
               { "lsoda", "van_der_pol", 1e-5, lsoda_directly },
               { "vode", "hires", 1e-6, vode_directly },
               { "vode", "oregonator", 1e-4, vode_directly },
               { "vode", "oregonator", 1e-5, vode_directly },
               { "daspk", "hires", 1e-6, daspk_directly },
               { "daspk", "van_der_pol", 1e-5, daspk_directly } };

/* NST, NFE, NJE have the same places in both codes. */
START_TEST(counts_are_those_of_a_direct_call)
{
    const char *solver = called[_i].solver;
    if (is_missing(solver)) return;
    const double rtol = called[_i].rtol;
    const evolve_setup setup = {
        .formulation = "ode", .solver = solver, .rtol = rtol, .atol = rtol
    };
    const outcome_of_run o = run_method(called[_i].problem, NULL, &setup);
    instance *i = open_problem(called[_i].problem, NULL);
    double y[16];
    int w[100] = { 0 };
    memcpy(y, i->start, (size_t)i->sizes.n * sizeof *y);
    const bool good = called[_i].call(i, rtol, y, w);
    ck_assert_int_eq(o.status, good ? IVP_OK : IVP_E_STEP_TOO_SMALL);
    ck_assert_int_eq(o.counters[IVP_N_ACCEPTED], w[10]);
    ck_assert_int_eq(o.counters[IVP_N_F], w[11]);
    ck_assert_int_eq(o.counters[IVP_N_JAC], w[12]);
    ck_assert_double_lt(distance(o.state, y, i->sizes.n), 1e-12);
    instance_close(i);
}
END_TEST

/* Test Set for IVP Solvers 2.4, chapter 13: rtol = atol = h0; scd; steps, accepted, f,
 * Jacobians, LU of RADAU, which has RADAU5 in it. */
static const struct {
    double rtol, scd;
    long row[5];
} printed[] = { { 1e-4, 1.36, { 96, 56, 810, 54, 96 } },
                { 1e-7, 4.45, { 114, 95, 1292, 90, 114 } } };

/* Digits of q against the end that the test set prints */
static double scd_of(const double *q)
{
    instance *i = open_problem("andrews", NULL);
    double worst = 0;
    const char *q_at = strchr(i->problem->published->values, 'q');
    for (char *end; q_at; q_at = strchr(end, 'q')) { /* q1=... q2=... */
        const long k = strtol(q_at + 1, &end, 10);
        worst = fmax(worst, fabs(q[k - 1] / strtod(end + 1, &end) - 1));
    }
    instance_close(i);
    return -log10(fmax(worst, 1e-17));
}

START_TEST(andrews_is_what_the_test_set_printed)
{
    if (is_missing("radau5")) return;
    const double rtol = printed[_i].rtol;
    const evolve_setup setup = { .formulation = "index3",
                                 .solver = "radau5",
                                 .options = "jacobian=testset",
                                 .rtol = rtol,
                                 .atol = rtol,
                                 .h0 = rtol };
    const outcome_of_run o = run_method("andrews", NULL, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    const long *c = o.counters;
    const long got[] = { c[IVP_N_ACCEPTED] + c[IVP_N_REJECTED] + c[IVP_N_FAILED],
                         c[IVP_N_ACCEPTED], c[IVP_N_F], c[IVP_N_JAC], c[IVP_N_LU] };
    for (int k = 0; k < 5; k++)
        ck_assert_msg(labs(got[k] - printed[_i].row[k]) * 100 <= 3 * printed[_i].row[k],
                      "rtol %g: %ld, printed %ld", rtol, got[k], printed[_i].row[k]);
    const double scd = scd_of(o.state);
    ck_assert_msg(fabs(scd - printed[_i].scd) < 0.1, "scd %g, printed %g", scd,
                  printed[_i].scd);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("direct calls");
    tcase_add_loop_test(t, radau5_is_what_a_direct_call_is, 0, sizeof direct / sizeof *direct);
    tcase_add_loop_test(t, counts_are_those_of_a_direct_call, 0,
                        sizeof called / sizeof *called);
    tcase_add_loop_test(t, andrews_is_what_the_test_set_printed, 0, 2);
    return suite_run("peers, direct calls", t);
}
