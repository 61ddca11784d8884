/* diagrams.c -- work-precision diagrams: digits to the right, cost upward.
 *
 * Eight curves stand in front, with their names at their ends; the others lie behind them in
 * grey.
 *
 * A method of order p costs h^-1 for an error h^p: log cost over digits is a line of slope 1/p.
 * Points within a factor 10 of the reference's error bar are hollow, failures stand left of the
 * axis, and the frame is measured by the points alone.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/diagrams.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/board/rungs.h"
#include "reports/figures/border.h"
#include "reports/figures/censored.h"
#include "reports/figures/figure.h"
#include "reports/figures/front.h"

enum { HEIGHT = 740, MOST_NAMES = 256 };
/* Of the range of digits: the border for failures, and room for names. */
static const double strip = 0.11, margin = 0.4;
static const unsigned grey = 0xc4c4c4;

typedef struct work {
    const diagram *d;
    const digit_axis *x;
    const cost_axis *y;
    span digits, cost;
    bool *front; /* a flag a ladder */
    int rows;    /* groups of failures to be placed at the border */
    int points;
    double left, right; /* ends of the axis */
} work;

static bool has_point(const work *w, const entry *e)
{
    const digits *x = w->x->of(e);
    return e->r.outcome == OUTCOME_OK && x->known && w->y->value(e) > 0 && !border_letter(e, x);
}

/* Failures of one ladder with one letter, counted; returns 0 when l has none of that letter. */
static int count_letter(const work *w, const ladder *l, int letter)
{
    int count = 0;
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &w->d->board->entries[k];
        count += border_letter(e, w->x->of(e)) == letter;
    }
    return count;
}

/* Ranges over the points alone; failures have places of their own. */
static void measure(work *w)
{
    const board *b = w->d->board;
    w->digits = w->cost = span_empty();
    for (int i = 0; i < b->nladders; i++) {
        const ladder *l = &b->ladders[i];
        if (!diagram_shows(w->d, l)) continue;
        for (int c = 1; c < 128; c++) w->rows += count_letter(w, l, c) > 0;
        for (int k = l->first; k < l->first + l->n; k++) {
            const entry *e = &b->entries[k];
            if (!has_point(w, e)) continue;
            w->points++;
            span_add(&w->digits, w->x->of(e)->value);
            span_add(&w->cost, w->y->value(e));
        }
    }
    w->digits.low = floor(w->digits.low);
    w->digits.high = ceil(w->digits.high);
    if (w->digits.high - w->digits.low < 2) w->digits.high = w->digits.low + 2;
    figure_decades(&w->cost.low, &w->cost.high);
}

static void write_points(const work *w, figure *f, const ladder *l)
{
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &w->d->board->entries[k];
        if (!has_point(w, e)) continue;
        const digits *x = w->x->of(e);
        const double y = w->y->value(e);
        fprintf(f->data, "%.10g %.10g %.10g %.10g %d %.10g\n", x->value, y,
                w->y->low ? w->y->low(e) : y, w->y->high ? w->y->high(e) : y, x->hollow,
                entry_rung(e));
    }
}

static bool is_point(const void *context, const entry *e, double *at, double *spent)
{
    const work *w = context;
    *at = w->x->of(e)->value;
    *spent = w->y->value(e);
    return has_point(w, e);
}

/* Several runs a rung: the line joins their means, in the band of all lines that one run a rung
 * could have given. */
