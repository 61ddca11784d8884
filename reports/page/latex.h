/* latex.h -- the page a third time, as a document of LaTeX: report.tex beside figures/ and
 * tables/.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_LATEX_H
#define REPORTS_LATEX_H

#include <stdio.h>

/* All accept NULL in place of the file, and do nothing. Texts are escaped here. */
void latex_begin(FILE *f, const char *title);
void latex_end(FILE *f);
void latex_heading(FILE *f, int level, const char *text);
void latex_paragraph(FILE *f, const char *text);
void latex_item(FILE *f, const char *term, const char *text);
/* figures/NAME.png, where it was drawn. */
void latex_figure(FILE *f, const char *name, const char *caption);
/* tables/NAME.tex; of more rows than anybody reads only the name of the CSV file. */
void latex_table(FILE *f, const char *name, const char *title, const char *note, int rows);

#endif
