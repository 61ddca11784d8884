/* diagrams.c -- work-precision diagrams: digits to the right, cost upward.
 *
 * A method of order p costs h^-1 for an error h^p: log cost over digits is a line of slope 1/p.
 * Points within a factor 10 of the reference's error bar are hollow, failures stand left of the
 * axis, and the frame is measured by the points alone. */
#include "reports/figures/diagrams.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/figures/border.h"
#include "reports/figures/figure.h"

enum { WIDTH = 1040, HEIGHT = 600 };
static const double strip = 0.11; /* width of the border for failures, of the axis */

typedef struct work {
    const diagram *d;
    const digit_axis *x;
    const cost_axis *y;
    span digits, cost;
    int rows; /* groups of failures to be placed at the border */
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

/* The line joins the rungs in their order, not in that of the digits: a curve that turns back
 * shows a tolerance that bought nothing. */
static void draw_ladder(const work *w, figure *f, int i)
{
    char label[1024];
    ladder_label(w->d->board, &w->d->board->ladders[i], label, sizeof label);
    const int block = figure_block(f, label), ls = i + 1;
    fputs("# digits  cost  low  high  hollow  rung\n", f->data);
    write_points(w, f, &w->d->board->ladders[i]);
    figure_curve(f, block, "using 1:2 with lines ls %d notitle", ls);
    if (w->y->low)
        figure_curve(f, block, "using 1:2:3:4 with yerrorbars ls %d lw 0.8 ps 0 notitle", ls);
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
            figure_curve(f, block,
                         "using 1:2:3 with labels left offset char 0.9,0 font \",9\" notitle");
        }
    }
}

static void write_axes(const work *w, figure *f)
{
    char title[1024], whole[1100];
    const double width = (w->digits.high - w->digits.low) * strip;
    const double left = w->rows ? w->digits.low - width : w->digits.low;
    group_title(&w->d->board->groups[w->d->group], title, sizeof title);
    snprintf(whole, sizeof whole, "%s: work and precision", title);
    figure_label(f, "title", whole, "noenhanced");
    figure_axis(f, 'x', w->x->label, left, w->digits.high);
    fprintf(f->script, "set xtics %g,%g\n", w->digits.low,
            w->digits.high - w->digits.low > 12 ? 2.0 : 1.0);
    figure_log_axis(f, 'y', w->y->label, w->cost.low, w->cost.high);
    if (w->rows)
        fprintf(f->script,
                "set xtics add (\"failed\" %.10g)\n"
                "set arrow 1 from %.10g, graph 0 to %.10g, graph 1 nohead lc rgb \"#808080\" "
                "lw 1 dt 2\n",
                left + width * 0.42, w->digits.low, w->digits.low);
}

/* Do the ladders shown have a point within a factor 10 of the reference's bar? */
static bool any_hollow(const work *w)
{
    for (int i = 0; i < w->d->board->n; i++) {
        const entry *e = &w->d->board->entries[i];
        const group *g = &w->d->board->groups[w->d->group];
        if (i >= g->first && i < g->first + g->n && has_point(w, e) && w->x->of(e)->hollow)
            return true;
    }
    return false;
}

bool diagram_work(const diagram *d, const digit_axis *x, const cost_axis *y, bool *drawn)
{
    work w = { .d = d, .x = x, .y = y };
    measure(&w);
    *drawn = !(w.cost.low > w.cost.high) && isfinite(w.cost.low) && isfinite(w.digits.low);
    if (!*drawn) return true;
    const int height = figure_height(HEIGHT, diagram_rows(d));
    figure *f = figure_begin(d->folder, d->name, WIDTH, height, d->why, d->size);
    if (!f) return false;
    write_axes(&w, f);
    for (int i = 0; i < d->board->nladders; i++) {
        const style s = style_of(d->board, &d->board->ladders[i]);
        if (diagram_shows(d, &d->board->ladders[i])) figure_line_style(f, i + 1, &s);
    }
    figure_plot(f);
    border_lines(f, d, x);
    if (any_hollow(&w))
        figure_curve(f, -1,
                     "keyentry with points pt 6 ps 1.1 lc rgb \"#606060\" title "
                     "\"hollow: within a factor 10 of the reference's error bar\"");
    border_key(f, d, x, BORDER_BOTH);
    for (int i = 0; i < d->board->nladders; i++)
        if (diagram_shows(d, &d->board->ladders[i])) draw_ladder(&w, f, i);
    const double left = w.digits.low - (w.digits.high - w.digits.low) * strip;
    draw_border(&w, f, left + (w.digits.low - left) * 0.25);
    figure_plot_done(f);
    return figure_end(f, d->why, d->size);
}
