/* prose.h -- texts beside a problem's figures, made from the store. They describe the runs, the
 * results, how to read each figure, and how to repeat the runs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_PROSE_H
#define REPORTS_PROSE_H

#include "reports/board/board.h"
#include "reports/page/page.h"

/* What was run, who is cheapest, who has most digits, who failed: as paragraphs. */
void prose_problem(page *p, const board *b, const group *g);
/* Folded: the lines to type, and the equations from the head of the problem's file where it
 * lies. */
void prose_source(page *p, const board *b, const group *g);

/* The first comment of problems/NAME.c without its stars: of the source tree that this program
 * was built in, or of its installed documents. NULL: there is none; the caller frees. */
char *definition_head(const char *problem);

/* Whether the runs have come to their end: how far they are, and whether they go on. */
void prose_course(page *p, const course *c);

/* Machine, date and plan in one line that unfolds, with the warnings of then. */
void prose_environment(page *p, const board *b);

/* "ida@ggl at rtol = 1e-06" */
void prose_run(const board *b, const entry *e, char *text, size_t size);

typedef enum prose_kind {
    PROSE_CPU,       /* digits and CPU time */
    PROSE_F,         /* digits and evaluations of f */
    PROSE_TOLERANCE, /* digits and rtol */
    PROSE_STEP,      /* digits and step size: orders */
    PROSE_STEPS,     /* step sizes along time */
    PROSE_DRIFT,     /* constraints along time */
    PROSE_TRAJECTORY /* a quantity along time */
} prose_kind;

/* What a figure of this kind shows, in a sentence or two; "" where there is nothing to say.
 * which: of the quantities, for a trajectory. Digits are scd, with mescd those. The caller
 * frees. */
char *prose_figure(const board *b, const group *g, prose_kind kind, bool mescd, int which);

#endif
