/* rodas.c -- one step of a stiffly accurate Rosenbrock method on M y' = f(t, y); formulas in
 * rodas.h. J and f_t are exact and evaluated once per accepted step. The last stage is the
 * error: its equation holds y1 to the constraint that an infinitely stiff component is.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/rosenbrock/rodas.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/arena.h"

typedef struct rodas {
    ivp_model *m;
    const ivp_tol *tol;
    const rodas_table *table;
    int n;
    bool f0_known, linearised; /* at the accepted state */
    real h;                    /* of the last trial */
    ivp_pencil *pencil;
    bool plain, varies; /* M = I; M depends on the state */
    real *y, *y1;       /* of the last trial */
    real *z, *f0, *f, *ft, *sum;
    real *slope, *slope1, *zs;               /* M varies: y' of y, of y1, of the stage */
    real *u[RODAS_STAGES], *v[RODAS_STAGES]; /* v: M varies */
    real store[];
} rodas;

static size_t carve(rodas *s, real *base)
{
    const int n = s->n;
    arena w = { base, 0 };
    real **const vectors[] = { &s->y, &s->y1, &s->z, &s->f0, &s->f, &s->ft, &s->sum };
    real **const more[] = { &s->slope, &s->slope1, &s->zs };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = arena_vec(&w, n);
    for (int i = 0; i < s->table->stages; i++) s->u[i] = arena_vec(&w, n);
    for (size_t i = 0; s->varies && i < sizeof more / sizeof *more; i++)
        *more[i] = arena_vec(&w, n);
    for (int i = 0; s->varies && i < s->table->stages; i++) s->v[i] = arena_vec(&w, n);
    return w.used;
}

ivp_status rodas_create(void **self, ivp_model *m, const ivp_tol *tol, const rodas_table *table)
{
    const ivp_mass_kind mass = ivp_mass_of(m);
    rodas head = { .m = m, .tol = tol, .table = table, .n = ivp_n(m) };
    head.plain = mass == IVP_MASS_ONE;
    head.varies = mass == IVP_MASS_VARIES;
    rodas *s = calloc(1, sizeof *s + carve(&head, NULL) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    *s = head;
    carve(s, s->store);
    *self = s;
    return ivp_pencil_open(m, 1, &s->pencil);
}

ivp_status rodas_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)h0;
    rodas *s = self;
    if (s->varies) memcpy(s->slope, yp, (size_t)s->n * sizeof(real));
    s->f0_known = s->linearised = false;
    return IVP_OK;
}

/* f, J and f_t at the accepted state, as far as they are not known */
static ivp_status linearise(rodas *s, real t)
{
    ivp_status status = IVP_OK;
    if (!s->f0_known) status = ivp_rhs(s->m, t, s->y, s->f0);
    if (status != IVP_OK) return status;
    s->f0_known = true;
    if (!s->linearised) status = ivp_pencil_linearise(s->pencil, t, s->y, s->slope, s->ft);
    s->linearised = status == IVP_OK;
    return status;
}

/* x := sum_(j<count) weights_j u_j */
static void combine(int n, real *const *u, const real *weights, int count, real *x)
{
    for (int k = 0; k < n; k++) {
        real sum = 0;
        for (int j = 0; j < count; j++) sum += weights[j] * u[j][k];
        x[k] = sum;
    }
}

/* z := argument of stage i and sum := sum c_ij u_j / h, in one pass over the u_j */
static void advance(const rodas *s, int i)
{
    const rodas_table *c = s->table;
    const real *weights = c->c[i], inverse = 1 / s->h;
    const real *form = i < c->formed ? c->a[i] : NULL;
    for (int k = 0; k < s->n; k++) {
        real z = s->y[k], sum = 0;
        for (int j = 0; j < i; j++) {
            const real u = s->u[j][k];
            sum += weights[j] * u;
            if (form) z += form[j] * u;
        }
        s->z[k] = form ? z : s->z[k] + s->u[i - 1][k];
        s->sum[k] = sum * inverse;
    }
}

/* The argument of y' where M varies, formed likewise. */
static void advance_slope(const rodas *s, int i)
{
    if (i >= s->table->formed) {
        for (int k = 0; k < s->n; k++) s->zs[k] += s->v[i - 1][k];
        return;
    }
    combine(s->n, s->v, s->table->a[i], i, s->zs);
    for (int k = 0; k < s->n; k++) s->zs[k] += s->slope[k];
}

