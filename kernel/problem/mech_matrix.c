/* mech_matrix.c -- iteration matrices of large mechanical problems; their cost is proportional
 * to the number of bodies.
 *
 *     K = [ m M + kq r_q + ku r_u   G^T ]        r = M a + G^T lambda - f
 *         [ G                       0   ]
 *
 * with rows of constraints that may be differentiated too: each depends on the coordinates of
 * its row of G alone. The forces of elements are differentiated one by one, by complex steps
 * along (q_j: kq, u_j: ku) of their own few coordinates, which give kq r_q + ku r_u at once.
 * What is left of r is differentiated along whole groups of coordinates that do not meet in a
 * row: the pattern for that joins coordinates of one element of M and of one constraint that is
 * not linear. A further direction along all coordinates checks the pattern. If it is
 * incomplete, coordinates are differentiated one by one, once; those of unconnected parts
 * together.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/linear/triplets.h"
#include "kernel/problem/cstep.h"
#include "kernel/problem/elements.h"
#include "kernel/problem/mech_matrix.h"

static size_t sz(int n) { return (size_t)n; }

mech_matrix *mech_matrix_create(mech *m, bool derivatives)
{
    mech_matrix *k = calloc(1, sizeof *k);
    if (!k) return NULL;
    k->m = m;
    k->derivatives = derivatives;
    k->M_slots = -1;
    k->blocks = IVP_M | IVP_F | IVP_GQ;
    k->r = calloc(3 * sz(m->nq + m->ng) + 1, sizeof *k->r);
    if (!k->r) {
        free(k);
        return NULL;
    }
    k->sum = k->r + m->nq + m->ng;
    k->size = k->sum + m->nq + m->ng;
    return k;
}

void mech_matrix_destroy(mech_matrix *k)
{
    if (!k) return;
    mech_matrix_anew(k);
    free(k->r);
    free(k);
}

int mech_matrix_entries(const mech_matrix *k)
{
    return k->pattern.first ? k->pattern.first[k->pattern.n] : 0;
}

/* ---- the rest ---------------------------------------------------------------------------- */

static cstep_blocks blocks_along(const mech *m)
{
    return (cstep_blocks){ NULL,       NULL,        m->along.f,    m->along.d,
                           m->along.g, m->along.gt, m->along.gamma };
}

/* Rows that are differentiated. */
static int rows_of(const mech_matrix *k)
{
    const bool constraints = k->levels.velocity != 0 || k->levels.acceleration != 0;
    return k->m->nq + (constraints ? k->m->ng : 0);
}

/* Of M, G and g_t, which do not depend on velocities, there is nothing along those alone. */
static unsigned blocks_by(const mech_matrix *k, real kq)
{
    return kq != 0 ? k->blocks : k->blocks & (IVP_F | IVP_GAMMA);
}

/* s along m->dz, of which the blocks are known */
static void along_constraints(mech_matrix *k, const ivp_state *at, unsigned blocks,
                              const cstep_blocks *out)
{
    const tape_sheet *G = tape_of(k->m->at.G)->sheet;
    const mech_levels w = k->levels;
    real *s = k->r + k->m->nq;
    for (int i = 0; i < k->m->ng; i++) {
        s[i] = blocks & IVP_GT && w.velocity != 0 ? w.velocity * out->gt[i] : 0;
        if (w.acceleration != 0) s[i] -= w.acceleration * out->gamma[i];
    }
    for (int e = 0; blocks & IVP_GQ && e < G->slots; e++) {
        const int j = G->col[e];
        s[G->row[e]] += out->G[e] * (w.velocity * at->u[j] + w.acceleration * at->a[j]);
    }
}

/* k->r := the derivative of the rest, and of the rows of constraints, along m->dz. Blocks that
 * were not asked for may hold anything. */
