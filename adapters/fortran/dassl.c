/* dassl.c -- DASSL and DASPK behind the solver interface.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/dassl_run.h"

#include "kernel/formulation/model_private.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Rows of a matrix with diagonals, factored in place */
static size_t rows_of(int lower, int upper) { return 2 * (size_t)lower + (size_t)upper + 1; }

/* The model's matrix s->J into the code's order */
static void sort_matrix(const dassl *s, double *J)
{
    const size_t n = (size_t)s->n;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++)
            J[i + j * n] = s->J[(size_t)s->order[i] + (size_t)s->order[j] * n];
}

static void residual(double t, const double *y, const double *yp, double *F, int *ires,
                     dassl *s)
{
    dassl_unsort(s, y, s->u);
    dassl_unsort(s, yp, s->up);
    const ivp_status st = ivp_res(s->m, t, s->u, s->up, s->F);
    if (st < 0) net_escape(net_shared, st);
    if (st) *ires = -1;
    dassl_sort(s, s->F, F);
}

static void dassl_res(const double *t, const double *y, const double *yp, double *F, int *ires,
                      void *self, int *ipar)
{
    (void)ipar;
    residual(*t, y, yp, F, ires, self);
}

/* The codes' argument list. NOLINTNEXTLINE(readability-function-size) */
static void daspk_res(const double *t, const double *y, const double *yp, const double *c,
                      double *F, int *ires, void *self, int *ipar)
{
    (void)c, (void)ipar;
    residual(*t, y, yp, F, ires, self);
}

static bool is_full(const dassl *s) { return s->lower >= s->n - 1; }

/* Where the model writes: the code's matrix, whose first `lower` rows are for exchanges of
 * rows if it is banded, or one of its own where the code has another order. */
static ivp_mat matrix_of(const dassl *s, double *J)
{
    const int n = s->n, others = s->lower + s->upper;
    if (is_full(s)) return (ivp_mat){ n, n, n, s->moved ? s->J : J };
    return (ivp_mat){ n, n, s->lower + others, J + others };
}

/* dF/dy + c dF/dy'; where it does not exist the matrix is zero, and the step fails. */
static void jacobian(const double *t, const double *y, const double *yp, double *J,
                     const double *c, void *self, int *ipar)
{
    (void)ipar;
    dassl *s = self;
    const size_t n = (size_t)s->n;
    dassl_unsort(s, y, s->u);
    dassl_unsort(s, yp, s->up);
    const ivp_status st = (is_full(s) ? ivp_res_jac : ivp_res_jac_packed)(s->m, *t, s->u, s->up,
                                                                          *c, matrix_of(s, J));
    if (st < 0) net_escape(net_shared, st);
    if (st)
        memset(J, 0, n * (is_full(s) ? n : rows_of(s->lower, s->upper)) * sizeof *J);
    else if (s->moved)
        sort_matrix(s, J);
}

static void no_psol(void) {}

/* ---- set-up ------------------------------------------------------------------------------ */

void dassl_destroy(void *self)
{
    dassl *s = self;
    if (!s) return;
    ivp_preconditioner_close(s->p);
    free(s->y);
    free(s->integers);
    free(s->order);
    free(s);
}

/* The model's unknowns are in the code's order: of index 1, 2, 3 where it takes their
 * numbers. */
static bool is_sorted(const ivp_model *m, const dassl_method *method)
{
    const int *index = ivp_index(m);
    for (int k = 1; method->scales && k < ivp_n(m); k++)
        if (index[k] < index[k - 1]) return false;
    return true;
}

static bool is_narrow(const ivp_model *m, const dassl_method *method)
{
    const ivp_band band = ivp_diagonals_of(m);
    return is_sorted(m, method) && rows_of(band.lower, band.upper) < (size_t)ivp_n(m);
}

static double reals_of_matrix(const ivp_model *m, const dassl_method *method)
{
    const ivp_band band = ivp_diagonals_of(m);
    const double n = ivp_n(m);
    return n * (is_narrow(m, method) ? (double)rows_of(band.lower, band.upper) : n);
}

double dassl_memory(const ivp_model *m, const dassl_method *method)
{
    return sizeof(double) * reals_of_matrix(m, method) * (is_sorted(m, method) ? 1 : 2);
}

