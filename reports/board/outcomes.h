/* outcomes.h -- outcomes as readers of a report see them (docs/glossary.md). The store,
 * the gates and the command line keep the stored names.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_OUTCOMES_H
#define REPORTS_OUTCOMES_H

#include "reports/board/board.h"

extern const char outcome_inaccurate[]; /* a run that finished with mescd below 0 */

/* "finished", "step limit reached", ...; for every outcome. */
const char *outcome_label(outcome o);
/* The same of a run, which may have finished inaccurate. */
const char *outcome_text(const entry *e);

#endif
