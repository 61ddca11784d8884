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
#include "reports/figures/censored.h"
#include "reports/figures/diagrams.h"
#include "reports/figures/error_chart.h"
#include "reports/figures/figure.h"
#include "reports/figures/front.h"

enum { HEIGHT = 740, TALL = 1200, BETWEEN = 92 };
enum { MOST_NAMES = 64, MOST_TRIANGLES = 3 };
static const unsigned grey = 0xc4c4c4;
/* ---- axes -------------------------------------------------------------------------------- */

/* Ticks at powers of ten only where there are data, not beside failures. */
static void write_ticks(figure *f, const span *s, double most)
{
    const double low = ceil(log10(s->low) - 1e-9), high = floor(log10(s->high) + 1e-9);
    const double each = fmax(1, ceil((high - low) / most));
    fprintf(f->script, "set ytics %.10g,%.10g,%.10g\n", pow(10, low), pow(10, each),
            pow(10, high));
}

static void write_axes(const error_chart *c, figure *f, const char *subtitle, double most)
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
                "set label 1 \"failed\" at graph 0.006, graph 0.985 tc rgb "
                "\"#505050\"\n",
                c->error.high, c->error.high);
}

/* ---- curves ------------------------------------------------------------------------------ */

static void write_points(const error_chart *c, figure *f, const ladder *l, double y)
{
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &c->d->board->entries[k];
        const char letter = error_letter(c, e);
        if (letter)
            fprintf(f->data, "%.10g ? ? %.10g %c\n", entry_rung(e), y, letter);
        else if (isfinite(error_of(c, e)))
            fprintf(f->data, "%.10g %.10g %d ? ?\n", entry_rung(e), error_of(c, e),
                    c->y->of(e)->hollow);
    }
}

static void draw_ladder(const error_chart *c, figure *f, int i, int row)
{
    const ladder *l = &c->d->board->ladders[i];
    char label[1024];
    ladder_label(c->d->board, l, label, sizeof label);
    const int block = figure_block(f, label), ls = i + 1;
    fputs("# rung  error  hollow  height of a failure  letter\n", f->data);
    write_points(c, f, l, error_row_height(c, row));
    figure_curve(f, block, "using 1:2 with lines ls %d notitle", ls);
    if (!c->front[i]) return;
    figure_curve(f, block, "using ($3 == 0 ? $1 : NaN):2 with points ls %d notitle", ls);
    figure_curve(f, block, "using ($3 == 1 ? $1 : NaN):2 with points ls %d notitle", ls + 100);
    if (!error_has_row(c, i)) return;
    figure_curve(f, block, "using 1:4 with points ls %d notitle", ls + 100);
    figure_curve(f, block, "using 1:4:5 with labels left offset char 0.7,0 notitle");
}

/* ---- orders ------------------------------------------------------------------------------ */

/* The largest step of the window, where the triangle begins. */
static const entry *window_start(const error_chart *c, const ladder *l, const observed_order *o)
{
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &c->d->board->entries[k];
        if (entry_rung(e) <= o->h_from * (1 + 1e-9) && error_of(c, e) > 0) return e;
    }
    return NULL;
}

/* Below the curve, along half of the window, with its order beside it; of each order one. */
static void draw_triangle(error_chart *c, figure *f, const ladder *l)
{
    const observed_order o = error_order(c, l);
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
                 "using 1:2:3 with labels right offset char -0.5,0 tc rgb "
                 "\"#606060\" notitle");
}

/* ---- names and notes --------------------------------------------------------------------- */

static double across(const error_chart *c, double rung)
{
    return log(c->coarsest / rung) / log(c->coarsest / c->finest);
}

static double upward(const error_chart *c, double error)
{
    return log(error / c->error.low) / log(c->top / c->error.low);
}

