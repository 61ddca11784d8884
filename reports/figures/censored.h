/* censored.h -- an open arrow at the end of a curve whose last rung failed: where it would go
 * is unknown.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_CENSORED_H
#define REPORTS_CENSORED_H

#include "reports/board/board.h"
#include "reports/figures/figure.h"

/* Where a run stands in a diagram. */
typedef struct censored_chart {
    const void *chart; /* what the functions are given */
    /* In parts of the frame; false: it is no point. */
    bool (*place)(const void *chart, const entry *e, double at[2]);
    char (*letter)(const void *chart, const entry *e); /* of a failure; 0: none */
    double width, height;                              /* of the frame, pixels */
} censored_chart;

/* Writes the arrow, the way that the last two points show. false: the last rung did not fail,
 * or there is no point. number: of the arrow, which no other of the figure has. */
bool censored_arrow(const censored_chart *c, figure *f, const board *b, const ladder *l,
                    int number, unsigned rgb);

#endif
