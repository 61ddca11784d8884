/* saddle_shift.c -- see saddle_shift.h: matrices are combined of four parts on one pattern, the values
 * of M, r_q, r_u, and of G and G^T. */
#include "kernel/formulation/saddle_shift.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/tape.h"

static size_t sz(int n) { return (size_t)n; }

static bool make_parts(mech_matrix *k)
{
    const size_t entries = sz(mech_matrix_entries(k)) + 1, n = sz(k->m->nq + k->m->ng);
    for (int i = 0; i < PARTS; i++)
        if (!k->part[i] && !(k->part[i] = malloc(entries * sizeof(real)))) return false;
    if (!k->numbers) k->numbers = malloc(2 * (entries + n) * sizeof(real));
    return k->numbers != NULL;
}

static void keep(mech_matrix *k, int part)
{
    memcpy(k->part[part], k->values, sz(mech_matrix_entries(k)) * sizeof(real));
}

/* All parts; *again: the structure was not that of the first ones. */
static ivp_status take_parts(mech_matrix *k, const ivp_state *at, bool *again)
{
    ivp_status st = mech_matrix_prepare(k);
    if (!st) st = mech_matrix_differentiate(k, at, 1, 0);
    if (st) return st;
    const int made = k->made;
    if (!make_parts(k)) return IVP_E_NOMEM;
    keep(k, PART_Q);
    st = mech_matrix_differentiate(k, at, 0, 1);
    *again = k->made != made;
    if (st || *again) return st;
    keep(k, PART_U);
    ivp_tape none = { .sheet = tape_of(k->m->at.G)->sheet }; /* no slots: nothing */
    mech_matrix_clear(k);
    mech_matrix_add(k, k->m->at.M, tape_view(&none), 1);
    keep(k, PART_M);
    mech_matrix_clear(k);
    mech_matrix_add(k, k->m->at.M, k->m->at.G, 0);
    keep(k, PART_G);
    return IVP_OK;
}

ivp_status saddle_linearise(mech_matrix *k, const ivp_state *at)
{
    ivp_status st = mech_terms(k->m, IVP_M | IVP_GQ, at);
    bool again = true;
    for (int turn = 0; !st && again && turn < 4; turn++) st = take_parts(k, at, &again);
    return st ? st : again ? IVP_E_INVALID : IVP_OK;
}

static struct shift *shift_of(mech_matrix *k, int number, bool is_complex)
{
    struct shift *s = &k->shift[number];
    if (s->factors && s->is_complex == is_complex) return s;
    sparse_destroy(s->factors);
    s->is_complex = is_complex;
    s->factors =
        (is_complex ? sparse_create_complex : sparse_create_least)(&k->pattern, &k->by_columns);
    return s->factors ? s : NULL;
}

ivp_status saddle_factor_shift(mech_matrix *k, int number, real re, real im)
{
    const bool is_complex = im != 0;
    const struct shift *s = shift_of(k, number, is_complex);
    if (!s) return IVP_E_NOMEM;
    const real *M = k->part[PART_M], *Q = k->part[PART_Q], *U = k->part[PART_U],
               *G = k->part[PART_G], square = re * re + im * im, dre = re / square,
               dim = -im / square;
    real *to = k->numbers;
    const int entries = mech_matrix_entries(k);
    for (int e = 0; e < entries; e++) {
        *to++ = re * M[e] + U[e] + dre * Q[e] + G[e];
        if (is_complex) *to++ = im * M[e] + dim * Q[e];
    }
    return sparse_factor(s->factors, k->numbers);
}

void saddle_solve_shift(mech_matrix *k, int number, real *re, real *im)
{
    const struct shift *s = &k->shift[number];
    const int n = k->m->nq + k->m->ng;
    if (!s->is_complex) {
        sparse_solve(s->factors, re);
        return;
    }
    real *x = k->numbers;
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

void saddle_subtract(const mech_matrix *k, const real *p, real *out)
{
    const int nq = k->m->nq;
    for (int j = 0; j < nq; j++)
        for (int e = k->pattern.first[j]; e < k->pattern.first[j + 1]; e++) {
            const int i = k->pattern.row[e];
            out[i] -= (i < nq ? k->part[PART_Q][e] : k->part[PART_G][e]) * p[j];
        }
}

/* ---- the residual's matrix ----------------------------------------------------------------- */

static bool make_columns(mech_matrix *k)
{
    const size_t n = sz(2 * k->m->nq + k->m->ng);
    const size_t entries = 2 * sz(mech_matrix_entries(k)) + n;
    if (k->first) return true;
    k->first = malloc((n + 1 + entries) * sizeof *k->first);
    k->value = malloc(entries * sizeof *k->value);
    if (k->first) k->row = k->first + n + 1;
    return k->first && k->value;
}

static void put(mech_matrix *k, int *end, int row, real value)
{
    k->row[*end] = row;
    k->value[(*end)++] = value;
}

/* Column j of K gives that of q_j: q' - u, r_q and G; that of u_j: -1 and c M + r_u; and that of a
 * multiplier: G^T. */
static void fill_column(mech_matrix *k, int j, bool by_velocity, real c, int *end)
{
    const int nq = k->m->nq;
    const real *M = k->part[PART_M], *Q = k->part[PART_Q], *U = k->part[PART_U],
               *G = k->part[PART_G];
    if (j < nq) put(k, end, j, by_velocity ? -1 : c);
    for (int e = k->pattern.first[j]; e < k->pattern.first[j + 1]; e++) {
        const int i = k->pattern.row[e];
        if (j >= nq && i < nq) put(k, end, nq + i, G[e]);
        if (j >= nq) continue;
        if (i < nq) put(k, end, nq + i, by_velocity ? c * M[e] + U[e] : Q[e]);
        if (i >= nq && !by_velocity) put(k, end, nq + i, G[e]);
    }
}

ivp_status saddle_residual(mech_matrix *k, real c, ivp_columns *out)
{
    const int nq = k->m->nq, n = 2 * nq + k->m->ng;
    int end = 0;
    if (!make_columns(k)) return IVP_E_NOMEM;
    for (int j = 0; j < n; j++) {
        k->first[j] = end;
        fill_column(k, j < nq ? j : j - nq, j >= nq && j < 2 * nq, c, &end);
    }
    k->first[n] = end;
    *out = (ivp_columns){ n, k->made, k->first, k->row, k->value };
    return IVP_OK;
}
