/* verify.h -- a reference on file against the problem as it is and against published values.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_VERIFY_H
#define REFERENCE_VERIFY_H

#include <stdio.h>

#include "reference/make/generate.h"

/* Verifies a reference: the digest of the equations, the halves against their error bars, the
 * trajectory against the states. Then integrates again at the recipe's lower cost, runs the
 * witness (witness.h), and writes two lines to `out`. If they disagree or a check is
 * impossible, returns false with the reason in why. */
bool verify_file(const char *path, FILE *out, reason *why);

/* Runs the witness (witness.h) on a new reference; without a trajectory its check run is
 * included. Fills r->witness and reports what was compared. */
bool verify_made(ref *r, job *j, FILE *out, reason *why);

/* The same of a file, into which the line of the witness is written anew; nothing else
 * changes. */
bool verify_witness(const char *path, FILE *out, reason *why);

/* Published values beside ours, with the digits on which they agree. */
bool verify_published(const ref *r, const job *j, FILE *out, reason *why);

/* published.c: the page docs/lab/published.md, of every published end state whose reference
 * lies in the folder, or with NULL in one of the search path. False: nothing was found. */
bool published_page(const char *folder, FILE *out);

/* Writes a line "certified DIGITS" for the end state, from its error bars. Writes a line
 * "published DIGITS SOURCE" for each list of published values with these parameters. DIGITS is
 * the minimum over the components of scd. */
void verify_digits(const ref *r, job *j, FILE *out);

#endif
