/* jac_columns.c -- see jac_columns.h. */
#include "kernel/formulation/jac_columns.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/linear/triplets.h"
#include "kernel/problem/cstep.h"

static size_t sz(int n) { return (size_t)n; }

/* ---- structure -------------------------------------------------------------------------- */

/* Below, the loops of a full matrix are faster. */
enum { LEAST = 24, FULL_FROM = 4 };

typedef struct places {
    triplets all;
    int n;
    bool good, beyond;
} places;

static void note(void *to, unsigned block, int i, int j)
{
    places *p = to;
    if (block != IVP_JAC && block != IVP_M) return;
    if (i < 0 || j < 0 || i >= p->n || j >= p->n)
        p->beyond = true;
    else
        p->good = p->good && triplets_add(&p->all, i, j);
}

/* Columns listed by colour. */
static void list_colours(jac_columns *c, const int *colour)
{
    int *at = c->colour_first;
    memset(at, 0, (sz(c->colours) + 2) * sizeof *at);
    for (int j = 0; j < c->pattern.n; j++) at[colour[j] + 2]++;
    for (int k = 0; k < c->colours; k++) at[k + 2] += at[k + 1];
    for (int j = 0; j < c->pattern.n; j++) c->coloured[at[colour[j] + 1]++] = j;
}

static bool paint(jac_columns *c, const triplets *all)
{
    const triplets turned = { all->count, all->room, all->col, all->row };
    const int n = c->pattern.n;
    sparse_pattern rows = { 0 };
    int *colour = malloc((sz(n) + 1) * sizeof *colour);
    if (colour && triplets_compress(&turned, n, &rows, NULL))
        c->colours = pattern_colour(&c->pattern, &rows, colour);
    c->colour_first = malloc((sz(c->colours) + 2) * sizeof *c->colour_first);
    c->coloured = malloc((sz(n) + 1) * sizeof *c->coloured);
    const bool good = c->colours > 0 && c->colour_first && c->coloured;
    if (good) list_colours(c, colour);
    pattern_free(&rows);
    free(colour);
    return good;
}

static bool find_diagonal(jac_columns *c)
{
    const sparse_pattern *p = &c->pattern;
    c->diagonal = malloc((sz(p->n) + 1) * sizeof *c->diagonal);
    for (int j = 0; c->diagonal && j < p->n; j++)
        for (int e = p->first[j]; e < p->first[j + 1]; e++)
            if (p->row[e] == j) c->diagonal[j] = e;
    return c->diagonal;
}

static bool allocate(jac_columns *c, const triplets *all)
{
    const ivp_problem *p = c->m->instance->problem;
    const bool identity = p->form == IVP_ODE;
    const bool by_hand = p->sparse && (p->form == IVP_DAE ? !!p->dae.jac : !!p->ode.jac);
    c->J = malloc((sz(c->entries) + 1) * sizeof *c->J);
    c->M = identity ? NULL : malloc((sz(c->entries) + 1) * sizeof *c->M);
    return c->J && (identity || c->M) && find_diagonal(c) &&
           (by_hand ? taped_open(&c->hand, &c->pattern) : true) && paint(c, all);
}

static ivp_status fill(jac_columns *c, places *p)
{
    const instance *i = c->m->instance;
    i->problem->pattern(&(ivp_pattern){ note, p }, i->p);
    for (int k = 0; k < p->n; k++) note(p, IVP_JAC, k, k);
    if (p->beyond) return IVP_E_INVALID;
    if (!p->good || !triplets_compress(&p->all, p->n, &c->pattern, NULL)) return IVP_E_NOMEM;
    c->entries = c->pattern.first[p->n];
    const bool full = FULL_FROM * sz(c->entries) >= sz(p->n) * sz(p->n);
    return full ? IVP_E_DECLINED : allocate(c, &p->all) ? IVP_OK : IVP_E_NOMEM;
}

static bool has_columns(const ivp_model *m)
{
    const ivp_problem *p = m->instance->problem;
    const ivp_sizes *s = &m->instance->sizes;
    return IVP_ARITH == IVP_DOUBLE && p->form != IVP_MECH && p->pattern && m->n >= LEAST &&
           !s->ml && !s->mu;
}

ivp_status jac_columns_open(ivp_model *m)
{
    if (!has_columns(m)) return IVP_OK;
    jac_columns *c = m->columns = calloc(1, sizeof *c);
    if (!c) return IVP_E_NOMEM;
    c->m = m;
    places p = { .n = m->n, .good = true };
    const ivp_status st = fill(c, &p);
    triplets_free(&p.all);
    if (!st) return IVP_OK;
    jac_columns_close(c);
    m->columns = NULL;
    return st == IVP_E_DECLINED ? IVP_OK : st;
}

void jac_columns_close(jac_columns *c)
{
    if (!c) return;
    taped_close(&c->hand);
    free(c->J);
    free(c->M);
    free(c->diagonal);
    free(c->coloured);
    free(c->colour_first);
    pattern_free(&c->pattern);
    free(c);
}

/* ---- by hand ---------------------------------------------------------------------------- */

