/* banded.h -- complex systems of linear equations with a band, in double: rows and columns
 * scaled, partial pivoting inside the band.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_BANDED_H
#define REFERENCE_BANDED_H

#include <complex.h>
#include <stdbool.h>

typedef struct banded banded;

/* Entries (i, j) with i <= j + ml and j <= i + mu; NULL: no memory. */
banded *banded_create(int n, int ml, int mu);
void banded_destroy(banded *b); /* accepts NULL */
/* To be set, all of the band, before each factorisation. */
void banded_set(banded *b, int i, int j, double _Complex value);
bool banded_factor(banded *b); /* false: singular */
/* x := A^-1 x */
void banded_solve(const banded *b, double _Complex *x);

#endif
