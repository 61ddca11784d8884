/* odeiv2.h -- GSL's odeiv2 behind the solver interface: stepper, control and evolve as they
 * are.
 *
 * The control law is GSL's, q being the order of the stepper and changes limited to [1/5, 5]:
 *
 *     r = max_i |err_i| / D_i,     D_i = atol_i + rtol |y_i|
 *     r > 1.1     h_new = 0.9 h r^(-1/q)         the step is rejected
 *     r < 0.5     h_new = 0.9 h r^(-1/(q+1))
 *
 * GSL asks its user for the first step; the kernel's guess it is.
 *
 * The stepper is called through odeiv2_apply(), which knows a failed step (the stepper could
 * not finish it) from a rejected one (the error was too large); GSL counts both alike. There is
 * no dense output: GSL has none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ADAPTERS_GSL_ODEIV2_H
#define ADAPTERS_GSL_ODEIV2_H

#include <stdlib.h>
#include <string.h>

#include <ivp/model.h>
#include <ivp/solver.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_version.h>

#define ODEIV2_LIBRARY "GSL " GSL_VERSION

struct odeiv2 {
    ivp_model *m;
    const gsl_odeiv2_step_type *method;
    gsl_odeiv2_step_type counted; /* method, its apply() replaced by ours */
    gsl_odeiv2_system system;
    gsl_odeiv2_driver *driver;
    bool newton;       /* the stepper solves by Newton's iteration */
    ivp_status status; /* of the last callback that failed in this step */
    long calls;        /* of f within the present apply() */
    long failures, iterations;
    void (*applied)(struct odeiv2 *s); /* after each apply(), to count what it did; or NULL */
    ivp_tol tol;
    real t, h;
    real *atol, *y, *work, *J; /* n, n, 3 n, n x n (Newton only) */
    real store[];
};

static int odeiv2_answer(struct odeiv2 *s, ivp_status status)
{
    if (!status) return GSL_SUCCESS;
    s->status = status;
    return status > 0 ? GSL_FAILURE : GSL_EBADFUNC; /* try half the step, or give up */
}

static int odeiv2_rhs(double t, const double y[], double f[], void *self)
{
    struct odeiv2 *s = self;
    s->calls++;
    return odeiv2_answer(s, ivp_rhs(s->m, t, y, f));
}

/* A corrector starts with one f and ends each iteration but the last (at most the third) with
 * another; a finished step adds the derivative at its end. */
static long odeiv2_iterations(long calls, bool finished)
{
    const long most = 3, n = finished ? calls - 1 : calls;
    return n < most ? n : most;
}

static int odeiv2_apply(void *state, size_t dim, double t, double h, double y[], double yerr[],
                        const double dydt_in[], double dydt_out[],
                        const gsl_odeiv2_system *system)
{
    struct odeiv2 *s = system->params;
    s->calls = 0;
    const int code = s->method->apply(state, dim, t, h, y, yerr, dydt_in, dydt_out, system);
    if (code != GSL_SUCCESS) s->failures++;
    if (s->applied) s->applied(s);
    if (s->newton) s->iterations += odeiv2_iterations(s->calls, code == GSL_SUCCESS);
    return code;
}

static void odeiv2_destroy(void *self)
{
    struct odeiv2 *s = self;
    if (!s) return;
    if (s->driver) gsl_odeiv2_driver_free(s->driver);
    free(s);
}

static ivp_status odeiv2_create(void **self, ivp_model *m, const ivp_tol *tol,
                                const gsl_odeiv2_step_type *method,
                                int (*jacobian)(double, const double[], double *, double[],
                                                void *))
{
    const size_t n = (size_t)ivp_n(m), nn = jacobian ? n * n : 0;
    struct odeiv2 *s = calloc(1, sizeof *s + (5 * n + nn) * sizeof(real));
    *self = s;
    if (!s) return IVP_E_NOMEM;
    gsl_set_error_handler_off();
    s->m = m;
    s->method = method;
    s->counted = *method;
    s->counted.apply = odeiv2_apply;
    s->system = (gsl_odeiv2_system){ odeiv2_rhs, jacobian, n, s };
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

static ivp_status odeiv2_restart(void *self, real t, const real *y, const real *yp, real h0)
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
static void odeiv2_count(struct odeiv2 *s, long unsuccessful)
{
    const long rejected = unsuccessful - s->failures;
    ivp_count(s->m, IVP_N_FAILED, s->failures);
    ivp_count(s->m, IVP_N_REJECTED, rejected > 0 ? rejected : 0);
    ivp_count(s->m, IVP_N_NEWTON, s->iterations);
    ivp_count(s->m, IVP_N_SOLVE, s->iterations);
}

static ivp_status odeiv2_advance(void *self, real tmax, real *t, real *y)
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
    odeiv2_count(s, (long)(e->failed_steps - before));
    if (code) return s->status < 0 ? s->status : IVP_E_STEP_TOO_SMALL;
    *t = s->t;
    memcpy(y, s->y, s->system.dimension * sizeof *y);
    return IVP_OK;
}

/* Of one-step methods: evolve keeps the derivative at the end of the last step; at a state that was moved it is
 * wrong */
static inline void odeiv2_verdict(void *self, ivp_verdict verdict_, const real *y1)
{
    struct odeiv2 *s = self;
    if (verdict_ != IVP_MOVED) return;
    memcpy(s->y, y1, s->system.dimension * sizeof *y1);
    gsl_odeiv2_evolve_reset(s->driver->e);
}

#endif
