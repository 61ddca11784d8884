/* errors.c -- error at the end against the tolerance or the step size asked for, finer to the
 * right.
 *
 * Against the tolerance: the dashed diagonal is error = rtol, a code that keeps its promise
 * runs beside it. Against the step size: a method of order p falls by f^p where h falls by f,
 * between the pre-asymptotic zone and the rounding; the name has the observed order (order.c),
 * a triangle its slope. A second panel has runs that step across events.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/figures/border.h"
#include "reports/figures/diagrams.h"
#include "reports/figures/figure.h"
#include "reports/figures/front.h"
#include "reports/metrics/order.h"

enum { WIDTH = 1040, WIDE = 1400, HEIGHT = 680, MOST_RUNGS = 128 };
enum { MOST_NAMES = 64, MOST_TRIANGLES = 3 };
static const unsigned grey = 0xc4c4c4;
/* Of the frame: a row of failures. */
static const double row_height = 0.034;

typedef struct chart {
    const diagram *d;
    const digit_axis *y;
    bool steps;
    bool *front; /* a flag a ladder */
    span rung, error;
    double width;            /* of a frame, pixels */
    double coarsest, finest; /* ends of the axis, the latter behind the names */
    unsigned panels;         /* that have a ladder: bit 0 located, bit 1 not located */
    int rows;                /* ladders with failures, stacked at the top */
    double top;              /* of the axis of errors */
    int triangles[8];        /* orders that have one, rounded */
    int ntriangles;
} chart;

/* ---- what belongs to it ------------------------------------------------------------------ */

static double error_of(const chart *c, const entry *e)
{
    const digits *y = c->y->of(e);
    return e->r.outcome == OUTCOME_OK && y->known ? pow(10, -y->value) : NAN;
}

static bool is_unlocated(const chart *c, const ladder *l)
{
    return c->d->board->entries[l->first].r.cell.no_events;
}

static bool belongs(const chart *c, const ladder *l, int panel)
{
    return l->group == c->d->group && l->steps == c->steps &&
           (panel < 0 || is_unlocated(c, l) == (panel == 1));
}

static bool has_tolerances(const diagram *d, const ladder *l)
{
    return l->group == d->group && !l->steps;
}

static bool has_steps(const diagram *d, const ladder *l)
{
    return l->group == d->group && l->steps;
}

static char letter_of(const chart *c, const entry *e) { return border_letter(e, c->y->of(e)); }

static bool has_failures(const chart *c, const ladder *l)
{
    for (int k = l->first; k < l->first + l->n; k++)
        if (letter_of(c, &c->d->board->entries[k])) return true;
    return false;
}

/* Only curves in front have a row: the others' failures are counted below. */
static bool has_row(const chart *c, int i)
{
    return c->front[i] && has_failures(c, &c->d->board->ladders[i]);
}

/* false: there is nothing to draw. */
static bool measure(chart *c)
{
    const board *b = c->d->board;
    c->rung = c->error = span_empty();
    for (int i = 0; i < b->nladders; i++) {
        const ladder *l = &b->ladders[i];
        if (!belongs(c, l, -1)) continue;
        c->panels |= is_unlocated(c, l) ? 2 : 1;
        c->rows += has_row(c, i);
        for (int k = l->first; k < l->first + l->n; k++) {
            span_add(&c->rung, entry_rung(&b->entries[k]));
            if (!letter_of(c, &b->entries[k])) span_add(&c->error, error_of(c, &b->entries[k]));
        }
    }
    if (span_is_empty(&c->error)) return false;
    figure_decades(&c->error.low, &c->error.high);
    const double share = row_height * (c->rows + 0.6);
    const double decades = log10(c->error.high / c->error.low);
    c->top = c->error.high * pow(10, c->rows ? decades * share / (1 - share) : 0);
    return true;
}

/* ---- axes -------------------------------------------------------------------------------- */

