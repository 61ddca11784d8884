/* declared.h -- the places of M and J that a problem declares, ordered and coloured once for all
 * models of an instance.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_DECLARED_H
#define IVP_DECLARED_H

#include "kernel/linear/sparse.h"
#include "kernel/problem/instance.h"

typedef struct declared {
    sparse_pattern pattern;       /* of M, J and the diagonal */
    ivp_band band;                /* the fewest diagonals that hold it, in this order */
    int *diagonal;                /* where it stands, for each column */
    sparse_order *order;          /* for factors; NULL: none has been sought */
    bool full;                    /* a quarter of the entries or more is named: not coloured */
    bool by_hand;                 /* the problem writes J over a pattern */
    bool painted;                 /* some derivatives take complex steps: */
    int colours;                  /* 0: not painted */
    int *colour_first, *coloured; /* coloured[colour_first[k]] ..: the columns of colour k */

    int users;
    void (*pattern_of)(const ivp_pattern *out, const real *p); /* what declared it, */
    real p[];                                                  /* at these parameters */
} declared;

/* The structure of i->problem->pattern at the present parameters, which instance_close() and
 * declared_release() leave to the last user. IVP_E_NOMEM; IVP_E_INVALID: the pattern names an
 * entry beyond the matrix. *out is NULL then. */
ivp_status declared_take(declared **out, instance *i);
void declared_release(declared *d); /* accepts NULL */

#endif