static ivp_status along(mech_matrix *k, const ivp_state *s, unsigned blocks)
{
    mech *m = k->m;
    cstep_blocks out = blocks_along(m);
    tape_sheet *M = tape_of(m->at.M)->sheet, *G = tape_of(m->at.G)->sheet;
    m->count[IVP_N_JAC_EVALS]++;
    const ivp_status st = cstep_taped(m->twin, blocks, m->z, m->dz, M, G, &out);
    if (st) return st;
    for (int i = 0; i < m->nq; i++) k->r[i] = blocks & IVP_F ? -m->along.f[i] : 0;
    for (int e = 0; blocks & IVP_M && e < M->slots; e++)
        k->r[M->row[e]] += out.M[e] * s->a[M->col[e]];
    for (int e = 0; blocks & IVP_GQ && e < G->slots; e++)
        k->r[G->col[e]] += out.G[e] * s->lambda[G->row[e]];
    if (rows_of(k) > m->nq) along_constraints(k, s, blocks, &out);
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

static void aim_at_all(mech *m, real kq, real ku)
{
    for (int j = 0; j < m->nq; j++) aim(m, j, kq * weight(j), ku * weight(j));
}

/* Those of the constraints taken as linear are not that change along this direction: *found.
 * Where they do not by chance, is_complete() tells. */
static ivp_status look_for_others(mech_matrix *k, bool *found)
{
    mech *m = k->m;
    cstep_blocks out = blocks_along(m);
    tape_sheet *M = tape_of(m->at.M)->sheet, *G = tape_of(m->at.G)->sheet;
    aim_at_all(m, 1, 0);
    const ivp_status st = cstep_taped(m->twin, IVP_GQ, m->z, m->dz, M, G, &out);
    aim_at_all(m, 0, 0);
    for (int e = 0; !st && e < G->slots; e++)
        if (out.G[e] != 0 && k->linear[G->row[e]]) k->linear[G->row[e]] = !(*found = true);
    k->looked = !st;
    return st;
}

/* Row i of column j, which is value number `at` of K */
static inline void take(mech_matrix *k, int at, int i, int j)
{
    k->values[at] += k->r[i];
    k->sum[i] += weight(j) * k->r[i];
    k->size[i] += ivp_abs(k->r[i]);
}

static void take_colour(mech_matrix *k, int c)
{
    const int *map = k->map + k->rest_places, *first = k->pattern.first, rows = rows_of(k);
    for (int j = 0; j < k->m->nq; j++) {
        if (k->colour[j] != c) continue;
        for (int e = k->rest.first[j]; e < k->rest.first[j + 1]; e++)
            take(k, map[e], k->rest.row[e], j);
        for (int e = first[j]; rows > k->m->nq && e < first[j + 1]; e++)
            if (k->pattern.row[e] >= k->m->nq) take(k, e, k->pattern.row[e], j);
    }
}

/* Is what was taken of row i all that there is? */
static bool agrees(const mech_matrix *k, int i, real largest)
{
    return !(ivp_abs(k->r[i] - k->sum[i]) > R(1e-9) * k->size[i] + R(1e-11) * largest);
}

/* A constraint whose row was not taken whole is not linear after all, or its coefficients
 * depend on time. */
static bool is_complete(mech_matrix *k)
{
    const int nq = k->m->nq, rows = rows_of(k);
    real largest = vec_max(k->size, nq);
    bool complete = true;
    for (int i = 0; complete && i < nq; i++) complete = agrees(k, i, largest);
    largest = vec_max(k->size + nq, rows - nq);
    for (int i = nq; i < rows; i++)
        if (k->linear[i - nq] && !agrees(k, i, largest)) k->linear[i - nq] = complete = false;
    return complete;
}

/* Adds all columns of the rest to K; *complete: has its pattern held them all? */
static ivp_status add_rest(mech_matrix *k, const ivp_state *s, real kq, real ku, bool *complete)
{
    mech *m = k->m;
    ivp_status st = IVP_OK;
    memset(k->sum, 0, 2 * sz(m->nq + m->ng) * sizeof(real));
    for (int c = 0; !st && c < k->colours; c++) {
        for (int j = 0; j < m->nq; j++)
            if (k->colour[j] == c) aim(m, j, kq, ku);
        st = along(k, s, blocks_by(k, kq));
        for (int j = 0; j < m->nq; j++)
            if (k->colour[j] == c) aim(m, j, 0, 0);
        if (!st) take_colour(k, c);
    }
    aim_at_all(m, kq, ku);
    if (!st) st = along(k, s, blocks_by(k, kq));
    aim_at_all(m, 0, 0);
    *complete = st || is_complete(k);
    return st;
}

/* What r along coordinates number `turn` of all parts has in truth, into k->added. */
static ivp_status discover_turn(mech_matrix *k, const ivp_state *s, real kq, real ku, int turn,
                                const int *part, const int *place, int *of)
{
    const int nq = k->m->nq;
    for (int j = 0; j < nq; j++) {
        if (place[j] != turn) continue;
        aim(k->m, j, kq, ku);
        of[part[j]] = j;
    }
    ivp_status st = along(k, s, blocks_by(k, kq));
    aim_at_all(k->m, 0, 0);
    for (int i = 0; !st && i < nq; i++)
        if (k->r[i] != 0 && !triplets_add(&k->added, i, of[part[i]])) st = IVP_E_NOMEM;
    return st;
}

/* Coordinates one by one, or one of each part that nothing known connects at a time: what the
 * rest has is added to its pattern. Whether parts are connected all the same, is_complete()
 * tells. */
static ivp_status discover(mech_matrix *k, const ivp_state *s, real kq, real ku, bool by_parts)
{
    const int nq = k->m->nq;
    int *part = calloc(3 * sz(nq) + 1, sizeof *part), turns = nq;
    if (!part) return IVP_E_NOMEM;
    int *place = part + nq;
    if (by_parts) turns = pattern_parts(&k->rest, part, place);
    for (int j = 0; j < nq && !by_parts; j++) place[j] = j;
    ivp_status st = turns > 0 || nq == 0 ? IVP_OK : IVP_E_NOMEM;
    for (int k0 = 0; !st && k0 < turns; k0++)
        st = discover_turn(k, s, kq, ku, k0, part, place, place + nq);
    free(part);
    return st ? st : mech_matrix_analyse(k);
}

/* ---- the elements ------------------------------------------------------------------------ */

/* Where coordinate `on` is among those that the element reaches, sought from place `from` on,
 * behind which the ones of a body follow each other; added, where it is not. -1: no room. */
static int reaches(element_reach *r, int on, int from)
{
    if (from < r->n && r->on[from] == on) return from;
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
        if ((place[a] = reaches(&k->reach[e], on[a], a > 0 ? place[a - 1] + 1 : 0)) < 0)
            return IVP_E_INVALID;
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

void mech_matrix_clear_blocks(mech_matrix *k)
{
    for (int e = 0; e < k->M_slots + 2 * k->G_slots; e++) k->values[k->map[e]] = 0;
}

void mech_matrix_add_mass(mech_matrix *k, ivp_mat M, real w)
{
    const ivp_tape *m = tape_of(M);
    for (int e = 0; e < m->slots; e++) k->values[k->map[e]] += (w * m->value[e]);
}

void mech_matrix_add_constraints(mech_matrix *k, ivp_mat G, real lower, real upper)
{
    const ivp_tape *g = tape_of(G);
    const int *map = k->map + k->M_slots;
    for (int e = 0; e < g->slots; e++) {
        k->values[map[2 * e]] += lower * g->value[e];
        k->values[map[2 * e + 1]] += upper * g->value[e];
    }
}

static bool fits(const mech_matrix *k)
{
    return k->factors && k->M_slots == tape_of(k->m->at.M)->sheet->slots &&
           k->G_slots == tape_of(k->m->at.G)->sheet->slots;
}

ivp_status mech_matrix_differentiate(mech_matrix *k, const ivp_state *s, real kq, real ku)
{
    bool complete, found = false;
    point(k->m, s);
    ivp_status st = k->looked ? IVP_OK : look_for_others(k, &found);
    if (!st && found) st = mech_matrix_analyse(k);
    if (st) return st;
    mech_matrix_clear(k);
    st = add_rest(k, s, kq, ku, &complete);
    for (int turn = 0; !st && turn < 2 && (!complete || !fits(k)); turn++) {
        st = complete ? mech_matrix_analyse(k) : discover(k, s, kq, ku, turn == 0);
        if (!st) mech_matrix_clear(k);
        if (!st) st = add_rest(k, s, kq, ku, &complete);
    }
    bool grown = false;
    if (!(k->blocks & IVP_F)) return st;
    if (!st) st = add_elements(k, s, kq, ku, &grown);
    if (!st && grown) {
        st = mech_matrix_analyse(k);
        if (!st) mech_matrix_clear(k);
        if (!st) st = add_rest(k, s, kq, ku, &complete);
        if (!st) st = add_elements(k, s, kq, ku, &grown);
    }
    return st;
}

ivp_status mech_matrix_by_time(mech_matrix *k, const ivp_state *s)
{
    mech *m = k->m;
    point(m, s);
    m->dz[0] = 1;
    ivp_status st = along(k, s, k->blocks);
    if (!st && elements_count(&m->problem.elements, m->p)) {
        st = cstep_elements(m->twin, m->z, m->dz, m->along.f);
        for (int i = 0; i < m->nq; i++) k->r[i] -= m->along.f[i];
    }
    m->dz[0] = 0;
    return st;
}

ivp_status mech_matrix_prepare(mech_matrix *k)
{
    return fits(k) ? IVP_OK : mech_matrix_analyse(k);
}

ivp_status mech_matrix_factor(mech_matrix *k, ivp_mat M, ivp_mat G, const ivp_state *at, real w,
                              real kq, real ku)
{
    const ivp_status st = mech_matrix_begin(k, at, kq, ku);
    if (st) return st;
    mech_matrix_add_mass(k, M, w);
    mech_matrix_add_constraints(k, G, 1, 1);
    return sparse_factor(k->factors, k->values);
}

void mech_matrix_solve(mech_matrix *k, real *x) { sparse_solve(k->factors, x); }
