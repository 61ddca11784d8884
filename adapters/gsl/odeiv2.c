/* odeiv2.c -- GSL's odeiv2 behind the solver interface.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/gsl/odeiv2.h"

#include "kernel/formulation/model_private.h"

#include <stdlib.h>
#include <string.h>

int odeiv2_answer(struct odeiv2 *s, ivp_status status)
{
    if (!status) return GSL_SUCCESS;
    s->status = status;
    return status > 0 ? GSL_FAILURE : GSL_EBADFUNC; /* try half the step, or give up */
}

void odeiv2_rows(const struct odeiv2 *s, double *dfdy)
{
    const int n = (int)s->system.dimension;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) *dfdy++ = s->J[i + j * n];
}

static int rhs(double t, const double y[], double f[], void *self)
{
    struct odeiv2 *s = self;
    s->calls++;
    return odeiv2_answer(s, ivp_rhs(s->m, t, y, f));
}

/* A corrector starts with one f and ends each iteration but the last (at most the third) with
 * another; a finished step adds the derivative at its end. */
static long iterations(long calls, bool finished)
{
    const long most = 3, n = finished ? calls - 1 : calls;
    return n < most ? n : most;
}

static int apply_counted(void *state, size_t dim, double t, double h, double y[], double yerr[],
                         const double dydt_in[], double dydt_out[],
                         const gsl_odeiv2_system *system)
{
    struct odeiv2 *s = system->params;
    s->calls = 0;
    const int code = s->method->apply(state, dim, t, h, y, yerr, dydt_in, dydt_out, system);
    if (code != GSL_SUCCESS) s->failures++;
    if (s->applied) s->applied(s);
    if (s->newton) s->iterations += iterations(s->calls, code == GSL_SUCCESS);
    return code;
}

double odeiv2_memory(const ivp_model *m, const double *option)
{
    (void)option;
    const double n = ivp_n(m);
    return 3 * n * n * sizeof(real);
}

double odeiv2_least_s(const ivp_model *m, const double *option)
{
    (void)option;
    return ivp_least_full(ivp_n(m), IVP_LOOPS);
}

void odeiv2_destroy(void *self)
{
    struct odeiv2 *s = self;
    if (!s) return;
    if (s->driver) gsl_odeiv2_driver_free(s->driver);
    free(s);
}

ivp_status odeiv2_create(void **self, ivp_model *m, const ivp_tol *tol,
                         const gsl_odeiv2_step_type *method,
                         int (*jacobian)(double, const double[], double *, double[], void *))
{
    const size_t n = (size_t)ivp_n(m), nn = jacobian ? n * n : 0;
    struct odeiv2 *s = calloc(1, sizeof *s + (5 * n + nn) * sizeof(real));
    *self = s;
    if (!s) return IVP_E_NOMEM;
    gsl_set_error_handler_off();
    s->m = m;
    s->method = method;
    s->counted = *method;
    s->counted.apply = apply_counted;
    s->system = (gsl_odeiv2_system){ rhs, jacobian, n, s };
    s->newton = jacobian != NULL;
    s->tol = *tol;
    s->atol = s->store;
    s->y = s->atol + n;
    s->work = s->y + n;
    s->J = s->work + 3 * n;
    if (tol->atol) memcpy(s->atol, tol->atol, n * sizeof *s->atol);
    s->driver = gsl_odeiv2_driver_alloc_scaled_new(&s->system, &s->counted, 1, 1, tol->rtol, 1,
                                                   0, s->atol);
    if (s->driver) return IVP_OK;
    odeiv2_destroy(s);
    *self = NULL;
    return IVP_E_NOMEM;
}

ivp_status odeiv2_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)yp;
    struct odeiv2 *s = self;
    gsl_odeiv2_driver_reset(s->driver);
    s->t = t;
    s->h = h0;
    memcpy(s->y, y, s->system.dimension * sizeof *y);
    return IVP_OK;
}

/* A failure that ends the run is none of GSL's unsuccessful steps. */
static void count(struct odeiv2 *s, long unsuccessful)
{
    const long rejected = unsuccessful - s->failures;
    ivp_count(s->m, IVP_N_FAILED, s->failures);
    ivp_count(s->m, IVP_N_REJECTED, rejected > 0 ? rejected : 0);
    ivp_count(s->m, IVP_N_NEWTON, s->iterations);
    ivp_count(s->m, IVP_N_SOLVE, s->iterations);
}

ivp_status odeiv2_advance(void *self, real tmax, real *t, real *y)
{
    struct odeiv2 *s = self;
    gsl_odeiv2_evolve *e = s->driver->e;
    gsl_odeiv2_control *control = s->tol.h > 0 ? NULL : s->driver->c;
    const unsigned long before = e->failed_steps;
    s->status = IVP_OK;
    s->failures = s->iterations = 0;
    if (s->tol.h > 0) s->h = s->tol.h;
    if (s->tol.hmax > 0) s->h = ivp_min(s->h, s->tol.hmax);
    const int code =
        gsl_odeiv2_evolve_apply(e, control, s->driver->s, &s->system, &s->t, tmax, &s->h, s->y);
    count(s, (long)(e->failed_steps - before));
    if (code) return s->status < 0 ? s->status : IVP_E_STEP_TOO_SMALL;
    *t = s->t;
    memcpy(y, s->y, s->system.dimension * sizeof *y);
    return IVP_OK;
}

void odeiv2_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    struct odeiv2 *s = self;
    if (verdict != IVP_MOVED) return;
    memcpy(s->y, y1, s->system.dimension * sizeof *y1);
    gsl_odeiv2_evolve_reset(s->driver->e);
}
