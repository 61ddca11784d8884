/* radau5.c -- RADAU5 of Hairer and Wanner, the Radau IIA method of order 5 on M y' = f(t, y),
 * as it is in the R package deSolve; see adapters/fortran/desolve.h.
 *
 * It drives itself and calls SOLOUT after each step, where CONTR5 interpolates. A state that
 * SOLOUT changes is where it goes on. Where M y' = f comes from:
 *
 *     index3, index2     mechanisms with accelerations as unknowns: radau5_mechanism.h
 *     lin                as it is, M constant; unknowns sorted by index, as the code wants them
 *     others             y' = f
 *
 * Mechanisms without first-order states have the structure y_i' = y_(i + m2), i <= m1, which
 * the code is told (IWORK(9), IWORK(10)). Jacobians are exact; `jacobian=testset` takes that of
 * the Test Set for IVP Solvers, where derivatives of f, M and G are left out. Everything else
 * is as the code's authors chose it. At index 3 the rest of g after Newton's iteration is
 * divided by h^2. Where steps shrink for ever by that, a smaller `fnewt` helps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/band.h"
#include "adapters/fortran/radau5_structure.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { JACOBIAN, NEWTON_START, CONTROLLER, FNEWT };
static const ivp_param options[] = {
    [JACOBIAN] = { "jacobian", "exact",
                   "of mechanisms at index 3 and 2: all of it, or M, G "
                   "and identities alone",
                   "exact testset" },
    [NEWTON_START] = { "start", "extrapolated", "starting values of Newton's iteration",
                       "extrapolated zero" },
    [CONTROLLER] = { "controller", "predictive", "step size control, Gustafsson's or classical",
                     "predictive classical" },
    [FNEWT] = { "fnewt", "0", "end of Newton's iteration; 0: min(0.03, sqrt(rtol))", NULL },
    { 0 },
};

/* ---- between the model and the code ------------------------------------------------------ */

static void from_model(const struct radau5 *s, const real *y, real *Y)
{
    for (int k = 0; k < s->n; k++) Y[k] = y[s->order[k]];
}

static void to_model(const struct radau5 *s, const double *Y, real *y)
{
    if (s->mechanism) {
        mechanism_to_model(s->mechanism, Y, y);
        return;
    }
    for (int k = 0; k < s->n; k++) y[s->order[k]] = Y[k];
}

static void direct_f(struct radau5 *s, double t, const double *Y, double *F)
{
    s->at.t = t;
    s->at.y = Y;
    if (s->direct(&s->at, F, s->p) || !ivp_f_is_finite(F, s->n))
        net_escape(net_shared, IVP_E_NONFINITE);
}

/* The code's arguments. NOLINTNEXTLINE(readability-non-const-parameter) */
static void f(const int *n, const double *t, const double *Y, double *F, void *self, int *ipar)
{
    (void)ipar;
    struct radau5 *s = self;
    ivp_status st;
    if (s->direct) {
        direct_f(s, *t, Y, F);
        return;
    }
    if (s->plain) {
        st = ivp_rhs(s->m, *t, Y, F);
    } else if (s->mechanism) {
        st = mechanism_f(s->mechanism, *t, Y, F);
    } else {
        to_model(s, Y, s->y);
        st = ivp_rhs(s->m, *t, s->y, s->f);
        from_model(s, s->f, F);
    }
    if (st) net_answer(st, F, *n);
}

static ordered_matrix ordered(const struct radau5 *s, const double *A)
{
    return (ordered_matrix){ s->n, s->first, s->order, A };
}

/* Of a code in the model's order */
static ivp_mat matrix_of(const struct radau5 *s, int ld, double *A)
{
    const int n = s->n;
    return s->narrow ? (ivp_mat){ n, n, ld - 1, A + s->upper } : (ivp_mat){ n, n, ld, A };
}

