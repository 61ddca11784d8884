/* rodas.c -- one step of a stiffly accurate Rosenbrock method on y' = f(t, y); formulas in
 * rodas.h. J and f_t are exact and evaluated once per accepted step. The last stage is the error:
 * its equation holds y1 to the constraint that an infinitely stiff component is. */
#include "kernel/rosenbrock/rodas.h"

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
    ivp_mat J, W;
    int *pivots;
    real *y, *y1; /* of the last trial */
    real *z, *f0, *f, *ft;
    real *u[RODAS_STAGES];
    real store[];
} rodas;

static size_t carve(rodas *s, real *base)
{
    const int n = s->n;
    arena w = { base, 0 };
    s->J = arena_mat(&w, n, n);
    s->W = arena_mat(&w, n, n);
    real **const vectors[] = { &s->y, &s->y1, &s->z, &s->f0, &s->f, &s->ft };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = arena_vec(&w, n);
    for (int i = 0; i < s->table->stages; i++) s->u[i] = arena_vec(&w, n);
    s->pivots = arena_ints(&w, n);
    return w.used;
}

ivp_status rodas_create(void **self, ivp_model *m, const ivp_tol *tol, const rodas_table *table)
{
    rodas head = { .m = m, .tol = tol, .table = table, .n = ivp_n(m) };
    rodas *s = calloc(1, sizeof *s + carve(&head, NULL) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    *s = head;
    carve(s, s->store);
    *self = s;
    return IVP_OK;
}

ivp_status rodas_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    rodas *s = self;
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
    if (!s->linearised) status = ivp_rhs_jac_dt(s->m, t, s->y, s->J, s->ft);
    s->linearised = status == IVP_OK;
    return status;
}

/* W = I/(h gamma) - J, factored */
static ivp_status factor(rodas *s)
{
    const real shift = 1 / (s->h * s->table->gamma);
    for (int j = 0; j < s->n; j++) {
        for (int i = 0; i < s->n; i++) *ivp_at(s->W, i, j) = -*ivp_at(s->J, i, j);
        *ivp_at(s->W, j, j) += shift;
    }
    return ivp_factor(s->m, s->W, s->pivots);
}

/* v := sum_(j<count) weights_j u_j */
static void combine(const rodas *s, const real *weights, int count, real *v)
{
    for (int k = 0; k < s->n; k++) {
        real sum = 0;
        for (int j = 0; j < count; j++) sum += weights[j] * s->u[j][k];
        v[k] = sum;
    }
}

/* z := argument of stage i */
static void advance(rodas *s, int i)
{
    if (i < s->table->formed) {
        combine(s, s->table->a[i], i, s->z);
        for (int k = 0; k < s->n; k++) s->z[k] += s->y[k];
    } else {
        for (int k = 0; k < s->n; k++) s->z[k] += s->u[i - 1][k];
    }
}

static ivp_status stage(rodas *s, real t, int i)
{
    const rodas_table *c = s->table;
    const real h = s->h, shift = c->gamma_sum[i] * h;
    real *u = s->u[i];
    advance(s, i);
    if (i > 0) {
        const ivp_status status = ivp_rhs(s->m, t + c->alpha[i] * h, s->z, s->f);
        if (status != IVP_OK) return status;
    }
    const real *f = i > 0 ? s->f : s->f0;
    combine(s, c->c[i], i, u);
    for (int k = 0; k < s->n; k++) u[k] = f[k] + u[k] / h + shift * s->ft[k];
    ivp_solve(s->m, s->W, s->pivots, u);
    return IVP_OK;
}

ivp_status rodas_attempt(void *self, ivp_trial *trial)
{
    rodas *s = self;
    const int last = s->table->stages - 1;
    s->h = trial->h;
    memcpy(s->y, trial->y, (size_t)s->n * sizeof(real));
    ivp_status status = linearise(s, trial->t);
    if (status == IVP_OK) status = factor(s);
    for (int i = 0; i <= last && status == IVP_OK; i++) status = stage(s, trial->t, i);
    if (status != IVP_OK) return status;
    for (int k = 0; k < s->n; k++) trial->y1[k] = s->y1[k] = s->z[k] + s->u[last][k];
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
    if (verdict != IVP_REJECTED) s->f0_known = s->linearised = false;
}

ivp_status rodas_dense(void *self, real theta, real *y)
{
    const rodas *s = self;
    const rodas_table *c = s->table;
    const real rest = 1 - theta;
    real weight[RODAS_STAGES] = { 0 };
    for (int k = c->dense - 1; k >= 0; k--)
        for (int j = 0; j < c->stages; j++) weight[j] = theta * weight[j] + c->d[k][j];
    combine(s, weight, c->stages, y);
    for (int k = 0; k < s->n; k++)
        y[k] = rest * s->y[k] + theta * s->y1[k] + theta * rest * y[k];
    return IVP_OK;
}
