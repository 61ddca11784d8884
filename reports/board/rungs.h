/* rungs.h -- the runs of one rung of a ladder, and their mean.
 *
 * A ladder with jitter has several runs a rung, at tolerances within its width. They are
 * adjacent on the board. A rung is represented by the means over its runs of the digits and of
 * the log of the cost.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_RUNGS_H
#define REPORTS_RUNGS_H

#include "reports/board/board.h"

/* The first entry behind those of k's rung. */
int rung_end(const board *b, const ladder *l, int k);
/* Has some rung more than one run? */
bool ladder_is_jittered(const board *b, const ladder *l);

/* Where a ladder ends (ended.c). */
typedef struct ladder_end {
    int rungs; /* that were asked */
    bool open; /* a finer rung might give more digits: beyond is not asked, not failed */
    const entry *finest; /* where open: its run with the most digits */
} ladder_end;
ladder_end ladder_ended(const board *b, const ladder *l);
/* "the finest rung asked, rtol = 1e-07, gave 3.9 digits, still climbing"; of an open one. */
void ladder_end_text(const ladder_end *end, char *text, size_t size);

/* A run as a point: false where it is none. */
typedef bool (*rung_point)(const void *context, const entry *e, double *at, double *spent);
/* Writes one point for each rung into x and y (capacity l->n) and returns their number. Rungs
 * are left out if fewer than half of their runs are points. */
int rung_means(const board *b, const ladder *l, rung_point point, const void *context,
               double *x, double *y);

/* The band of all curves through one run of each rung of a jittered ladder. It has n points: at
 * x[i] from low[i] to high[i]. The log of the cost is interpolated. The caller frees the
 * arrays. */
typedef struct rung_band {
    int n;
    double *x, *low, *high;
} rung_band;
rung_band rung_band_of(const board *b, const ladder *l, rung_point point, const void *context);
void rung_band_free(rung_band *band);

#endif