static void jacobian(const int *n, const double *t, const double *Y, const int *ml,
                     const int *mu, double *J, const int *ld, void *self, int *ipar)
{
    (void)ml, (void)mu, (void)ipar;
    struct radau5 *s = self;
    ivp_status st;
    if (!s->plain) memset(J, 0, (size_t)*ld * (size_t)*n * sizeof *J);
    if (s->plain || s->narrow) {
        const bool packed = s->narrow && !s->has_mass;
        if (s->narrow) to_model(s, Y, s->y);
        st = (packed ? ivp_rhs_jac_packed : ivp_rhs_jac)(s->m, *t, s->narrow ? s->y : Y,
                                                         matrix_of(s, *ld, J));
    } else if (s->mechanism) {
        const ivp_mat A = { *n - s->first, *n, *ld, J };
        st = mechanism_jacobian(s->mechanism, *t, Y, s->first, A);
    } else {
        to_model(s, Y, s->y);
        st = ivp_rhs_jac(s->m, *t, s->y, (ivp_mat){ *n, *n, *n, s->J });
        if (!st) band_store_ordered(ordered(s, s->J), s->lower, s->upper, J, *ld);
    }
    if (st < 0) net_escape(net_shared, st);
}

/* Of a mechanism the matrix is diagonal: ones for what is differential. */
static void mass(const int *n, double *am, const int *ld, void *self, int *ipar)
{
    (void)ipar;
    struct radau5 *s = self;
    if (s->mechanism)
        for (int k = 0; k < *n; k++) am[k] = k + s->first < s->mechanism->W;
    else if (s->narrow)
        memcpy(am, s->M, (size_t)*n * (size_t)*ld * sizeof *am);
    else
        band_store_ordered(ordered(s, s->M), s->mass_lower, s->mass_upper, am, *ld);
}

/* After each step, and once before the first. NOLINTNEXTLINE(readability-function-size) */
static void solout(const int *number, const double *t_old, const double *t, double *Y,
                   const double *cont, const int *lcont, const int *n, void *self, int *ipar,
                   int *leave, double *unused)
{
    (void)number, (void)n, (void)ipar, (void)unused;
    struct radau5 *s = self;
    *leave = 0;
    if (*t == *t_old) return;
    s->t_old = *t_old;
    s->t = *t;
    s->cont = cont;
    s->lcont = *lcont;
    to_model(s, Y, s->y);
    const ivp_step_reply reply = s->host->step(s->host->kernel, *t, s->y);
    if (reply == IVP_GO_ON_MOVED) from_model(s, s->y, Y);
    if (reply == IVP_RETURN) *leave = -1;
}

/* ---- set-up ------------------------------------------------------------------------------ */

static const char *refuses(const ivp_tol *tol, const double *option)
{
    (void)tol;
    return option[FNEWT] >= 0 && option[FNEWT] < 1 ? NULL : "fnewt must be between 0 and 1";
}

static const char *declines(const ivp_model *m)
{
    if (ivp_view_of(m) == IVP_LINEAR && ivp_mass_of(m) == IVP_MASS_VARIES)
        return "its mass matrix must be constant";
    return NULL;
}

static ivp_status allocate(struct radau5 *s)
{
    const size_t n = (size_t)s->n, mass = (size_t)radau5_reals_of_mass(s->m),
                 jacobian = (size_t)radau5_reals_of_jacobian(s->m);
    const double work = radau5_reals_of_work(s->m, s->n) + 12.0 * s->n + IWORK;
    if (work > INT_MAX) {
        ivp_reason(s->m, FORTRAN_TOO_LONG);
        return IVP_E_DECLINED;
    }
    s->lwork = (int)work;
    s->liwork = 3 * s->n + IWORK;
    s->integers = calloc((size_t)s->liwork, sizeof *s->integers);
    double *at = s->Y = calloc(5 * n + mass + jacobian + (size_t)s->lwork, sizeof *at);
    if (!at || !s->integers) return IVP_E_NOMEM;
    double **const parts[] = { &s->rtol, &s->atol, &s->y, &s->f };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) *parts[k] = at += n;
    s->M = at += n;
    s->J = at += mass;
    s->work = at + jacobian;
    return IVP_OK;
}

static void destroy(void *self)
{
    struct radau5 *s = self;
    if (!s) return;
    free(s->mechanism);
    free(s->order);
    free(s->integers);
    free(s->Y);
    free(s);
}

