/* scorer.h -- digits of one result after another, as a board judges them (scd), while a
 * campaign runs. The reference of the last problem is kept.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_SCORER_H
#define REPORTS_SCORER_H

#include "reports/board/board.h"

typedef struct scorer scorer;

/* references: the folder of the references; NULL: the usual ones. Ends with scorer_free(). */
scorer *scorer_new(const char *references);
void scorer_free(scorer *s);

/* Of the end state. Not known: there is no reference, or the run has no end state. */
digits scorer_digits(scorer *s, const record *r);

#endif
