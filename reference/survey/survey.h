/* survey.h -- what a problem is, measured: for the catalogue.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_SURVEY_H
#define REFERENCE_SURVEY_H

#include "kernel/problem/instance.h"
#include "reference/file/ref.h"

#include <stdio.h>

/* Lines of words, for `ivpbench catalogue`:
 *
 *     title TEXT, source TEXT, tags TEXT, form ode|lin|dae|mechanical
 *     sizes N NQ NX NG ML MU
 *     index N1 N2 N3                 unknowns of each index; of mechanical problems zeros
 *     features PARAMETERS EVENTS BREAKS INVARIANTS JACOBIAN PATTERN EXACT
 *     protocol FROM TO PER_DECADE ATOL H0
 *     spectrum T LEAST MOST TURN     real parts and largest imaginary part of the eigenvalues
 *                                    of df/dy (pencils M, df/dy) at the start, at the states of
 *                                    r, and half way between its events
 *     draw X Y X Y ...               a line of the drawing at the start, or a point
 *     start K Y K Y ...              unknowns at the start with their numbers from 1: q of a
 *                                    mechanism, else y; of more than 180 some, evenly
 *     certified DIGITS, published DIGITS SOURCE     (verify_digits()) fewest right of what scd
 *                                                   counts
 *
 * r may be NULL. What cannot be measured has no line. */
bool survey_print(instance *i, const ref *r, FILE *out);

#endif
