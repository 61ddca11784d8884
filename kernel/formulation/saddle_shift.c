/* saddle_shift.c -- see saddle_shift.h. A matrix is a sum of parts on one pattern: c times one
 * part, 1 / c times another, a constant part, and G^T.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/saddle_shift.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/mat.h"

static size_t sz(int n) { return (size_t)n; }

static bool make_parts(mech_matrix *k)
{
    const size_t entries = sz(mech_matrix_entries(k)) + 1, n = sz(k->m->nq + k->m->ng);
    const int parts = k->has_mu ? PARTS : PART_W;
    for (int i = 0; i < parts; i++)
        if (!k->part[i] && !(k->part[i] = calloc(entries, sizeof(real)))) return false;
    if (!k->numbers) k->numbers = malloc(2 * (entries + n) * sizeof(real));
    return k->numbers != NULL;
}

/* k->values become a part, which become k->values; where the structure was made anew there is
 * none yet. */
static void exchange(mech_matrix *k, int part)
{
    real *values = k->values;
    if (!k->part[part]) return;
    k->values = k->part[part];
    k->part[part] = values;
}

/* The derivative of G^T mu alone */
static ivp_status take_mu(mech_matrix *k, const ivp_state *at, const real *mu)
{
    const unsigned blocks = k->blocks;
    const mech_levels levels = k->levels;
    ivp_state s = *at;
    s.lambda = mu;
    k->blocks = IVP_GQ;
    k->levels = (mech_levels){ 0 };
    const ivp_status st = mech_matrix_differentiate(k, &s, 1, 0);
    k->blocks = blocks;
    k->levels = levels;
    exchange(k, PART_W);
    return st;
}

/* Where matrices are made: M, G, G of the rows of q' in ggl, and mu, or NULL where it does not
 * vary. */
typedef struct origin {
    const ivp_state *at;
    ivp_mat M, G, G0;
    const real *mu;
} origin;

/* M, lower G and upper G^T as a part, which holds nothing else at any time */
static void take_block(mech_matrix *k, int part, const ivp_mat *M, ivp_mat G, real lower,
                       real upper)
{
    exchange(k, part);
    mech_matrix_clear_blocks(k);
    if (M) mech_matrix_add_mass(k, *M, 1);
    mech_matrix_add_constraints(k, G, lower, upper);
    exchange(k, part);
}

/* What is no derivative: M and G as they are. */
static void take_blocks(mech_matrix *k, const origin *o)
{
    take_block(k, PART_M, &o->M, o->G, k->levels.acceleration, 0);
    take_block(k, PART_G, NULL, o->G, saddle_is_direct(k), 1);
    if (k->has_mu) take_block(k, PART_P, NULL, o->G0, 0, 1);
}

/* All parts; *again: the structure was not that of the first ones. */
static ivp_status take_parts(mech_matrix *k, const origin *o, bool *again)
{
    const ivp_state *at = o->at;
    ivp_status st = mech_matrix_prepare(k);
    if (!st) st = mech_matrix_differentiate(k, at, 1, 0);
    if (st) return st;
    const int made = k->made;
    if (!make_parts(k)) return IVP_E_NOMEM;
    if (!saddle_is_direct(k)) mech_matrix_add_constraints(k, o->G, k->levels.position, 0);
    exchange(k, PART_Q);
    st = mech_matrix_differentiate(k, at, 0, 1);
    *again = k->made != made;
    if (st || *again) return st;
    mech_matrix_add_constraints(k, o->G, k->levels.velocity, 0);
    exchange(k, PART_U);
    if (k->has_mu && !o->mu)
        memset(k->part[PART_W], 0, sz(mech_matrix_entries(k)) * sizeof(real));
    if (o->mu) st = take_mu(k, at, o->mu);
    *again = k->made != made;
    if (!st && !*again) take_blocks(k, o);
    return st;
}

static bool tape_finite(ivp_mat A)
{
    const ivp_tape *t = tape_of(A);
    return vec_finite(t->value, sz(t->slots));
}

static bool parts_finite(const mech_matrix *k, const origin *o)
{
    const size_t entries = sz(mech_matrix_entries(k));
    return vec_finite(k->part[PART_Q], entries) && vec_finite(k->part[PART_U], entries) &&
           (!k->has_mu || vec_finite(k->part[PART_W], entries)) && tape_finite(o->M) &&
           tape_finite(o->G) && tape_finite(o->G0);
}

