/* tries.h -- a few results side by side on a terminal.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_TRIES_H
#define REPORTS_TRIES_H

#include <stdio.h>

#include "reports/board/board.h"

/* Those of the keys, cheapest first: digits, evaluations, time and its ratio to the first; then
 * those that failed, with the reason. */
void tries_print(const board *b, const char *const *keys, int n, FILE *f);

#endif
