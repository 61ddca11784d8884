/* odepack.c -- LSODE, LSODA and VODE behind the solver interface.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/odepack.h"
#include "kernel/formulation/model_private.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Places in RWORK and IWORK, from 0, and what they hold after a call */
enum {
    ODEPACK_TCRIT = 0,
    ODEPACK_H0 = 4,
    ODEPACK_HMAX = 5,
    ODEPACK_TN = 12,
    ODEPACK_PAST = 20
};
enum {
    ODEPACK_MXSTEP = 5,
    ODEPACK_STEPS = 10,
    ODEPACK_F,
    ODEPACK_JACOBIANS,
    ODEPACK_REALS = 22,
    ODEPACK_INTEGERS = 30
};
typedef void odepack_f(const int *, const double *, const double *, double *, void *, int *);
typedef void odepack_jac(const int *, const double *, const double *, const int *, const int *,
                         double *, const int *, void *, int *);
typedef void odepack_code(odepack_f *, const int *, double *, double *, const double *,
                          const int *, const double *, const double *, const int *, int *,
                          const int *, double *, const int *, int *, const int *, odepack_jac *,
                          const int *, void *, int *);

/* It iterates without a matrix. */
static bool is_functional(const odepack_method *m) { return m->full == m->banded; }

typedef struct odepack {
    ivp_model *m;
    const ivp_tol *tol;
    const odepack_method *method;
    odepack_code *code;
    int n, flag, lower, upper, lreals, lintegers, state;
    const int *order; /* the model's unknown that is the code's k-th; NULL: the k-th */
    double t, t_old, *y, *y_old, *gap, *reals;
    double *u, *F, *atol; /* in the model's order; in the code's */
    bool closed;          /* gap is that of the last step */
    ivp_direct_f *f;      /* where nobody looks between steps; NULL: ivp_rhs() */
    const real *p;
    ivp_state at; /* of f: time and state alone */
    int *integers;
} odepack;

static void from_model(const odepack *s, const double *from, double *to)
{
    if (!s->order) memcpy(to, from, (size_t)s->n * sizeof *to);
    for (int k = 0; s->order && k < s->n; k++) to[k] = from[s->order[k]];
}

static void to_model(const odepack *s, const double *from, double *to)
{
    if (!s->order) memcpy(to, from, (size_t)s->n * sizeof *to);
    for (int k = 0; s->order && k < s->n; k++) to[s->order[k]] = from[k];
}

static void ordered_rhs(const odepack *s, double t, const double *y, double *f)
{
    to_model(s, y, s->u);
    const ivp_status st = ivp_rhs(s->m, t, s->u, s->F);
    from_model(s, s->F, f);
    net_answer(st, f, s->n);
}

static void rhs(const int *n, const double *t, const double *y, double *f, void *self,
                int *ipar)
{
    (void)ipar;
    odepack *s = self;
    if (s->order) {
        ordered_rhs(s, *t, y, f);
        return;
    }
    if (!s->f) {
        net_answer(ivp_rhs(s->m, *t, y, f), f, *n);
        return;
    }
    s->at.t = *t;
    s->at.y = y;
    if (s->f(&s->at, f, s->p) || !ivp_f_is_finite(f, *n))
        net_escape(net_shared, IVP_E_NONFINITE);
}

static void jacobian(const int *n, const double *t, const double *y, const int *ml,
                     const int *mu, double *J, const int *ld, void *self, int *ipar)
{
    (void)ml, (void)mu, (void)ipar;
    odepack *s = self;
    const bool full = s->lower >= *n - 1;
    const ivp_mat A = { *n, *n, full ? *ld : *ld - 1, full ? J : J + s->upper };
    if (s->order) to_model(s, y, s->u);
    const ivp_status st =
        (full ? ivp_rhs_jac : ivp_rhs_jac_packed)(s->m, *t, s->order ? s->u : y, A);
    if (st < 0) net_escape(net_shared, st);
}

void odepack_destroy(void *self)
{
    odepack *s = self;
    if (!s) return;
    free(s->y);
    free(s->integers);
    free(s);
}

static bool is_narrow(const ivp_model *m)
{
    const ivp_band band = ivp_diagonals_of(m);
    return 2 * band.lower + band.upper + 1 < ivp_n(m);
}

