/* pside.c -- drives PSIDE: Radau IIA of four stages for F(t, y, y') = 0 of index up to 3. The
 * code is CWI's (free for research): files pside.f and psidea.f, version 1.3 of 1998.
 *
 *     ivpbench plugin build pside.f psidea.f pside.c
 *
 * Argument lists: the head of pside.f. PSIDE runs over the interval and calls nothing after a
 * step. But T and Y are its caller's: the first residual after a step sees that T has moved,
 * and reports the step. It is left by IERR = -1: it halves its step until it gives up.
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ivp/fortran.h>

typedef void pside_res(const int *n, const double *t, const double *y, const double *yp,
                       double *F, int *ierr, double *rpar, int *ipar);
typedef void pside_jac(const int *ld, const int *n, const int *lower, const int *upper,
                       const double *t, const double *y, const double *yp, double *J,
                       double *rpar, int *ipar);

void pside_(const int *n, double *y, double *yp, pside_res *res, const int *jnum,
            const int *nlj, const int *nuj, pside_jac *jac, const int *mnum, const int *nlm,
            const int *num, pside_jac *mas, double *t, const double *tend, const double *rtol,
            const double *atol, const int *index, const int *lrwork, double *rwork,
            const int *liwork, int *iwork, double *rpar, int *ipar, int *idid);

/* Places in IWORK, from 0 */
enum { VECTORS, HAS_INDEX, LU = 12, SOLVES, REJECTED = 15, NEWTON, GROWTH, OUTSIDE, SIZE = 20 };

struct mine {
    int lrwork, liwork, *iwork;
    double t, h, *y, *yp, *seen, *past, *rtol, *atol, *rwork, *jacobian;
};
static struct mine *running; /* the callbacks have no argument for it */

/* Reports the step that has ended at the code's present T and Y. */
static void report(struct mine *s)
{
    if (s->t == ivp_now.t || ivp_now.order == IVP_RETURN) return;
    ivp_now.t_old = ivp_now.t;
    ivp_now.t = s->t;
    memcpy(s->past, s->seen, (size_t)ivp_now.n * sizeof *s->y);
    memcpy(s->seen, s->y, (size_t)ivp_now.n * sizeof *s->y);
    ivp_now.order = ivp_now.host->step(ivp_now.host->kernel, s->t, s->seen);
}

static void res(const int *n, const double *t, const double *y, const double *yp, double *F,
                int *ierr, double *rpar, int *ipar)
{
    (void)n, (void)rpar, (void)ipar;
    report(running);
    ivp_status st = IVP_OK;
    if (ivp_now.failed || ivp_now.order == IVP_RETURN)
        *ierr = -1;
    else
        st = ivp_res(ivp_now.m, *t, y, yp, F);
    if (st) *ierr = -1;
    if (st < 0) ivp_now.failed = st;
}

/* A into PSIDE's storage: full, or J(i - j + upper + 1, j) */
static void store(const double *A, double *J, int ld, int lower, int upper)
{
    const int n = ivp_now.n;
    const int above = lower < n ? upper : 0;
    for (int j = 0; j < n; j++) {
        const int from = lower < n && j > upper ? j - upper : 0;
        const int shift = lower < n ? above - j : 0;
        for (int i = from; i < n && i <= j + lower; i++) J[i + shift + j * ld] = A[i + j * n];
    }
}

static ivp_status derivative(const double *t, const double *y, const double *yp, double c,
                             double *A)
{
    const int n = ivp_now.n;
    const ivp_status st = ivp_res_jac(ivp_now.m, *t, y, yp, c, (ivp_mat){ n, n, n, A });
    if (st < 0 && !ivp_now.failed) ivp_now.failed = st;
    return st;
}

static void jac(const int *ld, const int *n, const int *lower, const int *upper,
                const double *t, const double *y, const double *yp, double *J, double *rpar,
                int *ipar)
{
    (void)n, (void)rpar, (void)ipar;
    report(running);
    derivative(t, y, yp, 0, running->jacobian);
    store(running->jacobian, J, *ld, *lower, *upper);
}

/* dF/dy' = (J(c) - J(0)) / c with J(c) = dF/dy + c dF/dy'. The large c leaves no digit of J(0).
 * PSIDE calls it after jac() at the same point. */
