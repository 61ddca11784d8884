/* petsc_ts.c -- methods of PETSc's TS behind the solver interface.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/petsc/petsc_ts.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MATCH_STEP = 3, UNLIMITED = -1 }; /* TSExactFinalTimeOption; a number of PETSc's */

/* ---- set-up ------------------------------------------------------------------------------ */

void petsc_destroy(void *self)
{
    petsc *s = self;
    if (!s) return;
    if (s->api) {
        s->api->TSDestroy(&s->ts);
        void **vectors[] = { &s->y, &s->v, &s->atol, &s->inside };
        for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
            s->api->VecDestroy(vectors[k]);
        s->api->MatDestroy(&s->A);
    }
    free(s->J);
    free(s->columns);
    free(s);
}

/* A mechanism's lambda and mu, or an algebraic unknown of index 2 and more */
static bool is_multiplier(const ivp_model *m, int i)
{
    if (ivp_nq(m) > 0) return i >= 2 * ivp_nq(m) + ivp_nx(m);
    return ivp_index(m)[i] > 1 && !ivp_differential(m)[i];
}

static bool is_narrow(const ivp_model *m, const petsc_method *method)
{
    const ivp_band band = ivp_band_of(m);
    return !method->second && band.lower + band.upper + 1 < ivp_n(m);
}

static bool is_sparse(const ivp_model *m, const petsc_method *method, ivp_entries *entries)
{
    return !method->second && !is_narrow(m, method) && ivp_entries_of(m, entries);
}

static bool is_full(const ivp_model *m, const petsc_method *method)
{
    return method->second || !(is_narrow(m, method) || ivp_has_columns(m));
}

/* Of a matrix as the model writes it */
static double reals_of_matrix(const ivp_model *m, const petsc_method *method)
{
    const ivp_band band = ivp_band_of(m);
    const double n = ivp_n(m), nv = method->second ? n / 2 : n;
    ivp_entries entries;
    if (is_sparse(m, method, &entries)) return entries.first[entries.n];
    return nv * (is_narrow(m, method) ? band.lower + band.upper + 1.0 : nv);
}

/* One for the model, of accelerations two; one that PETSc factors, with column numbers where it
 * is sparse, and factors. A method that is implicit throughout has another TS for the first
 * step. */
double petsc_memory(const ivp_model *m, const petsc_method *method)
{
    const bool full = is_full(m, method);
    const double matrices = (method->second ? 3
                             : full         ? 2
                                            : 2.5) +
                            (method->fully_implicit ? 1 : 0);
    return sizeof(double) * matrices * reals_of_matrix(m, method) +
           (full ? 0 : ivp_factors_bytes(m));
}

/* Of sparse matrices in the library's own order nothing is known. */
double petsc_least_s(const ivp_model *m, const petsc_method *method)
{
    const double n = method->second ? ivp_n(m) / 2 : ivp_n(m);
    return is_full(m, method) ? ivp_least_full(n, IVP_LAPACK) : 0;
}

static int create_matrix(petsc *s)
{
    const petsc_api *p = s->api;
    const int n = s->nv, width = s->band.lower + s->band.upper + 1;
    const ivp_entries *k = &s->entries;
    if (!s->narrow && !s->sparse) return p->MatCreateSeqDense(p->comm, n, n, NULL, &s->A);
    for (int e = 0; s->sparse && e < k->first[n]; e++) s->columns[k->row[e]]++;
    return p->MatCreateSeqAIJ(p->comm, n, n, width, s->sparse ? s->columns : NULL, &s->A);
}

static bool allocate(petsc *s)
{
    const petsc_api *p = s->api;
    const size_t n = (size_t)s->nv, reals = (size_t)reals_of_matrix(s->m, s->method);
    s->J = calloc((s->method->second ? 2 : 1) * reals + 2 * n, sizeof *s->J);
    s->columns = calloc(n, sizeof *s->columns);
    if (!s->J || !s->columns) return false;
    s->J2 = s->method->second ? s->J + reals : NULL;
    s->row = s->J + (s->method->second ? 2 : 1) * reals;
    s->y_old = s->row + n;
    void **vectors[] = { &s->y, &s->v, &s->atol, &s->inside };
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        if (p->VecCreateSeq(p->comm, s->nv, vectors[k])) return false;
    return create_matrix(s) == 0;
}

