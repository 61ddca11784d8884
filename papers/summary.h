/* summary.h -- verdicts by paper, and what becomes of the figures that are printed: two tables
 * of the page and of docs/papers.md.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_SUMMARY_H
#define PAPERS_SUMMARY_H

#include <stdio.h>

#include "papers/paper.h"
#include "reports/text/table.h"

/* A row for each paper, and one for all: claims, judged ones, and the number of each verdict.
 * Readings are not counted. Papers have been judged. */
table *summary_counts(paper *const *list, int n);

/* A row for each printed figure of a paper: what it shows, and the figures that are drawn here
 * or why none is. */
table *summary_figures(const paper *p);

/* Both as Markdown, with the verdicts of a file of blessed ones and without any data; false
 * with a sentence. */
bool summary_blessed(FILE *f, paper *const *list, int n, const char *path, reason *why);

#endif
