/* paper_figure.h -- a figure of a paper, drawn from data files as the paper describes it. The
 * texts of the papers contain no pictures; axes that they do not describe are chosen here.
 *
 *     { id; place; title; caption; height; layout = [ rows, columns ];
 *       plots = ( { title; x; y; y2; curves; printed; key; equal }, ... ) }  or one plot directly
 *     title: names the problem, for a figure that stands alone
 *     x, y: paper_axes.h; y2: axis on the right; equal: one unit has one length on both axes
 *     curves = ( { data; where; set; x = "t"; y = "obs:theta1"; title; axis = 1;
 *                  style = "lines" | "points" | "linespoints" | "steps" | "dots" | "area";
 *                  colour; width; xscale; yscale; modulo;
 *                  group = [ "solver", "formulation" ];   a curve for each value of these, with
 *                                                         its name at its end
 *                  front = ( "hht@index3" );              of them; the others: grey, named below
 *                  mean = 8;                              dots, and a line of means of eight
 *                  over = { where = { ... } } } );         y divided by that at the same x
 *     x = "parameters:delta": the number of the setting delta=... in the column parameters
 *     printed = ( { title; x = [ ... ]; y = [ ... ]; axis } );    numbers printed in the paper
 *     key = "off" | "inside right top" ...;   gnuplot's place of the legend; else below the frame
 *     note = "...";                           below a figure whose curves have names
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_PAPER_FIGURE_H
#define PAPERS_PAPER_FIGURE_H

#include "papers/paper.h"

/* Script and data; false with a sentence when a curve has no data or a file fails. */
bool paper_figure(const paper *p, const config_setting_t *f, datasets *all, const char *folder,
                  const char *name, reason *why);

#endif
