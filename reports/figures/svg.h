/* svg.h -- a picture of gnuplot's made smaller.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_SVG_H
#define REPORTS_SVG_H

#include <stddef.h>
#include <stdio.h>

/* In place: empty groups, and blanks that mean nothing. Returns the new length. */
size_t svg_squeeze(char *text);

/* The picture of a figure in HTML: figures/FIGURE.svg of the folder in the text itself, or one
 * that is too large by its address. */
void svg_into_html(const char *folder, const char *figure, const char *caption, FILE *f);

#endif
