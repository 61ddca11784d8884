/* radau5_run.h -- RADAU5's arguments, and what a run of it holds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FORTRAN_RADAU5_RUN_H
#define ADAPTERS_FORTRAN_RADAU5_RUN_H

#include "adapters/fortran/desolve.h"
#include "adapters/fortran/radau5_mechanism.h"
#include "kernel/formulation/model_private.h"

enum {
    IWORK = 20,
    NFCN = 13,
    NSTEP = 15,
    NACCPT,
    NREJCT,
    NDEC,
    NSOL
}; /* places in IWORK, from 0 */

typedef void radau5_f(const int *, const double *, const double *, double *, void *, int *);
typedef void radau5_jac(const int *, const double *, const double *, const int *, const int *,
                        double *, const int *, void *, int *);
typedef void radau5_mas(const int *, double *, const int *, void *, int *);
typedef void radau5_solout(const int *, const double *, const double *, double *,
                           const double *, const int *, const int *, void *, int *, int *,
                           double *);
typedef void radau5_code(const int *, radau5_f *, double *, double *, const double *, double *,
                         double *, double *, const int *, radau5_jac *, const int *, int *,
                         int *, radau5_mas *, const int *, int *, int *, radau5_solout *,
                         const int *, double *, const int *, int *, const int *, void *, int *,
                         int *);
typedef void radau5_dense(const int *, const double *, const double *, const int *, double *);

struct radau5 {
    ivp_model *m;
    const ivp_tol *tol;
    const ivp_host *host;
    mechanism *mechanism; /* or NULL */
    radau5_code *code;
    radau5_dense *contr5;
    int n, first; /* unknowns of the code; how many lead the structure y_i' = y_(i + m2) */
    int lower, upper, mass_lower, mass_upper; /* of J and M; n - first: full */
    bool has_mass;
    bool narrow;          /* y' = f or M y' = f in the model's order, with diagonals */
    bool plain;           /* y' = f in the model's order, with a full Jacobian */
    ivp_direct_f *direct; /* where nobody looks between steps; NULL: ivp_rhs() */
    const real *p;
    ivp_state at;         /* of f: time and state alone */
    int sizes[3], *order; /* order[k]: the model's unknown that is the code's k-th */
    int start, controller;
    int iwork[IWORK]; /* those of the last drive */
    double t, t_old, h, fnewt;
    const double *cont; /* of the last step */
    int lcont;
    int lwork, liwork, *integers;
    double *Y, *rtol, *atol, *y, *f, *M, *J, *work;
};

#endif
