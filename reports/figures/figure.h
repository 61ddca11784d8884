/* figure.h -- a figure as a gnuplot script and a data file that redo it; running gnuplot.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_FIGURE_H
#define REPORTS_FIGURE_H

#include <stdbool.h>
#include <stdio.h>

#include "reports/figures/style.h"

typedef struct figure {
    char *name;   /* NAME.gp, NAME.dat, NAME.png, NAME.svg */
    FILE *script; /* the body, drawn once for each format */
    FILE *data;   /* blocks separated by two blank lines; gnuplot counts them from 0 */
    int height;   /* pixels */
    int blocks;
    bool first; /* no curve in the present plot command yet */
} figure;

/* Pixels. All figures have one width and one size of text: 13 of 832 pixels are 7.1 points where
 * a figure is printed 16 cm wide. A frame leaves space for the title above, and for the axis and
 * three lines of notes below. */
enum {
    FIGURE_WIDTH = 832,
    FRAME_LEFT = 96,
    FRAME_WIDE = 730,
    FRAME_BELOW = 106,
    FRAME_ABOVE = 40
};

/* A finished figure has both files; false with a sentence if they could not be written. */
figure *figure_begin(const char *folder, const char *name, int height, reason *why);
bool figure_end(figure *f, reason *why);

/* The frame from so many pixels above the lower border, the same in every format. */
void figure_frame(figure *f, int from, int tall);
/* One frame over the whole figure, and its height. */
void figure_one_frame(figure *f);
int figure_tall(const figure *f);

/* "time t [s]"; without brackets where there is no unit. */
const char *figure_with_unit(const char *what, const char *unit, char *text, size_t size);
void figure_axis(figure *f, char axis, const char *label, double from, double to);
/* Powers of ten; from and to become whole decades. */
void figure_log_axis(figure *f, char axis, const char *label, double from, double to);
/* Ticks from low to high for a logarithmic x axis that decreases to the right: powers of ten.
 * For a few decades also 2 and 5 times powers of ten. */
void figure_falling_ticks(figure *f, double low, double high, double most);
void figure_line_style(figure *f, int number, const style *s);
/* Opens a data block, returns its number. */
int figure_block(figure *f, const char *title);
/* set WHAT "text" HOW: the only way of a text from outside into a script, with the next. A
 * hyphen that is a sign becomes one. */
void figure_label(figure *f, const char *what, const char *text, const char *how);
/* One curve of a plot command: "using 1:2 with lines ls 3"; block < 0: no data file. */
void figure_curve(figure *f, int block, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with a title in the legend; "": none. */
void figure_titled(figure *f, const char *title, int block, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void figure_plot(figure *f);      /* begins a plot command ... */
void figure_plot_done(figure *f); /* ... and ends it */

/* Decades around [*from, *to], at least two of them. */
void figure_decades(double *from, double *to);
/* Letters, digits and dashes; what a file name may hold. */
void figure_file_name(const char *title, char *name, size_t size);

/* Is there a gnuplot? */
bool figure_gnuplot(void);
/* Runs gnuplot on NAME.gp for all names, several in one process, two processes at once.
 * false with a sentence. */
bool figure_draw(const char *folder, char *const *names, int n, reason *why);

#endif
