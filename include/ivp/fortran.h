/* fortran.h -- what a driver in C needs to join a code in Fortran: functions in the forms that such
 * codes call, made from the model. For a solver of one file that includes it once.
 *
 * Codes in Fortran have no place for user data, and many keep their state in COMMON blocks. A
 * worker is a process of its own with one solver in it, so there is one model, ivp_now.
 *
 *     RADAU5, RODAS, SEULEX ...     ivp_fcn, ivp_jac, ivp_mas, ivp_solout     M y' = f(t, y)
 *     DOP853, ODEX ...              ivp_fcn, ivp_solout                       y' = f(t, y)
 *     LSODE, VODE ...               ivp_fcn, ivp_jac_lsode                    y' = f(t, y)
 *     DASSL, DASPK, MEBDFI          ivp_res_dassl, ivp_jac_dassl              F(t, y, y') = 0
 *
 * Numbers are passed by reference, names end with an underscore (gfortran): declare
 *
 *     void mycode_(const int *n, ivp_fcn_type *fcn, double *x, double *y, ...);
 *
 * None of these codes can be told that f does not exist at a point. It is filled with 1e30 there,
 * so that the step fails; a failure for good is kept in ivp_now.failed, to be returned in the end.
 *
 * Matrices are full, or, where the problem says that it has diagonals, in the storage of LINPACK,
 * J(i - j + upper + 1, j): ivp_now.lower and upper say which. n: full, for the RADAU5 family.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IVP_FORTRAN_H
#define IVP_FORTRAN_H

#include <ivp/solver.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IVP_FORTRAN_HUGE 1e30

typedef struct ivp_fortran {
    ivp_model *m;
    const ivp_tol *tol;
    int n;
    int lower, upper;     /* diagonals of Jacobian and mass matrix; both n: full */
    ivp_status failed;    /* the first failure for good; begins anew with ivp_fortran_begin() */
    const ivp_host *host; /* of the present drive() */
    double t_old, t;      /* ends of the last step, noted by ivp_solout() */
    ivp_step_reply order;      /* its answer */
    const double *cont;   /* what continuous output reads, given to ivp_solout() */
    const int *lcont;
    double *y;      /* where the present piece began: ivp_fortran_start() */
    double *matrix; /* n x n */
} ivp_fortran;

static ivp_fortran ivp_now;

typedef void ivp_fcn_type(const int *n, const double *t, const double *y, double *f,
                          double *rpar, int *ipar);
typedef void ivp_jac_type(const int *n, const double *t, const double *y, double *J,
                          const int *ld, double *rpar, int *ipar);
typedef void ivp_jac_lsode_type(const int *n, const double *t, const double *y, const int *ml,
                                const int *mu, double *J, const int *ld);
typedef void ivp_mas_type(const int *n, double *M, const int *ld, double *rpar, int *ipar);
typedef void ivp_solout_type(const int *number, const double *t_old, const double *t, double *y,
                             const double *cont, const int *lcont, const int *n, double *rpar,
                             int *ipar, int *leave);
typedef void ivp_res_type(const double *t, const double *y, const double *yp, double *F,
                          int *ires, double *rpar, int *ipar);
typedef void ivp_jac_dassl_type(const double *t, const double *y, const double *yp, double *J,
                                const double *c, double *rpar, int *ipar);

/* For create(); ivp_fortran_close() for destroy(). */
static inline ivp_status ivp_fortran_open(ivp_model *m, const ivp_tol *tol)
{
    const size_t n = (size_t)ivp_n(m);
    const ivp_band band = ivp_band_of(m);
    free(ivp_now.y);
    memset(&ivp_now, 0, sizeof ivp_now);
    ivp_now.m = m;
    ivp_now.tol = tol;
    ivp_now.n = ivp_now.lower = ivp_now.upper = (int)n;
    if (band.lower + band.upper + 1 < (int)n) {
        ivp_now.lower = band.lower;
        ivp_now.upper = band.upper;
    }
    ivp_now.y = (double *)calloc(n + n * n, sizeof *ivp_now.y);
    if (!ivp_now.y) return IVP_E_NOMEM;
    ivp_now.matrix = ivp_now.y + n;
    return IVP_OK;
}

static inline void ivp_fortran_close(void)
{
    free(ivp_now.y);
    ivp_now.y = NULL;
}

/* For restart(): where the code begins. */
static inline void ivp_fortran_start(double t, const double *y)
{
    ivp_now.t = ivp_now.t_old = t;
    memcpy(ivp_now.y, y, (size_t)ivp_now.n * sizeof *y);
}

/* Before each call of the code. */
static inline void ivp_fortran_begin(const ivp_host *host)
{
    ivp_now.failed = IVP_OK;
    ivp_now.order = IVP_GO_ON;
    ivp_now.host = host;
}