static ivp_status linearise(mech_matrix *k, mech_levels w, const origin *o)
{
    k->levels = w;
    k->apart = false;
    k->blocks = IVP_M | IVP_F | IVP_GQ | (w.velocity != 0 ? IVP_GT : 0u) |
                (w.acceleration != 0 ? IVP_GAMMA : 0u);
    ivp_status st = IVP_OK;
    bool again = true;
    for (int turn = 0; !st && again && turn < 4; turn++) st = take_parts(k, o, &again);
    if (st || again) return st ? st : IVP_E_INVALID;
    return parts_finite(k, o) ? IVP_OK : IVP_DOMAIN;
}

ivp_status saddle_linearise(mech_matrix *k, const ivp_state *at, mech_levels w, const real *mu)
{
    const ivp_status st = mech_terms(k->m, IVP_M | IVP_GQ, at);
    const ivp_mat G = k->m->at.G;
    const origin o = { at, k->m->at.M, G, G, mu };
    k->has_mu = mu;
    return st ? st : linearise(k, w, &o);
}

static struct shift *shift_of(mech_matrix *k, int number, bool is_complex)
{
    struct shift *s = &k->shift[number];
    if (s->factors && s->is_complex == is_complex) return s;
    sparse_destroy(s->factors);
    s->is_complex = is_complex;
    s->factors = (is_complex ? sparse_create_complex : sparse_create_least)(
        k->has_mu ? &k->columns : &k->pattern, &k->by_columns);
    return s->factors ? s : NULL;
}

void saddle_forget(mech_matrix *k)
{
    for (int i = 0; i < SHIFTS; i++)
        if (k->shift[i].factors) sparse_forget(k->shift[i].factors);
}

static void combine(const mech_matrix *k, real re, real im, real *to)
{
    const real *M = k->part[PART_M], *Q = k->part[PART_Q], *U = k->part[PART_U],
               *G = k->part[PART_G], square = re * re + im * im, dre = re / square,
               dim = -im / square;
    const int entries = mech_matrix_entries(k);
    for (int e = 0; e < entries; e++) {
        *to++ = re * M[e] + U[e] + dre * Q[e] + G[e];
        if (im != 0) *to++ = im * M[e] + dim * Q[e];
    }
}

ivp_status saddle_factor_mass(mech_matrix *k, int number)
{
    const real *M = k->part[PART_M], *G = k->part[PART_G];
    const struct shift *s = shift_of(k, number, false);
    if (!s) return IVP_E_NOMEM;
    for (int e = 0; e < mech_matrix_entries(k); e++) k->numbers[e] = M[e] + G[e];
    return sparse_factor(s->factors, k->numbers);
}

void saddle_forget_positions(mech_matrix *k)
{
    memset(k->part[PART_Q], 0, sz(mech_matrix_entries(k)) * sizeof(real));
}

static void combine_with_mu(const mech_matrix *k, real re, real im, real *to)
{
    const int entries = k->columns.first[k->columns.n];
    for (int e = 0; e < entries; e++) {
        *to++ = k->by_y[e] + re * k->by_yp[e];
        if (im != 0) *to++ = im * k->by_yp[e];
    }
}

ivp_status saddle_factor_shift(mech_matrix *k, int number, real re, real im)
{
    const ivp_status st = k->has_mu ? saddle_columns(k) : IVP_OK;
    const struct shift *s = st ? NULL : shift_of(k, number, im != 0);
    if (!s) return IVP_E_NOMEM;
    real *to = k->has_mu ? k->value : k->numbers;
    (k->has_mu ? combine_with_mu : combine)(k, re, im, to);
    return sparse_factor(s->factors, to);
}

/* In dq = kq e, du = ku a and dmu = ku nu, where the rows of q' are those of e = a - G0^T nu
 * times ku. */
ivp_status saddle_factor_stabilised(mech_matrix *k, const ivp_blocks *b, ivp_mat G0,
                                    const ivp_state *at, real m, real kq, real ku)
{
    const origin o = { at, b->M, b->G, G0, NULL };
    k->has_mu = true;
    ivp_status st = linearise(k, (mech_levels){ 0, 1, 0 }, &o);
    if (!st) st = saddle_columns(k);
    if (st) return st;
    k->kq = kq;
    k->ku = ku;
    const sparse_pattern *p = &k->columns;
    for (int e = 0; e < p->first[p->n]; e++)
        k->value[e] = k->by_y[e] + (p->row[e] < k->m->nq ? ku / kq : m / ku) * k->by_yp[e];
    const struct shift *s = shift_of(k, 0, false);
    return s ? sparse_factor(s->factors, k->value) : IVP_E_NOMEM;
}