double dassl_least_s(const ivp_model *m, const dassl_method *method)
{
    const ivp_band band = ivp_diagonals_of(m);
    return is_narrow(m, method) ? ivp_least_band(ivp_n(m), band, IVP_LOOPS)
                                : ivp_least_full(ivp_n(m), IVP_LOOPS);
}

static ivp_status allocate(dassl *s)
{
    const size_t n = (size_t)s->n, nn = s->moved ? n * n : 0;
    const double of_matrix = s->gmres ? 10.0 * s->n + 60 : reals_of_matrix(s->m, s->method);
    const double reals = DASSL_REALS + 10.0 * s->n + of_matrix;
    if (reals > INT_MAX) {
        ivp_reason(s->m, FORTRAN_TOO_LONG);
        return IVP_E_DECLINED;
    }
    s->lreals = (int)reals;
    s->lintegers = DASSL_INTEGERS + 2 * s->n;
    s->integers = calloc((size_t)s->lintegers, sizeof *s->integers);
    s->order = calloc(n, sizeof *s->order);
    double *at = s->y = calloc(7 * n + nn + (size_t)s->lreals, sizeof *at);
    if (!at || !s->integers || !s->order) return IVP_E_NOMEM;
    double **const parts[] = { &s->yp, &s->rtol, &s->atol, &s->u, &s->up, &s->F };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) *parts[k] = at += n;
    s->J = at + n;
    s->reals = s->J + nn;
    return IVP_OK;
}

/* Unknowns of index 1, 2, 3 in this order, where the code takes their numbers; else those of
 * packed diagonals. */
static void sort_by_index(dassl *s)
{
    const int *index = ivp_index(s->m);
    int k = 0;
    for (int class = 1; class <= 3; class ++)
        for (int i = 0; i < s->n; i++) {
            if (index[i] != class) continue;
            s->sizes[class - 1]++;
            s->order[k++] = i;
        }
    for (int i = 0; !s->method->scales && i < s->n; i++) s->order[i] = i;
    const int *narrow = is_full(s) ? NULL : ivp_order_of(s->m);
    if (narrow) memcpy(s->order, narrow, (size_t)s->n * sizeof *narrow);
}

/* lambda and mu, or an algebraic unknown of index 2 and more in a problem not born
 * mechanical */
static bool is_multiplier(const ivp_model *m, int i)
{
    if (ivp_nq(m) > 0) return i >= 2 * ivp_nq(m) + ivp_nx(m);
    return ivp_index(m)[i] > 1 && !ivp_differential(m)[i];
}

static ivp_status set_up(dassl *s)
{
    const ivp_band band = ivp_diagonals_of(s->m);
    s->n = ivp_n(s->m);
    s->moved = !s->gmres && !is_sorted(s->m, s->method);
    s->lower = s->upper = s->n - 1;
    if (!s->gmres && is_narrow(s->m, s->method)) {
        s->lower = band.lower;
        s->upper = band.upper;
    }
    if (!s->code || !s->at) {
        ivp_reason(s->m, s->method->lacking);
        return IVP_E_LIBRARY;
    }
    const ivp_status st = allocate(s);
    if (!st) sort_by_index(s);
    return st;
}

ivp_status dassl_create(void **self, ivp_model *m, const ivp_tol *tol, const dassl_setup *of)
{
    dassl *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    *s = (dassl){ .m = m,
                  .tol = tol,
                  .method = of->method,
                  .gmres = of->gmres,
                  .code = (dassl_code *)(size_t)of->code,
                  .at = (dassl_past *)(size_t)of->past,
                  .factor = of->factor };
    const ivp_status st = of->gmres ? daspk_krylov_open(s, of->kind, of->width) : IVP_OK;
    return st ? st : set_up(s);
}

/* ---- runs -------------------------------------------------------------------------------- */

static void write_settings(dassl *s, real h0)
{
    const bool higher = s->sizes[0] < s->n;
    int *info = s->info, *identity = s->integers + DASSL_INTEGERS - 1;
    info[DASSL_VECTORS] = info[DASSL_ONE_STEP] = info[DASSL_WALL] = info[DASSL_JACOBIAN] = 1;
    info[DASSL_BANDED] = s->lower < s->n - 1;
    info[DASSL_GMRES] = s->gmres;
    info[DASSL_PREPARES] = s->p != NULL;
    info[DASSL_HMAX] = s->tol->hmax > 0;
    info[DASSL_H0] = h0 > 0;
    if (s->method->scales) {
        memcpy(info + DASSL_SIZES, s->sizes, sizeof s->sizes);
        info[DASSL_EXCLUDES] = higher;
        for (int k = 0; higher && k < s->n; k++)
            identity[k] = ivp_differential(s->m)[s->order[k]] ? 1 : -1;
    }
    s->integers[0] = s->lower;
    s->integers[1] = s->upper;
    s->reals[1] = s->tol->hmax;
    s->reals[2] = h0;
}