ivp_status petsc_create(void **self, ivp_model *m, const ivp_tol *tol,
                        const petsc_method *method)
{
    petsc *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    *s = (petsc){ .m = m, .tol = tol, .method = method, .n = ivp_n(m), .band = ivp_band_of(m) };
    s->nv = method->second ? s->n / 2 : s->n;
    if (method->second) s->band.lower = s->band.upper = s->nv;
    s->narrow = is_narrow(m, method);
    s->sparse = is_sparse(m, method, &s->entries);
    s->api = petsc_open();
    if (s->api) return allocate(s) ? IVP_OK : IVP_E_NOMEM;
    ivp_reason(m, "libpetsc_real cannot be opened, or MPI not be started");
    return IVP_E_LIBRARY;
}

/* ---- runs -------------------------------------------------------------------------------- */

static int write_vector(const petsc *s, void *vector, const real *from)
{
    double *to;
    if (s->api->VecGetArray(vector, &to)) return 1;
    memcpy(to, from, (size_t)s->nv * sizeof *to);
    return s->api->VecRestoreArray(vector, &to);
}

static int read_vector(const petsc *s, void *vector, real *to)
{
    const double *from;
    if (s->api->VecGetArrayRead(vector, &from)) return 1;
    memcpy(to, from, (size_t)s->nv * sizeof *to);
    return s->api->VecRestoreArrayRead(vector, &from);
}

static int set_tolerances(const petsc *s)
{
    double *atol;
    if (s->api->VecGetArray(s->atol, &atol)) return 1;
    for (int i = 0; i < s->nv; i++) {
        const bool factor = s->method->multipliers > 0 && is_multiplier(s->m, i);
        atol[i] = s->tol->atol[i] * (factor ? s->method->multipliers : 1);
    }
    return s->api->VecRestoreArray(s->atol, &atol) ||
           s->api->TSSetTolerances(s->ts, 1, s->atol, s->tol->rtol, NULL);
}

static int set_algebra(const petsc *s)
{
    const petsc_api *p = s->api;
    void *snes, *search, *ksp, *pc;
    return p->TSGetSNES(s->ts, &snes) || p->SNESGetLineSearch(snes, &search) ||
           p->SNESLineSearchSetType(search, "basic") || p->SNESGetKSP(snes, &ksp) ||
           p->KSPSetType(ksp, "preonly") || p->KSPGetPC(ksp, &pc) || p->PCSetType(pc, "lu");
}

/* TS's basic rule, which some types do not turn on by themselves; constant steps end with the
 * first iteration that fails. */
static int set_steps(const petsc *s, double h0)
{
    const petsc_api *p = s->api;
    const bool constant = s->tol->h > 0;
    const double hmax = s->tol->hmax > 0 ? s->tol->hmax : 1e20;
    const double first = constant ? s->tol->h : h0 > 0 ? h0 : s->tol->rtol;
    void *adapt;
    return p->TSGetAdapt(s->ts, &adapt) ||
           p->TSAdaptSetType(adapt, constant ? "none" : "basic") ||
           p->TSAdaptSetStepLimits(adapt, 1e-20, hmax) || p->TSSetTimeStep(s->ts, first) ||
           p->TSSetMaxSteps(s->ts, INT_MAX) || p->TSSetExactFinalTime(s->ts, MATCH_STEP) ||
           p->TSSetErrorIfStepFails(s->ts, 0) ||
           p->TSSetMaxSNESFailures(s->ts, constant ? 1 : UNLIMITED) ||
           p->TSSetMaxStepRejections(s->ts, UNLIMITED);
}

/* A new TS: nothing of the past is left. */
ivp_status petsc_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)yp;
    petsc *s = self;
    const petsc_api *p = s->api;
    s->t = s->t_old = t;
    s->begins = true;
    memset(s->told, 0, sizeof s->told);
    if (p->TSDestroy(&s->ts) || p->TSCreate(p->comm, &s->ts) ||
        p->TSSetType(s->ts, s->method->type) ||
        (s->method->fully_implicit && p->TSARKIMEXSetFullyImplicit(s->ts, 1)) ||
        (s->method->has_orders && p->TSBDFSetOrder(s->ts, s->order)) || petsc_equations(s) ||
        set_algebra(s) || set_tolerances(s) || write_vector(s, s->y, y) ||
        (s->method->second && write_vector(s, s->v, y + s->nv)) || p->TSSetTime(s->ts, t) ||
        set_steps(s, h0))
        return IVP_E_LIBRARY;
    return IVP_OK;
}

/* ARKIMEX begins with two steps: one of Euler's for the first derivative, whose error nobody
 * controls, and one of its own, at most ten times longer. */
