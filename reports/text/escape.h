/* escape.h -- text of a store, a plan or a paper on its way into another language.
 *
 * The text never becomes code there. Names, units and sentences of plug-ins enter scripts,
 * pages and tables only through these functions.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_ESCAPE_H
#define REPORTS_ESCAPE_H

#include <stdio.h>

void csv_field(FILE *f, const char *text); /* quoted where RFC 4180 wants it */
void html_text(FILE *f, const char *text); /* between tags and inside "..." of an attribute */
void line_text(FILE *f, const char *text); /* on a terminal, within one line */
void tap_text(FILE *f, const char *text);  /* in a description of the Test Anything Protocol */
void markdown_text(FILE *f, const char *text); /* one line; also within HTML of the page */
void latex_text(FILE *f, const char *text);
void gnuplot_text(FILE *f, const char *text); /* a string with its quotes */

#endif