static void draw_means(const work *w, figure *f, int i)
{
    const board *b = w->d->board;
    const ladder *l = &b->ladders[i];
    rung_band band = rung_band_of(b, l, is_point, w);
    const int sides = figure_block(f, "digits  lowest  highest cost, one run a rung");
    for (int k = 0; w->front[i] && k < band.n; k++)
        fprintf(f->data, "%.10g %.10g %.10g\n", band.x[k], band.low[k], band.high[k]);
    if (w->front[i] && band.n)
        figure_curve(f, sides,
                     "using 1:2:3 with filledcurves lc rgb \"#%06x\" fs transparent solid 0.18 "
                     "noborder notitle",
                     style_of(b, l).rgb);
    double *x = need(calloc(2 * (size_t)l->n + 1, sizeof *x)), *y = x + l->n;
    const int block = figure_block(f, "digits  cost, means of a rung");
    const int n = rung_means(b, l, is_point, w, x, y);
    for (int k = 0; k < n; k++) fprintf(f->data, "%.10g %.10g\n", x[k], y[k]);
    figure_curve(f, block, "using 1:2 with lines ls %d notitle", i + 1);
    rung_band_free(&band);
    free(x);
}

/* The line joins the rungs in their order, not in that of the digits: a curve that turns back
 * shows a tolerance that bought nothing. */
static void draw_ladder(const work *w, figure *f, int i)
{
    char label[1024];
    const bool jitter = ladder_is_jittered(w->d->board, &w->d->board->ladders[i]);
    if (jitter) draw_means(w, f, i);
    ladder_label(w->d->board, &w->d->board->ladders[i], label, sizeof label);
    const int block = figure_block(f, label), ls = i + 1;
    fputs("# digits  cost  low  high  hollow  rung\n", f->data);
    write_points(w, f, &w->d->board->ladders[i]);
    if (!jitter) figure_curve(f, block, "using 1:2 with lines ls %d notitle", ls);
    if (!w->front[i]) return;
    if (w->y->low)
        figure_curve(f, block,
                     "using 1:3:(0):($4-$3) with vectors nohead ls %d lw 0.8 dt 1 notitle", ls);
    figure_curve(f, block, "using ($5 == 0 ? $1 : NaN):2 with points ls %d notitle", ls);
    figure_curve(f, block, "using ($5 == 1 ? $1 : NaN):2 with points ls %d notitle", ls + 100);
}

/* One row for each ladder and letter, from the top down. */
static void draw_border(const work *w, figure *f, double x)
{
    const double decades = log10(w->cost.high / w->cost.low);
    for (int i = 0, row = 0; i < w->d->board->nladders; i++) {
        const ladder *l = &w->d->board->ladders[i];
        for (int c = 1; diagram_shows(w->d, l) && c < 128; c++) {
            const int count = count_letter(w, l, c);
            if (!count) continue;
            const double share = (0.5 + row++) / fmax(w->rows, 12);
            const int block = figure_block(f, "failures");
            fprintf(f->data, "%.10g %.10g \"%c %d\"\n", x,
                    w->cost.high * pow(10, -share * decades), c, count);
            figure_curve(f, block, "using 1:2 with points ls %d notitle", i + 101);
            figure_curve(f, block, "using 1:2:3 with labels left offset char 0.9,0 notitle");
        }
    }
}

static void write_axes(const work *w, figure *f)
{
    char title[1024], full_title[1100];
    group_title(&w->d->board->groups[w->d->group], title, sizeof title);
    snprintf(full_title, sizeof full_title, "%s: work and precision", title);
    figure_label(f, "title", full_title, "noenhanced");
    figure_axis(f, 'x', w->x->label, w->left, w->right);
    fprintf(f->script, "set xtics %g,%g,%g\n", w->digits.low,
            w->digits.high - w->digits.low > 12 ? 2.0 : 1.0, w->digits.high);
    figure_log_axis(f, 'y', w->y->label, w->cost.low, w->cost.high);
    if (w->rows)
        fprintf(f->script,
                "set xtics add (\"failed\" %.10g)\n"
                "set arrow 1 from %.10g, graph 0 to %.10g, graph 1 nohead lc rgb \"#808080\" "
                "lw 1 dt 2\n",
                w->left + (w->digits.low - w->left) * 0.33, w->digits.low, w->digits.low);
}

