/* speed_page.h -- the page of `make speed`: what is asked, where the time goes, what calls
 * cost.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_SPEED_PAGE_H
#define REPORTS_SPEED_PAGE_H

#include "reports/speed/call_costs.h"

enum { SPEED_LEVEL = 6 }; /* digits (mescd) of the runs that are drawn */

/* Writes FOLDER/index.html and .md with tables and a figure; the table of what is asked goes to
 * standard output too. False with a sentence; *missed counts what is not met. */
bool speed_page(const board *b, const calls_file *c, const char *requirements,
                const char *folder, int *missed, reason *why);

#endif
