/* gsl_bsimp.c -- GSL's implicit Bulirsch-Stoer method of Bader and Deuflhard; see
 * adapters/gsl/odeiv2.h.
 *
 *     n_j = 2, 6, 10, 14, 22, 34, 50      semi-implicit midpoint steps of length H / n_j
 *
 * extrapolated in (H / n_j)^2 with the Jacobian at the start of the step. GSL fixes the number
 * of columns by the number of unknowns, whatever tolerance is asked for (seven with eight
 * unknowns), hence a constant order. Each column costs one factorisation, n_j evaluations and
 * n_j + 1 back-substitutions, which are told from the number of evaluations.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/gsl/odeiv2.h"

/* df/dy row by row, as GSL wants it, and df/dt */
static int jacobian(double t, const double y[], double *dfdy, double dfdt[], void *self)
{
    struct odeiv2 *s = self;
    const int n = ivp_n(s->m);
    const ivp_status st = ivp_rhs_jac_dt(s->m, t, y, (ivp_mat){ n, n, n, s->J }, dfdt);
    if (!st) odeiv2_rows(s, dfdy);
    return odeiv2_answer(s, st);
}

/* Columns that were finished; what is left is f at the ends of the step. */
static void count(struct odeiv2 *s)
{
    static const long substeps[] = { 2, 6, 10, 14, 22, 34, 50 };
    long calls = s->calls;
    for (size_t k = 0; k < sizeof substeps / sizeof *substeps && calls >= substeps[k]; k++) {
        calls -= substeps[k];
        ivp_count(s->m, IVP_N_LU, 1);
        ivp_count(s->m, IVP_N_SOLVE, substeps[k] + 1);
    }
}

static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    (void)option;
    const ivp_status st = odeiv2_create(self, m, tol, gsl_odeiv2_step_bsimp, jacobian);
    if (st) return st;
    struct odeiv2 *s = *self;
    s->newton = false;
    s->applied = count;
    return IVP_OK;
}

IVP_SOLVER(gsl_bsimp,
    .title = "GSL, implicit Bulirsch-Stoer",
    .source = ODEIV2_LIBRARY "; G. Bader, P. Deuflhard, A semi-implicit mid-point rule for "
                             "stiff systems of ordinary differential equations, Numer. Math. "
                             "41 (1983) "
                             "373-398",
    .library = ODEIV2_LIBRARY,
    .family = "extrapolation",
    .views = IVP_FIRST,
    .adaptive = true,
    .memory = odeiv2_memory,
    .least_s = odeiv2_least_s,
    .create = create,
    .destroy = odeiv2_destroy,
    .restart = odeiv2_restart,
    .advance = odeiv2_advance,
    .verdict = odeiv2_verdict);
