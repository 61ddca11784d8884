/* formula.h -- a record of arithmetic: each operation an entry, to be evaluated over balls,
 * Taylor coefficients and their derivatives.
 *
 * A problem writes its equations once with these functions. Decimals are exact rationals. A num
 * is passed by value and belongs to the formula it was made in.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_PROVE_FORMULA_H
#define REFERENCE_PROVE_FORMULA_H

#include <stdbool.h>

#include "reference/prove/ball.h"

typedef enum formula_op {
    OP_NUMBER,
    OP_PI,
    OP_TIME,
    OP_STATE, /* number a of the state */
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_SQRT,
    OP_RATE, /* t d/dt: coefficients k a_k, what sine and cosine need */
    OP_SIN,  /* of a, with its rate at b; the cosine is the next entry */
    OP_COS,  /* of a, with its rate at b; the sine is the entry before */
    OP_ANGLE /* of the vector (a, b), from -pi to pi: a value, no coefficients */
} formula_op;

typedef struct formula_entry {
    formula_op op;
    int a, b;
    bool fixed;  /* neither time nor state */
    bool varies; /* with the state */
    fmpq_t value;
} formula_entry;

typedef struct formula {
    int n, room;
    formula_entry *entry;
} formula;

typedef struct num {
    formula *of;
    int at;
} num;

void formula_init(formula *f);
void formula_clear(formula *f);

/* "-1.5e-3" as the rational that it is; false with *q untouched if the text is none. */
bool rational_read(fmpq_t q, const char *text);

num number(formula *f, const char *decimal); /* ends the program where the text is no decimal */
num integer(formula *f, long value);
num number_pi(formula *f);
num formula_time(formula *f);
num formula_state(formula *f, int k);

num add(num a, num b);
num sub(num a, num b);
num mul(num a, num b);
num divide(num a, num b);
num neg(num a);
num sqr(num a);
num times(long k, num a);
num over(num a, long k);
num root(num a);
void turn(num angle, num *sine, num *cosine);
num angle_of(num x, num y);
num sum(const num *a, int n);

#endif