ivp_status dassl_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    dassl *s = self;
    memset(s->info, 0, sizeof s->info);
    memset(s->integers, 0, (size_t)s->lintegers * sizeof *s->integers);
    memset(s->reals, 0, (size_t)s->lreals * sizeof *s->reals);
    s->t = s->t_old = t;
    dassl_sort(s, y, s->y);
    dassl_sort(s, yp, s->yp);
    for (int k = 0; k < s->n; k++) {
        const int i = s->order[k];
        s->rtol[k] = s->tol->rtol;
        s->atol[k] = s->tol->atol[i] * (is_multiplier(s->m, i) ? s->factor : 1);
    }
    write_settings(s, h0);
    return IVP_OK;
}

static void call(dassl *s, double tmax, int *idid)
{
    enum { NEAR = 1000 }; /* steps; one is at most twice as long as that before */
    const double near = s->t + NEAR * s->reals[DASSL_H];
    const double tout = s->reals[DASSL_H] > 0 && near < tmax ? near : tmax;
    int unused = 0;
    s->reals[0] = tmax;
    s->code(s->method->takes_cj ? (void (*)(void))daspk_res : (void (*)(void))dassl_res, &s->n,
            &s->t, s->y, s->yp, &tout, s->info, s->rtol, s->atol, idid, s->reals, &s->lreals,
            s->integers, &s->lintegers, s, &unused,
            s->gmres ? daspk_krylov_jac() : (void (*)(void))jacobian,
            s->gmres ? daspk_krylov_psol() : no_psol);
}

ivp_status dassl_advance(void *self, real tmax, real *t, real *y)
{
    dassl *s = self;
    int idid = 0;
    ivp_status st;
    s->t_old = s->t;
    NET_TRY(call(s, tmax, &idid), st);
    *t = s->t;
    dassl_unsort(s, s->y, y);
    if (!st && idid > 0) return IVP_OK;
    if (*net_shared->said) ivp_reason(s->m, net_shared->said);
    if (st) return st;
    const bool newton = idid == -7 || idid == -8 || idid == -9;
    return newton ? IVP_E_DIVERGED : idid == -33 ? IVP_E_LIBRARY : IVP_E_STEP_TOO_SMALL;
}

ivp_status dassl_dense(void *self, real theta, real *y)
{
    dassl *s = self;
    const double t = s->t_old + theta * (s->t - s->t_old);
    const double *phi = s->reals + s->method->differences +
                        (3 + (s->info[DASSL_EXCLUDES] ? 1 : 0) + (s->gmres ? 1 : 0)) * s->n;
    s->at(&s->reals[DASSL_T], &t, s->u, s->up, &s->n, &s->integers[DASSL_ORDER_USED], phi,
          s->reals + s->method->past);
    dassl_unsort(s, s->u, y);
    return IVP_OK;
}

/* The codes factor whenever they evaluate the Jacobian; a preconditioner counts itself. */
void dassl_finish(void *self)
{
    dassl *s = self;
    const int *w = s->integers;
    if (!s->gmres) ivp_count(s->m, IVP_N_LU, w[DASSL_JACOBIANS]);
    ivp_count(s->m, IVP_N_REJECTED, w[DASSL_REJECTED]);
    ivp_count(s->m, IVP_N_FAILED, w[DASSL_FAILED]);
    if (!s->method->tells_newton) {
        ivp_not_counted(s->m, IVP_N_NEWTON);
        ivp_not_counted(s->m, IVP_N_SOLVE);
        return;
    }
    ivp_count(s->m, IVP_N_NEWTON, w[DASSL_NEWTON]);
    if (!s->gmres) ivp_count(s->m, IVP_N_SOLVE, w[DASSL_NEWTON]);
    if (s->gmres) daspk_krylov_finish(s, w[DASSL_LINEAR]);
}
