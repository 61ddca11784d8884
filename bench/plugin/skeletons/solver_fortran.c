/* NAME.c -- drives NAME.f, which runs over the interval and calls SOLOUT after each step.
 *
 *     ivpbench plugin test NAME.f NAME.c
 *     export IVPBENCH_PLUGIN_PATH=$PWD/plugins
 *     ivpbench try circular_track --solver NAME@index1 --h 1e-3
 *
 * Tolerances, Jacobian, mass matrix, dense output: docs/add-a-fortran-code.md. */
#include <ivp/fortran.h>

void code_NAME_(const int *n, ivp_fcn_type *fcn, double *x, double *y, const double *xend,
                const double *h, ivp_solout_type *solout, double *work, double *rpar, int *ipar,
                int *idid);

struct method {
    double t, *y, *work;
};

static void destroy(void *self)
{
    struct method *s = self;
    ivp_fortran_close();
    if (s) free(s->y);
    free(s);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const size_t n = (size_t)ivp_n(m);
    struct method *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    s->y = calloc(4 * n, sizeof *s->y);
    if (!s->y) return IVP_E_NOMEM;
    s->work = s->y + n;
    return ivp_fortran_open(m, tol);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct method *s = self;
    (void)yp, (void)h0;
    s->t = t;
    ivp_fortran_start(t, y);
    memcpy(s->y, y, (size_t)ivp_now.n * sizeof *y);
    return IVP_OK;
}

static ivp_status drive(void *self, real tmax, const ivp_host *host)
{
    struct method *s = self;
    double rpar = 0;
    int ipar = 0, idid = 0;
    ivp_fortran_begin(host);
    code_NAME_(&ivp_now.n, ivp_fcn, &s->t, s->y, &tmax, &ivp_now.tol->h, ivp_solout, s->work,
               &rpar, &ipar, &idid);
    return ivp_now.failed;
}

IVP_SOLVER(NAME,
    .title = "NAME: Heun's method, order 2, in Fortran 77",
    .source = "Heun, Z. Math. Phys. 45 (1900)",
    .views = IVP_FIRST,
    .order = 2,
    .fixed_step = true,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .drive = drive,
    .takes_moved = true);