static ivp_status set_up(struct radau5 *s, ivp_model *m, const ivp_tol *tol,
                         const double *option)
{
    s->m = m;
    s->tol = tol;
    s->start = (int)option[NEWTON_START];
    s->controller = (int)option[CONTROLLER] + 1;
    s->fnewt = option[FNEWT];
    s->code = (radau5_code *)(size_t)desolve_function("radau5_");
    s->contr5 = (radau5_dense *)(size_t)desolve_function("contr5_");
    if (!s->code || !s->contr5) {
        ivp_reason(m, "deSolve.so cannot be opened, or has no radau5_");
        return IVP_E_LIBRARY;
    }
    if (ivp_view_of(m) == IVP_MECH_VIEW) {
        s->mechanism = mechanism_open(m, (int)option[JACOBIAN] == 1);
        if (!s->mechanism) return IVP_E_NOMEM;
    }
    s->n = s->mechanism ? s->mechanism->n : ivp_n(m);
    s->order = calloc((size_t)s->n, sizeof *s->order);
    if (!s->order) return IVP_E_NOMEM;
    radau5_look(s);
    return allocate(s);
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    struct radau5 *s = *self = calloc(1, sizeof *s);
    return s ? set_up(s, m, tol, option) : IVP_E_NOMEM;
}

/* ---- runs -------------------------------------------------------------------------------- */

/* The code scales them, and scales them back with rounding. */
static void set_tolerances(struct radau5 *s)
{
    for (int k = 0; k < s->n; k++) s->rtol[k] = s->tol->rtol;
    from_model(s, s->tol->atol, s->atol);
}

static ivp_status restart(void *self, real t, const real *y, const real *yp, real h0)
{
    struct radau5 *s = self;
    s->t = t;
    s->h = h0;
    memset(s->iwork, 0, sizeof s->iwork);
    for (int k = 0; k < s->n; k++) s->rtol[k] = s->tol->rtol;
    if (s->mechanism) { /* accelerations are asked for as well as velocities */
        const real *atol = s->tol->atol;
        mechanism_from_model(s->mechanism, y, yp + s->mechanism->nq, s->Y);
        mechanism_from_model(s->mechanism, atol, atol + s->mechanism->nq, s->atol);
        s->mass_lower = s->mass_upper = 0;
        return IVP_OK;
    }
    from_model(s, y, s->Y);
    set_tolerances(s);
    if (!s->has_mass) return IVP_OK;
    const int ld = s->narrow ? s->lower + s->upper + 1 : s->n;
    const ivp_status st = ivp_mass(s->m, t, y, matrix_of(s, ld, s->M));
    s->mass_lower = s->lower;
    s->mass_upper = s->upper;
    if (s->narrow) return st;
    band_narrow(ordered(s, s->M), &s->mass_lower, &s->mass_upper);
    if (s->mass_lower + s->mass_upper + 1 >= s->n) s->mass_lower = s->n;
    return st;
}

/* tells: SOLOUT is called after each step */
static void call(struct radau5 *s, double tmax, long most, int tells, int *idid)
{
    const int one = 1, has_mass = s->has_mass;
    int ml = s->lower, mu = s->upper, mass_ml = s->mass_lower, mass_mu = s->mass_upper;
    int unused = 0, *iw = s->integers;
    memset(iw, 0, IWORK * sizeof *iw);
    memset(s->work, 0, IWORK * sizeof *s->work);
    iw[1] = most < 2000000000 ? (int)most : 2000000000;
    iw[3] = s->start;
    for (int k = 0; k < 3; k++) iw[4 + k] = s->sizes[k];
    iw[7] = s->controller;
    iw[8] = s->first;
    iw[9] = s->mechanism ? s->mechanism->nq : s->first;
    s->work[3] = s->fnewt;
    s->work[6] = s->tol->hmax;
    s->code(&s->n, f, &s->t, s->Y, &tmax, &s->h, s->rtol, s->atol, &one, jacobian, &one, &ml,
            &mu, mass, &has_mass, &mass_ml, &mass_mu, solout, &tells, s->work, &s->lwork, iw,
            &s->liwork, s, &unused, idid);
}