/* Ticks at powers of ten only where there are data, not beside failures. */
static void write_ticks(figure *f, const span *s, double most)
{
    const double low = ceil(log10(s->low) - 1e-9), high = floor(log10(s->high) + 1e-9);
    const double each = fmax(1, ceil((high - low) / most));
    fprintf(f->script, "set ytics %.10g,%.10g,%.10g\n", pow(10, low), pow(10, each),
            pow(10, high));
}

static void write_axes(const chart *c, figure *f, const char *subtitle, double most)
{
    const group *g = &c->d->board->groups[c->d->group];
    char title[1024], full_title[1100], label[64];
    group_title(g, title, sizeof title);
    snprintf(full_title, sizeof full_title, "%s: %s", title, subtitle);
    figure_label(f, "title", full_title, "noenhanced");
    figure_with_unit("step size h, smaller to the right", group_time_unit(g), label,
                     sizeof label);
    figure_log_axis(f, 'x', c->steps ? label : "rtol [1], smaller to the right", c->rung.low,
                    c->rung.high);
    figure_log_axis(f, 'y', c->y->error_label, c->error.low, c->error.high);
    figure_falling_ticks(f, c->rung.low, c->rung.high, most);
    write_ticks(f, &c->error, 12);
    fprintf(f->script,
            "set xrange [%.10g:%.10g]\nset yrange [%.10g:%.10g]\nunset arrow\nunset label\n",
            c->coarsest, c->finest, c->error.low, c->top);
    if (c->rows)
        fprintf(f->script,
                "set arrow 1 from graph 0, first %.10g to graph 1, first %.10g nohead "
                "lc rgb \"#808080\" lw 1 dt 2\n"
                "set label 1 \"failed\" at graph 0.006, graph 0.985 font \",9\" tc rgb "
                "\"#505050\"\n",
                c->error.high, c->error.high);
}

/* ---- curves ------------------------------------------------------------------------------ */

/* Where the failures of a row stand. */
static double height_of(const chart *c, int row)
{
    return c->error.high * pow(c->top / c->error.high, 1 - (row + 1.0) / (c->rows + 0.6));
}

static void write_points(const chart *c, figure *f, const ladder *l, double y)
{
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
    write_points(c, f, l, height_of(c, row));
    figure_curve(f, block, "using 1:2 with lines ls %d notitle", ls);
    if (!c->front[i]) return;
    figure_curve(f, block, "using ($3 == 0 ? $1 : NaN):2 with points ls %d notitle", ls);
    figure_curve(f, block, "using ($3 == 1 ? $1 : NaN):2 with points ls %d notitle", ls + 100);
    if (!has_row(c, i)) return;
    figure_curve(f, block, "using 1:4 with points ls %d notitle", ls + 100);
    figure_curve(f, block,
                 "using 1:4:5 with labels left offset char 0.7,0 font \",8\" notitle");
}

/* ---- orders ------------------------------------------------------------------------------ */

static observed_order order_of(const chart *c, const ladder *l)
{
    double h[MOST_RUNGS], error[MOST_RUNGS];
    int n = 0;
    for (int k = l->first; k < l->first + l->n && n < MOST_RUNGS; k++) {
        h[n] = entry_rung(&c->d->board->entries[k]);
        error[n++] = error_of(c, &c->d->board->entries[k]);
    }
    return order_observe(h, error, n);
}

/* The largest step of the window, where the triangle begins. */
static const entry *window_start(const chart *c, const ladder *l, const observed_order *o)
{
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &c->d->board->entries[k];
        if (entry_rung(e) <= o->h_from * (1 + 1e-9) && error_of(c, e) > 0) return e;
    }
    return NULL;
}

