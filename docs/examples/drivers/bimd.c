/* bimd.c -- drives BiMD: blended implicit methods of orders 4 to 12 for M y' = f(t, y) of index
 * up to 3, M constant. The code is the authors' (GPL), release 1.1.2 of 2014: files BiMD.f and
 * BiMDa.f.
 *
 *     ivpbench plugin build BiMD.f BiMDa.f bimd.c
 *
 * Argument lists: the head of BiMD.f. A step of the kernel is a block of BiMD.
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ivp/fortran.h>

typedef void bimd_fcn(const int *n, const double *t, const double *y, double *f, int *ierr,
                      double *rpar, int *ipar);
typedef void bimd_jac(const int *n, const double *t, const double *y, double *J, const int *ld,
                      int *ierr, double *rpar, int *ipar);
typedef void bimd_mas(const int *n, double *M, const int *ld, int *ierr, double *rpar,
                      int *ipar);
typedef void bimd_solout(const int *n, const int *k, const int *order, const double *t0,
                         const double *t, const double *y, const double *f, const double *dd,
                         double *rpar, int *ipar, int *leave);

void bimd_(const int *n, bimd_fcn *fcn, double *t, const double *tend, double *y, double *h,
           const double *rtol, const double *atol, const int *itol, bimd_jac *jac,
           const int *ijac, int *mljac, int *mujac, bimd_mas *mas, const int *imas, int *mlmas,
           int *mumas, bimd_solout *solout, const int *iout, double *work, const int *lwork,
           int *iwork, const int *liwork, double *rpar, int *ipar, int *idid);
double contsol_(const int *i, const double *t, const int *n, const int *k, const double *t0,
                const double *grid, const double *dd);

/* Places in IWORK and WORK, from 0 */
enum { STEPS = 0, OF_INDEX = 8, LU = 13, SOLVES, NEWTON, REJECTED = 30, FAILED = 35 };
enum { HMAX = 1, SETTINGS = 14, BLOCK = 10, METHODS = 5 };

struct mine {
    int lwork, liwork, *iwork;
    double h, *y, *work;
    int block;               /* of the last step: points, */
    const double *grid, *dd; /* their times, divided differences */
};
static struct mine *running; /* SOLOUT has no argument for it */

static void note(ivp_status st, int *ierr)
{
    *ierr = st ? -1 : 0;
    if (st < 0 && !ivp_now.failed) ivp_now.failed = st;
}

static void fcn(const int *n, const double *t, const double *y, double *f, int *ierr,
                double *rpar, int *ipar)
{
    (void)n, (void)rpar, (void)ipar;
    note(ivp_rhs(ivp_now.m, *t, y, f), ierr);
}

static void jac(const int *n, const double *t, const double *y, double *J, const int *ld,
                int *ierr, double *rpar, int *ipar)
{
    ivp_jac(n, t, y, J, ld, rpar, ipar);
    *ierr = ivp_now.failed ? -1 : 0;
}

static void mas(const int *n, double *M, const int *ld, int *ierr, double *rpar, int *ipar)
{
    ivp_mas(n, M, ld, rpar, ipar);
    *ierr = ivp_now.failed ? -1 : 0;
}

static void solout(const int *n, const int *k, const int *order, const double *t0,
                   const double *t, const double *y, const double *f, const double *dd,
                   double *rpar, int *ipar, int *leave)
{
    (void)order, (void)f, (void)rpar, (void)ipar;
    const size_t last = (size_t)(*k - 1);
    ivp_now.t_old = *t0;
    ivp_now.t = t[last];
    running->block = *k;
    running->grid = t;
    running->dd = dd;
    memcpy(running->y, y + last * (size_t)*n, (size_t)*n * sizeof *y);
    ivp_now.order = ivp_now.host->step(ivp_now.host->kernel, ivp_now.t, running->y);
    *leave = ivp_now.order == IVP_RETURN ? -1 : 0;
}

