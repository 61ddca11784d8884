/* system.h -- a problem written a second time, for balls: first-order equations in coordinates
 * without constraints, and how its components follow from them.
 *
 * The file systems/NAME.c defines `const enclosed_system system_NAME`; it is found by that
 * name.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_PROVE_SYSTEM_H
#define REFERENCE_PROVE_SYSTEM_H

#include "reference/prove/formula.h"

enum { SYSTEM_STATES = 32, SYSTEM_PARAMS = 48, SYSTEM_OUTPUTS = 128, SYSTEM_GUARDS = 4 };

typedef struct system_param {
    const char *name, *value; /* a decimal, or one of the choices */
    const char *choices;      /* words; NULL: a number */
} system_param;

/* What equations are written in. */
typedef struct scene {
    formula *f;
    num t;
    num x[SYSTEM_STATES]; /* the state; not for start() */
    num p[SYSTEM_PARAMS];
    int choice[SYSTEM_PARAMS];
    int mode; /* which of the right-hand sides */
} scene;

typedef struct enclosed_system {
    const char *name, *source;
    const system_param *params; /* ended by a name of NULL */
    const char *t0, *t1;        /* t1: as far as it goes */
    const char *ends;  /* why it goes no farther than t1; NULL: the interval ends there */
    const char *times; /* where no reference tells them */
    int n;
    void (*start)(const scene *s, num *x);
    void (*slope)(const scene *s, num *dx);

    /* Canonical components, as references name them; NULL: the state is y1, y2, ... */
    const char *(*components)(const scene *s);
    void (*show)(const scene *s, num *out);

    /* Between events the sign of guard k is side(mode, k). Where it vanishes the state is
     * changed by reset(), if there is one, which must leave that guard at zero, and next(mode,
     * k) rules. */
    int guards, modes;
    const char *const *guard_names;
    void (*guard)(const scene *s, num *g);
    int (*side)(int mode, int k);
    int (*next)(int mode, int k);
    void (*reset)(const scene *s, int k, num *x);

    int goal;   /* remainder of a step: 2^-goal of a component; 0: 130 */
    int order;  /* 0: 0.4 goal */
    int bits;   /* of the state; 0: goal + 64 */
    bool stiff; /* many short steps: one piece a tube, derivatives in 64 bits, order 0.6 goal */
} enclosed_system;

#endif
