/* packed.h -- a column of numbers as text for the page: two characters of 64 for each, between
 * its least and its largest number.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_PAGE_PACKED_H
#define REPORTS_PAGE_PACKED_H

#include <stdbool.h>

#include "reports/text/json.h"

/* [least, largest, logs, text] of n numbers; of their logarithms where `logs`. name: of the
 * member, or NULL in a list. */
void packed_column(json_out *o, const char *name, const double *v, int n, bool logs);

#endif