static char *name_text(const error_chart *c, const ladder *l)
{
    char label[1024];
    ladder_label(c->d->board, l, label, sizeof label);
    char *more = strstr(label, ", constant steps");
    if (more && c->steps) memmove(more, more + 16, strlen(more + 16) + 1);
    more = strstr(label, ", events not located");
    if (more) memmove(more, more + 20, strlen(more + 20) + 1);
    const observed_order o = c->steps ? error_order(c, l) : (observed_order){ 0 };
    return order_is_claimed(&o)
               ? text_of("%.200s: %.2f [%.2f, %.2f]", label, o.order, o.low, o.high)
               : text_of("%.200s", label);
}

/* Room for the longest name behind the finest rung. */
static void measure_names(error_chart *c)
{
    size_t longest = 8;
    for (int i = 0; i < c->d->board->nladders; i++) {
        if (!error_chart_has(c, &c->d->board->ladders[i], -1) || !c->front[i]) continue;
        char *text = name_text(c, &c->d->board->ladders[i]);
        if (strlen(text) > longest) longest = strlen(text);
        free(text);
    }
    const double share = front_room(longest, FRAME_WIDE);
    const double wide = fmax(0.5, log10(c->rung.high / c->rung.low));
    const double before = 0.09 * wide; /* room for the number of a triangle */
    c->coarsest = c->rung.high * pow(10, before);
    c->finest = c->rung.low * pow(10, -(wide + before) * share / (1 - share));
}

/* At the finest point of a curve; of one that has none beside its failures. */
static void write_names(const error_chart *c, figure *f, int panel)
{
    front_name list[MOST_NAMES];
    front_marks marks = { 0 };
    int n = 0;
    for (int i = 0, row = 0; i < c->d->board->nladders && n < MOST_NAMES; i++) {
        const ladder *l = &c->d->board->ladders[i];
        const entry *last = NULL;
        if (!error_chart_has(c, l, -1) || !c->front[i]) continue;
        for (int k = 0; k < l->n; k++) {
            const entry *e = &c->d->board->entries[l->first + k];
            if (error_letter(c, e) || !isfinite(error_of(c, e))) continue;
            front_mark(&marks, last, across(c, entry_rung(e)), upward(c, error_of(c, e)));
            last = e;
        }
        const double rung =
            last ? entry_rung(last) : c->rung.low * pow(c->finest / c->rung.low, 0.05);
        const double at = last ? error_of(c, last) : error_row_height(c, row);
        row += error_has_row(c, i);
        if (error_chart_has(c, l, panel))
            list[n++] = (front_name){ across(c, rung), upward(c, at),
                                      style_of(c->d->board, l).rgb, name_text(c, l) };
    }
    front_names(f, list, n, &marks, FRAME_WIDE, c->tall);
}

static bool place_of(const void *chart, const entry *e, double at[2])
{
    const error_chart *c = chart;
    const double error = error_of(c, e);
    if (error_letter(c, e) || !(error > 0)) return false;
    at[0] = across(c, entry_rung(e));
    at[1] = upward(c, error);
    return true;
}

static char failure_of(const void *chart, const entry *e) { return error_letter(chart, e); }

/* Open arrows of the curves of a panel; false: there is none. */
static bool write_arrows(const error_chart *c, figure *f, int panel)
{
    enum { FIRST = 30 };
    const board *b = c->d->board;
    const censored_chart chart = { c, place_of, failure_of, FRAME_WIDE, c->tall };
    bool any = false;
    for (int i = 0; i < b->nladders; i++) {
        const ladder *l = &b->ladders[i];
        if (c->front[i] && error_chart_has(c, l, panel) &&
            censored_arrow(&chart, f, b, l, FIRST + i, style_of(b, l).rgb))
            any = true;
    }
    return any;
}

