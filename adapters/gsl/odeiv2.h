/* odeiv2.h -- GSL's odeiv2 behind the solver interface: stepper, control and evolve as they
 * are.
 *
 * The control law is GSL's, q being the order of the stepper and changes limited to [1/5, 5]:
 *
 *     r = max_i |err_i| / D_i,     D_i = atol_i + rtol |y_i|
 *     r > 1.1     h_new = 0.9 h r^(-1/q)         the step is rejected
 *     r < 0.5     h_new = 0.9 h r^(-1/(q+1))
 *
 * GSL has no rule for the first step size; the kernel's rule gives it.
 *
 * The stepper is called through odeiv2_apply(). It separates failed steps (the stepper could
 * not finish) from rejected ones (the error was too large); GSL counts both alike. GSL has no
 * dense output, so there is none here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_GSL_ODEIV2_H
#define ADAPTERS_GSL_ODEIV2_H

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

#pragma GCC visibility push(hidden)

/* Members of ivp_solver. jacobian: of a stepper that solves by Newton's iteration, else
 * NULL. */
ivp_status odeiv2_create(void **self, ivp_model *m, const ivp_tol *tol,
                         const gsl_odeiv2_step_type *method,
                         int (*jacobian)(double, const double[], double *, double[], void *));
/* Of a stepper that solves by Newton's iteration: J here, df/dy and the matrix of the iteration
 * in GSL. */
double odeiv2_memory(const ivp_model *m, const double *option);
double odeiv2_least_s(const ivp_model *m, const double *option);
void odeiv2_destroy(void *self);
ivp_status odeiv2_restart(void *self, real t, const real *y, const real *yp, real h0);
ivp_status odeiv2_advance(void *self, real tmax, real *t, real *y);
/* Of one-step methods: evolve keeps the derivative at the end of the last step; at a state that
 * was moved it is wrong. */
void odeiv2_verdict(void *self, ivp_verdict verdict, const real *y1);

/* What a callback hands to GSL: half the step may help, or nothing does. */
int odeiv2_answer(struct odeiv2 *s, ivp_status status);
/* df/dy of the model, in s->J, row by row as GSL wants it. */
void odeiv2_rows(const struct odeiv2 *s, double *dfdy);

#pragma GCC visibility pop

#endif
