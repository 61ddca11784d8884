/* dassl_run.h -- a run of DASSL or DASPK.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FORTRAN_DASSL_RUN_H
#define ADAPTERS_FORTRAN_DASSL_RUN_H

#include "adapters/fortran/dassl.h"
#include "kernel/formulation/model_private.h"

/* The residual has one argument more in DASPK, and the Jacobian others with GMRES: passed on
 * untyped. */
typedef void dassl_code(void (*)(void), const int *n, double *t, double *y, double *yp,
                        const double *tout, int *info, double *rtol, double *atol, int *idid,
                        double *rwork, const int *lrw, int *iwork, const int *liw, void *self,
                        int *ipar, void (*jac)(void), void (*psol)(void));
typedef void dassl_past(const double *t, const double *at, double *y, double *yp, const int *n,
                        const int *order, const double *phi, const double *psi);

/* Places in INFO, IWORK and RWORK, from 0 */
enum { DASSL_INFO = 25, DASSL_CONTINUES = 0, DASSL_VECTORS, DASSL_ONE_STEP, DASSL_WALL };
enum { DASSL_JACOBIAN = 4, DASSL_BANDED, DASSL_HMAX, DASSL_H0 };
enum { DASSL_GMRES = 11, DASSL_PREPARES = 14, DASSL_EXCLUDES };
enum { DASSL_SIZES = 20 };
enum { DASSL_ORDER_USED = 7, DASSL_JACOBIANS = 12, DASSL_REJECTED, DASSL_FAILED };
enum { DASSL_NEWTON = 18, DASSL_LINEAR, DASSL_INTEGERS = 41 };
enum { DASSL_H = 2, DASSL_T, DASSL_REALS = 60 };

typedef struct dassl {
    ivp_model *m;
    const ivp_tol *tol;
    const dassl_method *method;
    ivp_preconditioner *p; /* of GMRES; NULL: none */
    bool gmres;            /* no matrix */
    dassl_code *code;
    dassl_past *at;
    int n, lower, upper, lreals, lintegers, sizes[3], info[DASSL_INFO];
    int *order, *integers; /* order[k]: the model's unknown that is the code's k-th */
    double factor;         /* on atol of multipliers */
    bool moved;            /* a full matrix whose order is not the model's */
    double t, t_old, *y, *yp, *rtol, *atol, *u, *up, *F, *J, *reals;
    char remark[80];
} dassl;

/* From the model's order to the code's, and back */
static inline void dassl_sort(const dassl *s, const real *from, double *to)
{
    for (int k = 0; k < s->n; k++) to[k] = from[s->order[k]];
}

static inline void dassl_unsort(const dassl *s, const double *from, real *to)
{
    for (int k = 0; k < s->n; k++) to[s->order[k]] = from[k];
}

#pragma GCC visibility push(hidden)

/* GMRES of DASPK, daspk_krylov.c: what it lacks is the reason of IVP_E_DECLINED. */
ivp_status daspk_krylov_open(dassl *s, ivp_precondition_kind kind, int width);
/* JAC and PSOL of the code */
void (*daspk_krylov_jac(void))(void);
void (*daspk_krylov_psol(void))(void);
/* So many linear iterations since the last start */
void daspk_krylov_finish(dassl *s, long iterations);

#pragma GCC visibility pop

#endif
