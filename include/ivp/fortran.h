/* fortran.h -- functions in the forms that codes in Fortran call, made from the model: what a
 * driver in C hands to such a code. They are in libivpadapters.a, which `ivpbench plugin build`
 * links.
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
 * None of these codes can be told that f does not exist at a point: it is filled with 1e30
 * there, so that the step fails. Matrices are full; where the problem has diagonals, in the
 * storage of LINPACK, J(i - j + upper + 1, j), for DASSL with `lower` rows above, where it
 * factors in place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IVP_FORTRAN_H
#define IVP_FORTRAN_H

#include <ivp/solver.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Codes in Fortran have no place for user data. A worker is a process with one solver in it, so
 * there is one model, ivp_now. */
typedef struct ivp_fortran {
    ivp_model *m;
    const ivp_tol *tol;
    int n, lower, upper;  /* unknowns; diagonals of Jacobian and mass matrix, both n: full */
    ivp_status failed;    /* the first failure for good since ivp_fortran_begin() */
    const ivp_host *host; /* of the present drive() */
    double t_old, t;      /* ends of the last step, noted by ivp_solout() */
    ivp_step_reply order;      /* its answer */
    const double *cont;   /* what continuous output reads, given to ivp_solout() */
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
    ivp_solout; /* tells the kernel of a step, but not of the first call */
IVP_EXTERN ivp_res_type ivp_res_dassl; /* ires = -1: a smaller step may help; -2: give up */
IVP_EXTERN ivp_jac_dassl_type ivp_jac_dassl; /* dF/dy + c dF/dy' */

/* For create() and destroy(). IVP_E_NOMEM: no memory. */
IVP_EXTERN ivp_status ivp_fortran_open(ivp_model *m, const ivp_tol *tol);
IVP_EXTERN void ivp_fortran_close(void);
/* For restart(): where the code begins. */
IVP_EXTERN void ivp_fortran_start(double t, const double *y);
/* Before each call of the code. host: NULL for advance(). */
IVP_EXTERN void ivp_fortran_begin(const ivp_host *host);
/* Returns `st`, with the code's own number of the failure for the record. */
IVP_EXTERN ivp_status ivp_fortran_fails(ivp_status st, int idid);

#pragma GCC visibility pop

#endif
