/* paper_names.h -- names at the ends of curves, for a figure of a paper whose curves are groups.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_PAPER_NAMES_H
#define PAPERS_PAPER_NAMES_H

#include <libconfig.h>

#include "papers/paper_points.h"
#include "reports/figures/front.h"

enum { PAPER_NAMES = 24 };

typedef struct paper_names {
    const config_setting_t *x, *y; /* axes */
    double room;                   /* of the frame, for names; 0: a legend in place of them */
    front_name list[PAPER_NAMES];
    front_marks marks;
    int n, behind;
    char note[1024]; /* below the figure */
} paper_names;

/* Of a plot; false with a sentence if its curves have names and an axis has no ends. */
bool paper_names_begin(paper_names *p, const config_setting_t *plot, reason *why);
/* Names keep away from these points. */
void paper_names_avoid(paper_names *p, const points *at);
/* The name of a curve at its last point; of one behind, in the note. */
void paper_names_add(paper_names *p, const char *title, const points *at, unsigned rgb,
                     bool behind);
/* Frame, names and note, where there are names. */
void paper_names_write(paper_names *p, figure *f);
/* Of a plot that was not written. */
void paper_names_free(paper_names *p);

#endif
