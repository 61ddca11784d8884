/* mech_structure.c -- the sparsity pattern of an iteration matrix of a large mechanism. It has
 * the entries of M, G and G^T, the coordinates of elements, and pairs of coordinates in a row
 * of the remaining part. Columns without a common row share a colour.
 *
 * A constraint that is linear adds nothing to r_q + ..., so its coordinates need no colours of
 * their own: the nodes of a flexible body are sums over all of its modes, which would make
 * every mode a colour.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>

#include "kernel/linear/mat.h"
#include "kernel/problem/elements.h"
#include "kernel/problem/mech_matrix.h"

enum { WIDE = 24 }; /* coordinates of a constraint that is taken as linear, and more */

static size_t sz(int n) { return (size_t)n; }

void mech_matrix_forget(mech_matrix *k)
{
    for (int i = 0; i < SHIFTS; i++) {
        sparse_destroy(k->shift[i].factors);
        k->shift[i].factors = NULL;
    }
    for (int i = 0; i < PARTS; i++) {
        free(k->part[i]);
        k->part[i] = NULL;
    }
    sparse_destroy(k->free.factors);
    pattern_free(&k->free.pattern);
    free(k->free.from);
    free(k->free.values);
    k->free.factors = NULL;
    k->free.from = NULL;
    k->free.values = NULL;
    free(k->numbers);
    pattern_free(&k->columns);
    k->laid = LAID_NOT;
    free(k->value);
    k->numbers = k->value = NULL;
    sparse_destroy(k->factors);
    pattern_free(&k->pattern);
    pattern_free(&k->rest);
    triplets_free(&k->places);
    free(k->values);
    free(k->map);
    free(k->colour);
    free(k->block);
    k->factors = NULL;
    k->values = NULL;
    k->map = k->colour = k->block = NULL;
    k->M_slots = -1;
}

void mech_matrix_anew(mech_matrix *k)
{
    mech_matrix_forget(k);
    free(k->reach);
    free(k->linear);
    triplets_free(&k->added);
    k->reach = NULL;
    k->linear = NULL;
    k->looked = k->by_columns = k->free.by_columns = false;
}

/* Constraints of many coordinates are taken as linear, until they are looked at. */
static bool take_linear(mech_matrix *k)
{
    const tape_sheet *G = tape_of(k->m->at.G)->sheet;
    int *entries = calloc(sz(G->rows) + 1, sizeof *entries);
    k->linear = calloc(sz(G->rows) + 1, sizeof *k->linear);
    for (int e = 0; entries && k->linear && e < G->slots; e++)
        k->linear[G->row[e]] = ++entries[G->row[e]] > WIDE;
    free(entries);
    return entries && k->linear;
}

/* Coordinates that meet in a row: of M, of a constraint that is not linear, of what discovery
 * has found. */
static bool find_rest(mech_matrix *k)
{
    const mech *m = k->m;
    const tape_sheet *M = tape_of(m->at.M)->sheet, *G = tape_of(m->at.G)->sheet;
    const triplets rows = { G->slots, G->slots, G->row, G->col };
    triplets t = { 0 };
    bool good = (k->linear || take_linear(k)) &&
                triplets_mirror(&t, M->slots, M->row, M->col) &&
                triplets_mirror(&t, k->added.count, k->added.row, k->added.col) &&
                triplets_join(&t, &rows, G->rows, m->nq, k->linear);
    for (int j = 0; good && j < m->nq; j++) good = triplets_add(&t, j, j);
    good = good && triplets_compress(&t, m->nq, &k->rest, NULL);
    triplets_free(&t);
    k->colour = malloc((sz(m->nq) + 1) * sizeof *k->colour);
    if (!good || !k->colour) return false;
    k->colours = pattern_colour(&k->rest, &k->rest, k->colour);
    return k->colours > 0;
}

/* What elements reach, as far as they say so; what they turn out to reach is added: see
 * reaches(). */
static bool ask_elements(mech_matrix *k)
{
    const ivp_elements *all = &k->m->problem.elements;
    k->elements = elements_count(all, k->m->p);
    k->reach = malloc((sz(k->elements) + 1) * sizeof *k->reach);
    for (int e = 0; k->reach && e < k->elements; e++)
        k->reach[e].n = all->on(e, NULL, NULL, k->reach[e].on, k->m->p);
    return k->reach;
}

static bool find_elements(mech_matrix *k)
{
    if (!k->reach && !ask_elements(k)) return false;
    k->block = malloc((sz(k->elements) + 1) * sizeof *k->block);
    if (!k->block) return false;
    k->block[0] = 0;
    for (int e = 0; e < k->elements; e++)
        k->block[e + 1] = k->block[e] + k->reach[e].n * k->reach[e].n;
    return true;
}

static bool place_sheets(mech_matrix *k)
{
    const mech *m = k->m;
    const tape_sheet *M = tape_of(m->at.M)->sheet, *G = tape_of(m->at.G)->sheet;
    bool good = true;
    for (int e = 0; good && e < M->slots; e++)
        good = triplets_add(&k->places, M->row[e], M->col[e]);
    for (int e = 0; good && e < G->slots; e++)
        good = triplets_add(&k->places, m->nq + G->row[e], G->col[e]) &&
               triplets_add(&k->places, G->col[e], m->nq + G->row[e]);
    k->M_slots = M->slots;
    k->G_slots = G->slots;
    return good;
}

static bool place_derivatives(mech_matrix *k)
{
    bool good = true;
    k->rest_places = k->places.count;
    for (int j = 0; j < k->m->nq; j++)
        for (int e = k->rest.first[j]; good && e < k->rest.first[j + 1]; e++)
            good = triplets_add(&k->places, k->rest.row[e], j);
    k->element_places = k->places.count;
    for (int e = 0; e < k->elements; e++)
        for (int b = 0; b < k->reach[e].n; b++)
            for (int a = 0; good && a < k->reach[e].n; a++)
                good = triplets_add(&k->places, k->reach[e].on[a], k->reach[e].on[b]);
    return good;
}

ivp_status mech_matrix_analyse(mech_matrix *k)
{
    const int n = k->m->nq + k->m->ng;
    mech_matrix_forget(k);
    k->made++;
    if (k->derivatives && (!find_rest(k) || !find_elements(k))) return IVP_E_NOMEM;
    if (!place_sheets(k) || (k->derivatives && !place_derivatives(k))) return IVP_E_NOMEM;
    k->map = malloc((sz(k->places.count) + 1) * sizeof *k->map);
    if (!k->map || !triplets_compress(&k->places, n, &k->pattern, k->map)) return IVP_E_NOMEM;
    triplets_free(&k->places);
    k->values = malloc((sz(k->pattern.first[n]) + 1) * sizeof *k->values);
    if (!k->values) return IVP_E_NOMEM;
    k->factors = sparse_create_least(&k->pattern, &k->by_columns);
    return k->factors ? IVP_OK : IVP_SINGULAR;
}