/* Below the curve, along half of the window, with its order beside it; of each order one. */
static void draw_triangle(chart *c, figure *f, const ladder *l)
{
    const observed_order o = order_of(c, l);
    const entry *e = order_is_claimed(&o) ? window_start(c, l, &o) : NULL;
    const int full_title = (int)lround(o.known ? o.order : 0);
    for (int k = 0; k < c->ntriangles; k++)
        if (c->triangles[k] == full_title) return;
    if (!e || c->ntriangles == MOST_TRIANGLES) return;
    c->triangles[c->ntriangles++] = full_title;
    const double shift = pow(c->error.high / c->error.low, -0.045);
    const double h = entry_rung(e), end = fmax(h / 4, sqrt(h * o.h_to));
    const double high = error_of(c, e) * shift, low = high * pow(end / h, o.order);
    const int block = figure_block(f, "slope");
    fprintf(f->data, "%.10g %.10g\n%.10g %.10g\n%.10g %.10g\n%.10g %.10g\n", h, high, h, low,
            end, low, h, high);
    figure_curve(f, block, "using 1:2 with lines lc rgb \"#606060\" lw 1 dt 1 notitle");
    const int text = figure_block(f, "its slope");
    fprintf(f->data, "%.10g %.10g \"%.*f\"\n", h, sqrt(high * low),
            fabs(o.order - full_title) < 0.05 ? 0 : 1, o.order);
    figure_curve(f, text,
                 "using 1:2:3 with labels right offset char -0.5,0 font \",10\" tc rgb "
                 "\"#606060\" notitle");
}

/* ---- names and notes --------------------------------------------------------------------- */

static double across(const chart *c, double rung)
{
    return log(c->coarsest / rung) / log(c->coarsest / c->finest);
}

static double upward(const chart *c, double error)
{
    return log(error / c->error.low) / log(c->top / c->error.low);
}

static char *name_text(const chart *c, const ladder *l)
{
    char label[1024];
    ladder_label(c->d->board, l, label, sizeof label);
    char *more = strstr(label, ", constant steps");
    if (more && c->steps) memmove(more, more + 16, strlen(more + 16) + 1);
    more = strstr(label, ", events not located");
    if (more) memmove(more, more + 20, strlen(more + 20) + 1);
    const observed_order o = c->steps ? order_of(c, l) : (observed_order){ 0 };
    return order_is_claimed(&o)
               ? text_of("%.200s: %.2f [%.2f, %.2f]", label, o.order, o.low, o.high)
               : text_of("%.200s", label);
}

/* Room for the longest name behind the finest rung. */
static void measure_names(chart *c)
{
    size_t longest = 8;
    for (int i = 0; i < c->d->board->nladders; i++) {
        if (!belongs(c, &c->d->board->ladders[i], -1) || !c->front[i]) continue;
        char *text = name_text(c, &c->d->board->ladders[i]);
        if (strlen(text) > longest) longest = strlen(text);
        free(text);
    }
    const double share = front_room(longest, c->width);
    const double wide = fmax(0.5, log10(c->rung.high / c->rung.low));
    c->coarsest = c->rung.high * pow(10, 0.05 * wide);
    c->finest = c->rung.low * pow(10, -1.05 * wide * share / (1 - share));
}

/* At the finest point of a curve; of one that has none beside its failures. */
static void write_names(const chart *c, figure *f, int panel)
{
    front_name list[MOST_NAMES];
    front_marks marks = { 0 };
    int n = 0;
    for (int i = 0, row = 0; i < c->d->board->nladders && n < MOST_NAMES; i++) {
        const ladder *l = &c->d->board->ladders[i];
        const entry *last = NULL;
        if (!belongs(c, l, -1) || !c->front[i]) continue;
        for (int k = 0; k < l->n; k++) {
            const entry *e = &c->d->board->entries[l->first + k];
            if (letter_of(c, e) || !isfinite(error_of(c, e))) continue;
            front_mark(&marks, last, across(c, entry_rung(e)), upward(c, error_of(c, e)));
            last = e;
        }
        const double rung =
            last ? entry_rung(last) : c->rung.low * pow(c->finest / c->rung.low, 0.05);
        const double at = last ? error_of(c, last) : height_of(c, row);
        row += has_row(c, i);
        if (belongs(c, l, panel))
            list[n++] = (front_name){ across(c, rung), upward(c, at),
                                      style_of(c->d->board, l).rgb, name_text(c, l) };
    }
    front_names(f, list, n, &marks, c->width, figure_tall * HEIGHT);
}