/* Do the ladders shown have a point within a factor 10 of the reference's bar? */
static bool any_hollow(const work *w)
{
    for (int i = 0; i < w->d->board->nladders; i++) {
        const ladder *l = &w->d->board->ladders[i];
        for (int k = l->first; w->front[i] && k < l->first + l->n; k++) {
            const entry *e = &w->d->board->entries[k];
            if (has_point(w, e) && w->x->of(e)->hollow) return true;
        }
    }
    return false;
}

static bool any_jittered(const work *w)
{
    for (int i = 0; i < w->d->board->nladders; i++)
        if (w->front[i] && diagram_shows(w->d, &w->d->board->ladders[i]) &&
            ladder_is_jittered(w->d->board, &w->d->board->ladders[i]))
            return true;
    return false;
}

/* ---- names and notes --------------------------------------------------------------------- */

/* In parts of the frame. */
static double across(const work *w, const entry *e)
{
    return (w->x->of(e)->value - w->left) / (w->right - w->left);
}

static double upward(const work *w, const entry *e)
{
    return log10(w->y->value(e) / w->cost.low) / log10(w->cost.high / w->cost.low);
}

static bool place_of(const void *chart, const entry *e, double at[2])
{
    if (!has_point(chart, e)) return false;
    at[0] = across(chart, e);
    at[1] = upward(chart, e);
    return true;
}

static char letter_of(const void *chart, const entry *e)
{
    const work *w = chart;
    return border_letter(e, w->x->of(e));
}

/* Open arrows of the curves in front; false: there is none. */
static bool write_arrows(const work *w, figure *f)
{
    enum { FIRST = 30 };
    const board *b = w->d->board;
    const censored_chart c = { w, place_of, letter_of, FRAME_WIDE, figure_tall(f) };
    bool any = false;
    for (int i = 0; i < b->nladders; i++) {
        const ladder *l = &b->ladders[i];
        if (w->front[i] && censored_arrow(&c, f, b, l, FIRST + i, style_of(b, l).rgb))
            any = true;
    }
    return any;
}

static void add_marks(const work *w, const ladder *l, front_marks *marks)
{
    bool joined = false;
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &w->d->board->entries[k];
        if (!has_point(w, e)) continue;
        front_mark(marks, joined, across(w, e), upward(w, e));
        joined = true;
    }
}

/* Name of a curve where its most accurate point is; false: it has none. */
static bool name_of(const work *w, int i, front_name *name)
{
    const ladder *l = &w->d->board->ladders[i];
    const entry *last = NULL;
    char label[1024], failures[64];
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &w->d->board->entries[k];
        if (has_point(w, e) && (!last || w->x->of(e)->value > w->x->of(last)->value)) last = e;
    }
    if (!last) return false;
    ladder_label(w->d->board, l, label, sizeof label);
    border_count(w->d, l, w->x, failures, sizeof failures);
    *name = (front_name){ .x = across(w, last),
                          .y = upward(w, last),
                          .rgb = style_of(w->d->board, l).rgb,
                          .text = text_of("%.200s%s", label, failures) };
    return true;
}

static void write_names(const work *w, figure *f)
{
    front_name list[MOST_NAMES];
    front_marks marks = { 0 };
    int n = 0;
    for (int i = 0; i < w->d->board->nladders && n < MOST_NAMES; i++) {
        if (!w->front[i]) continue;
        add_marks(w, &w->d->board->ladders[i], &marks);
        n += name_of(w, i, &list[n]);
    }
    front_names(f, list, n, &marks, FRAME_WIDE, figure_tall(f));
}

