/* mech_matrix.h -- what an iteration matrix of a large mechanism consists of, for those who work on its
 * values: the matrices of several numbers c from one linearisation (kernel/formulation). */
#ifndef IVP_MECH_MATRIX_H
#define IVP_MECH_MATRIX_H

#include "kernel/linear/triplets.h"
#include "kernel/problem/mech.h"

enum { PART_M, PART_Q, PART_U, PART_G, PARTS, SHIFTS = 8 };

/* The coordinates that an element is known to touch. */
typedef struct element_reach {
    int n, on[IVP_ELEMENT_MOST];
} element_reach;

struct mech_matrix {
    mech *m;
    bool derivatives;
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
        *size; /* nq: a derivative, and a sum of columns with what it is measured by */
    int elements, *block; /* the places of element e begin at block[e] */
    element_reach *reach;
    int rest_places, element_places; /* where these begin */
    int made;                        /* how often the structure was */
    /* several numbers c: parts of K on its pattern, and factors */
    real *part[PARTS];
    struct shift {
        sparse *factors;
        bool is_complex;
    } shift[SHIFTS];
    real *numbers; /* complex values; a complex vector */
    /* the residual's matrix by columns */
    int *first, *row;
    real *value;
};

/* mech_structure.c: the structure as it is now known, made anew; IVP_E_NOMEM, IVP_SINGULAR */
ivp_status mech_matrix_analyse(mech_matrix *k);
void mech_matrix_forget(mech_matrix *k);
/* The same where there is none that fits. */
ivp_status mech_matrix_prepare(mech_matrix *k);
void mech_matrix_clear(mech_matrix *k);
/* Into k->values, cleared before: kq r_q + ku r_u. The structure may grow: k->made. */
ivp_status mech_matrix_differentiate(mech_matrix *k, const ivp_state *at, real kq, real ku);
/* k->values += w M, G and G^T */
void mech_matrix_add(mech_matrix *k, ivp_mat M, ivp_mat G, real w);

#endif
