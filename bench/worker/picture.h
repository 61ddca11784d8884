/* picture.h -- the points and lines that a problem draws of its states, as numbers of a
 * recorded row.
 *
 * The first state gives their order: line 0, 1, ... with so many points each; a point alone is
 * a line of one. The picture lies in a plane, x to the right and y up; what has depth is seen
 * obliquely, x - 0.4 z and y - 0.3 z. Coordinates have 16 significant bits: they are for
 * drawing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PICTURE_H
#define BENCH_PICTURE_H

#include "kernel/problem/instance.h"

enum { PICTURE_POINTS = 96 }; /* of more none is recorded */

typedef struct picture picture;

/* NULL: the problem draws nothing. */
picture *picture_new(const instance *i);
/* Before the first row: its state gives lines and points. False: they are too many, or none. */
bool picture_begin(picture *p, const ivp_state *s);
void picture_free(picture *p);
/* Numbers of a row: two a point; of NULL none. */
int picture_width(const picture *p);
/* "draw:LINE.POINT.x", "draw:LINE.POINT.y"; the caller frees it. */
char *picture_name(const picture *p, int k);
/* NaN where the problem draws another number of points than at the start. */
void picture_put(picture *p, const ivp_state *s, double *to);

#endif
