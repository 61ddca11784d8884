/* errors.c -- error at the end against the tolerance or the step size asked for.
 *
 * Against the tolerance: the dashed diagonal is error = rtol, a code that keeps its promise
 * runs beside it. Against the step size: a method of order p has slope p between the
 * pre-asymptotic zone and the rounding; the legend has the observed order (order.c). Problems
 * with events have a second panel for runs that step across them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/figures/border.h"
#include "reports/figures/diagrams.h"
#include "reports/figures/figure.h"
#include "reports/metrics/order.h"

enum { WIDTH = 1040, WIDE = 1400, HEIGHT = 600, MOST_RUNGS = 128 };

typedef struct chart {
    const diagram *d;
    const digit_axis *y;
    bool steps;
    span rung, error;
    int rows; /* ladders with failures, stacked at the top */
    double top;
} chart;

static double error_of(const chart *c, const entry *e)
{
    const digits *y = c->y->of(e);
    return e->r.outcome == OUTCOME_OK && y->known ? pow(10, -y->value) : NAN;
}

static bool belongs(const chart *c, const ladder *l, int panel)
{
    const bool unlocated = c->d->board->entries[l->first].r.cell.no_events;
    return l->group == c->d->group && l->steps == c->steps &&
           (panel < 0 || unlocated == (panel == 1));
}

static char letter_of(const chart *c, const entry *e) { return border_letter(e, c->y->of(e)); }

static bool has_failures(const chart *c, const ladder *l)
{
    for (int k = l->first; k < l->first + l->n; k++)
        if (letter_of(c, &c->d->board->entries[k])) return true;
    return false;
}

/* Returns which panels have a ladder: bit 0 located, bit 1 not located. */
static unsigned measure(chart *c)
{
    const board *b = c->d->board;
    unsigned panels = 0;
    c->rung = c->error = span_empty();
    for (int i = 0; i < b->nladders; i++) {
        const ladder *l = &b->ladders[i];
        if (!belongs(c, l, -1)) continue;
        panels |= b->entries[l->first].r.cell.no_events ? 2 : 1;
        c->rows += has_failures(c, l);
        for (int k = l->first; k < l->first + l->n; k++) {
            span_add(&c->rung, entry_rung(&b->entries[k]));
            if (!letter_of(c, &b->entries[k])) span_add(&c->error, error_of(c, &b->entries[k]));
        }
    }
    if (span_is_empty(&c->error)) return 0;
    figure_decades(&c->rung.low, &c->rung.high);
    figure_decades(&c->error.low, &c->error.high);
    const double decades = log10(c->error.high / c->error.low);
    c->top = c->error.high * pow(10, c->rows ? ceil(0.05 * decades * (c->rows + 1)) : 0);
    return panels;
}

/* Ticks at powers of ten only where there are data, not beside the failures. */
static void write_ticks(figure *f, char axis, const span *s, double most)
{
    const double each = ceil(log10(s->high / s->low) / most);
    fprintf(f->script, "set %ctics %.10g,%.10g,%.10g\n", axis, s->low, pow(10, each), s->high);
}

static void write_axes(const chart *c, figure *f, const char *subtitle, double most)
{
    char title[1024], whole[1100], label[64];
    group_title(&c->d->board->groups[c->d->group], title, sizeof title);
    snprintf(whole, sizeof whole, "%s: %s", title, subtitle);
    figure_label(f, "title", whole, "noenhanced");
    snprintf(label, sizeof label, c->steps ? "step size h [%s]" : "rtol [1]",
             group_time_unit(&c->d->board->groups[c->d->group]));
    figure_log_axis(f, 'x', label, c->rung.low, c->rung.high);
    figure_log_axis(f, 'y', c->y->error_label, c->error.low, c->top);
    write_ticks(f, 'x', &c->rung, most);
    write_ticks(f, 'y', &c->error, 12);
    fprintf(f->script, "set xrange [%.10g:%.10g]\nunset arrow\nunset label\n",
            c->rung.low * 0.6, c->rung.high * 1.9);
    if (c->rows)
        fprintf(f->script,
                "set arrow 1 from graph 0, first %.10g to graph 1, first %.10g nohead "
                "lc rgb \"#808080\" lw 1 dt 2\n"
                "set label 1 \"failed\" at graph 0.01, graph 0.98 font \",9\"\n",
                c->error.high, c->error.high);
}

static void write_points(const chart *c, figure *f, const ladder *l, double row)
{
    const double gap = log10(c->top / c->error.high);
    const double y = c->error.high * pow(10, gap * (1 - (row + 1) / (c->rows + 1)));
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &c->d->board->entries[k];
        const char letter = letter_of(c, e);
        if (letter)
            fprintf(f->data, "%.10g ? ? %.10g %c\n", entry_rung(e), y, letter);
        else if (isfinite(error_of(c, e)))
            fprintf(f->data, "%.10g %.10g %d ? ?\n", entry_rung(e), error_of(c, e),
                    c->y->of(e)->hollow);
    }
}

