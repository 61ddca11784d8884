/* look_inner.h -- what the files of a look share.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_LOOK_INNER_H
#define REFERENCE_LOOK_INNER_H

#include "reference/witness/look.h"

/* A row of the equations that does not hold: where first, how much, how often. */
typedef struct look_row {
    int count;
    real t, off, size;
} look_row;

typedef struct look_guard {
    int before;       /* sign at the last time; 0: not known */
    int due;          /* +1, -1: that change is expected; 2: any or none; 0: none */
    real since, most; /* the last time; largest modulus so far */
    int seen;         /* times since the last event, two at most */
    real t[2], g[2];  /* the last two of them, and values there */
    real turn;        /* where a parabola through three says that it turns round near zero; NAN:
                         nowhere */
    int lost, unknown; /* changes without an event, events without a change: how many */
    real from, to;     /* the first of these */
} look_guard;

struct look {
    instance *i;
    int n, ne;
    const real *peak;
    look_seen seen;
    real last; /* time */
    look_row *row;
    look_guard *guard;
    real *z; /* canonical, completed by the rows of mechanical problems */
    real *F, *size, *other, *moved, *movedp, *zero, *wobble, *unused; /* n each */
    real *value;                                                      /* of guards, ne */
    real *M, *M0; /* of LIN: here, and where it was seen first */
    bool has_M0, mass_varied;
};

/* look_rows.c: rows of the equations, and what they are made of; l->z is completed. */
ivp_status look_rows(look *l, real t, const real *y, const real *yp, real *F, real *size);
/* look_guards.c: behind look_rows() at the same place */
void look_guards(look *l, const look_point *p);
void look_guards_end(look *l, complaints *c);

#endif