/* to := the problem's own Jacobian; c: of F = 0 */
static ivp_status by_hand(jac_columns *k, const ivp_state *s, real c, real *to)
{
    const instance *i = k->m->instance;
    const ivp_problem *p = i->problem;
    ivp_status st = IVP_OK;
    ivp_mat J;
    k->m->count[IVP_N_JAC_EVALS]++;
    for (bool again = true; again && !st;) {
        if (!taped_begin(&k->hand, &J)) return IVP_E_NOMEM;
        st = p->form == IVP_DAE ? p->dae.jac(s, c, J, i->p) : p->ode.jac(s, J, i->p);
        again = taped_again(&k->hand, &st);
    }
    if (!st) st = taped_values(&k->hand, to);
    if (st == IVP_E_INVALID)
        ivp_reason(k->m, "the Jacobian that the problem writes has an entry outside the pattern "
                         "that the problem declares: .pattern must name it");
    return st;
}

/* ---- by complex steps ------------------------------------------------------------------- */

/* The derivative of f or F along the direction of m->point, in m->work. */
static ivp_status step_of_function(jac_columns *c)
{
    ivp_model *m = c->m;
    const real *direction = m->point + 1 + 2 * sz(m->n);
    struct cstep *twin = m->instance->twin;
    m->count[IVP_N_JAC_EVALS]++;
    return m->instance->problem->form == IVP_DAE
               ? cstep_F(twin, m->point, direction, m->work)
               : cstep_f(twin, m->point, direction, m->work);
}

typedef ivp_status (*along)(jac_columns *c); /* m->work := the derivative along a direction */

/* to += sign times the derivatives by the n unknowns at direction[0], colour by colour */
static ivp_status step_colours(jac_columns *c, along step, real *direction, real sign, real *to)
{
    const sparse_pattern *p = &c->pattern;
    ivp_status st = IVP_OK;
    for (int k = 0; !st && k < c->colours; k++) {
        const int first = c->colour_first[k], end = c->colour_first[k + 1];
        for (int a = first; a < end; a++) direction[c->coloured[a]] = 1;
        st = step(c);
        for (int a = first; a < end; a++) {
            const int j = c->coloured[a];
            direction[j] = 0;
            for (int e = p->first[j]; e < p->first[j + 1]; e++)
                to[e] += sign * c->m->work[p->row[e]];
        }
    }
    return st;
}

/* ---- the three forms -------------------------------------------------------------------- */

static ivp_status of_f(jac_columns *c, real t, const real *y, real *ft)
{
    const ivp_state s = { .t = t, .y = y };
    real *direction = view_point(c->m, t, y, NULL);
    memset(c->J, 0, sz(c->entries) * sizeof *c->J);
    const ivp_status st = c->hand.sheet
                              ? by_hand(c, &s, 0, c->J)
                              : step_colours(c, step_of_function, direction + 1, 1, c->J);
    return st || !ft ? st : view_dt(c->m, t, y, ft);
}

/* J -= d(M y')/dy and ft -= dM/dt y', where M varies */
static ivp_status step_of_mass(jac_columns *c) { return linear_step(c->m, c->m->work); }

static ivp_status of_mass(jac_columns *c, real t, const real *y, const real *yp, real *ft)
{
    ivp_model *m = c->m;
    if (!m->instance->problem->ode.mass_varies) return linear_mass(m, t, y);
    real *direction = view_point(m, t, y, yp);
    ivp_status st = step_colours(c, step_of_mass, direction + 1, -1, c->J);
    direction[0] = 1;
    if (!st && ft) st = step_of_mass(c);
    for (int k = 0; !st && ft && k < m->n; k++) ft[k] -= m->work[k];
    return st ? st : linear_mass(m, t, y);
}

/* M := dF/dy' = J(1) - J(0) and J := -dF/dy = -J(0) */
static ivp_status of_F_by_hand(jac_columns *c, const ivp_state *s)
{
    ivp_status st = by_hand(c, s, 0, c->J);
    if (!st) st = by_hand(c, s, 1, c->M);
    for (int e = 0; !st && e < c->entries; e++) {
        c->M[e] -= c->J[e];
        c->J[e] = -c->J[e];
    }
    return st;
}

static ivp_status of_F(jac_columns *c, real t, const real *y, const real *yp, real *ft)
{
    ivp_model *m = c->m;
    const ivp_state s = { .t = t, .y = y, .yp = yp };
    real *direction = view_point(m, t, y, yp);
    memset(c->J, 0, sz(c->entries) * sizeof *c->J);
    memset(c->M, 0, sz(c->entries) * sizeof *c->M);
    ivp_status st = IVP_OK;
    if (c->hand.sheet) {
        st = of_F_by_hand(c, &s);
    } else {
        st = step_colours(c, step_of_function, direction + 1, -1, c->J);
        if (!st) st = step_colours(c, step_of_function, direction + 1 + m->n, 1, c->M);
    }
    if (st || !ft) return st;
    direction[0] = 1;
    st = step_of_function(c);
    for (int k = 0; k < m->n; k++) ft[k] = -m->work[k];
    return st;
}

ivp_status jac_columns_at(jac_columns *c, real t, const real *y, const real *yp, real *ft)
{
    ivp_model *m = c->m;
    const ivp_form form = m->instance->problem->form;
    m->count[IVP_N_JAC]++;
    ivp_status st = form == IVP_DAE ? of_F(c, t, y, yp, ft) : of_f(c, t, y, ft);
    if (!st && form == IVP_LIN) st = of_mass(c, t, y, yp, ft);
    if (st) return st;
    const bool finite = vec_finite(c->J, sz(c->entries)) &&
                        (!c->M || vec_finite(c->M, sz(c->entries))) &&
                        (!ft || vec_finite(ft, sz(m->n)));
    return finite ? IVP_OK : IVP_DOMAIN;
}
