/* basic.h -- the two basic methods that are extrapolated: the modified midpoint rule for
 * y' = f(t, y), implicit Euler for F(t, y, y') = 0.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_BASIC_H
#define REFERENCE_BASIC_H

#include "reference/integrators/extrapolate.h"

/* Explicit form. */
typedef struct explicit_form {
    void *context;
    int n;
    ivp_status (*f)(void *context, real t, const real *y, real *f);
} explicit_form;

typedef struct midpoint midpoint;
midpoint *midpoint_create(const explicit_form *form); /* NULL when memory is short */
void midpoint_destroy(midpoint *m);                   /* accepts NULL */
basic_method midpoint_method(midpoint *m);
/* The right-hand side is another one from here on. */
void midpoint_forget(midpoint *m);

/* Implicit form. */
typedef struct implicit_form {
    void *context;
    int n;
    const bool *counted;  /* components in the stopping norm; NULL: all */
    const double *weight; /* sizes that count as zero, over those without; NULL: all 1 */
    int ml, mu;           /* bands of F_y and F_y'; both 0: they are full */
    real enough;          /* relative corrections that need no further one; 0: rounding */
    ivp_status (*res)(void *context, real t, const real *y, const real *yp, real *F);
} implicit_form;

typedef struct euler euler;
euler *euler_create(const implicit_form *form);
void euler_destroy(euler *e);
basic_method euler_method(euler *e);
/* The slope at the start; without it the first increments are sought from none. */
void euler_begin(euler *e, real t, const real *yp);

#endif