/* VODE keeps a copy of the Jacobian. */
static double reals_of_matrices(const ivp_model *m, const odepack_method *method)
{
    const double n = ivp_n(m);
    const ivp_band band = ivp_diagonals_of(m);
    if (is_functional(method)) return 0;
    return n * (is_narrow(m) ? 3.0 * band.lower + 2.0 * band.upper + 2 : 2 * n);
}

double odepack_memory(const ivp_model *m, const odepack_method *method)
{
    return sizeof(double) * reals_of_matrices(m, method);
}

/* A code that may begin without a matrix needs nothing. */
double odepack_least_s(const ivp_model *m, const odepack_method *method)
{
    const ivp_band band = ivp_diagonals_of(m);
    if (is_functional(method) || method->may_switch) return 0;
    return is_narrow(m) ? ivp_least_band(ivp_n(m), band, IVP_LOOPS)
                        : ivp_least_full(ivp_n(m), IVP_LOOPS);
}

/* LSODA wants room for either of its methods. */
static ivp_status allocate(odepack *s)
{
    const size_t n = (size_t)s->n;
    const double reals = ODEPACK_REALS + 16.0 * s->n + reals_of_matrices(s->m, s->method);
    if (reals > INT_MAX) {
        ivp_reason(s->m, FORTRAN_TOO_LONG);
        return IVP_E_DECLINED;
    }
    s->lreals = (int)reals;
    s->lintegers = ODEPACK_INTEGERS + s->n;
    s->integers = calloc((size_t)s->lintegers, sizeof *s->integers);
    double *at = s->y = calloc(6 * n + (size_t)s->lreals, sizeof *s->y);
    if (!at || !s->integers) return IVP_E_NOMEM;
    double **const parts[] = { &s->y_old, &s->gap, &s->u, &s->F, &s->atol, &s->reals };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) *parts[k] = at += n;
    return IVP_OK;
}

static ivp_status set_up(odepack *s)
{
    const ivp_band band = ivp_diagonals_of(s->m);
    const bool narrow = is_narrow(s->m);
    s->lower = narrow ? band.lower : s->n - 1;
    s->upper = narrow ? band.upper : s->n - 1;
    s->order = narrow && !is_functional(s->method) ? ivp_order_of(s->m) : NULL;
    s->flag = narrow ? s->method->banded : s->method->full;
    s->code = (odepack_code *)(size_t)desolve_function(s->method->code);
    if (s->code) return allocate(s);
    ivp_reason(s->m, "deSolve.so cannot be opened, or lacks the code");
    return IVP_E_LIBRARY;
}

ivp_status odepack_create(void **self, ivp_model *m, const ivp_tol *tol,
                          const odepack_method *method)
{
    odepack *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->method = method;
    s->n = ivp_n(m);
    return set_up(s);
}

ivp_status odepack_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    odepack *s = self;
    (void)yp;
    from_model(s, y, s->y);
    from_model(s, s->tol->atol, s->atol);
    memset(s->reals, 0, (size_t)s->lreals * sizeof *s->reals);
    memset(s->integers, 0, (size_t)s->lintegers * sizeof *s->integers);
    s->t = s->t_old = t;
    s->state = 1;
    s->reals[ODEPACK_H0] = h0;
    s->reals[ODEPACK_HMAX] = s->tol->hmax;
    s->integers[0] = s->lower;
    s->integers[1] = s->upper;
    s->f = NULL;
    return IVP_OK;
}

/* task 5: one step; 4: all of them; neither passes tmax. */
static void call(odepack *s, double tmax, int task)
{
    const int scalar_and_vector = 2, options = 1;
    int unused = 0;
    s->reals[ODEPACK_TCRIT] = tmax;
    s->code(rhs, &s->n, s->y, &s->t, &tmax, &scalar_and_vector, &s->tol->rtol, s->atol, &task,
            &s->state, &options, s->reals, &s->lreals, s->integers, &s->lintegers, jacobian,
            &s->flag, s, &unused);
}

