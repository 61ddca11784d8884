/* ruling.h -- what a gate found, for people and for machines.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_GATES_RULING_H
#define REPORTS_GATES_RULING_H

#include <stdio.h>

#include "bench/cell/cell.h"

/* One thing that was judged: a pinned cell, a solver, a solver on a problem, a cell. */
typedef struct ruling {
    int layer;     /* 1, 2, 3; 0: a pinned cell */
    char *room;    /* of JUnit: the problem, "layer 1" ... */
    char *name;    /* "llm", "llm on bouncing_balls", a cell's title */
    char **faults; /* sentences; none: it holds */
    int n;
    char *command; /* reproduces it; "" */
} ruling;

typedef struct rulings {
    ruling *list;
    int n;
} rulings;

/* Adds one that holds so far; texts are copied. */
ruling *ruling_add(rulings *to, int layer, const char *room, const char *name);
/* Takes the sentence. */
void ruling_fault(ruling *v, char *sentence);
/* The command that runs this cell again, unless the ruling has one. */
void ruling_reproduce(ruling *v, const cell *c);
void rulings_free(rulings *v);
int rulings_failed(const rulings *v);

/* `ivpbench run --cell '...'`; caller frees. */
char *ruling_command(const cell *c);

void rulings_print(const rulings *v, FILE *f); /* failures of layers, for people */
void rulings_junit(const rulings *v, FILE *f);
void rulings_tap(const rulings *v, FILE *f);

#endif
