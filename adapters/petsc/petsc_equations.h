/* petsc_equations.h -- the equations of a model as PETSc's TS asks for them: functions and matrices.
 *
 *     F(t, y, y') = 0         matrix dF/dy + c dF/dy'
 *     v'' - f(t, v, v') = 0   matrix a I - df/dv - c df/dv'      (second)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ADAPTERS_PETSC_PETSC_EQUATIONS_H
#define ADAPTERS_PETSC_PETSC_EQUATIONS_H

#include <ivp/solver.h>

#include <math.h>

#include "adapters/petsc/petsc.h"

enum { PETSC_MATCH_STEP = 3, PETSC_INSERT = 1, PETSC_UNLIMITED = -1 };
enum { PETSC_IMPLICIT_ODE = 1001, PETSC_IMPLICIT_DAE = 1100 };

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
    bool narrow;
    void *ts, *y, *v, *atol, *A; /* v: velocities */
    void *inside;                /* at a point of the last step */
    ivp_status status;           /* of the last callback that failed for good */
    double t_old, t, from;       /* from: where the last of TS's own steps began */
    bool begins;                 /* no step since the restart */
    real *J, *J2;                /* nv x nv */
    double *row, *y_old;
    int *columns;
    long told[4];
} petsc;

/* TS would halve its steps for ever. */
static bool petsc_crawls(petsc *s)
{
    const double least = 1e-19; /* TS itself goes down to 1e-20 */
    double h = 1;
    s->api->TSGetTimeStep(s->ts, &h);
    if (h > least && s->t + h > s->t) return false;
    s->status = IVP_E_STEP_TOO_SMALL;
    return true;
}

/* 0 where a smaller step may help: SNES is told, and for methods that do not ask it F is huge. */
static int petsc_answer(petsc *s, ivp_status st, void *ts, double *F)
{
    enum { HUGE_EXPONENT = 100 };
    void *snes;
    if (st < 0) s->status = st;
    if (st <= 0) return st < 0;
    for (int i = 0; F && i < s->nv; i++) F[i] = ldexp(1, HUGE_EXPONENT);
    return s->api->TSGetSNES(ts, &snes) || s->api->SNESSetFunctionDomainError(snes);
}

static int petsc_F(void *ts, double t, void *u, void *up, void *F, void *self)
{
    petsc *s = self;
    const petsc_api *p = s->api;
    const double *y, *yp;
    double *f;
    if (petsc_crawls(s) || p->VecGetArrayRead(u, &y) || p->VecGetArrayRead(up, &yp) ||
        p->VecGetArray(F, &f))
        return 1;
    const int failed = petsc_answer(s, ivp_res(s->m, t, y, yp, f), ts, f);
    return p->VecRestoreArrayRead(u, &y) || p->VecRestoreArrayRead(up, &yp) ||
           p->VecRestoreArray(F, &f) || failed;
}

/* Packed diagonals, or all of it */
static ivp_mat petsc_view(const petsc *s)
{
    const int n = s->nv;
    if (!s->narrow) return (ivp_mat){ n, n, n, s->J };
    return (ivp_mat){ n, n, s->band.lower + s->band.upper, s->J + s->band.upper };
}

/* J of the model into a matrix of the library, which factors it then: not always the one that it was
 * given. Where J does not exist, ones: factors of nothing would be an error. */
static int petsc_store(petsc *s, void *A, ivp_status st)
{
    const petsc_api *p = s->api;
    const int n = s->nv, lower = s->band.lower, upper = s->band.upper;
    const ivp_mat J = petsc_view(s);
    ivp_count(s->m, IVP_N_LU, 1);
    for (int i = 0; i < n; i++) {
        int k = 0;
        for (int j = i > lower ? i - lower : 0; j < n && j <= i + upper; j++, k++) {
            s->columns[k] = j;
            s->row[k] = st ? i == j : J.a[i + j * J.ld];
        }
        if (p->MatSetValues(A, 1, &i, k, s->columns, s->row, PETSC_INSERT)) return 1;
    }
    return p->MatAssemblyBegin(A, 0) || p->MatAssemblyEnd(A, 0);
}

/* The library's signature. NOLINTNEXTLINE(readability-function-size) */
static int petsc_J(void *ts, double t, void *u, void *up, double c, void *A, void *P,
                   void *self)
{
    (void)A;
    petsc *s = self;
    const petsc_api *p = s->api;
    const double *y, *yp;
    if (p->VecGetArrayRead(u, &y) || p->VecGetArrayRead(up, &yp)) return 1;
    const ivp_status st = ivp_res_jac(s->m, t, y, yp, c, petsc_view(s));
    return p->VecRestoreArrayRead(u, &y) || p->VecRestoreArrayRead(up, &yp) ||
           petsc_store(s, P, st) || petsc_answer(s, st, ts, NULL);
}

/* The library's signature. NOLINTNEXTLINE(readability-function-size) */
static int petsc_F2(void *ts, double t, void *u, void *up, void *upp, void *F, void *self)
{
    petsc *s = self;
    const petsc_api *p = s->api;
    const double *v, *vp, *vpp;
    double *f;
    if (petsc_crawls(s) || p->VecGetArrayRead(u, &v) || p->VecGetArrayRead(up, &vp) ||
        p->VecGetArrayRead(upp, &vpp) || p->VecGetArray(F, &f))
        return 1;
    const ivp_status st = ivp_accel(s->m, t, v, vp, f);
    for (int i = 0; i < s->nv; i++) f[i] = vpp[i] - f[i];
    const int failed = petsc_answer(s, st, ts, f);
    return p->VecRestoreArrayRead(u, &v) || p->VecRestoreArrayRead(up, &vp) ||
           p->VecRestoreArrayRead(upp, &vpp) || p->VecRestoreArray(F, &f) || failed;
}

/* The library's signature. NOLINTNEXTLINE(readability-function-size) */
static int petsc_J2(void *ts, double t, void *u, void *up, void *upp, double c, double a,
                    void *A, void *P, void *self)
{
    (void)upp, (void)A;
    petsc *s = self;
    const petsc_api *p = s->api;
    const double *v, *vp;
    const int n = s->nv;
    if (p->VecGetArrayRead(u, &v) || p->VecGetArrayRead(up, &vp)) return 1;
    const ivp_status st = ivp_accel_jac(s->m, t, v, vp, (ivp_mat){ n, n, n, s->J },
                                        (ivp_mat){ n, n, n, s->J2 }, NULL);
    for (int k = 0; k < n * n; k++)
        s->J[k] = (k % (n + 1) == 0 ? a : 0) - s->J[k] - c * s->J2[k];
    return p->VecRestoreArrayRead(u, &v) || p->VecRestoreArrayRead(up, &vp) ||
           petsc_store(s, P, st) || petsc_answer(s, st, ts, NULL);
}

#endif