/* Curves that have no point at all: their failures stand at the border, their names below. */
static void write_absent(const work *w, figure *f, int line)
{
    enum { MOST = 130 };
    char text[512] = "", label[1024], failures[64];
    int more = 0;
    for (int i = 0; i < w->d->board->nladders; i++) {
        const ladder *l = &w->d->board->ladders[i];
        front_name name;
        if (!diagram_shows(w->d, l)) continue;
        if (name_of(w, i, &name)) {
            free(name.text);
            continue;
        }
        const size_t n = strlen(text);
        ladder_label(w->d->board, l, label, sizeof label);
        border_count(w->d, l, w->x, failures, sizeof failures);
        if (*failures && n > MOST)
            more++;
        else if (*failures)
            snprintf(text + n, sizeof text - n, "%s%.200s%s", n ? ", " : "no point: ", label,
                     failures);
    }
    const size_t n = strlen(text);
    if (more) snprintf(text + n, sizeof text - n, " and %d more", more);
    front_note(f, line, text);
}

/* What letters, arrows, hollow points and grey lines mean, below the diagram; the next free
 * line. */
static int write_notes(const work *w, figure *f, bool arrows)
{
    char letters[512], text[1024], grey_curves[64];
    int behind = 0;
    for (int i = 0; i < w->d->board->nladders; i++)
        behind += diagram_shows(w->d, &w->d->board->ladders[i]) && !w->front[i];
    border_letters(w->d, w->x, BORDER_BOTH, letters, sizeof letters);
    *text = '\0';
    front_add_note(text, sizeof text, letters);
    if (arrows)
        front_add_note(text, sizeof text, "open arrow: the last tolerance or step failed");
    if (any_hollow(w))
        front_add_note(text, sizeof text,
                       "hollow: within a factor 10 of the reference's error bar");
    snprintf(grey_curves, sizeof grey_curves, "grey: %d other curve%s", behind,
             behind == 1 ? "" : "s");
    if (behind) front_add_note(text, sizeof text, grey_curves);
    if (any_jittered(w))
        front_add_note(
            text, sizeof text,
            "lines: mean of the runs of a rung; bands: all lines that one run a rung could "
            "give");
    return front_note(f, 0, text);
}

/* ---- the figure -------------------------------------------------------------------------- */

static void write_styles(const work *w, figure *f)
{
    for (int i = 0; i < w->d->board->nladders; i++) {
        if (!diagram_shows(w->d, &w->d->board->ladders[i])) continue;
        style s = style_of(w->d->board, &w->d->board->ladders[i]);
        if (!w->front[i]) s.rgb = grey;
        figure_line_style(f, i + 1, &s);
    }
}

/* Those behind first, or they would lie above. */
static void draw_ladders(const work *w, figure *f)
{
    for (int front = 0; front < 2; front++)
        for (int i = 0; i < w->d->board->nladders; i++)
            if (diagram_shows(w->d, &w->d->board->ladders[i]) && w->front[i] == (front == 1))
                draw_ladder(w, f, i);
}

static bool write_figure(work *w)
{
    const diagram *d = w->d;
    const double width = w->digits.high - w->digits.low;
    figure *f = figure_begin(d->folder, d->name, HEIGHT, d->why);
    if (!f) return false;
    w->front = front_chosen(d, diagram_shows, w->x, w->y);
    w->left = w->rows ? w->digits.low - width * strip : w->digits.low;
    w->right = w->digits.high + width * margin;
    fputs("unset key\n", f->script);
    figure_one_frame(f);
    write_axes(w, f);
    write_styles(w, f);
    write_names(w, f);
    write_absent(w, f, write_notes(w, f, write_arrows(w, f)));
    figure_plot(f);
    figure_curve(f, -1, "NaN notitle");
    draw_ladders(w, f);
    draw_border(w, f, w->left + (w->digits.low - w->left) * 0.25);
    figure_plot_done(f);
    free(w->front);
    return figure_end(f, d->why);
}

bool diagram_work(const diagram *d, const digit_axis *x, const cost_axis *y, bool *drawn)
{
    work w = { .d = d, .x = x, .y = y };
    measure(&w);
    *drawn = w.points > 1 || (w.points && w.rows); /* one point alone compares nothing */
    return !*drawn || write_figure(&w);
}