/* u := f + M sum + gamma_i h f_t */
static void collect(const rodas *s, int i, const real *f, real *u)
{
    const real shift = s->table->gamma_sum[i] * s->h;
    if (s->plain) {
        for (int k = 0; k < s->n; k++) u[k] = f[k] + s->sum[k] + shift * s->ft[k];
        return;
    }
    ivp_pencil_mass(s->pencil, s->sum, u);
    for (int k = 0; k < s->n; k++) u[k] += f[k] + shift * s->ft[k];
}

/* The same where M varies: u := f - M(t_i, z_i) z'_i + M sum + gamma_i h f_t with
 * sum := z'_i + sum */
static ivp_status collect_varying(rodas *s, real t, int i, const real *f, real *u)
{
    const real shift = s->table->gamma_sum[i] * s->h;
    advance_slope(s, i);
    for (int k = 0; k < s->n; k++) s->sum[k] += s->zs[k];
    const ivp_status status = ivp_mass_times(s->m, t, s->z, s->zs, s->v[i]);
    ivp_pencil_mass(s->pencil, s->sum, u);
    for (int k = 0; k < s->n; k++) u[k] += f[k] - s->v[i][k] + shift * s->ft[k];
    return status;
}

static ivp_status stage(rodas *s, real t, int i)
{
    const rodas_table *c = s->table;
    const real ti = t + c->alpha[i] * s->h;
    real *u = s->u[i];
    ivp_status status = IVP_OK;
    advance(s, i);
    if (i > 0) status = ivp_rhs(s->m, ti, s->z, s->f);
    if (status != IVP_OK) return status;
    const real *f = i > 0 ? s->f : s->f0;
    if (s->varies)
        status = collect_varying(s, ti, i, f, u);
    else
        collect(s, i, f, u);
    if (status != IVP_OK) return status;
    ivp_pencil_solve(s->pencil, 0, u);
    for (int k = 0; s->varies && k < s->n; k++)
        s->v[i][k] = u[k] / (s->h * c->gamma) - s->sum[k];
    return IVP_OK;
}

ivp_status rodas_attempt(void *self, ivp_trial *trial)
{
    rodas *s = self;
    const int last = s->table->stages - 1;
    s->h = trial->h;
    memcpy(s->y, trial->y, (size_t)s->n * sizeof(real));
    ivp_status status = linearise(s, trial->t);
    if (status == IVP_OK)
        status = ivp_pencil_factor(s->pencil, 0, 1 / (s->h * s->table->gamma), 1);
    for (int i = 0; i <= last && status == IVP_OK; i++) status = stage(s, trial->t, i);
    if (status != IVP_OK) return status;
    for (int k = 0; k < s->n; k++) trial->y1[k] = s->y1[k] = s->z[k] + s->u[last][k];
    for (int k = 0; s->varies && k < s->n; k++) s->slope1[k] = s->zs[k] + s->v[last][k];
    if (s->tol->h > 0) return status;
    trial->ntests = 1;
    trial->test[0] =
        (ivp_test){ ivp_error_norm(s->m, s->tol, s->y, s->y1, s->u[last]), s->table->embedded };
    return status;
}

void rodas_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    rodas *s = self;
    if (verdict == IVP_REJECTED) return;
    s->f0_known = s->linearised = false;
    if (s->varies) memcpy(s->slope, s->slope1, (size_t)s->n * sizeof(real));
}

ivp_status rodas_dense(void *self, real theta, real *y)
{
    const rodas *s = self;
    const rodas_table *c = s->table;
    const real rest = 1 - theta;
    real weight[RODAS_STAGES] = { 0 };
    for (int k = c->dense - 1; k >= 0; k--)
        for (int j = 0; j < c->stages; j++) weight[j] = theta * weight[j] + c->d[k][j];
    combine(s->n, s->u, weight, c->stages, y);
    for (int k = 0; k < s->n; k++)
        y[k] = rest * s->y[k] + theta * s->y1[k] + theta * rest * y[k];
    return IVP_OK;
}
