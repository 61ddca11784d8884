/* ddeabm.c -- drives DDEABM: Adams methods of orders 1 to 12 for y' = f(t, y). The code is in
 * the public domain, in SLATEC: ddeabm.f, ddes.f, dsteps.f, dintp.f, dhstrt.f, dhvnrm.f,
 * d1mach.f, i1mach.f, j4save.f, fdump.f, xer?*.f, xgetua.f.
 *
 *     ivpbench plugin build d*.f i1mach.f j4save.f fdump.f x*.f ddeabm.c
 *
 * Argument list: the head of ddeabm.f. SPDX-License-Identifier: BSD-2-Clause */
#include <ivp/fortran.h>

typedef void ddeabm_f(const double *t, const double *y, double *f, double *rpar, int *ipar);

void ddeabm_(ddeabm_f *f, const int *n, double *t, double *y, const double *tout, int *info,
             double *rtol, double *atol, int *idid, double *rwork, const int *lrw, int *iwork,
             const int *liw, double *rpar, int *ipar);

/* Places in INFO, from 0 */
enum { CONTINUES, VECTORS, ONE_STEP, STOPS, SIZE = 15 };
enum { INTEGERS = 51 };

struct mine {
    int lrw, info[SIZE], iwork[INTEGERS];
    double t, *y, *rtol, *atol, *rwork;
};

static void f(const double *t, const double *y, double *out, double *rpar, int *ipar)
{
    ivp_fcn(&ivp_now.n, t, y, out, rpar, ipar);
}

static void destroy(void *self)
{
    struct mine *s = self;
    ivp_fortran_close();
    if (s) free(s->y);
    free(s);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct mine *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    s->lrw = (int)(130 + 21 * n);
    s->y = calloc(3 * n + (size_t)s->lrw, sizeof *s->y);
    if (!s->y) return IVP_E_NOMEM;
    s->rtol = s->y + n;
    s->atol = s->rtol + n;
    s->rwork = s->atol + n;
    return ivp_fortran_open(m, tol);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct mine *s = self;
    const ivp_tol *tol = ivp_now.tol;
    const size_t size = (size_t)ivp_now.n * sizeof *y;
    (void)yp, (void)h0; /* the code has no argument for them */
    ivp_fortran_start(t, y);
    s->t = t;
    memcpy(s->y, y, size);
    memcpy(s->atol, tol->atol, size);
    for (int i = 0; i < ivp_now.n; i++) s->rtol[i] = tol->rtol;
    memset(s->info, 0, sizeof s->info);
    memset(s->iwork, 0, sizeof s->iwork);
    memset(s->rwork, 0, (size_t)s->lrw * sizeof *s->rwork);
    s->info[VECTORS] = s->info[ONE_STEP] = s->info[STOPS] = 1;
    return IVP_OK;
}

/* IDID = -1: 500 steps are made; -4: the problem seems to be stiff. Both return before a step,
 * and the code's manual says how to continue. */
static ivp_status advance(void *self, real tmax, real *t, real *y)
{
    struct mine *s = self;
    const double most = s->t + ivp_now.tol->hmax;
    const double stop = ivp_now.tol->hmax > 0 && most < tmax ? most : tmax;
    double rpar = 0;
    int ipar = 0, idid = 0;
    ivp_fortran_begin(NULL);
    do {
        s->rwork[0] = stop;
        ddeabm_(f, &ivp_now.n, &s->t, s->y, &stop, s->info, s->rtol, s->atol, &idid, s->rwork,
                &s->lrw, s->iwork, &(int){ INTEGERS }, &rpar, &ipar);
        s->info[CONTINUES] = 1;
    } while (!ivp_now.failed && (idid == -1 || idid == -4));
    *t = s->t;
    memcpy(y, s->y, (size_t)ivp_now.n * sizeof *y);
    if (ivp_now.failed || idid > 0) return ivp_now.failed;
    return ivp_fortran_fails(idid == -2 ? IVP_E_STEP_TOO_SMALL : IVP_E_LIBRARY, idid);
}

static void finish(void *self)
{
    (void)self;
    ivp_not_counted(ivp_now.m, IVP_N_REJECTED);
}

IVP_SOLVER(ddeabm,
    .title = "DDEABM",
    .source = "Shampine, Watts, DEPAC, Sandia SAND79-2374",
    .family = "adams",
    .library = "SLATEC",
    .views = IVP_FIRST,
    .adaptive = true,
    .h0_rule = IVP_H0_OWN,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .finish = finish);
