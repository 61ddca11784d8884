/* fortran.c -- functions in the forms that codes in Fortran call, made from the one model.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/fortran.h>

#include "adapters/fortran/band.h"
#include "adapters/reason.h"

/* Too large to be believed, so that the step fails. NaN would pass many a test. */
#define FORTRAN_HUGE 1e30

ivp_fortran ivp_now;

ivp_status ivp_fortran_open(ivp_model *m, const ivp_tol *tol)
{
    const size_t n = (size_t)ivp_n(m);
    const ivp_band band = ivp_band_of(m);
    free(ivp_now.y);
    ivp_now =
        (ivp_fortran){ .m = m, .tol = tol, .n = (int)n, .lower = (int)n, .upper = (int)n };
    if (band.lower + band.upper + 1 < (int)n) {
        ivp_now.lower = band.lower;
        ivp_now.upper = band.upper;
    }
    ivp_now.y = calloc(n + n * n, sizeof *ivp_now.y);
    if (!ivp_now.y) return IVP_E_NOMEM;
    ivp_now.matrix = ivp_now.y + n;
    return IVP_OK;
}

void ivp_fortran_close(void)
{
    free(ivp_now.y);
    ivp_now.y = NULL;
}

void ivp_fortran_start(double t, const double *y)
{
    ivp_now.t = ivp_now.t_old = t;
    memcpy(ivp_now.y, y, (size_t)ivp_now.n * sizeof *y);
}

void ivp_fortran_begin(const ivp_host *host)
{
    ivp_now.failed = IVP_OK;
    ivp_now.order = IVP_GO_ON;
    ivp_now.host = host;
}

ivp_status ivp_fortran_fails(ivp_status st, int idid)
{
    return adapter_fails(ivp_now.m, st, "IDID = %d", idid);
}

static void note(ivp_status st)
{
    if (st < 0 && !ivp_now.failed) ivp_now.failed = st;
}

static ivp_mat matrix(void)
{
    return (ivp_mat){ ivp_now.n, ivp_now.n, ivp_now.n, ivp_now.matrix };
}

/* The matrix that the model has filled, into the code's storage. */
static void store(ivp_status st, double *to, int ld)
{
    note(st);
    band_store(matrix(), ivp_now.lower, ivp_now.upper, to, ld);
}

/* ---- y' = f and M y' = f ----------------------------------------------------------------- */

void ivp_fcn(const int *n, const double *t, const double *y, double *f, double *rpar, int *ipar)
{
    (void)n, (void)rpar, (void)ipar;
    const ivp_status st = ivp_rhs(ivp_now.m, *t, y, f);
    for (int i = 0; st && i < ivp_now.n; i++) f[i] = FORTRAN_HUGE;
    note(st);
}

void ivp_jac(const int *n, const double *t, const double *y, double *J, const int *ld,
             double *rpar, int *ipar)
{
    (void)n, (void)rpar, (void)ipar;
    store(ivp_rhs_jac(ivp_now.m, *t, y, matrix()), J, *ld);
}

void ivp_jac_lsode(const int *n, const double *t, const double *y, const int *ml, const int *mu,
                   double *J, const int *ld)
{
    (void)n, (void)ml, (void)mu;
    store(ivp_rhs_jac(ivp_now.m, *t, y, matrix()), J, *ld);
}

void ivp_mas(const int *n, double *M, const int *ld, double *rpar, int *ipar)
{
    (void)n, (void)rpar, (void)ipar;
    store(ivp_mass(ivp_now.m, ivp_now.t, ivp_now.y, matrix()), M, *ld);
}

/* The argument list of SOLOUT. NOLINTNEXTLINE(readability-function-size) */
void ivp_solout(const int *number, const double *t_old, const double *t, double *y,
                const double *cont, const int *lcont, const int *n, double *rpar, int *ipar,
                int *leave)
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

/* ---- F(t, y, y') = 0 --------------------------------------------------------------------- */

void ivp_res_dassl(const double *t, const double *y, const double *yp, double *F, int *ires,
                   double *rpar, int *ipar)
{
    (void)rpar, (void)ipar;
    const ivp_status st = ivp_res(ivp_now.m, *t, y, yp, F);
    note(st);
    if (st) *ires = st > 0 ? -1 : -2;
}

void ivp_jac_dassl(const double *t, const double *y, const double *yp, double *J,
                   const double *c, double *rpar, int *ipar)
{
    (void)rpar, (void)ipar;
    const bool full = ivp_now.lower >= ivp_now.n;
    const int ld = full ? ivp_now.n : 2 * ivp_now.lower + ivp_now.upper + 1;
    store(ivp_res_jac(ivp_now.m, *t, y, yp, *c, matrix()), full ? J : J + ivp_now.lower, ld);
}