static void draw_ladder(const chart *c, figure *f, int i, int row)
{
    const ladder *l = &c->d->board->ladders[i];
    char label[1024];
    ladder_label(c->d->board, l, label, sizeof label);
    const int block = figure_block(f, label), ls = i + 1;
    fputs("# rung  error  hollow  height of a failure  letter\n", f->data);
    write_points(c, f, l, row);
    figure_curve(f, block, "using 1:2 with lines ls %d notitle", ls);
    figure_curve(f, block, "using ($3 == 0 ? $1 : NaN):2 with points ls %d notitle", ls);
    figure_curve(f, block, "using ($3 == 1 ? $1 : NaN):2 with points ls %d notitle", ls + 100);
    if (!has_failures(c, l)) return;
    figure_curve(f, block, "using 1:4 with points ls %d notitle", ls + 100);
    figure_curve(f, block,
                 "using 1:4:5 with labels left offset char 0.7,0 font \",8\" notitle");
}

static void write_order(const chart *c, const ladder *l, char *text, size_t size)
{
    double h[MOST_RUNGS], error[MOST_RUNGS];
    int n = 0;
    for (int k = l->first; k < l->first + l->n && n < MOST_RUNGS; k++) {
        h[n] = entry_rung(&c->d->board->entries[k]);
        error[n++] = error_of(c, &c->d->board->entries[k]);
    }
    const observed_order o = order_observe(h, error, n);
    *text = '\0';
    if (o.known) snprintf(text, size, ": order %.2f [%.2f, %.2f]", o.order, o.low, o.high);
}

static void write_key(const chart *c, figure *f)
{
    for (int i = 0; i < c->d->board->nladders; i++) {
        const ladder *l = &c->d->board->ladders[i];
        char label[1024], text[400], order[128] = "";
        if (!belongs(c, l, -1)) continue;
        ladder_label(c->d->board, l, label, sizeof label);
        if (c->steps) write_order(c, l, order, sizeof order);
        snprintf(text, sizeof text, "%.200s%s", label, order);
        figure_titled(f, text, -1, "keyentry with linespoints ls %d", i + 1);
    }
    border_key(f, c->d, c->y, c->steps ? BORDER_STEPS : BORDER_TOLERANCES);
}

/* Panel 0: events located (or a problem without events), 1: not located; with_key: the legend
 * belongs to this plot command. */
static void draw_panel(const chart *c, figure *f, int panel, bool with_key)
{
    figure_plot(f);
    if (with_key) write_key(c, f);
    if (!c->steps)
        figure_curve(f, -1, "x with lines lc rgb \"#a0a0a0\" lw 1.2 dt 2 %s",
                     with_key ? "title \"error = rtol\"" : "notitle");
    for (int i = 0, row = 0; i < c->d->board->nladders; i++) {
        const ladder *l = &c->d->board->ladders[i];
        if (!belongs(c, l, -1)) continue;
        if (belongs(c, l, panel)) draw_ladder(c, f, i, row);
        row += has_failures(c, l);
    }
    figure_plot_done(f);
}

static void draw_both(const chart *c, figure *f)
{
    static const char *const titles[] = { "events located", "events not located" };
    fputs("set multiplot\n", f->script);
    for (int panel = 0; panel < 2; panel++) {
        write_axes(c, f, titles[panel], 6);
        fprintf(f->script,
                "set lmargin at screen %g\nset rmargin at screen %g\n"
                "set tmargin at screen 0.91\nset bmargin at screen 0.11\n",
                panel ? 0.385 : 0.07, panel ? 0.64 : 0.325);
        fputs(panel ? "set key at screen 0.655, screen 0.91 left top Left reverse\n"
                    : "unset key\n",
              f->script);
        if (panel) fputs("set ylabel \"\"\n", f->script);
        draw_panel(c, f, panel, panel == 1);
    }
    fputs("unset multiplot\n", f->script);
}

bool diagram_error(const diagram *d, const digit_axis *y, bool steps, bool *drawn)
{
    chart c = { .d = d, .y = y, .steps = steps };
    const unsigned panels = measure(&c);
    *drawn = panels != 0;
    if (!panels) return true;
    figure *f = figure_begin(d->folder, d->name, panels == 3 ? WIDE : WIDTH,
                             figure_height(HEIGHT, diagram_rows(d)), d->why, d->size);
    if (!f) return false;
    for (int i = 0; i < d->board->nladders; i++) {
        const style s = style_of(d->board, &d->board->ladders[i]);
        if (belongs(&c, &d->board->ladders[i], -1)) figure_line_style(f, i + 1, &s);
    }
    if (panels == 3) {
        draw_both(&c, f);
    } else {
        write_axes(&c, f, steps ? "error against step size" : "error against tolerance", 12);
        draw_panel(&c, f, panels == 2, true);
    }
    return figure_end(f, d->why, d->size);
}
