/* gamd.c -- drives GAMD: generalised Adams methods of orders 3, 5, 7, 9 for M y' = f(t, y) of
 * index up to 3, M constant. The code is the authors' (GPL): files gamda.f90 and gamd.f90, in
 * this order.
 *
 *     ivpbench plugin build gamda.f90 gamd.f90 gamd.c
 *
 * Argument lists: the head of gamd.f90. A step of the kernel is a block of GAMD.
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ivp/fortran.h>

#include <float.h>

typedef void gamd_fcn(const int *n, const double *t, const double *y, double *f, int *ierr,
                      double *rpar, int *ipar);
typedef void gamd_solout(const int *n, const double *grid, const double *y,
                         const double *differences, const int *first, const int *block,
                         const int *order, double *rpar, int *ipar, int *leave);

void gamd_(const int *n, gamd_fcn *fcn, double *t, double *y, const double *tend, double *h,
           const double *rtol, const double *atol, const int *itol, ivp_jac_type *jac,
           const int *ijac, int *mljac, int *mujac, ivp_mas_type *mas, const int *imas,
           int *mlmas, int *mumas, gamd_solout *solout, const int *iout, double *work,
           const int *lwork, int *iwork, const int *liwork, double *rpar, int *ipar, int *idid);
/* A function of a module: the name is gfortran's. */
double contr(const int *i, const int *n, const double *t, const double *grid,
             const double *differences, const int *block,
             const int *first) __asm__("__subgamd_MOD_contr");

/* Places in IWORK and WORK, from 0 */
enum { STEPS = 1, FAILED = 15, REJECTED = 19, LU = 23, OF_INDEX, INTEGERS = 27 };
enum { HMAX = 1, REALS = 21, BLOCK = 9, METHODS = 4 };

struct mine {
    int iwork[INTEGERS], block, first; /* of the last step; the code frees its arrays, so */
    double work[REALS], grid[BLOCK + 1], *differences; /* these are copies */
    double h, tmax, *y, *rtol;
};
static struct mine *running; /* SOLOUT has no argument for it */

static void fcn(const int *n, const double *t, const double *y, double *f, int *ierr,
                double *rpar, int *ipar)
{
    (void)n, (void)rpar, (void)ipar;
    const ivp_status st = ivp_rhs(ivp_now.m, *t, y, f);
    *ierr = st ? -1 : 0;
    if (st < 0 && !ivp_now.failed) ivp_now.failed = st;
}

static void solout(const int *n, const double *grid, const double *y, const double *differences,
                   const int *first, const int *block, const int *order, double *rpar,
                   int *ipar, int *leave)
{
    (void)order, (void)rpar, (void)ipar;
    struct mine *s = running;
    const size_t size = (size_t)*n, points = (size_t)*block + 1;
    *leave = 0;
    if (ivp_now.t >= s->tmax) return; /* a last block, as short as rounding */
    const bool last = s->tmax - grid[*block] <= 16 * DBL_EPSILON * fabs(s->tmax);
    ivp_now.t_old = grid[0];
    ivp_now.t = last ? s->tmax : grid[*block];
    s->block = *block;
    s->first = *first;
    memcpy(s->grid, grid, points * sizeof *grid);
    memcpy(s->differences, differences, points * size * sizeof *y);
    memcpy(s->y, y + (points - 1) * size, size * sizeof *y);
    ivp_now.order = ivp_now.host->step(ivp_now.host->kernel, ivp_now.t, s->y);
    if (ivp_now.order == IVP_RETURN) *leave = -1;
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
    s->y = calloc((3 + BLOCK + 1) * n, sizeof *s->y);
    if (!s->y) return IVP_E_NOMEM;
    s->rtol = s->y + 2 * n;
    s->differences = s->rtol + n;
    for (size_t i = 0; i < n; i++) s->rtol[i] = tol->rtol;
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

/* GAMD limits the distance of a block's points. A block has BLOCK of them or fewer. */
static void set(struct mine *s)
{
    memset(s->work, 0, sizeof s->work);
    memset(s->iwork, 0, sizeof s->iwork);
    s->work[HMAX] = ivp_now.tol->hmax / BLOCK;
    s->iwork[STEPS] = 2000000000; /* the kernel counts them */
    for (int i = 0; i < ivp_now.n; i++) s->iwork[OF_INDEX - 1 + ivp_index(ivp_now.m)[i]]++;
}

static ivp_status drive(void *self, real tmax, const ivp_host *host)
{
    struct mine *s = running = self;
    const int n = ivp_now.n, one = 1, has_mass = ivp_view_of(ivp_now.m) == IVP_LINEAR;
    const int lwork = REALS, liwork = INTEGERS;
    int ml = ivp_now.lower, mu = ivp_now.upper, mass_ml = ml, mass_mu = mu, ipar = 0, idid = 0;
    double t = ivp_now.t, rpar = 0, *y = s->y + n; /* SOLOUT must not change the code's own */
    memcpy(y, ivp_now.y, (size_t)n * sizeof *y);
    s->tmax = tmax;
    set(s);
    ivp_fortran_begin(host);
    gamd_(&n, fcn, &t, y, &tmax, &s->h, s->rtol, ivp_now.tol->atol, &one, ivp_jac, &one, &ml,
          &mu, ivp_mas, &has_mass, &mass_ml, &mass_mu, solout, &one, s->work, &lwork, s->iwork,
          &liwork, &rpar, &ipar, &idid);
    if (ivp_now.failed || ivp_now.order == IVP_RETURN || idid > 0) return ivp_now.failed;
    return ivp_fortran_fails(idid == -3 ? IVP_E_STEP_TOO_SMALL : IVP_E_LIBRARY, idid);
}

static ivp_status dense(void *self, real theta, real *y)
{
    const struct mine *s = self;
    const double t = ivp_now.t_old + theta * (ivp_now.t - ivp_now.t_old);
    for (int i = 1; i <= ivp_now.n; i++)
        y[i - 1] = contr(&i, &ivp_now.n, &t, s->grid, s->differences, &s->block, &s->first);
    return IVP_OK;
}

static void finish(void *self)
{
    const struct mine *s = self;
    ivp_not_counted(ivp_now.m, IVP_N_NEWTON);
    ivp_not_counted(ivp_now.m, IVP_N_SOLVE);
    ivp_count(ivp_now.m, IVP_N_LU, s->iwork[LU]);
    for (int k = 0; k < METHODS; k++) {
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

IVP_SOLVER(gamd,
    .title = "GAMD",
    .source = "Iavernaro, Mazzia, SIAM J. Sci. Comput. 21 (1999) 323-339",
    .family = "boundary value methods",
    .library = "GAMD",
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
