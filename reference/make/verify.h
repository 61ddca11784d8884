/* verify.h -- a reference on file against the problem as it is and against published values. */
#ifndef REFERENCE_VERIFY_H
#define REFERENCE_VERIFY_H

#include <stdio.h>

#include "reference/make/generate.h"

/* Checks the digest of the equations, the halves against their bars and the trajectory against
 * the states, integrates again at the recipe's lower cost, asks the witness, and writes two
 * lines to `out`. false: does not agree, or cannot be checked; then the reason is in why. */
bool verify_file(const char *path, FILE *out, char *why);

/* What a reference that was just made is held against (witness.h), its check among it where it
 * has no trajectory; fills r->witness and says what it was. */
bool verify_made(ref *r, job *j, FILE *out, char *why);

/* The same of a file, into which the line of the witness is written anew; nothing else
 * changes. */
bool verify_witness(const char *path, FILE *out, char *why);

/* Published values beside ours, with the digits on which they agree. */
bool verify_published(const ref *r, const job *j, FILE *out, char *why);

/* published.c: the page docs/lab/published.md, of every published end state whose reference
 * lies in the folder, or with NULL in one of the search path. False: nothing was found. */
bool published_page(const char *folder, FILE *out);

/* A line "certified DIGITS", of the end state by its bars, and "published DIGITS SOURCE" for
 * each list of published values with these parameters: fewest of the components that scd
 * counts. */
void verify_digits(const ref *r, job *j, FILE *out);

#endif
