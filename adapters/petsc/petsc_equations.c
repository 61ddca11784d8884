/* petsc_equations.c -- the equations of a model as PETSc's TS asks for them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/petsc/petsc_equations.h"

#include <math.h>

/* InsertMode and TSEquationType of PETSc */
enum { INSERT = 1, IMPLICIT_ODE = 1001, IMPLICIT_DAE = 1100 };

/* TS would halve its steps for ever. */
static bool crawls(petsc *s)
{
    const double least = 1e-19; /* TS itself goes down to 1e-20 */
    double h = 1;
    s->api->TSGetTimeStep(s->ts, &h);
    if (h > least && s->t + h > s->t) return false;
    s->status = IVP_E_STEP_TOO_SMALL;
    return true;
}

/* 0 where a smaller step may help: SNES is told, and for methods that do not ask it F is
 * huge. */
static int answer(petsc *s, ivp_status st, void *ts, double *F)
{
    enum { HUGE_EXPONENT = 100 };
    void *snes;
    if (st < 0) s->status = st;
    if (st <= 0) return st < 0;
    for (int i = 0; F && i < s->nv; i++) F[i] = ldexp(1, HUGE_EXPONENT);
    return s->api->TSGetSNES(ts, &snes) || s->api->SNESSetFunctionDomainError(snes);
}

static int first_F(void *ts, double t, void *u, void *up, void *F, void *self)
{
    petsc *s = self;
    const petsc_api *p = s->api;
    const double *y, *yp;
    double *f;
    if (crawls(s) || p->VecGetArrayRead(u, &y) || p->VecGetArrayRead(up, &yp) ||
        p->VecGetArray(F, &f))
        return 1;
    const int failed = answer(s, ivp_res(s->m, t, y, yp, f), ts, f);
    return p->VecRestoreArrayRead(u, &y) || p->VecRestoreArrayRead(up, &yp) ||
           p->VecRestoreArray(F, &f) || failed;
}

/* Packed diagonals, or all of it */
static ivp_mat view_of(const petsc *s)
{
    const int n = s->nv;
    if (!s->narrow) return (ivp_mat){ n, n, n, s->J };
    return (ivp_mat){ n, n, s->band.lower + s->band.upper, s->J + s->band.upper };
}

/* The same over a pattern, column by column */
static int store_entries(petsc *s, void *A, ivp_status st)
{
    const petsc_api *p = s->api;
    const ivp_entries *k = &s->entries;
    for (int j = 0; j < k->n; j++) {
        const int first = k->first[j], end = k->first[j + 1];
        for (int e = first; st && e < end; e++) s->J[e] = k->row[e] == j;
        if (p->MatSetValues(A, end - first, k->row + first, 1, &j, s->J + first, INSERT))
            return 1;
    }
    return p->MatAssemblyBegin(A, 0) || p->MatAssemblyEnd(A, 0);
}

/* J of the model into a matrix of the library, which factors it then: not always the one that
 * it was given. Where J does not exist, ones: factors of nothing would be an error. */
static int store(petsc *s, void *A, ivp_status st)
{
    const petsc_api *p = s->api;
    const int n = s->nv, lower = s->band.lower, upper = s->band.upper;
    const ivp_mat J = view_of(s);
    for (int i = 0; i < n; i++) {
        int k = 0;
        for (int j = i > lower ? i - lower : 0; j < n && j <= i + upper; j++, k++) {
            s->columns[k] = j;
            s->row[k] = st ? i == j : J.a[i + j * J.ld];
        }
        if (p->MatSetValues(A, 1, &i, k, s->columns, s->row, INSERT)) return 1;
    }
    return p->MatAssemblyBegin(A, 0) || p->MatAssemblyEnd(A, 0);
}