static void destroy(void *self)
{
    struct mine *s = self;
    ivp_fortran_close();
    if (s) free(s->iwork);
    if (s) free(s->y);
    free(s);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct mine *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    s->lwork = (int)(SETTINGS + BLOCK + n * (9 + 5 * BLOCK + 4 * n));
    s->liwork = (int)(n + 40);
    s->iwork = calloc((size_t)s->liwork, sizeof *s->iwork);
    s->y = calloc(2 * n + (size_t)s->lwork, sizeof *s->y);
    if (!s->iwork || !s->y) return IVP_E_NOMEM;
    s->work = s->y + 2 * n;
    return ivp_fortran_open(m, tol);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct mine *s = self;
    (void)yp;
    ivp_fortran_start(t, y);
    s->h = h0 > 0 ? h0 : ivp_now.tol->rtol; /* the code has no rule */
    return IVP_OK;
}

/* BiMD limits the distance of a block's points. A block has BLOCK of them or fewer. */
static void set(struct mine *s)
{
    memset(s->work, 0, (size_t)s->lwork * sizeof *s->work);
    memset(s->iwork, 0, (size_t)s->liwork * sizeof *s->iwork);
    s->work[HMAX] = ivp_now.tol->hmax / BLOCK;
    s->iwork[STEPS] = 2000000000; /* the kernel counts them */
    for (int i = 0; i < ivp_now.n; i++) s->iwork[OF_INDEX - 1 + ivp_index(ivp_now.m)[i]]++;
}

static ivp_status drive(void *self, real tmax, const ivp_host *host)
{
    struct mine *s = running = self;
    const ivp_tol *tol = ivp_now.tol;
    const int n = ivp_now.n, one = 1, has_mass = ivp_view_of(ivp_now.m) == IVP_LINEAR;
    int ml = ivp_now.lower, mu = ivp_now.upper, mass_ml = ml, mass_mu = mu, ipar = 0, idid = 0;
    double t = ivp_now.t, rpar = 0, *y = s->y + n; /* SOLOUT must not change the code's own */
    memcpy(y, ivp_now.y, (size_t)n * sizeof *y);
    set(s);
    ivp_fortran_begin(host);
    bimd_(&n, fcn, &t, &tmax, y, &s->h, &tol->rtol, tol->atol, &one, jac, &one, &ml, &mu, mas,
          &has_mass, &mass_ml, &mass_mu, solout, &one, s->work, &s->lwork, s->iwork, &s->liwork,
          &rpar, &ipar, &idid);
    if (ivp_now.failed || ivp_now.order == IVP_RETURN || idid == 0) return ivp_now.failed;
    return ivp_fortran_fails(idid == -3   ? IVP_E_STEP_TOO_SMALL
                             : idid == -5 ? IVP_E_DIVERGED
                                          : IVP_E_LIBRARY,
                             idid);
}

static ivp_status dense(void *self, real theta, real *y)
{
    const struct mine *s = self;
    const double t = ivp_now.t_old + theta * (ivp_now.t - ivp_now.t_old);
    for (int i = 1; i <= ivp_now.n; i++)
        y[i - 1] = contsol_(&i, &t, &ivp_now.n, &s->block, &ivp_now.t_old, s->grid, s->dd);
    return IVP_OK;
}

static void finish(void *self)
{
    const struct mine *s = self;
    ivp_count(ivp_now.m, IVP_N_LU, s->iwork[LU]);
    ivp_count(ivp_now.m, IVP_N_SOLVE, s->iwork[SOLVES]);
    for (int k = 0; k < METHODS; k++) {
        ivp_count(ivp_now.m, IVP_N_NEWTON, s->iwork[NEWTON + k]);
        ivp_count(ivp_now.m, IVP_N_REJECTED, s->iwork[REJECTED + k]);
        ivp_count(ivp_now.m, IVP_N_FAILED, s->iwork[FAILED + k]);
    }
}

static const char *declines(const ivp_model *m)
{
    for (int i = 1; i < ivp_n(m); i++)
        if (ivp_index(m)[i] < ivp_index(m)[i - 1])
            return "its unknowns are not sorted by index";
    const bool varies = ivp_view_of(m) == IVP_LINEAR && ivp_mass_of(m) == IVP_MASS_VARIES;
    return varies ? "its mass matrix must be constant" : NULL;
}

IVP_SOLVER(bimd,
    .title = "BiMD",
    .source = "Brugnano, Magherini, Mugnai, J. Comput. Appl. Math. 189 (2006) 34-50",
    .family = "blended",
    .library = "BiMD",
    .views = IVP_FIRST | IVP_LINEAR,
    .adaptive = true,
    .h0_rule = IVP_H0_RTOL,
    .declines = declines,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .drive = drive,
    .dense = dense,
    .finish = finish);
