/* daspk_krylov.c -- GMRES of DASPK (INFO(12) = 1) with the kernel's preconditioners.
 *
 *     A = dF/dy + c dF/dy',   P^-1 A x = P^-1 b
 *
 * The code takes products A v by a difference of two residuals (DATV); P is from the left. JAC
 * makes P's factors, PSOL solves with them. GMRES has five vectors and five restarts, as its
 * authors chose.
 *
 * Source: P. N. Brown, A. C. Hindmarsh, L. R. Petzold, SIAM J. Sci. Comput. 15 (1994) 1467-1488.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/dassl_run.h"

#include <stdio.h>

static const char *lacks(const ivp_model *m, ivp_precondition_kind kind)
{
    if (ivp_nq(m) > 0) return "linear_solver=gmres is not for mechanical problems: direct";
    return kind == IVP_PRECONDITION_NONE || ivp_has_columns(m) ? NULL
                                                               : IVP_PRECONDITION_NO_PATTERN;
}

ivp_status daspk_krylov_open(dassl *s, ivp_precondition_kind kind, int width)
{
    const char *why = lacks(s->m, kind);
    if (why) ivp_reason(s->m, why);
    if (why) return IVP_E_DECLINED;
    if (kind == IVP_PRECONDITION_NONE) return IVP_OK;
    return ivp_preconditioner_open(s->m, kind, width, &s->p);
}

/* The code's argument list. NOLINTNEXTLINE(readability-function-size) */
static void prepare(void (*res)(void), const int *ires, const int *n, const double *t,
                    const double *y, const double *yp, const double *weight, const double *F,
                    double *work, const double *h, const double *c, double *wp, int *iwp,
                    int *failed, void *self, int *ipar)
{
    (void)res, (void)ires, (void)n, (void)weight, (void)F, (void)work, (void)h, (void)wp;
    (void)iwp, (void)ipar;
    dassl *s = self;
    dassl_unsort(s, y, s->u);
    dassl_unsort(s, yp, s->up);
    ivp_status st = ivp_preconditioner_linearise(s->p, *t, s->u, s->up);
    if (!st) st = ivp_preconditioner_factor(s->p, *c, 1);
    if (st < 0) net_escape(net_shared, st);
    *failed = st != IVP_OK;
}

/* The code's argument list. NOLINTNEXTLINE(readability-function-size) */
static void solve(const int *n, const double *t, const double *y, const double *yp,
                  const double *F, double *work, const double *c, const double *weight,
                  double *wp, int *iwp, double *x, const double *bound, int *failed, void *self,
                  int *ipar)
{
    (void)n, (void)t, (void)y, (void)yp, (void)F, (void)work, (void)c, (void)weight;
    (void)wp, (void)iwp, (void)bound, (void)ipar;
    dassl *s = self;
    *failed = 0;
    if (!s->p) return;
    dassl_unsort(s, x, s->F);
    ivp_preconditioner_solve(s->p, s->F);
    dassl_sort(s, s->F, x);
}

void (*daspk_krylov_jac(void))(void) { return (void (*)(void))prepare; }
void (*daspk_krylov_psol(void))(void) { return (void (*)(void))solve; }

void daspk_krylov_finish(dassl *s, long iterations)
{
    snprintf(s->remark, sizeof s->remark,
             "gmres took %ld linear iterations since the last start", iterations);
    ivp_remark(s->m, s->remark);
}
