/* fortran.h -- callback functions for codes in Fortran, made from the model; a driver in C
 * passes them to the code. They are in libivpadapters.a, which `ivpbench plugin build` links.
 *
 *     RADAU5, RODAS, SEULEX ...     ivp_fcn, ivp_jac, ivp_mas, ivp_solout     M y' = f(t, y)
 *     DOP853, ODEX ...              ivp_fcn, ivp_solout                       y' = f(t, y)
 *     LSODE, VODE ...               ivp_fcn, ivp_jac_lsode                    y' = f(t, y)
 *     DASSL, DASPK, MEBDFI          ivp_res_dassl, ivp_jac_dassl              F(t, y, y') = 0
 *
 * Numbers are passed by reference, names end with an underscore (gfortran): declare
 *
 *     void mycode_(const int *n, ivp_fcn_type *fcn, double *x, double *y, ...);
 *
 * These codes have no status for a point outside the domain of f: f is set to 1e30 there, so
 * the step fails. Matrices are full. If the problem declares diagonals, they have LINPACK's
 * band storage, J(i - j + upper + 1, j). DASSL factors in place and has `lower` more rows on
 * top.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_FORTRAN_H
#define IVP_FORTRAN_H

#include <ivp/solver.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Callbacks of these codes have no argument for user data. A worker process runs one solver, so
 * one global object is enough: ivp_now. */
typedef struct ivp_fortran {
    ivp_model *m;
    const ivp_tol *tol;
    int n, lower, upper;  /* unknowns; diagonals of Jacobian and mass matrix, both n: full */
    ivp_status failed;    /* the first permanent failure since ivp_fortran_begin() */
    const ivp_host *host; /* of the present drive() */
    double t_old, t;      /* ends of the last step, noted by ivp_solout() */
    ivp_step_reply order; /* its answer */
    const double *cont;   /* data of dense output, from ivp_solout() */
    const int *lcont;
    double *y;      /* n: where the present piece began, ivp_fortran_start() */
    double *matrix; /* n x n */
} ivp_fortran;

typedef void ivp_fcn_type(const int *n, const double *t, const double *y, double *f,
                          double *rpar, int *ipar);
typedef void ivp_jac_type(const int *n, const double *t, const double *y, double *J,
                          const int *ld, double *rpar, int *ipar);
typedef void ivp_jac_lsode_type(const int *n, const double *t, const double *y, const int *ml,
                                const int *mu, double *J, const int *ld);
typedef void ivp_mas_type(const int *n, double *M, const int *ld, double *rpar, int *ipar);
typedef void ivp_solout_type(const int *number, const double *t_old, const double *t, double *y,
                             const double *cont, const int *lcont, const int *n, double *rpar,
                             int *ipar, int *leave);
typedef void ivp_res_type(const double *t, const double *y, const double *yp, double *F,
                          int *ires, double *rpar, int *ipar);
typedef void ivp_jac_dassl_type(const double *t, const double *y, const double *yp, double *J,
                                const double *c, double *rpar, int *ipar);

#pragma GCC visibility push(hidden)

IVP_EXTERN ivp_fortran ivp_now;
IVP_EXTERN ivp_fcn_type ivp_fcn;
IVP_EXTERN ivp_jac_type ivp_jac;
IVP_EXTERN ivp_jac_lsode_type ivp_jac_lsode;
IVP_EXTERN ivp_mas_type ivp_mas; /* at the start; for models that have one, IVP_LINEAR */
IVP_EXTERN ivp_solout_type
    ivp_solout; /* reports a step to the kernel, except in the first call */
IVP_EXTERN ivp_res_type ivp_res_dassl; /* ires = -1: a smaller step may help; -2: give up */
IVP_EXTERN ivp_jac_dassl_type ivp_jac_dassl; /* dF/dy + c dF/dy' */

/* Allocate and free ivp_now; call them in create() and destroy(). m and tol must outlive it.
 * IVP_E_NOMEM: no memory. */
IVP_EXTERN ivp_status ivp_fortran_open(ivp_model *m, const ivp_tol *tol);
IVP_EXTERN void ivp_fortran_close(void);
/* Call it in restart(): copies the start (t, y), y: n. */
IVP_EXTERN void ivp_fortran_start(double t, const double *y);
/* Call it before each call of the code. host: NULL in advance(). */
IVP_EXTERN void ivp_fortran_begin(const ivp_host *host);
/* Returns `st` and records idid, the code's own number of the failure. */
IVP_EXTERN ivp_status ivp_fortran_fails(ivp_status st, int idid);

#pragma GCC visibility pop

#endif
