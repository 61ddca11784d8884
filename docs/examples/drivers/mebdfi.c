/* mebdfi.c -- drives MEBDFI: modified extended backward differentiation formulae for
 * F(t, y, y') = 0 of index up to 3. The code is its authors': file mebdfi.f.
 *
 *     ivpbench plugin build mebdfi.f mebdfi.c
 *
 * Argument lists: the head of mebdfi.f. Each call makes one step. The method solves at t + 2h
 * too, so it evaluates F beyond the step, and beyond the end of the interval.
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ivp/fortran.h>

typedef void mebdfi_res(const int *n, const double *t, const double *y, double *F,
                        const double *yp, int *ipar, double *rpar, int *ierr);
typedef void mebdfi_jac(const double *t, const double *y, double *J, const int *n,
                        const double *yp, const int *ld, const double *c, int *ipar,
                        double *rpar, int *ierr);

void mebdfi_(const int *n, double *t, double *h, double *y, double *yp, const double *tout,
             const double *tend, const int *mf, int *idid, const int *lout, const int *lwork,
             double *work, const int *liwork, int *iwork, int *mbnd, const int *maxder,
             const int *itol, const double *rtol, const double *atol, double *rpar, int *ipar,
             mebdfi_jac *jac, mebdfi_res *res, int *ierr);

/* IDID of a call: to tout by interpolation, the first one, to tout exactly, one step */
enum { CONTINUES, FIRST, TO_TOUT, ONE_STEP };
/* Places in IWORK, from 0 */
enum { OF_INDEX, STEPS = 4, FAILED, LU = 8, SOLVES, MOST_STEPS = 13, INTEGERS };

struct mine {
    int lwork, liwork, idid, mbnd[4], *iwork;
    double t, t_old, h, tmax, *y, *yp, *work;
};

static void note(ivp_status st, int *ierr)
{
    if (st) *ierr = -1;
    if (st < 0 && !ivp_now.failed) ivp_now.failed = st;
}

static void res(const int *n, const double *t, const double *y, double *F, const double *yp,
                int *ipar, double *rpar, int *ierr)
{
    (void)n, (void)rpar, (void)ipar;
    note(ivp_res(ivp_now.m, *t, y, yp, F), ierr);
}

/* dF/dy + dF/dy' / c; J(i - j + upper + 1, j) where it has diagonals */
static void jac(const double *t, const double *y, double *J, const int *n, const double *yp,
                const int *ld, const double *c, int *ipar, double *rpar, int *ierr)
{
    (void)rpar, (void)ipar;
    const int lower = ivp_now.lower, upper = ivp_now.upper;
    const bool full = lower >= *n;
    const ivp_mat A = { *n, *n, *n, full ? J : ivp_now.matrix };
    note(ivp_res_jac(ivp_now.m, *t, y, yp, 1 / *c, A), ierr);
    for (int j = 0; !full && j < *n; j++)
        for (int i = j < upper ? 0 : j - upper; i < *n && i <= j + lower; i++)
            J[i - j + upper + j * *ld] = A.a[i + j * *n];
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
    s->lwork = (int)(n * (33 + 4 * n) + 3);
    s->liwork = (int)(n + INTEGERS);
    s->iwork = calloc((size_t)s->liwork, sizeof *s->iwork);
    s->y = calloc(2 * n + (size_t)s->lwork, sizeof *s->y);
    if (!s->iwork || !s->y) return IVP_E_NOMEM;
    s->yp = s->y + n;
    s->work = s->yp + n;
    return ivp_fortran_open(m, tol);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct mine *s = self;
    const int ml = ivp_now.lower, mu = ivp_now.upper;
    ivp_fortran_start(t, y);
    s->t = t;
    s->h = h0 > 0 ? h0 : ivp_now.tol->rtol; /* the code has no rule */
    s->idid = FIRST;
    memcpy(s->y, y, (size_t)ivp_now.n * sizeof *y);
    memcpy(s->yp, yp, (size_t)ivp_now.n * sizeof *y);
    memset(s->work, 0, (size_t)s->lwork * sizeof *s->work);
    memset(s->iwork, 0, (size_t)s->liwork * sizeof *s->iwork);
    memcpy(s->mbnd, (int[]){ ml, mu, ml + mu + 1, 2 * ml + mu + 1 }, sizeof s->mbnd);
    s->iwork[MOST_STEPS] = 2000000000; /* the kernel counts them */
    for (int i = 0; i < ivp_now.n; i++) s->iwork[OF_INDEX - 1 + ivp_index(ivp_now.m)[i]]++;
    return IVP_OK;
}