/* NaN would pass many a test: f becomes huge where it does not exist. */
static inline void ivp_fortran_answer(ivp_status st, double *f)
{
    for (int i = 0; st && i < ivp_now.n; i++) f[i] = IVP_FORTRAN_HUGE;
    if (st < 0 && !ivp_now.failed) ivp_now.failed = st;
}

/* The matrix that the model has filled, into the code's storage. */
static inline void ivp_fortran_store(ivp_status st, double *to, int ld)
{
    const int n = ivp_now.n, lower = ivp_now.lower, upper = ivp_now.upper;
    if (st < 0 && !ivp_now.failed) ivp_now.failed = st;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            const int row = lower < n ? i - j + upper : i;
            if (lower < n && (i > j + lower || j > i + upper)) continue;
            to[(size_t)row + (size_t)j * (size_t)ld] =
                ivp_now.matrix[(size_t)i + (size_t)j * (size_t)n];
        }
}

static inline ivp_mat ivp_fortran_matrix(void)
{
    const ivp_mat A = { ivp_now.n, ivp_now.n, ivp_now.n, ivp_now.matrix };
    return A;
}

/* ---- y' = f and M y' = f ------------------------------------------------------------------ */

static inline void ivp_fcn(const int *n, const double *t, const double *y, double *f,
                           double *rpar, int *ipar)
{
    (void)n, (void)rpar, (void)ipar;
    ivp_fortran_answer(ivp_rhs(ivp_now.m, *t, y, f), f);
}

static inline void ivp_jac(const int *n, const double *t, const double *y, double *J,
                           const int *ld, double *rpar, int *ipar)
{
    (void)n, (void)rpar, (void)ipar;
    ivp_fortran_store(ivp_rhs_jac(ivp_now.m, *t, y, ivp_fortran_matrix()), J, *ld);
}

static inline void ivp_jac_lsode(const int *n, const double *t, const double *y, const int *ml,
                                 const int *mu, double *J, const int *ld)
{
    (void)n, (void)ml, (void)mu;
    ivp_fortran_store(ivp_rhs_jac(ivp_now.m, *t, y, ivp_fortran_matrix()), J, *ld);
}

/* The mass matrix at the start: for models that have one (IVP_LINEAR). */
static inline void ivp_mas(const int *n, double *M, const int *ld, double *rpar, int *ipar)
{
    (void)n, (void)rpar, (void)ipar;
    ivp_fortran_store(ivp_mass(ivp_now.m, ivp_now.t, ivp_now.y, ivp_fortran_matrix()), M, *ld);
}

/* Tells the kernel of a step. The first call, before any step, is passed over. */
static inline void ivp_solout(const int *number, const double *t_old, const double *t,
                              double *y, const double *cont, const int *lcont, const int *n,
                              double *rpar, int *ipar, int *leave)
{
    (void)number, (void)n, (void)rpar, (void)ipar;
    *leave = 0;
    if (*t == *t_old) return;
    ivp_now.t_old = *t_old;
    ivp_now.t = *t;
    ivp_now.cont = cont;
    ivp_now.lcont = lcont;
    ivp_now.order = ivp_now.host->step(ivp_now.host->kernel, *t, y);
    if (ivp_now.order == IVP_RETURN) *leave = -1;
}

/* ---- F(t, y, y') = 0 ---------------------------------------------------------------------- */

/* ires = -1: a smaller step may help; -2: give up. */
static inline void ivp_res_dassl(const double *t, const double *y, const double *yp, double *F,
                                 int *ires, double *rpar, int *ipar)
{
    (void)rpar, (void)ipar;
    const ivp_status st = ivp_res(ivp_now.m, *t, y, yp, F);
    if (st < 0 && !ivp_now.failed) ivp_now.failed = st;
    if (st) *ires = st > 0 ? -1 : -2;
}

/* Where there are diagonals the code factors in place: J(i - j + lower + upper + 1, j), with a leading
 * dimension of 2 lower + upper + 1. */
static inline void ivp_jac_dassl(const double *t, const double *y, const double *yp, double *J,
                                 const double *c, double *rpar, int *ipar)
{
    (void)rpar, (void)ipar;
    const bool full = ivp_now.lower >= ivp_now.n;
    const int ld = full ? ivp_now.n : 2 * ivp_now.lower + ivp_now.upper + 1;
    ivp_fortran_store(ivp_res_jac(ivp_now.m, *t, y, yp, *c, ivp_fortran_matrix()),
                      full ? J : J + ivp_now.lower, ld);
}

/* A failure, with the code's own number of it for the record. */
static inline ivp_status ivp_fortran_fails(ivp_status st, int idid)
{
    static char said[32];
    snprintf(said, sizeof said, "IDID = %d", idid);
    ivp_reason(ivp_now.m, said);
    return st;
}

#endif