/* All steps to tmax, f called directly; false: the run must be repeated with checks. */
static bool go_unseen(odepack *s, double tmax, long most)
{
    ivp_status st;
    const double h0 = s->reals[ODEPACK_H0];
    s->f = ivp_f_unseen(s->m, &s->p);
    s->integers[ODEPACK_MXSTEP] = most < INT_MAX ? (int)most : INT_MAX;
    NET_TRY(call(s, tmax, 4), st);
    if (!st && s->state == 2 && ivp_f_is_finite(s->y, s->n)) {
        ivp_count(s->m, IVP_N_ACCEPTED, s->integers[ODEPACK_STEPS] - 1);
        if (s->f) ivp_count(s->m, IVP_N_F, s->integers[ODEPACK_F]);
        return true;
    }
    ivp_not_unseen(s->m);
    odepack_restart(s, s->t_old, s->y_old, NULL, h0); /* not where s->order is set */
    return false;
}

ivp_status odepack_advance(void *self, real tmax, real *t, real *y)
{
    odepack *s = self;
    ivp_status st = IVP_OK;
    const long unseen = s->state == 1 && !s->order ? ivp_steps_unseen(s->m) : 0;
    s->t_old = s->t;
    s->closed = false;
    memcpy(s->y_old, s->y, (size_t)s->n * sizeof *y);
    if (!unseen || !go_unseen(s, tmax, unseen)) NET_TRY(call(s, tmax, 5), st);
    *t = s->t;
    to_model(s, s->y, y);
    if (!st && s->state == 2) return IVP_OK;
    if (*net_shared->said) ivp_reason(s->m, net_shared->said);
    return st               ? st
           : s->state == -5 ? IVP_E_DIVERGED
           : s->state == -3 ? IVP_E_LIBRARY
                            : IVP_E_STEP_TOO_SMALL;
}

/* y(t) = sum_j z_j ((t - TN)/H)^j, z_j column j of Nordsieck's array. DINTDY and DVINDY say
 * the same, but refuse times outside of [TN - HU, TN] by margins with the sign of TN + HU:
 * both ends where times are negative, and the end where a step has reached TCRIT, a little
 * beyond TN. */
static void interpolate(const odepack *s, double t, double *y)
{
    const double h = s->reals[s->method->h], x = (t - s->reals[ODEPACK_TN]) / h;
    const double *z = s->reals + ODEPACK_PAST;
    const int order = s->integers[s->method->order];
    memcpy(y, z + order * s->n, (size_t)s->n * sizeof *y);
    for (int j = order - 1; j >= 0; j--)
        for (int k = 0; k < s->n; k++) y[k] = z[j * s->n + k] + x * y[k];
}

ivp_status odepack_dense(void *self, real theta, real *y)
{
    odepack *s = self;
    if (!s->closed) interpolate(s, s->t_old, s->gap);
    for (int k = 0; !s->closed && k < s->n; k++) s->gap[k] = s->y_old[k] - s->gap[k];
    s->closed = true;
    double *inside = s->order ? s->u : y;
    interpolate(s, s->t_old + theta * (s->t - s->t_old), inside);
    for (int k = 0; k < s->n; k++) inside[k] += (1 - theta) * s->gap[k];
    if (s->order) to_model(s, inside, y);
    return IVP_OK;
}

/* LSODE and LSODA factor whenever they evaluate the Jacobian. What else they do they do not
 * tell; without a matrix they solve nothing. */
static void finish_silent(const odepack *s)
{
    ivp_count(s->m, IVP_N_LU, s->integers[ODEPACK_JACOBIANS]);
    ivp_not_counted(s->m, IVP_N_NEWTON);
    ivp_not_counted(s->m, IVP_N_FAILED);
    ivp_not_counted(s->m, IVP_N_REJECTED);
    if (!is_functional(s->method)) ivp_not_counted(s->m, IVP_N_SOLVE);
}

/* VODE's NNI are solutions with the iteration matrix: functional iterations are not counted. */
void odepack_finish(void *self)
{
    const odepack *s = self;
    const int *w = s->integers;
    if (!s->method->tells) {
        finish_silent(s);
        return;
    }
    static const ivp_counter told[] = { IVP_N_LU, IVP_N_NEWTON, IVP_N_FAILED, IVP_N_REJECTED };
    for (int k = 0; k < 4; k++) ivp_count(s->m, told[k], w[18 + k]);
    ivp_count(s->m, IVP_N_SOLVE, w[19]);
    if (is_functional(s->method)) ivp_not_counted(s->m, IVP_N_NEWTON);
}