static void write_notes(const error_chart *c, figure *f)
{
    char text[1024], letters[512] = "", grey_curves[64];
    int behind = 0;
    for (int i = 0; i < c->d->board->nladders; i++)
        behind += error_chart_has(c, &c->d->board->ladders[i], -1) && !c->front[i];
    if (c->rows)
        border_letters(c->d, c->y, c->steps ? BORDER_STEPS : BORDER_TOLERANCES, letters,
                       sizeof letters);
    *text = '\0';
    front_add_note(text, sizeof text, letters);
    if (c->arrows)
        front_add_note(text, sizeof text,
                       c->steps ? "open arrow: the finest step failed"
                                : "open arrow: the last tolerance failed");
    front_add_note(text, sizeof text,
                   c->steps ? "numbers: observed order, 95 % interval"
                            : "dashed: error = rtol");
    snprintf(grey_curves, sizeof grey_curves, "grey: %d other curve%s", behind,
             behind == 1 ? "" : "s");
    front_add_note(text, sizeof text, behind ? grey_curves : "");
    front_note(f, 0, text);
}

/* error = rtol, where the frame has it */
static void draw_diagonal(const error_chart *c, figure *f)
{
    const double from = fmin(c->coarsest, c->error.high), to = fmax(c->rung.low, c->error.low);
    const int block = figure_block(f, "error = rtol");
    if (from > to) fprintf(f->data, "%.10g %.10g\n%.10g %.10g\n", from, from, to, to);
    figure_curve(f, block, "using 1:2 with lines lc rgb \"#808080\" lw 1.2 dt 2 notitle");
}

/* Panel 0: events located (or a problem without events), 1: not located. */
static void draw_panel(error_chart *c, figure *f, int panel)
{
    write_names(c, f, panel);
    c->ntriangles = 0;
    figure_plot(f);
    figure_curve(f, -1, "NaN notitle");
    if (!c->steps) draw_diagonal(c, f);
    for (int front = 0; front < 2; front++)
        for (int i = 0, row = 0; i < c->d->board->nladders; i++) {
            const ladder *l = &c->d->board->ladders[i];
            if (!error_chart_has(c, l, -1)) continue;
            if (error_chart_has(c, l, panel) && c->front[i] == (front == 1)) {
                draw_ladder(c, f, i, row);
                if (front && c->steps) draw_triangle(c, f, l);
            }
            row += error_has_row(c, i);
        }
    figure_plot_done(f);
}

static void draw_both(error_chart *c, figure *f)
{
    static const char *const titles[] = { "events located", "events not located" };
    fputs("set multiplot\n", f->script);
    for (int panel = 0; panel < 2; panel++) {
        write_axes(c, f, titles[panel], 12);
        figure_frame(f, FRAME_BELOW + (panel ? 0 : c->tall + BETWEEN), c->tall);
        if (!panel) fputs("set xlabel \"\"\n", f->script);
        if (write_arrows(c, f, panel)) c->arrows = true;
        if (panel) write_notes(c, f);
        draw_panel(c, f, panel);
    }
    fputs("unset multiplot\n", f->script);
}

static void write_styles(const error_chart *c, figure *f)
{
    for (int i = 0; i < c->d->board->nladders; i++) {
        if (!error_chart_has(c, &c->d->board->ladders[i], -1)) continue;
        style s = style_of(c->d->board, &c->d->board->ladders[i]);
        if (!c->front[i]) s.rgb = grey;
        figure_line_style(f, i + 1, &s);
    }
}

static bool draw(error_chart *c)
{
    const diagram *d = c->d;
    const bool both = c->panels == 3;
    figure *f = figure_begin(d->folder, d->name, both ? TALL : HEIGHT, d->why);
    if (!f) return false;
    c->tall = both ? (figure_tall(f) - BETWEEN) / 2 : figure_tall(f);
    measure_names(c);
    fputs("unset key\n", f->script);
    write_styles(c, f);
    if (both) {
        draw_both(c, f);
    } else {
        figure_one_frame(f);
        write_axes(c, f, c->steps ? "error against step size" : "error against tolerance", 12);
        c->arrows = write_arrows(c, f, c->panels == 2);
        write_notes(c, f);
        draw_panel(c, f, c->panels == 2);
    }
    return figure_end(f, d->why);
}

bool diagram_error(const diagram *d, const digit_axis *y, bool steps, bool *drawn)
{
    error_chart c = { .d = d, .y = y, .steps = steps };
    *drawn = error_chart_measure(&c);
    const bool good = !*drawn || draw(&c);
    free(c.front);
    return good;
}
