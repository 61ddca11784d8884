/* rosenbrock.c -- one step of a Rosenbrock method, through IVP_SECOND or IVP_FIRST.
 *
 * Unknowns are y = (positions, rest): np positions whose derivatives are the first np of the
 * rest, and nu others, for which the stages are. IVP_FIRST has no positions in this sense, and
 * what multiplies J1 falls away.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/rosenbrock/rosenbrock.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/methods/rosenbrock/rosenbrock_matrix.h"

typedef struct rosenbrock {
    rosenbrock_table table;
    rosenbrock_choice choice;
    ivp_model *m;
    const ivp_tol *tol;
    int n, np, nu, error_order;
    bool f0_known, extended; /* of the present point; of the last trial: its extra stages */
    int age;                 /* accepted steps since J was evaluated; -1: there is none */
    real t, h, h_matrix;     /* of the last trial; step size in the matrix, 0: none */
    rosenbrock_matrix matrix;
    real *f0, *f, *ft, *z, *e, *y, *y1, *w;
    real *u[ROSENBROCK_STAGES];
    real store[];
} rosenbrock;

static size_t sz(int n) { return (size_t)n; }

static size_t carve(rosenbrock *s, int stages, real *base)
{
    arena w = { base, 0 };
    w.used = rosenbrock_matrix_carve(&s->matrix, base);
    real **const wide[] = { &s->z, &s->e, &s->y, &s->y1 };
    for (int k = 0; k < 4; k++) *wide[k] = arena_vec(&w, s->n);
    real **const narrow[] = { &s->f0, &s->f, &s->ft, &s->w };
    for (int k = 0; k < 4; k++) *narrow[k] = arena_vec(&w, s->nu);
    for (int k = 0; k < stages; k++) s->u[k] = arena_vec(&w, s->nu);
    return w.used;
}

ivp_status rosenbrock_create(void **self, ivp_model *m, const ivp_tol *tol,
                             const rosenbrock_set *set, rosenbrock_choice choice)
{
    const int n = ivp_n(m), np = ivp_view_of(m) == IVP_SECOND ? n / 2 : 0;
    rosenbrock head = { .choice = choice, .m = m, .tol = tol, .n = n, .np = np, .nu = n - np };
    head.error_order = set->embedded;
    rosenbrock_transform(set, &head.table);
    const bool none = choice.jacobian == ROSENBROCK_ZERO;
    const ivp_status st = rosenbrock_matrix_open(&head.matrix, m, head.table.gamma, none);
    if (st) return st;
    rosenbrock *s = calloc(1, sizeof *s + carve(&head, set->all, NULL) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    *s = head;
    carve(s, set->all, s->store);
    *self = s;
    return IVP_OK;
}

ivp_status rosenbrock_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)y, (void)yp, (void)h0;
    rosenbrock *s = self;
    s->f0_known = false;
    s->age = -1;
    s->h_matrix = 0;
    return IVP_OK;
}

/* ---- linearisation ---------------------------------------------------------------------- */

static ivp_status linearise(rosenbrock *s)
{
    if (s->choice.jacobian == ROSENBROCK_ZERO || s->age >= 0) return IVP_OK;
    const bool velocity = s->choice.jacobian == ROSENBROCK_VELOCITY;
    const ivp_status st = rosenbrock_matrix_at(&s->matrix, s->t, s->y, velocity, s->ft);
    if (st) return st;
    s->age = 0;
    s->h_matrix = 0;
    return IVP_OK;
}

static ivp_status factor(rosenbrock *s)
{
    const real h = s->h;
    if (s->h_matrix > 0 && !(s->h_matrix < h || s->h_matrix > h)) return IVP_OK;
    const ivp_status st = rosenbrock_matrix_factor(&s->matrix, h);
    s->h_matrix = st ? 0 : h;
    return st;
}

/* ---- stages ----------------------------------------------------------------------------- */

/* v := sum_(j<count) weights_j u_j */
static void combine(const rosenbrock *s, const real *weights, int count, real *v)
{
    memset(v, 0, sz(s->nu) * sizeof *v);
    for (int j = 0; j < count; j++)
        for (int k = 0; k < s->nu; k++) v[k] += weights[j] * s->u[j][k];
}

/* z := state with stages weighted by a (rest) and theta (positions), `shift` steps ahead */
static void advance(const rosenbrock *s, const real *a, const real *theta, real shift,
                    int count, real *z)
{
    const int np = s->np;
    combine(s, a, count, z + np);
    for (int k = 0; k < s->nu; k++) z[np + k] += s->y[np + k];
    if (!np) return;
    combine(s, theta, count, z);
    for (int k = 0; k < np; k++) z[k] = s->y[k] + s->h * (shift * s->y[np + k] + z[k]);
}

static ivp_status evaluate(rosenbrock *s, real t, const real *y, real *f)
{
    return s->np ? ivp_accel(s->m, t, y, y + s->np, f) : ivp_rhs(s->m, t, y, f);
}

