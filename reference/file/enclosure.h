/* enclosure.h -- proved digits on file: balls that contain the exact solution.
 *
 * Beside NAME.ref lies NAME.enclosure, written by ivpbench-prove; one item a line, words
 * separated by one blank:
 *
 *     ivpbench-enclosure 1
 *     problem NAME
 *     parameters SETTINGS                  as in the reference; may be empty
 *     equations SHA256                     of the reference it was held against; "?": there was
 *                                          none
 *     method TEXT
 *     made DATE
 *     work STEPS SECONDS
 *     ends REASON                          it ends before the interval does
 *     components q1 q2 ...
 *     state T
 *     c NAME MIDDLE RADIUS                 for each component: |exact - MIDDLE| <= RADIUS
 *     event NAME DIRECTION MIDDLE RADIUS   in order of time
 *     sha256 HEX                           of all lines before this one
 *
 * Times are doubles to 17 digits, as in references, and stand for exactly these.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_ENCLOSURE_H
#define REFERENCE_ENCLOSURE_H

#include "kernel/reason/reason.h"
#include "reference/file/ref.h"

typedef struct enclosure_value {
    char name[64];
    char middle[128]; /* decimal */
    double radius;
    int direction; /* of an event */
} enclosure_value;

typedef struct enclosure_state {
    double t;
    enclosure_value *v;
} enclosure_state;

typedef struct enclosure {
    char *problem, *parameters, *equations, *method, *made, *ends; /* ends: NULL */
    int steps, ncomponents, nstates, nevents;
    double seconds;
    enclosure_state *states;
    enclosure_value *events;
} enclosure;

/* false with a sentence, as ref_read() */
bool enclosure_read(enclosure **out, const char *path, reason *why);
void enclosure_free(enclosure *e);
/* The file beside a reference: .enclosure for .ref. */
void enclosure_path(const char *ref_path, char *path, size_t size);

/* How the certified digits of a reference stand to an enclosure. A value is inside where the
 * whole ball lies within its bar. */
typedef struct enclosure_verdict {
    int inside, outside;
    int missing;     /* values and events of the reference that are not enclosed */
    char first[160]; /* sentence on the first value that is outside */
} enclosure_verdict;

void enclosure_compare(const enclosure *e, const ref *r, enclosure_verdict *v);
/* Fewest digits over all states and components: relative to the value, and to the largest one
 * of the component. */
void enclosure_digits(const enclosure *e, double *there, double *largest);

/* What stands behind a reference. */
typedef enum ref_grade { REF_PUBLISHED, REF_DOUBLE, REF_CERTIFIED, REF_ENCLOSED } ref_grade;

/* double: two families of solvers in double; certified: two families of methods in quad;
 * enclosed: these, and the enclosure beside the file holds every value. why: a sentence when
 * there is an enclosure that does not count, else empty. */
ref_grade ref_graded(const ref *r, reason *why);
const char *ref_grade_name(ref_grade g);
/* The same for readers: "rigorously proved". */
const char *ref_grade_text(ref_grade g);

#endif