/* One call of the code with state t, h, y. */
static void call(struct mine *s, double tout, double *t, double *h, double *y, int *idid)
{
    const int mf = ivp_now.lower < ivp_now.n ? 23 : 21, lout = 6, maxder = 7, itol = 3;
    double rpar = 0;
    int ipar = 0, ierr = 0;
    mebdfi_(&ivp_now.n, t, h, y, s->yp, &tout, &s->tmax, &mf, idid, &lout, &s->lwork, s->work,
            &s->liwork, s->iwork, s->mbnd, &maxder, &itol, &ivp_now.tol->rtol,
            ivp_now.tol->atol, &rpar, &ipar, jac, res, &ierr);
}

/* The next step would pass tmax: the code ends the run there. */
static ivp_status advance(void *self, real tmax, real *t, real *y)
{
    struct mine *s = self;
    s->t_old = s->t;
    const bool first = s->idid == FIRST;
    ivp_fortran_begin(NULL);
    if (first && s->t + s->h > tmax) s->h = tmax - s->t;
    if (!first) s->idid = s->t + s->h > tmax ? TO_TOUT : ONE_STEP;
    s->tmax = tmax;
    call(s, tmax, &s->t, &s->h, s->y, &s->idid);
    *t = s->t;
    memcpy(y, s->y, (size_t)ivp_now.n * sizeof *y);
    if (ivp_now.failed) return ivp_now.failed;
    const int idid = s->idid;
    s->idid = 0;
    if (idid >= 0 && s->t > s->t_old) return IVP_OK;
    return ivp_fortran_fails(idid == -3               ? IVP_E_DIVERGED
                             : idid < 0 && idid != -1 ? IVP_E_LIBRARY
                                                      : IVP_E_STEP_TOO_SMALL,
                             idid);
}

/* A call whose tout is behind the code's own time interpolates, and does nothing else. */
static ivp_status dense(void *self, real theta, real *y)
{
    struct mine *s = self;
    double t = s->t, h = s->h;
    int idid = CONTINUES;
    call(s, s->t_old + theta * (s->t - s->t_old), &t, &h, y, &idid);
    return ivp_now.failed;
}

static void finish(void *self)
{
    const struct mine *s = self;
    ivp_not_counted(ivp_now.m, IVP_N_NEWTON);
    ivp_not_counted(ivp_now.m, IVP_N_REJECTED); /* NFAIL has both */
    ivp_count(ivp_now.m, IVP_N_FAILED, s->iwork[FAILED]);
    ivp_count(ivp_now.m, IVP_N_LU, s->iwork[LU]);
    ivp_count(ivp_now.m, IVP_N_SOLVE, s->iwork[SOLVES]);
}

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)option;
    return tol->hmax > 0 ? "it has no limit of its step size" : NULL;
}

static const char *declines(const ivp_model *m)
{
    for (int i = 1; i < ivp_n(m); i++)
        if (ivp_index(m)[i] < ivp_index(m)[i - 1])
            return "its unknowns are not sorted by index";
    return NULL;
}

IVP_SOLVER(mebdfi,
    .title = "MEBDFI",
    .source = "Cash, Considine, ACM Trans. Math. Softw. 18 (1992) 142-158",
    .family = "bdf",
    .library = "MEBDFI",
    .views = IVP_RES,
    .adaptive = true,
    .h0_rule = IVP_H0_RTOL,
    .refuses = refuses,
    .declines = declines,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .dense = dense,
    .finish = finish);
