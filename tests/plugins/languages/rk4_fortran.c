/* rk4_fortran.c -- drives rk4.f; see rk4_c.c.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/fortran.h>

void rk4_(const int *n, ivp_fcn_type *fcn, double *x, double *y, const double *xend,
          const double *h, ivp_solout_type *solout, double *work, double *rpar, int *ipar,
          int *idid);

struct rk4 {
    double t, *y, *work;
};

static void destroy(void *self)
{
    struct rk4 *s = self;
    ivp_fortran_close();
    if (s) free(s->y);
    free(s);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct rk4 *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    s->y = calloc(6 * n, sizeof *s->y);
    s->work = s->y + n;
    return s->y ? ivp_fortran_open(m, tol) : IVP_E_NOMEM;
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct rk4 *s = self;
    (void)yp, (void)h0;
    s->t = t;
    ivp_fortran_start(t, y);
    memcpy(s->y, y, (size_t)ivp_now.n * sizeof *y);
    return IVP_OK;
}

static ivp_status drive(void *self, real tmax, const ivp_host *host)
{
    struct rk4 *s = self;
    double rpar = 0;
    int ipar = 0, idid = 0;
    ivp_fortran_begin(host);
    rk4_(&ivp_now.n, ivp_fcn, &s->t, s->y, &tmax, &ivp_now.tol->h, ivp_solout, s->work, &rpar,
         &ipar, &idid);
    return ivp_now.failed;
}

IVP_SOLVER(rk4_fortran,
    .title = "Classical Runge-Kutta method, in Fortran 77",
    .source = "Kutta 1901",
    .views = IVP_FIRST,
    .order = 4,
    .fixed_step = true,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .drive = drive,
    .takes_moved = true);
