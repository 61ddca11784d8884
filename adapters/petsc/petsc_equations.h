/* petsc_equations.h -- the equations of a model as PETSc's TS asks for them: functions and
 * matrices.
 *
 *     F(t, y, y') = 0         matrix dF/dy + c dF/dy'
 *     v'' - f(t, v, v') = 0   matrix a I - df/dv - c df/dv'      (second)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_PETSC_PETSC_EQUATIONS_H
#define ADAPTERS_PETSC_PETSC_EQUATIONS_H

#include <ivp/solver.h>

#include "adapters/petsc/petsc.h"
#include "kernel/formulation/model_private.h"

typedef struct petsc_method {
    const char *type;
    bool second, fully_implicit, has_orders;
    double multipliers; /* factor on their atol; 0: they are like others */
} petsc_method;

typedef struct petsc {
    ivp_model *m;
    const ivp_tol *tol;
    const petsc_method *method;
    const petsc_api *api;
    int order; /* of BDF formulas */
    int n, nv; /* nv: length of the library's vectors, n or n / 2 */
    ivp_band band;
    bool narrow, sparse;         /* with diagonals, or over a pattern; neither: full */
    ivp_entries entries;         /* of the pattern */
    void *ts, *y, *v, *atol, *A; /* v: velocities */
    void *inside;                /* at a point of the last step */
    ivp_status status;           /* of the last permanent failure of a callback */
    double t_old, t, from;       /* from: where the last of TS's own steps began */
    bool begins;                 /* no step since the restart */
    real *J, *J2;                /* nv x nv, packed diagonals, or entries; J2: of velocities */
    double *row, *y_old;
    int *columns;
    long told[4];
} petsc;

/* Tells a new TS of the equations, and where it begins; an error code of PETSc. */
__attribute__((visibility("hidden"))) int petsc_equations(petsc *s);

#endif