/* The library's signature. NOLINTNEXTLINE(readability-function-size) */
static int first_J(void *ts, double t, void *u, void *up, double c, void *A, void *P,
                   void *self)
{
    (void)A;
    petsc *s = self;
    const petsc_api *p = s->api;
    const double *y, *yp;
    if (p->VecGetArrayRead(u, &y) || p->VecGetArrayRead(up, &yp)) return 1;
    const ivp_status st = s->sparse ? ivp_res_jac_entries(s->m, t, y, yp, c, s->J)
                                    : ivp_res_jac(s->m, t, y, yp, c, view_of(s));
    ivp_count(s->m, IVP_N_LU, 1);
    return p->VecRestoreArrayRead(u, &y) || p->VecRestoreArrayRead(up, &yp) ||
           (s->sparse ? store_entries : store)(s, P, st) || answer(s, st, ts, NULL);
}

/* The library's signature. NOLINTNEXTLINE(readability-function-size) */
static int second_F(void *ts, double t, void *u, void *up, void *upp, void *F, void *self)
{
    petsc *s = self;
    const petsc_api *p = s->api;
    const double *v, *vp, *vpp;
    double *f;
    if (crawls(s) || p->VecGetArrayRead(u, &v) || p->VecGetArrayRead(up, &vp) ||
        p->VecGetArrayRead(upp, &vpp) || p->VecGetArray(F, &f))
        return 1;
    const ivp_status st = ivp_accel(s->m, t, v, vp, f);
    for (int i = 0; i < s->nv; i++) f[i] = vpp[i] - f[i];
    const int failed = answer(s, st, ts, f);
    return p->VecRestoreArrayRead(u, &v) || p->VecRestoreArrayRead(up, &vp) ||
           p->VecRestoreArrayRead(upp, &vpp) || p->VecRestoreArray(F, &f) || failed;
}

/* The library's signature. NOLINTNEXTLINE(readability-function-size) */
static int second_J(void *ts, double t, void *u, void *up, void *upp, double c, double a,
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
    ivp_count(s->m, IVP_N_LU, 1);
    const size_t nv = (size_t)n;
    for (size_t k = 0; k < nv * nv; k++)
        s->J[k] = (k % (nv + 1) == 0 ? a : 0) - s->J[k] - c * s->J2[k];
    return p->VecRestoreArrayRead(u, &v) || p->VecRestoreArrayRead(up, &vp) ||
           store(s, P, st) || answer(s, st, ts, NULL);
}

/* TSEquationType: an implicit ODE, or a DAE of index 1, 2 or 3 */
static int equation_type(const ivp_model *m)
{
    int index = 0;
    for (int i = 0; i < ivp_n(m); i++) {
        if (!ivp_differential(m)[i] && index < 1) index = 1;
        if (ivp_index(m)[i] > 1 && ivp_index(m)[i] > index) index = ivp_index(m)[i];
    }
    return index == 0 ? IMPLICIT_ODE : IMPLICIT_DAE + 100 * (index - 1);
}

/* A method that is implicit throughout begins with a TS of its own, whose matrix the library
 * makes: like this one, and not full. */
static int give_structure(petsc *s)
{
    const petsc_api *p = s->api;
    void *dm;
    if (!s->method->fully_implicit || !(s->narrow || s->sparse)) return 0;
    return (s->sparse ? store_entries : store)(s, s->A, IVP_DOMAIN) || p->TSGetDM(s->ts, &dm) ||
           p->DMShellSetMatrix(dm, s->A);
}

int petsc_equations(petsc *s)
{
    const petsc_api *p = s->api;
    void *self = s;
    if (s->method->second)
        return p->TSSetI2Function(s->ts, NULL, second_F, self) ||
               p->TSSetI2Jacobian(s->ts, s->A, s->A, second_J, self) ||
               p->TS2SetSolution(s->ts, s->y, s->v);
    return give_structure(s) || p->TSSetIFunction(s->ts, NULL, first_F, self) ||
           p->TSSetIJacobian(s->ts, s->A, s->A, first_J, self) ||
           p->TSSetSolution(s->ts, s->y) || p->TSSetEquationType(s->ts, equation_type(s->m));
}