static void mas(const int *ld, const int *n, const int *lower, const int *upper,
                const double *t, const double *y, const double *yp, double *M, double *rpar,
                int *ipar)
{
    (void)rpar, (void)ipar;
    const double c = 0x1p60;
    double *A = ivp_now.matrix;
    derivative(t, y, yp, c, A);
    for (int k = 0; k < *n * *n; k++) A[k] = (A[k] - running->jacobian[k]) / c;
    store(A, M, *ld, *lower, *upper);
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
    s->lrwork = (int)(SIZE + n * (28 + 10 * n));
    s->liwork = (int)(SIZE + 4 * n);
    s->iwork = calloc((size_t)s->liwork, sizeof *s->iwork);
    double *at = s->y = calloc(6 * n + n * n + (size_t)s->lrwork, sizeof *at);
    if (!s->iwork || !at) return IVP_E_NOMEM;
    double **const parts[] = { &s->yp, &s->seen, &s->past, &s->rtol, &s->atol, &s->jacobian };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) *parts[k] = at += n;
    s->rwork = s->jacobian + n * n;
    return ivp_fortran_open(m, tol);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct mine *s = self;
    const ivp_tol *tol = ivp_now.tol;
    const size_t size = (size_t)ivp_now.n * sizeof *y;
    ivp_fortran_start(t, y);
    s->t = t;
    s->h = h0; /* 0: the code's own rule */
    memcpy(s->y, y, size);
    memcpy(s->seen, y, size);
    memcpy(s->yp, yp, size);
    memcpy(s->atol, tol->atol, size);
    for (int i = 0; i < ivp_now.n; i++) s->rtol[i] = tol->rtol;
    return IVP_OK;
}

static ivp_status drive(void *self, real tmax, const ivp_host *host)
{
    struct mine *s = running = self;
    const int n = ivp_now.n, lower = ivp_now.lower, upper = ivp_now.upper, given = 0;
    double rpar = 0;
    int ipar = 0, idid = 0;
    memset(s->rwork, 0, SIZE * sizeof *s->rwork);
    memset(s->iwork, 0, SIZE * sizeof *s->iwork);
    s->iwork[VECTORS] = s->iwork[HAS_INDEX] = 1;
    s->rwork[0] = s->h;
    ivp_fortran_begin(host);
    pside_(&n, s->y, s->yp, res, &given, &lower, &upper, jac, &given, &lower, &upper, mas,
           &s->t, &tmax, s->rtol, s->atol, ivp_index(ivp_now.m), &s->lrwork, s->rwork,
           &s->liwork, s->iwork, &rpar, &ipar, &idid);
    if (ivp_now.failed || ivp_now.order == IVP_RETURN) return ivp_now.failed;
    if (idid != 1)
        return ivp_fortran_fails(idid == -1 ? IVP_E_STEP_TOO_SMALL : IVP_E_LIBRARY, idid);
    report(s);
    return IVP_OK;
}

/* The collocation polynomial: y' is the cubic through the derivatives of the stages, which
 * PSIDE keeps in RWORK(21 + 8n ...). Its integral from 0 to theta is that of Gauss in two
 * points. */
static ivp_status dense(void *self, real theta, real *y)
{
    static const double node[] = { 0.0885879595127039430, 0.409466864440734710,
                                   0.787659461760847110, 1 }; /* Radau IIA, four stages */
    const struct mine *s = self;
    const size_t n = (size_t)ivp_now.n;
    const double h = ivp_now.t - ivp_now.t_old, *slope = s->rwork + SIZE + 8 * n;
    memcpy(y, s->past, n * sizeof *y);
    for (int k = 0; k < 4; k++) {
        double integral = 0;
        for (int side = -1; side <= 1; side += 2) {
            const double x = theta * (1 + side / sqrt(3.0)) / 2;
            double value = theta / 2;
            for (int j = 0; j < 4; j++)
                if (j != k) value *= (x - node[j]) / (node[k] - node[j]);
            integral += value;
        }
        for (size_t i = 0; i < n; i++) y[i] += h * integral * slope[i + (size_t)k * n];
    }
    return IVP_OK;
}

/* Rejections that end a run count too where the kernel has left it. */
static void finish(void *self)
{
    const struct mine *s = self;
    ivp_not_counted(ivp_now.m, IVP_N_NEWTON);
    ivp_count(ivp_now.m, IVP_N_LU, s->iwork[LU]);
    ivp_count(ivp_now.m, IVP_N_SOLVE, s->iwork[SOLVES]);
    ivp_count(ivp_now.m, IVP_N_REJECTED, s->iwork[REJECTED]);
    ivp_count(ivp_now.m, IVP_N_FAILED, s->iwork[NEWTON] + s->iwork[GROWTH] + s->iwork[OUTSIDE]);
}

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)option;
    return tol->hmax > 0 ? "it has no limit of its step size" : NULL;
}

IVP_SOLVER(pside,
    .title = "PSIDE",
    .source = "de Swart, Lioen, van der Veen, Specification of PSIDE, CWI, 1998",
    .family = "radau",
    .library = "PSIDE 1.3",
    .views = IVP_RES,
    .adaptive = true,
    .h0_rule = IVP_H0_OWN,
    .refuses = refuses,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .drive = drive,
    .dense = dense,
    .finish = finish);