static double room_of_step(const petsc *s, double room)
{
    const double twelfth = 1.0 / 12;
    if (!s->begins || !s->method->fully_implicit) return room;
    return s->tol->h > 0 ? room / 2 : room * fmin(sqrt(s->tol->rtol), twelfth);
}

/* Not beyond the wall, which may have moved since TS chose its next step; TS stretches a
 * constant step that ends before the wall by little, which is undone. */
static int choose_step(const petsc *s, double tmax)
{
    const double room = room_of_step(s, tmax - s->t), h = s->tol->h, little = 1e-9;
    double next;
    if (h > 0) return s->api->TSSetTimeStep(s->ts, h * (1 + little) < room ? h : room);
    return s->api->TSGetTimeStep(s->ts, &next) ||
           (next > room && s->api->TSSetTimeStep(s->ts, room));
}

static int step(petsc *s, double tmax)
{
    const petsc_api *p = s->api;
    int before, after;
    double h;
    const int failed = p->TSSetConvergedReason(s->ts, 0) || p->TSSetMaxTime(s->ts, tmax) ||
                       choose_step(s, tmax) || p->TSGetTimeStep(s->ts, &h) ||
                       p->TSGetStepNumber(s->ts, &before) || p->TSStep(s->ts) ||
                       p->TSGetStepNumber(s->ts, &after) || p->TSGetTime(s->ts, &s->t);
    s->begins = false;
    s->from = s->t_old + (!failed && after - before > 1 ? h : 0);
    return failed;
}

ivp_status petsc_advance(void *self, real tmax, real *t, real *y)
{
    petsc *s = self;
    const petsc_api *p = s->api;
    int reason = 0;
    s->status = IVP_OK;
    s->t_old = s->t;
    petsc_hush();
    if (s->begins && read_vector(s, s->y, s->y_old)) return IVP_E_LIBRARY;
    if (step(s, tmax)) {
        if (!s->status && *petsc_error()) ivp_reason(s->m, petsc_error());
        return s->status ? s->status : IVP_E_LIBRARY;
    }
    if (p->TSGetConvergedReason(s->ts, &reason) || read_vector(s, s->y, y))
        return IVP_E_LIBRARY;
    if (s->method->second && read_vector(s, s->v, y + s->nv)) return IVP_E_LIBRARY;
    if (reason < 0) return reason == -1 ? IVP_E_DIVERGED : IVP_E_STEP_TOO_SMALL;
    if (!(s->t > s->t_old)) return IVP_E_STEP_TOO_SMALL;
    if (fabs(tmax - s->t) <= 4 * DBL_EPSILON * fmax(fabs(tmax), fabs(s->t_old))) s->t = tmax;
    *t = s->t;
    return IVP_OK;
}

/* Of two steps that ARKIMEX begins with TSInterpolate knows the second alone, and takes the
 * length of both for its own: the time is set so that it is right. */
static int interpolate(const petsc *s, double t)
{
    const petsc_api *p = s->api;
    const double shift = s->from - s->t_old;
    if (!(shift > 0)) return p->TSInterpolate(s->ts, t, s->inside);
    return p->TSSetTime(s->ts, s->t - shift) || p->TSInterpolate(s->ts, t - shift, s->inside) ||
           p->TSSetTime(s->ts, s->t);
}

/* Over Euler's step a straight line leads, which is as good as that step. */
ivp_status petsc_dense(void *self, real theta, real *y)
{
    petsc *s = self;
    const double t = s->t_old + theta * (s->t - s->t_old);
    if (interpolate(s, fmax(t, s->from)) || read_vector(s, s->inside, y)) return IVP_E_LIBRARY;
    const double part = (t - s->t_old) / (s->from - s->t_old);
    for (int i = 0; t < s->from && i < s->n; i++)
        y[i] = s->y_old[i] + part * (y[i] - s->y_old[i]);
    return IVP_OK;
}

void petsc_finish(void *self)
{
    petsc *s = self;
    const petsc_api *p = s->api;
    static const ivp_counter counters[] = { IVP_N_REJECTED, IVP_N_FAILED, IVP_N_NEWTON,
                                            IVP_N_SOLVE };
    int now[4] = { 0 };
    if (!s->ts || p->TSGetStepRejections(s->ts, &now[0]) ||
        p->TSGetSNESFailures(s->ts, &now[1]) || p->TSGetSNESIterations(s->ts, &now[2]) ||
        p->TSGetKSPIterations(s->ts, &now[3]))
        return;
    for (int k = 0; k < 4; k++) {
        ivp_count(s->m, counters[k], now[k] - s->told[k]);
        s->told[k] = now[k];
    }
}
