/* shuffle.h -- the index of F(t, y, y') = 0 and M y' = f at a point, and what it hides
 * there. */
#ifndef KERNEL_PROBLEM_SHUFFLE_H
#define KERNEL_PROBLEM_SHUFFLE_H

#include "kernel/problem/instance.h"

enum { SHUFFLE_MOST = 4 }; /* no higher index is looked for */

typedef struct shuffle_result {
    int index; /* of the pencil (F_y', F_y); 0: F_y' is regular; -1: none up to SHUFFLE_MOST */
    int row; /* the equation whose derivative along y' is violated most, from 0; -1: none is */
    int order;      /* which derivative: 1 and more */
    real violation; /* that derivative */
    real size;      /* what it is made of */
    int component;  /* of y, that would have to change most, from 0; -1: not known */
    real value;     /* what it would have to be, to first order */
} shuffle_result;

/* At (t, y, y'), n numbers each, where F = 0. The status of the problem's functions, or
 * IVP_E_NOMEM. */
ivp_status shuffle_at(const instance *i, real t, const real *y, const real *yp,
                      shuffle_result *out);

/* The same for the second and higher derivatives, where the index is 3 or 4, behind
 * shuffle_at(), which has found it: row, order, violation and size. Not judged: more than 1,200
 * unknowns times the index. */
ivp_status shuffle_higher(const instance *i, real t, const real *y, const real *yp, int index,
                          shuffle_result *out);

/* Checks that .index is the index of the pencil at the start and near it. Checks also that the
 * start satisfies the derivatives of the algebraic equations. Otherwise returns false with a
 * sentence in why[PLUGIN_WHY_MAX]. Returns true for other forms. */
bool shuffle_agrees(const instance *i, char *why);

#endif
