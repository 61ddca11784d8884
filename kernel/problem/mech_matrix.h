/* mech_matrix.h -- parts of the iteration matrix of a large mechanism. kernel/formulation uses
 * them to form the matrices of several numbers c from one linearisation.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_MECH_MATRIX_H
#define IVP_MECH_MATRIX_H

#include "kernel/linear/triplets.h"
#include "kernel/problem/mech.h"

enum { PART_M, PART_Q, PART_U, PART_G, PART_W, PART_P, PARTS, SHIFTS = 8 };

/* The coordinates that an element is known to touch. */
typedef struct element_reach {
    int n, on[IVP_ELEMENT_MOST];
} element_reach;

/* For constraints on position level only, or with their derivatives. */
typedef enum rows_laid { LAID_NOT, LAID_DIRECT, LAID_DIFFERENTIATED } rows_laid;

struct mech_matrix {
    mech *m;
    bool derivatives;
    unsigned blocks;    /* of which derivatives are meant: M, F, GQ, GT, GAMMA */
    mech_levels levels; /* of constraints, whose rows are differentiated too: not of g itself */
    int M_slots, G_slots; /* of the sheets that this was made for; -1: of none */
    sparse_pattern pattern;
    sparse *factors;
    bool by_columns; /* how factors of a pattern are ordered */
    real *values;
    triplets places; /* of K: M, G, G^T, the rest, the elements */
    int *map;
    /* the rest: its pattern, the colours of its columns, and what discovery has added */
    sparse_pattern rest;
    triplets added;
    bool *linear,
        looked; /* ng: constraints whose coefficients are constants; whether that was tried */
    int *colour, colours;
    real *r, *sum,
        *size; /* nq + ng: a derivative, and a sum of columns with what it is measured by */
    int elements, *block; /* the places of element e begin at block[e] */
    element_reach *reach;
    int rest_places, element_places; /* where these begin */
    int made;                        /* how often the structure was */
    /* for several numbers c: parts of K on its pattern, and factors */
    real *part[PARTS];
    struct shift {
        sparse *factors;
        bool is_complex;
    } shift[SHIFTS];
    struct {
        sparse_pattern pattern;
        int *from; /* its values among all */
        real *values;
        sparse *factors;
        bool by_columns;
    } free;        /* the rows and columns of coordinates */
    real *numbers; /* complex values; a complex vector */
    /* matrix of the residual by columns; with mu also its parts dF/dy and dF/dy'. `apart`: the
     * parts are those of the last linearisation. Rows are those of `laid` */
    bool has_mu, apart;
    rows_laid laid;
    real kq, ku; /* of the stabilised form */
    sparse_pattern columns;
    real *value, *by_y, *by_yp;
};

/* mech_structure.c: rebuilds the structure from the known pattern; IVP_E_NOMEM,
 * IVP_SINGULAR */
ivp_status mech_matrix_analyse(mech_matrix *k);
void mech_matrix_forget(mech_matrix *k);
/* The same, and what was learnt of elements and of the rest: k is as it was created. A run then
 * does not depend on the runs before it. */
void mech_matrix_anew(mech_matrix *k);
/* The same where there is none that fits. */
ivp_status mech_matrix_prepare(mech_matrix *k);
void mech_matrix_clear(mech_matrix *k);
/* The same for values that contain only M, G and G^T */
void mech_matrix_clear_blocks(mech_matrix *k);
/* Into k->values, cleared before: kq r_q + ku r_u, and in the rows of constraints kq s_q + ku
 * s_u with s = w.velocity (G u + g_t) + w.acceleration (G a - gamma) at frozen u and a,
 * w = k->levels. The structure may grow: k->made. */
ivp_status mech_matrix_differentiate(mech_matrix *k, const ivp_state *at, real kq, real ku);
/* The same with a structure that is large enough; without weights there are no derivatives. */
static inline ivp_status mech_matrix_begin(mech_matrix *k, const ivp_state *at, real kq,
                                           real ku)
{
    const ivp_status st = mech_matrix_prepare(k);
    if (st) return st;
    if (kq != 0 || ku != 0) return mech_matrix_differentiate(k, at, kq, ku);
    mech_matrix_clear(k);
    return IVP_OK;
}
/* The same of the forces alone */
static inline ivp_status mech_matrix_forces(mech_matrix *k, const ivp_state *at, real kq,
                                            real ku)
{
    k->levels = (mech_levels){ 0 };
    k->blocks = IVP_F;
    return mech_matrix_begin(k, at, kq, ku);
}
/* k->r := (r_t, s_t) */
ivp_status mech_matrix_by_time(mech_matrix *k, const ivp_state *at);
/* k->values += w M; lower G and upper G^T */
void mech_matrix_add_mass(mech_matrix *k, ivp_mat M, real w);
void mech_matrix_add_constraints(mech_matrix *k, ivp_mat G, real lower, real upper);

#endif
