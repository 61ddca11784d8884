/* mech_matrix.c -- iteration matrices of large mechanical problems, with what they cost growing as
 * the number of bodies.
 *
 *     K = [ m M + kq r_q + ku r_u   G^T ]        r = M a + G^T lambda - f
 *         [ G                       0   ]
 *
 * The forces of elements are differentiated one by one, by complex steps along (q_j: kq, u_j: ku)
 * of their own few coordinates, which give kq r_q + ku r_u at once. What is left of r is
 * differentiated along whole groups of coordinates that do not meet in a row: the pattern for that
 * joins coordinates of one element of M and of one constraint. One direction more, along all
 * coordinates, tells whether that is the pattern; where it is not, coordinates are taken one by
 * one, once. */
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/linear/triplets.h"
#include "kernel/problem/cstep.h"
#include "kernel/problem/elements.h"
#include "kernel/problem/mech_matrix.h"

static size_t sz(int n) { return (size_t)n; }

static void forget(mech_matrix *k)
{
    for (int i = 0; i < SHIFTS; i++) {
        sparse_destroy(k->shift[i].factors);
        k->shift[i].factors = NULL;
    }
    for (int i = 0; i < PARTS; i++) {
        free(k->part[i]);
        k->part[i] = NULL;
    }
    free(k->numbers);
    free(k->first);
    free(k->value);
    k->numbers = k->value = NULL;
    k->first = k->row = NULL;
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

mech_matrix *mech_matrix_create(mech *m, bool derivatives)
{
    mech_matrix *k = calloc(1, sizeof *k);
    if (!k) return NULL;
    k->m = m;
    k->derivatives = derivatives;
    k->M_slots = -1;
    k->r = calloc(3 * sz(m->nq) + 1, sizeof *k->r);
    if (!k->r) {
        free(k);
        return NULL;
    }
    k->sum = k->r + m->nq;
    k->size = k->sum + m->nq;
    return k;
}

void mech_matrix_destroy(mech_matrix *k)
{
    if (!k) return;
    forget(k);
    free(k->reach);
    triplets_free(&k->added);
    free(k->r);
    free(k);
}

int mech_matrix_entries(const mech_matrix *k)
{
    return k->pattern.first ? k->pattern.first[k->pattern.n] : 0;
}

/* ---- structure --------------------------------------------------------------------------- */

/* Each row of G joins its columns: they are listed row by row first. */
static bool join_rows(const tape_sheet *G, int nq, triplets *t)
{
    const int n = nq > G->rows ? nq : G->rows;
    const triplets turned = { G->slots, G->slots, G->col, G->row };
    sparse_pattern by_row;
    if (!triplets_compress(&turned, n, &by_row, NULL)) return false;
    bool good = true;
    for (int i = 0; i < G->rows; i++)
        for (int a = by_row.first[i]; good && a < by_row.first[i + 1]; a++)
            for (int b = by_row.first[i]; good && b < by_row.first[i + 1]; b++)
                good = triplets_add(t, by_row.row[a], by_row.row[b]);
    pattern_free(&by_row);
    return good;
}

static bool find_rest(mech_matrix *k)
{
    const mech *m = k->m;
    const tape_sheet *M = tape_of(m->at.M)->sheet, *G = tape_of(m->at.G)->sheet;
    triplets t = { 0 };
    bool good = true;
    for (int e = 0; good && e < M->slots; e++)
        good = triplets_add(&t, M->row[e], M->col[e]) && triplets_add(&t, M->col[e], M->row[e]);
    for (int e = 0; good && e < k->added.count; e++)
        good = triplets_add(&t, k->added.row[e], k->added.col[e]) &&
               triplets_add(&t, k->added.col[e], k->added.row[e]);
    for (int j = 0; good && j < m->nq; j++) good = triplets_add(&t, j, j);
    good = good && join_rows(G, m->nq, &t) && triplets_compress(&t, m->nq, &k->rest, NULL);
    triplets_free(&t);
    k->colour = malloc((sz(m->nq) + 1) * sizeof *k->colour);
    if (!good || !k->colour) return false;
    k->colours = pattern_colour(&k->rest, k->colour);
    return k->colours > 0;
}

/* What elements reach, as far as they say so; what they turn out to reach is added: see reaches(). */
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

static ivp_status analyse(mech_matrix *k)
{
    const int n = k->m->nq + k->m->ng;
    forget(k);
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

/* ---- the rest ---------------------------------------------------------------------------- */

/* k->r := the derivative of the rest along m->dz. */
static ivp_status along(mech_matrix *k, const ivp_state *s)
{
    mech *m = k->m;
    cstep_blocks out = { NULL,       NULL,        m->along.f,    m->along.d,
                         m->along.g, m->along.gt, m->along.gamma };
    tape_sheet *M = tape_of(m->at.M)->sheet, *G = tape_of(m->at.G)->sheet;
    m->count[IVP_N_JAC_EVALS]++;
    const ivp_status st = cstep_taped(m->twin, IVP_M | IVP_F | IVP_GQ, m->z, m->dz, M, G, &out);
    if (st) return st;
    for (int i = 0; i < m->nq; i++) k->r[i] = -m->along.f[i];
    for (int e = 0; e < M->slots; e++) k->r[M->row[e]] += out.M[e] * s->a[M->col[e]];
    for (int e = 0; e < G->slots; e++) k->r[G->col[e]] += out.G[e] * s->lambda[G->row[e]];
    return IVP_OK;
}

static void point(mech *m, const ivp_state *s)
{
    m->z[0] = s->t;
    memcpy(m->z + 1, s->q, sz(m->nq) * sizeof(real));
    memcpy(m->z + 1 + m->nq, s->u, sz(m->nq) * sizeof(real));
    if (m->nx) memcpy(m->z + 1 + 2 * m->nq, s->x, sz(m->nx) * sizeof(real));
}

/* The direction that tells all coordinates apart. */
static real weight(int j) { return R(0.5) + (real)((j * 7919) % 1009) / 1009; }

static void aim(mech *m, int j, real kq, real ku)
{
    m->dz[1 + j] = kq;
    m->dz[1 + m->nq + j] = ku;
}

static void take_colour(mech_matrix *k, int c)
{
    const int *map = k->map + k->rest_places;
    for (int j = 0; j < k->m->nq; j++) {
        if (k->colour[j] != c) continue;
        for (int e = k->rest.first[j]; e < k->rest.first[j + 1]; e++) {
            const int i = k->rest.row[e];
            k->values[map[e]] += k->r[i];
            k->sum[i] += weight(j) * k->r[i];
            k->size[i] += ivp_abs(k->r[i]);
        }
    }
}

static bool is_complete(const mech_matrix *k)
{
    const real largest = vec_max(k->size, k->m->nq);
    for (int i = 0; i < k->m->nq; i++)
        if (ivp_abs(k->r[i] - k->sum[i]) > R(1e-9) * k->size[i] + R(1e-11) * largest)
            return false;
    return true;
}

/* Adds all columns of the rest to K; *complete: has its pattern held them all? */
static ivp_status add_rest(mech_matrix *k, const ivp_state *s, real kq, real ku, bool *complete)
{
    mech *m = k->m;
    ivp_status st = IVP_OK;
    memset(k->sum, 0, 2 * sz(m->nq) * sizeof(real));
    for (int c = 0; !st && c < k->colours; c++) {
        for (int j = 0; j < m->nq; j++)
            if (k->colour[j] == c) aim(m, j, kq, ku);
        st = along(k, s);
        for (int j = 0; j < m->nq; j++)
            if (k->colour[j] == c) aim(m, j, 0, 0);
        if (!st) take_colour(k, c);
    }
    for (int j = 0; j < m->nq; j++) aim(m, j, kq * weight(j), ku * weight(j));
    if (!st) st = along(k, s);
    for (int j = 0; j < m->nq; j++) aim(m, j, 0, 0);
    *complete = st || is_complete(k);
    return st;
}

/* Coordinates one by one: what the rest has in truth is added to its pattern. */
static ivp_status discover(mech_matrix *k, const ivp_state *s, real kq, real ku)
{
    mech *m = k->m;
    ivp_status st = IVP_OK;
    for (int j = 0; !st && j < m->nq; j++) {
        aim(m, j, kq, ku);
        st = along(k, s);
        aim(m, j, 0, 0);
        for (int i = 0; !st && i < m->nq; i++)
            if (k->r[i] != 0 && !triplets_add(&k->added, i, j)) st = IVP_E_NOMEM;
    }
    return st ? st : analyse(k);
}

/* ---- the elements ------------------------------------------------------------------------ */

/* Where coordinate `on` is among those that the element reaches; added, where it is not. -1: no room. */
static int reaches(element_reach *r, int on)
{
    int k = 0;
    while (k < r->n && r->on[k] != on) k++;
    if (k == IVP_ELEMENT_MOST) return -1;
    if (k == r->n) r->on[r->n++] = on;
    return k;
}

/* Adds a block n x n at coordinates `on`. Of new ones the structure does not know: *grown. */
static ivp_status add_block(mech_matrix *k, int e, int n, const int *on, const real *block,
                            bool *grown)
{
    const int all = k->reach[e].n, *map = k->map + k->element_places + k->block[e];
    int place[IVP_ELEMENT_MOST];
    for (int a = 0; a < n; a++)
        if ((place[a] = reaches(&k->reach[e], on[a])) < 0) return IVP_E_INVALID;
    if (k->reach[e].n > all) *grown = true;
    for (int b = 0; b < n && !*grown; b++)
        for (int a = 0; a < n; a++)
            k->values[map[place[b] * all + place[a]]] += block[a + b * n];
    return IVP_OK;
}

/* *grown: the structure does not hold them all, but now knows what it lacks */
static ivp_status add_elements(mech_matrix *k, const ivp_state *s, real kq, real ku,
                               bool *grown)
{
    mech *m = k->m;
    const ivp_elements *all = &m->problem.elements;
    real q[IVP_ELEMENT_MOST], u[IVP_ELEMENT_MOST], block[IVP_ELEMENT_MOST * IVP_ELEMENT_MOST];
    int on[IVP_ELEMENT_MOST], most = 0;
    ivp_status st = IVP_OK;
    *grown = false;
    for (int e = 0; !st && e < k->elements; e++) {
        const int n = all->on(e, s->q, s->u, on, m->p);
        if (n <= 0) continue;
        for (int i = 0; i < n; i++) {
            q[i] = s->q[on[i]];
            u[i] = s->u[on[i]];
        }
        cstep_element(m->twin, e, n, on, s->t, q, u, kq, ku, block);
        st = add_block(k, e, n, on, block, grown);
        most = n > most ? n : most;
    }
    m->count[IVP_N_JAC_EVALS] += most;
    if (st) k->M_slots = -1; /* to be analysed anew: what elements reach may have grown */
    return st;
}

/* ---- K ----------------------------------------------------------------------------------- */

void mech_matrix_clear(mech_matrix *k)
{
    memset(k->values, 0, sz(mech_matrix_entries(k)) * sizeof *k->values);
}

void mech_matrix_add(mech_matrix *k, ivp_mat M, ivp_mat G, real w)
{
    const ivp_tape *m = tape_of(M), *g = tape_of(G);
    const int *map = k->map, *gap = k->map + k->M_slots;
    for (int e = 0; e < m->slots; e++) k->values[map[e]] += (w * m->value[e]);
    for (int e = 0; e < g->slots; e++) {
        k->values[gap[2 * e]] += g->value[e];
        k->values[gap[2 * e + 1]] += g->value[e];
    }
}

static bool fits(const mech_matrix *k)
{
    return k->factors && k->M_slots == tape_of(k->m->at.M)->sheet->slots &&
           k->G_slots == tape_of(k->m->at.G)->sheet->slots;
}

ivp_status mech_matrix_differentiate(mech_matrix *k, const ivp_state *s, real kq, real ku)
{
    bool complete;
    point(k->m, s);
    mech_matrix_clear(k);
    ivp_status st = add_rest(k, s, kq, ku, &complete);
    if (!st && (!complete || !fits(k))) {
        st = complete ? analyse(k) : discover(k, s, kq, ku);
        if (!st) mech_matrix_clear(k);
        if (!st) st = add_rest(k, s, kq, ku, &complete);
    }
    bool grown = false;
    if (!st) st = add_elements(k, s, kq, ku, &grown);
    if (!st && grown) {
        st = analyse(k);
        if (!st) mech_matrix_clear(k);
        if (!st) st = add_rest(k, s, kq, ku, &complete);
        if (!st) st = add_elements(k, s, kq, ku, &grown);
    }
    return st;
}

ivp_status mech_matrix_prepare(mech_matrix *k) { return fits(k) ? IVP_OK : analyse(k); }

ivp_status mech_matrix_factor(mech_matrix *k, ivp_mat M, ivp_mat G, const ivp_state *at, real w,
                              real kq, real ku)
{
    ivp_status st = mech_matrix_prepare(k);
    if (st) return st;
    if (kq != 0 || ku != 0)
        st = mech_matrix_differentiate(k, at, kq, ku);
    else
        mech_matrix_clear(k);
    if (st) return st;
    mech_matrix_add(k, M, G, w);
    return sparse_factor(k->factors, k->values);
}

void mech_matrix_solve(mech_matrix *k, real *x) { sparse_solve(k->factors, x); }
