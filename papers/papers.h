/* papers.h -- all papers in one folder: index.md, index.html, figures, tables; and the gate
 * that keeps the verdicts.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_PAPERS_H
#define PAPERS_PAPERS_H

#include <stdio.h>

#include "papers/paper.h"

/* Writes everything that the data allow; false with the first sentence about what is missing or
 * failed. The papers have been judged. */
bool papers_write(paper *const *list, int n, datasets *all, const char *folder, reason *why);

/* A verdict file: { PAPER = { ID = "reproduced"; ... }; PAPER-readings = { ... }; ... }.
 * Returns the number of claims whose verdict differs from the accepted one, or that are missing
 * on either side. Writes a sentence for each to f. Returns -1 with a sentence in why if the
 * file is malformed. */
int verdicts_check(const char *path, paper *const *list, int n, FILE *f, reason *why);
/* Today's verdicts as such a file. A claim that is undecided or not judged here is not blessed:
 * false with a sentence. */
bool verdicts_bless(FILE *f, paper *const *list, int n, reason *why);

#endif