void saddle_solve_stabilised(mech_matrix *k, real *x)
{
    const int nq = k->m->nq, ng = k->m->ng;
    real *y = k->numbers, *velocity = y + 2 * nq, *position = velocity + ng;
    memset(y, 0, sz(nq) * sizeof *y);
    memcpy(y + nq, x, sz(nq) * sizeof *y);
    for (int i = 0; i < ng; i++) {
        velocity[i] = k->ku * x[nq + ng + i];
        position[i] = k->kq * x[nq + i];
    }
    sparse_solve(k->shift[0].factors, y);
    for (int i = 0; i < nq; i++) x[i] = y[nq + i] / k->ku;
    memcpy(x + nq, y + 2 * nq, sz(ng) * sizeof *x);
    for (int i = 0; i < ng; i++) x[nq + ng + i] = position[i] / k->ku;
}

ivp_status saddle_factor_forces(mech_matrix *k, int number, const ivp_blocks *b, ivp_mat below,
                                const ivp_state *at, real kq, real ku)
{
    const ivp_status st = mech_matrix_forces(k, at, kq, ku);
    if (st) return st;
    mech_matrix_add_mass(k, b->M, 1);
    mech_matrix_add_constraints(k, b->G, 0, 1);
    mech_matrix_add_constraints(k, below, 1, 0);
    const struct shift *s = shift_of(k, number, false);
    return s ? sparse_factor(s->factors, k->values) : IVP_E_NOMEM;
}

void saddle_solve_shift(mech_matrix *k, int number, real *re, real *im)
{
    const struct shift *s = &k->shift[number];
    const int n = k->has_mu ? k->columns.n : k->pattern.n;
    if (!s->is_complex) {
        sparse_solve(s->factors, re);
        return;
    }
    real *x = k->has_mu ? k->value : k->numbers;
    for (int i = 0; i < n; i++) {
        x[2 * i] = re[i];
        x[2 * i + 1] = im[i];
    }
    sparse_solve(s->factors, x);
    for (int i = 0; i < n; i++) {
        re[i] = x[2 * i];
        im[i] = x[2 * i + 1];
    }
}

/* out += w A x, A of the columns of q or u among the parts */
static void add_product(const mech_matrix *k, const real *A, const real *below, real w,
                        const real *x, real *out)
{
    const int nq = k->m->nq;
    for (int j = 0; j < nq; j++)
        for (int e = k->pattern.first[j]; e < k->pattern.first[j + 1]; e++) {
            const int i = k->pattern.row[e];
            out[i] += w * (i < nq ? A[e] : below[e]) * x[j];
        }
}

void saddle_subtract(const mech_matrix *k, const real *p, real *out)
{
    const real *Q = k->part[PART_Q];
    add_product(k, Q, saddle_is_direct(k) ? k->part[PART_G] : Q, -1, p, out);
}

void saddle_motion(const mech_matrix *k, const real *q, const real *u, real *out)
{
    const real *U = k->part[PART_U];
    memset(out, 0, sz(k->m->nq + k->m->ng) * sizeof *out);
    saddle_subtract(k, q, out);
    add_product(k, U, U, -1, u, out);
}

ivp_status saddle_by_time(mech_matrix *k, const ivp_state *at, real *to)
{
    const int nq = k->m->nq, ng = k->m->ng;
    ivp_status st = mech_matrix_by_time(k, at);
    if (st) return st;
    for (int i = 0; i < nq; i++) to[i] = -k->r[i];
    for (int i = 0; i < ng; i++) to[nq + i] = -k->r[nq + i];
    if (k->levels.position != 0) st = mech_terms(k->m, IVP_GT, at);
    for (int i = 0; !st && k->levels.position != 0 && i < ng; i++)
        to[nq + i] -= k->levels.position * k->m->at.gt[i];
    if (!st) mech_solve(k->m, to);
    return st;
}

void saddle_mass(const mech_matrix *k, const real *x, real *out)
{
    const real *M = k->part[PART_M];
    memset(out, 0, sz(k->m->nq + k->m->ng) * sizeof *out);
    add_product(k, M, M, 1, x, out);
}
