/* shares_figure.c -- where the time goes, as bars: of each configuration the cheapest run with
 * so many digits, the cheapest configuration first; a mark where the limit lies.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/speed/shares.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/base/util.h"
#include "reports/figures/figure.h"

enum { ROW = 21, MARGINS = 110, PARTS = 4 };

static const struct {
    const char *name;
    unsigned rgb;
} parts[PARTS] = { { "model", 0x0072b2 },
                   { "linear algebra", 0x56b4e9 },
                   { "kernel", 0xd55e00 },
                   { "method", 0xe69f00 } };

typedef struct bar {
    int group;
    double level; /* digits that the run has */
    char label[512];
    shares s;
} bar;

static int cheapest_first(const void *a, const void *b)
{
    const bar *x = a, *y = b;
    if (x->group != y->group) return x->group - y->group;
    return (x->s.cpu > y->s.cpu) - (x->s.cpu < y->s.cpu);
}

/* Of a ladder, if its run has known shares. */
static bool bar_of(const board *b, const calls_file *c, const ladder *l, double level, bar *to)
{
    const entry *e = shares_run(b, l, level);
    *to = (bar){ .group = l->group };
    if (!e) return false;
    to->s = shares_of(c, &b->groups[l->group], e);
    to->level = e->mescd.value;
    ladder_label(b, l, to->label, sizeof to->label);
    return isfinite(to->s.method);
}

static int collect(const board *b, const calls_file *c, double level, bar **bars)
{
    int n = 0;
    *bars = need(calloc((size_t)b->nladders + 1, sizeof **bars));
    for (int i = 0; i < b->nladders; i++) n += bar_of(b, c, &b->ladders[i], level, *bars + n);
    qsort(*bars, (size_t)n, sizeof **bars, cheapest_first);
    return n;
}

static double part_of(const shares *s, int k)
{
    const double all[PARTS] = { s->model, s->algebra, s->kernel, s->method };
    return 100 * all[k];
}

/* Row by row from the top; a line is left free between two problems. */
static int place(const board *b, figure *f, const bar *bars, int n, double *row)
{
    int rows = 0;
    for (int i = 0; i < n; i++) {
        char text[1024], title[512];
        if (!i || bars[i].group != bars[i - 1].group) {
            group_title(&b->groups[bars[i].group], title, sizeof title);
            rows++;
            snprintf(text, sizeof text, "at -1,%d right noenhanced", -++rows);
            figure_label(f, "label", title, text);
        }
        row[i] = -++rows;
        snprintf(title, sizeof title, "%s%s  %.3g us", bars[i].label,
                 bars[i].s.counted ? " *" : "", 1e6 * bars[i].s.cpu);
        snprintf(text, sizeof text, "at -1,%g right noenhanced", row[i]);
        figure_label(f, "label", title, text);
    }
    return rows;
}

static void draw_part(figure *f, const bar *bars, const double *row, int n, int k)
{
    const int block = figure_block(f, parts[k].name);
    for (int i = 0; i < n; i++) {
        double from = 0;
        for (int j = 0; j < k; j++) from += part_of(&bars[i].s, j);
        const double to = from + part_of(&bars[i].s, k);
        fprintf(f->data, "%.6g %.6g %.6g %.6g %.6g %.6g\n", (from + to) / 2, row[i], from, to,
                row[i] - 0.38, row[i] + 0.38);
    }
    figure_titled(f, parts[k].name, block,
                  "using 1:2:3:4:5:6 with boxxyerror fs solid noborder lc rgb \"#%06x\"",
                  parts[k].rgb);
}

static void draw_limit(figure *f, const bar *bars, const double *row, int n)
{
    const int block = figure_block(f, "limit");
    for (int i = 0; i < n; i++)
        if (isfinite(bars[i].s.limit))
            fprintf(f->data, "%.6g %.6g\n", 100 * bars[i].s.limit / bars[i].s.cpu, row[i]);
    figure_titled(f, "limit: right-hand sides alone", block,
                  "using 1:2 with points pt 2 ps 0.9 lw 1.6 lc rgb \"#000000\"");
}

bool shares_figure(const board *b, const calls_file *c, double level, const char *folder,
                   const char *name, reason *why)
{
    bar *bars;
    const int n = collect(b, c, level, &bars);
    double *row = need(calloc((size_t)n + 1, sizeof *row));
    char title[200];
    int rows = 2 * b->ngroups + n;
    figure *f = figure_begin(folder, name, rows * ROW + MARGINS, why);
    if (f) {
        rows = place(b, f, bars, n, row);
        snprintf(title, sizeof title,
                 "Where the time goes: the cheapest runs with at least %g digits (mescd)",
                 level);
        figure_label(f, "title", title, "noenhanced");
        figure_axis(f, 'x', "share of the CPU time (*: of the instructions) [%]", 0, 100);
        fprintf(f->script,
                "set yrange [%d:0]\nunset ytics\nset lmargin 50\nset grid noytics\n"
                "set key below horizontal\n",
                -rows - 1);
        figure_plot(f);
        for (int k = 0; k < PARTS; k++) draw_part(f, bars, row, n, k);
        draw_limit(f, bars, row, n);
        figure_plot_done(f);
    }
    free(row);
    free(bars);
    return f && figure_end(f, why);
}