static ivp_status first_force(rosenbrock *s)
{
    const ivp_status st = s->f0_known ? IVP_OK : evaluate(s, s->t, s->y, s->f0);
    s->f0_known = !st;
    memcpy(s->f, s->f0, sz(s->nu) * sizeof *s->f);
    return st;
}

/* f at the argument of stage i, unless that is the one of the stage before */
static ivp_status force(rosenbrock *s, int i)
{
    const rosenbrock_table *c = &s->table;
    if (i == 0) return first_force(s);
    if (!c->evaluates[i]) return IVP_OK;
    advance(s, c->a.e[i], c->theta.e[i], c->a_sum[i], i, s->z);
    return evaluate(s, s->t + c->a_sum[i] * s->h, s->z, s->f);
}

/* u_i from the stages before it and f */
static void stage(rosenbrock *s, int i)
{
    const rosenbrock_table *c = &s->table;
    const real h = s->h, gh2 = c->gamma_sum[i] * h * h;
    real *u = s->u[i];
    combine(s, c->c.e[i], i, u);
    for (int k = 0; k < s->nu; k++) u[k] += h * s->f[k] + gh2 * s->ft[k];
    if (s->np) {
        combine(s, c->delta.e[i], i, s->w);
        for (int k = 0; k < s->np; k++)
            s->w[k] = h * h * (s->w[k] + c->gamma_sum[i] * s->y[s->np + k]);
    }
    rosenbrock_matrix_solve(&s->matrix, s->w, u);
}

/* ---- error ------------------------------------------------------------------------------ */

/* e := (I - h gamma df/dy)^-1 e with df/dy = (0 I; J1 J2) */
static void scale_error(rosenbrock *s)
{
    const int np = s->np;
    const real g = s->table.gamma;
    real *ev = s->e + np;
    for (int k = 0; k < np; k++) s->w[k] = s->h * g * s->e[k];
    rosenbrock_matrix_solve(&s->matrix, s->w, ev);
    for (int k = 0; k < s->nu; k++) ev[k] /= g;
    for (int k = 0; k < np; k++) s->e[k] += s->h * g * ev[k];
}

static real error(rosenbrock *s)
{
    const rosenbrock_table *c = &s->table;
    real m[ROSENBROCK_STAGES], mu[ROSENBROCK_STAGES];
    for (int i = 0; i < c->stages; i++) {
        m[i] = c->m[i] - c->m_hat[i];
        mu[i] = s->h * (c->mu[i] - c->mu_hat[i]);
    }
    combine(s, m, c->stages, s->e + s->np);
    if (s->np) combine(s, mu, c->stages, s->e);
    if (s->choice.scaled) scale_error(s);
    return ivp_error_norm(s->m, s->tol, s->y, s->y1, s->e);
}

/* ---- what a solver is asked for --------------------------------------------------------- */

ivp_status rosenbrock_attempt(void *self, ivp_trial *trial)
{
    rosenbrock *s = self;
    const rosenbrock_table *c = &s->table;
    s->t = trial->t;
    s->h = trial->h;
    s->extended = false;
    memcpy(s->y, trial->y, sz(s->n) * sizeof *s->y);
    ivp_status st = linearise(s);
    if (!st) st = factor(s);
    for (int i = 0; !st && i < c->stages; i++) {
        st = force(s, i);
        if (!st) stage(s, i);
    }
    if (st) return st;
    advance(s, c->m, c->mu, 1, c->stages, s->y1);
    memcpy(trial->y1, s->y1, sz(s->n) * sizeof *s->y1);
    trial->ntests = 1;
    trial->test[0] = (ivp_test){ error(s), s->error_order };
    return IVP_OK;
}

/* A Jacobian that a rejected step did not see evaluated may be to blame. */
void rosenbrock_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    rosenbrock *s = self;
    if (verdict == IVP_REJECTED) {
        if (s->age > 0) s->age = -1;
        return;
    }
    s->f0_known = false;
    s->age++;
    if (s->choice.jacobian != ROSENBROCK_FROZEN || s->age >= s->choice.freeze) s->age = -1;
}

ivp_status rosenbrock_dense(void *self, real theta, real *y)
{
    rosenbrock *s = self;
    const rosenbrock_table *c = &s->table;
    for (int i = c->stages; !s->extended && i < c->all; i++) stage(s, i);
    s->extended = true;
    const real rest = 1 - theta, bump = theta * rest;
    real m[ROSENBROCK_STAGES] = { 0 }, mu[ROSENBROCK_STAGES] = { 0 };
    for (int i = 0; i < c->all; i++) {
        for (int k = ROSENBROCK_DEGREE - 1; k >= 0; k--) {
            m[i] = m[i] * theta + c->dense_m[k][i];
            mu[i] = mu[i] * theta + c->dense_mu[k][i];
        }
        m[i] *= bump;
        mu[i] *= bump * s->h;
    }
    combine(s, m, c->all, y + s->np);
    if (s->np) combine(s, mu, c->all, y);
    for (int k = 0; k < s->n; k++) y[k] += rest * s->y[k] + theta * s->y1[k];
    return IVP_OK;
}
