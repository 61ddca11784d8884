/* problem_head.h -- what stands above a problem's figures in a report.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_PROBLEM_HEAD_H
#define REPORTS_PROBLEM_HEAD_H

#include "reports/board/board.h"
#include "reports/page/page.h"

void problem_head(page *p, const board *b, const group *g);

#endif
