/* mech_sparse.c -- blocks of a large mechanical problem: sparse M and G, and the saddle point
 * by KLU.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/linear/triplets.h"
#include "kernel/problem/elements.h"
#include "kernel/problem/mech.h"
#include "kernel/problem/mech_matrix.h"

struct mech_sparse {
    ivp_tape M, G;
    tape_sheet *M_sheet, *G_sheet;
    mech_matrix *K; /* of the saddle point */
    /* M alone */
    sparse_pattern pattern;
    sparse *factors;
    bool by_columns;
    int *map, slots; /* where the slots stand; how many they were */
    real *values;
};

static void forget_mass(struct mech_sparse *s)
{
    sparse_destroy(s->factors);
    pattern_free(&s->pattern);
    free(s->map);
    free(s->values);
    s->factors = NULL;
    s->map = NULL;
    s->values = NULL;
    s->slots = 0;
}

void mech_sparse_anew(struct mech_sparse *s)
{
    if (!s) return;
    forget_mass(s);
    mech_matrix_anew(s->K);
    s->by_columns = false;
}

void mech_sparse_destroy(struct mech_sparse *s)
{
    if (!s) return;
    forget_mass(s);
    mech_matrix_destroy(s->K);
    free(s->M.value);
    free(s->G.value);
    sheet_destroy(s->M_sheet);
    sheet_destroy(s->G_sheet);
    free(s);
}

struct mech_sparse *mech_sparse_create(mech *m)
{
    struct mech_sparse *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->M.sheet = s->M_sheet = sheet_create(m->nq, m->nq);
    s->G.sheet = s->G_sheet = sheet_create(m->ng, m->nq);
    s->K = mech_matrix_create(m, false);
    if (s->M_sheet && s->G_sheet && s->K && tape_begin(&s->M) && tape_begin(&s->G)) {
        m->at.M = tape_view(&s->M);
        m->at.G = tape_view(&s->G);
        return s;
    }
    mech_sparse_destroy(s);
    return NULL;
}

static bool tape_finite(const ivp_tape *t) { return vec_finite(t->value, (size_t)t->slots); }

ivp_status mech_sparse_terms(mech *m, unsigned want, const ivp_state *at)
{
    struct mech_sparse *s = m->sparse;
    ivp_status st = IVP_OK;
    for (bool again = true; again && !st;) {
        if (!tape_begin(&s->M) || !tape_begin(&s->G)) return IVP_E_NOMEM;
        memset(m->store, 0, m->terms_reals * sizeof(real));
        st = m->problem.terms(want, at, &m->at, m->p);
        again = sheet_grow(s->M_sheet, &st);
        again |= sheet_grow(s->G_sheet, &st);
    }
    if (st) return st;
    if (want & IVP_F) elements_add(&m->problem.elements, at, m->at.f, m->p);
    if (want & IVP_F) noise_add(&m->noise, m->at.f, m->nq);
    const bool good =
        vec_finite(m->store, m->terms_reals) && tape_finite(&s->M) && tape_finite(&s->G);
    return good ? IVP_OK : IVP_DOMAIN;
}

ivp_status mech_sparse_factor(mech *m)
{
    return mech_matrix_factor(m->sparse->K, m->at.M, m->at.G, NULL, 1, 0, 0);
}

void mech_sparse_solve(mech *m, real *b) { mech_matrix_solve(m->sparse->K, b); }

ivp_tape mech_sparse_copy(ivp_mat A) { return (ivp_tape){ .sheet = tape_of(A)->sheet }; }

/* ---- M alone ----------------------------------------------------------------------------- */

static ivp_status analyse_mass(struct mech_sparse *s, int nq)
{
    forget_mass(s);
    const tape_sheet *M = s->M_sheet;
    const triplets t = { M->slots, M->slots, M->row, M->col };
    s->map = malloc(((size_t)M->slots + 1) * sizeof *s->map);
    if (!s->map || !triplets_compress(&t, nq, &s->pattern, s->map)) return IVP_E_NOMEM;
    s->values = malloc(((size_t)s->pattern.first[nq] + 1) * sizeof *s->values);
    if (!s->values) return IVP_E_NOMEM;
    s->factors = sparse_create_least(&s->pattern, &s->by_columns);
    s->slots = M->slots;
    return s->factors ? IVP_OK : IVP_SINGULAR;
}

ivp_status mech_sparse_factor_mass(mech *m)
{
    struct mech_sparse *s = m->sparse;
    const ivp_tape *M = &s->M;
    ivp_status st = s->factors && s->slots == M->slots ? IVP_OK : analyse_mass(s, m->nq);
    if (st) return st;
    memset(s->values, 0, (size_t)s->pattern.first[m->nq] * sizeof *s->values);
    for (int k = 0; k < M->slots; k++) s->values[s->map[k]] += M->value[k];
    return sparse_factor(s->factors, s->values);
}

void mech_sparse_solve_mass(mech *m, real *b) { sparse_solve(m->sparse->factors, b); }