/* All steps to tmax, f called directly. Without a finite end Y is where it began, and the run
 * is to be repeated with checks. */
static bool go_unseen(struct radau5 *s, double tmax, long most)
{
    int idid = 0;
    ivp_status st;
    const double t = s->t, h = s->h;
    memcpy(s->y, s->Y, (size_t)s->n * sizeof *s->y);
    s->direct = ivp_f_unseen(s->m, &s->p);
    NET_TRY(call(s, tmax, most, 0, &idid), st);
    const bool good = !st && idid > 0 && ivp_f_is_finite(s->Y, s->n);
    if (good) {
        memcpy(s->iwork, s->integers, sizeof s->iwork);
        ivp_count(s->m, IVP_N_ACCEPTED, s->iwork[NACCPT] - 1);
        if (s->direct) ivp_count(s->m, IVP_N_F, s->iwork[NFCN]);
    } else {
        memcpy(s->Y, s->y, (size_t)s->n * sizeof *s->y);
        set_tolerances(s);
        ivp_not_unseen(s->m);
        s->t = t;
        s->h = h;
    }
    s->direct = NULL;
    return good;
}

static ivp_status drive(void *self, real tmax, const ivp_host *host)
{
    struct radau5 *s = self;
    const long unseen = s->plain ? ivp_steps_unseen(s->m) : 0;
    int idid = 0;
    ivp_status st;
    s->host = host;
    if (unseen && go_unseen(s, tmax, unseen)) {
        host->step(host->kernel, s->t, s->Y);
        return IVP_OK;
    }
    NET_TRY(call(s, tmax, LONG_MAX, 1, &idid), st);
    memcpy(s->iwork, s->integers, sizeof s->iwork);
    if (!st && idid > 0) return IVP_OK;
    if (*net_shared->said) ivp_reason(s->m, net_shared->said);
    return st           ? st
           : idid == -3 ? IVP_E_STEP_TOO_SMALL
           : idid == -4 ? IVP_E_DIVERGED
                        : IVP_E_LIBRARY;
}

static ivp_status dense(void *self, real theta, real *y)
{
    struct radau5 *s = self;
    const double t = s->t_old + theta * (s->t - s->t_old);
    s->contr5(&s->n, &t, s->cont, &s->lcont, s->f);
    to_model(s, s->f, y);
    return IVP_OK;
}

/* NSTEP counts all trials; what is neither accepted nor rejected by the error test did not
 * converge, or was rejected in the first step. */
static void finish(void *self)
{
    const struct radau5 *s = self;
    const int *w = s->iwork;
    ivp_count(s->m, IVP_N_REJECTED, w[NREJCT]);
    ivp_count(s->m, IVP_N_FAILED, w[NSTEP] - w[NACCPT] - w[NREJCT]);
    ivp_count(s->m, IVP_N_LU, w[NDEC]);
    ivp_count(s->m, IVP_N_SOLVE, w[NSOL]);
    ivp_count(s->m, IVP_N_NEWTON, w[NSOL]);
}

IVP_SOLVER(radau5,
    .title = "RADAU5, implicit Runge-Kutta method of order 5",
    .source = "E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 1996, section "
              "IV.8; code of January 18, 2002, in " DESOLVE_LIBRARY
              "; settings: all as its authors chose them, sizes of index 1, 2, 3 given",
    .family = "radau",
    .library = DESOLVE_LIBRARY,
    .views = IVP_MECH_VIEW | IVP_FIRST | IVP_LINEAR,
    .blocks = IVP_INDEX3 | IVP_INDEX2,
    .formulations = IVP_INDEX3 | IVP_INDEX2 | IVP_INDEX1 | IVP_PROJECTED | IVP_STATE_SPACE |
                    IVP_AS_ODE | IVP_AS_LIN,
    .adaptive = true,
    .h0_rule = IVP_H0_OWN,
    .options = options,
    .refuses = refuses,
    .missing = desolve_missing,
    .declines = declines,
    .memory = radau5_memory,
    .least_s = radau5_least_s,
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .drive = drive,
    .takes_moved = true,
    .dense = dense,
    .finish = finish);