static void write_notes(const chart *c, figure *f)
{
    char text[768], letters[512] = "";
    int behind = 0;
    for (int i = 0; i < c->d->board->nladders; i++)
        behind += belongs(c, &c->d->board->ladders[i], -1) && !c->front[i];
    if (c->rows)
        border_letters(c->d, c->y, c->steps ? BORDER_STEPS : BORDER_TOLERANCES, letters,
                       sizeof letters);
    snprintf(text, sizeof text, "%s%s%s", letters, *letters ? "; " : "",
             c->steps ? "numbers: observed order, 95 % interval" : "dashed: error = rtol");
    front_note(f, 0, text);
    snprintf(text, sizeof text, "grey: %d other curves", behind);
    front_note(f, 1, behind ? text : "");
}

/* error = rtol, where the frame has it */
static void draw_diagonal(const chart *c, figure *f)
{
    const double from = fmin(c->coarsest, c->error.high), to = fmax(c->rung.low, c->error.low);
    const int block = figure_block(f, "error = rtol");
    if (from > to) fprintf(f->data, "%.10g %.10g\n%.10g %.10g\n", from, from, to, to);
    figure_curve(f, block, "using 1:2 with lines lc rgb \"#808080\" lw 1.2 dt 2 notitle");
}

/* Panel 0: events located (or a problem without events), 1: not located. */
static void draw_panel(chart *c, figure *f, int panel)
{
    write_names(c, f, panel);
    c->ntriangles = 0;
    figure_plot(f);
    figure_curve(f, -1, "NaN notitle");
    if (!c->steps) draw_diagonal(c, f);
    for (int front = 0; front < 2; front++)
        for (int i = 0, row = 0; i < c->d->board->nladders; i++) {
            const ladder *l = &c->d->board->ladders[i];
            if (!belongs(c, l, -1)) continue;
            if (belongs(c, l, panel) && c->front[i] == (front == 1)) {
                draw_ladder(c, f, i, row);
                if (front && c->steps) draw_triangle(c, f, l);
            }
            row += has_row(c, i);
        }
    figure_plot_done(f);
}

static void draw_both(chart *c, figure *f)
{
    static const char *const titles[] = { "events located", "events not located" };
    fputs("set multiplot\n", f->script);
    for (int panel = 0; panel < 2; panel++) {
        write_axes(c, f, titles[panel], 6);
        figure_frame(f, panel ? 0.545 : 0.065, panel ? 0.99 : 0.51);
        if (panel) fputs("set ylabel \"\"\n", f->script);
        if (panel) write_notes(c, f);
        draw_panel(c, f, panel);
    }
    fputs("unset multiplot\n", f->script);
}

static void write_styles(const chart *c, figure *f)
{
    for (int i = 0; i < c->d->board->nladders; i++) {
        if (!belongs(c, &c->d->board->ladders[i], -1)) continue;
        style s = style_of(c->d->board, &c->d->board->ladders[i]);
        if (!c->front[i]) s.rgb = grey;
        figure_line_style(f, i + 1, &s);
    }
}

static bool draw(chart *c)
{
    const diagram *d = c->d;
    const bool both = c->panels == 3;
    figure *f = figure_begin(d->folder, d->name, both ? WIDE : WIDTH, HEIGHT, d->why, d->size);
    if (!f) return false;
    c->width = both ? 0.445 * WIDE : figure_wide * WIDTH;
    measure_names(c);
    fputs("unset key\n", f->script);
    write_styles(c, f);
    if (both) {
        draw_both(c, f);
    } else {
        figure_frame(f, figure_left, figure_right);
        write_axes(c, f, c->steps ? "error against step size" : "error against tolerance", 12);
        write_notes(c, f);
        draw_panel(c, f, c->panels == 2);
    }
    return figure_end(f, d->why, d->size);
}

bool diagram_error(const diagram *d, const digit_axis *y, bool steps, bool *drawn)
{
    chart c = { .d = d, .y = y, .steps = steps };
    c.front = front_chosen(d, steps ? has_steps : has_tolerances, y, &cost_axes[0]);
    *drawn = measure(&c);
    const bool good = !*drawn || draw(&c);
    free(c.front);
    return good;
}
