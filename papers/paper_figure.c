/* paper_figure.c -- a figure of a paper, drawn from data files as the paper describes it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/paper_figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/figures/figure.h"
#include "reports/figures/history.h"
#include "reports/figures/style.h"
#include "papers/paper_points.h"

enum { WIDTH = 760, HEIGHT = 520, PRINTED_STYLE = 90, MOST_STYLES = 60 };
static const style grey = { 0xb0b0b0, 7, 6, "1" };

typedef struct drawing {
    const paper *paper;
    datasets *all;
    figure *f;
    int styles;  /* given away so far ... */
    int number;  /* ... of which this one is the present */
    bool behind; /* the curve is none of those in front */
    reason *why;
} drawing;

/* What a plot command holds: written to the data file first, named in the script afterwards. */
typedef struct drawn {
    int block, style, axis;
    char *how, *title;
} drawn;

typedef struct plot_list {
    drawn *list;
    int n;
} plot_list;

static const config_setting_t *member(const config_setting_t *s, const char *name)
{
    return s ? config_setting_get_member(s, name) : NULL;
}

static const char *text_member(const config_setting_t *s, const char *name, const char *other)
{
    const config_setting_t *m = member(s, name);
    const char *text = m ? config_setting_get_string(m) : NULL;
    return text ? text : other;
}

static double number_member(const config_setting_t *s, const char *name, double other)
{
    const config_setting_t *m = member(s, name);
    double v;
    return m && setting_number(m, &v) ? v : other;
}

static int integer_member(const config_setting_t *s, const char *name, int other)
{
    return (int)number_member(s, name, other);
}

/* ---- axes -------------------------------------------------------------------------------- */

static void draw_axis(figure *f, char axis, const config_setting_t *s)
{
    int log_axis = 0;
    const double from = number_member(s, "from", 0), to = number_member(s, "to", 0);
    if (s) config_setting_lookup_bool(s, "log", &log_axis);
    if (log_axis && from > 0)
        figure_log_axis(f, axis, text_member(s, "label", ""), from, to);
    else
        figure_axis(f, axis, text_member(s, "label", ""), from, to);
    if (log_axis && from > 0) /* the range asked for, not whole decades */
        fprintf(f->script, "set %crange [%.10g:%.10g]\n", axis, from, to);
    if (log_axis && from > 0 && fabs(log10(from) - round(log10(from))) > 1e-9)
        fprintf(f->script, "set %ctics autofreq\n", axis); /* else every decade has one */
    if (log_axis && from <= 0)
        fprintf(f->script, "set logscale %c 10\nset format %c \"10^{%%L}\"\n", axis, axis);
}

static void draw_right_axis(figure *f, const config_setting_t *s)
{
    int log_axis = 0;
    if (!s) {
        fputs("unset y2tics\nunset y2label\nunset logscale y2\n", f->script);
        return;
    }
    config_setting_lookup_bool(s, "log", &log_axis);
    fputs("set ytics nomirror\nset y2tics\n", f->script);
    figure_label(f, "y2label", text_member(s, "label", ""), "");
    fprintf(f->script, "set y2range [%.10g:%.10g]\n", number_member(s, "from", 0),
            number_member(s, "to", 1));
    fputs(log_axis ? "set logscale y2 10\nset format y2 \"10^{%L}\"\n" : "unset logscale y2\n",
          f->script);
}

/* ---- curves ------------------------------------------------------------------------------ */

static void add(plot_list *l, drawn d)
{
    l->list = grown(l->list, (size_t)l->n + 1, sizeof *l->list);
    l->list[l->n++] = d;
}

static const char *with_clause(const config_setting_t *c)
{
    static const char *const styles[][2] = {
        { "lines", "lines" },  { "points", "points" }, { "linespoints", "linespoints" },
        { "steps", "fsteps" }, { "dots", "dots" },
    };
    const char *name = text_member(c, "style", "lines");
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
        if (!strcmp(styles[i][0], name)) return styles[i][1];
    return NULL;
}

/* Points of the rows, in order; a jump by the modulus breaks the line. */
static int write_rows(figure *f, const double *x, const double *y, int n, double modulo)
{
    bool ascending = modulo <= 0;
    for (int i = 1; ascending && i < n; i++) ascending = x[i] >= x[i - 1];
    if (ascending && n > 4000) return history_thinned(f->data, x, y, n);
    for (int i = 0; i < n; i++) {
        if (modulo > 0 && i && fabs(y[i] - y[i - 1]) > modulo / 2) fputc('\n', f->data);
        fprintf(f->data, "%.10g %.10g\n", x[i], y[i]);
    }
    return n;
}

/* At the last point, in place of an entry in the legend. */
static void label_curve(figure *f, const char *title, const points *p)
{
    char *how = text_of("at first %.10g,%.10g left offset 0.4,0 noenhanced font \",10\" "
                        "textcolor rgb \"#707070\"",
                        p->x[p->n - 1], p->y[p->n - 1]);
    figure_label(f, "label", title, how);
    free(how);
}

/* A block of points in the present style; false where there are none. */
static bool add_points(drawing *w, const config_setting_t *c, const points *p,
                       const char *title, plot_list *l, const char *with, const char *look)
{
    const int block = figure_block(w->f, title);
    const int written =
        p->n ? write_rows(w->f, p->x, p->y, p->n, number_member(c, "modulo", 0)) : 0;
    char *how = text_of("using 1:2 with %s ls %d %s", with, w->number, look);
    if (written)
        add(l, (drawn){ block, w->number, integer_member(c, "axis", 1), how, copied(title) });
    if (!written) free(how);
    return written;
}

/* With `mean`: the points as dots, and a line through the means of neighbours. */
static bool draw_points(drawing *w, const config_setting_t *c, points *p, const char *with,
                        const char *title, plot_list *l)
{
    const int mean = integer_member(c, "mean", 0);
    char look[64] = "";
    if (mean > 1 && !add_points(w, c, p, "", l, "points", "pt 7 ps 0.25")) return false;
    const bool averaged = points_average(p, mean);
    if (strcmp(with, "fsteps") && strcmp(with, "dots"))
        snprintf(look, sizeof look, averaged ? "lw %g ps 1.0 pi %d" : "lw %g ps 0.7",
                 number_member(c, "width", 1.5), mean);
    if (w->behind && p->n) label_curve(w->f, title, p);
    return add_points(w, c, p, w->behind ? "" : title, l, w->behind ? "lines" : with, look);
}

static bool draw_rows(drawing *w, const config_setting_t *c, const dataset *d, const int *rows,
                      int n, const char *title, const style *s, plot_list *l)
{
    const config_setting_t *set = paper_set(w->paper, c);
    const scope chain = { .group = { c, set }, .n = set ? 2 : 1 };
    const char *with = with_clause(c);
    points p;
    if (!with)
        return reason_set(w->why,
                          "unknown style \"%s\" of a curve; lines, points, "
                          "linespoints, steps or dots is expected",
                          text_member(c, "style", ""));
    if (!points_take(&p, &chain, w->all, d, rows, n, w->why)) return false;
    w->number = 1 + w->styles++ % MOST_STYLES;
    figure_line_style(w->f, w->number, w->behind ? &grey : s);
    const bool good =
        draw_points(w, c, &p, with, title, l) ||
        reason_set(w->why, "no row of %s.csv belongs to the curve \"%s\"", d->name, title);
    points_free(&p);
    return good;
}

/* ---- a curve for each value of some columns ---------------------------------------------- */

static char *group_value(const dataset *d, int row, const config_setting_t *g)
{
    char *text = copied("");
    for (int k = 0; k < config_setting_length(g); k++) {
        const int column = dataset_column(d, config_setting_get_string_elem(g, k));
        const char *part = column < 0 ? "" : dataset_text(d, row, column);
        if (!*part) continue;
        char *longer = text_of(k == 1 ? "%s@%s" : *text ? "%s, %s" : "%s%s", text, part);
        free(text);
        text = longer;
    }
    return text;
}

static const char *field(const dataset *d, int row, const char *column)
{
    const int c = dataset_column(d, column);
    return c < 0 ? "" : dataset_text(d, row, c);
}

/* Rows of the same group as the first one not yet drawn; they are marked with -1. */
static bool draw_group(drawing *w, const config_setting_t *c, const dataset *d, int *rows,
                       int n, int first, plot_list *l)
{
    const config_setting_t *g = member(c, "group");
    char *title = group_value(d, rows[first], g);
    int *chosen = need(calloc((size_t)n, sizeof *chosen)), count = 0;
    const style s =
        style_named(NULL, field(d, rows[first], "solver"), field(d, rows[first], "family"),
                    field(d, rows[first], "formulation"));
    for (int i = first; i < n; i++) {
        char *other = rows[i] < 0 ? NULL : group_value(d, rows[i], g);
        if (other && !strcmp(title, other)) {
            chosen[count++] = rows[i];
            rows[i] = -1;
        }
        free(other);
    }
    const bool good = draw_rows(w, c, d, chosen, count, title, &s, l);
    free(chosen);
    free(title);
    return good;
}

/* Is it one of those that the curve names, or does it name none? */
static bool in_front(const config_setting_t *c, const dataset *d, int row)
{
    const config_setting_t *front = member(c, "front");
    bool found = !front;
    char *title = group_value(d, row, member(c, "group"));
    for (int i = 0; front && i < config_setting_length(front); i++)
        found = found || !strcmp(title, config_setting_get_string_elem(front, i));
    free(title);
    return found;
}

/* Those behind first. */
static bool draw_groups(drawing *w, const config_setting_t *c, const dataset *d, int *rows,
                        int n, plot_list *l)
{
    bool good = true;
    for (int front = 0; front < 2; front++) {
        w->behind = !front;
        for (int i = 0; good && i < n; i++)
            if (rows[i] >= 0 && in_front(c, d, rows[i]) == front)
                good = draw_group(w, c, d, rows, n, i, l);
    }
    return good;
}

static bool draw_curve(drawing *w, const config_setting_t *c, plot_list *l)
{
    const config_setting_t *set = paper_set(w->paper, c);
    const scope s = { .group = { c, set }, .n = set ? 2 : 1 };
    const dataset *d = datasets_get(w->all, scope_text(&s, "data", ""), w->why);
    int *rows, n;
    if (!d) return false;
    bool good = measure_rows(d, &s, (row_key){ 0 }, &rows, &n, w->why);
    if (good && !member(c, "group")) {
        const style one = style_number(integer_member(c, "colour", l->n));
        good = draw_rows(w, c, d, rows, n, text_member(c, "title", ""), &one, l);
    } else if (good) {
        good = draw_groups(w, c, d, rows, n, l);
    }
    free(rows);
    return good;
}

/* Numbers printed in the paper: large open marks, of another shape for each series. */
static bool draw_printed(drawing *w, const config_setting_t *s, int series, plot_list *l)
{
    static const int shapes[] = { 4, 6, 8, 12 };
    const config_setting_t *x = member(s, "x"), *y = member(s, "y");
    const int n = x && y ? config_setting_length(x) : 0;
    if (!n || n != config_setting_length(y))
        return reason_set(w->why, "printed points need as many x as y");
    const int block = figure_block(w->f, text_member(s, "title", "printed"));
    for (int i = 0; i < n; i++)
        fprintf(w->f->data, "%.10g %.10g\n", config_setting_get_float_elem(x, i),
                config_setting_get_float_elem(y, i));
    char *how = text_of("using 1:2 with points pt %d ps 1.7 lw 1.6 lc rgb \"#d00000\"",
                        shapes[series % 4]);
    add(l, (drawn){ block, PRINTED_STYLE, integer_member(s, "axis", 1), how,
                    copied(text_member(s, "title", "printed")) });
    return true;
}

/* ---- plots ------------------------------------------------------------------------------- */

/* Below the frame, which keeps its width. */
static const char key_outside[] = "outside bottom center horizontal height 1";

/* "inside right top": words of gnuplot and nothing else. */
static bool is_place(const char *key)
{
    return !key[strspn(key, "abcdefghijklmnopqrstuvwxyz ")];
}

static void write_plot(drawing *w, const config_setting_t *s, const plot_list *l)
{
    figure *f = w->f;
    const char *key = text_member(s, "key", NULL);
    figure_label(f, "title", text_member(s, "title", ""), "");
    draw_right_axis(f, member(s, "y2"));
    draw_axis(f, 'x', member(s, "x"));
    draw_axis(f, 'y', member(s, "y"));
    if (key && !strcmp(key, "off"))
        fputs("unset key\n", f->script);
    else
        fprintf(f->script, "set key %s\n", key && strcmp(key, "outside") ? key : key_outside);
    figure_plot(f);
    for (int i = 0; i < l->n; i++) {
        const drawn *d = &l->list[i];
        figure_titled(f, d->title, d->block, "%s %s", d->how, d->axis == 2 ? "axes x1y2" : "");
    }
    figure_plot_done(f);
}

static bool draw_plot(drawing *w, const config_setting_t *s)
{
    const config_setting_t *curves = member(s, "curves"), *printed = member(s, "printed");
    plot_list l = { 0 };
    const char *key = text_member(s, "key", "");
    bool good = curves || reason_set(w->why, "the plot has no curves");
    fputs("unset label\n", w->f->script);
    if (good && !is_place(key))
        good = reason_set(w->why, "key is \"%s\"; words like \"inside right top\" are expected",
                          key);
    for (int i = 0; good && i < config_setting_length(curves); i++)
        good = draw_curve(w, config_setting_get_elem(curves, (unsigned)i), &l);
    for (int i = 0; good && printed && i < config_setting_length(printed); i++)
        good = draw_printed(w, config_setting_get_elem(printed, (unsigned)i), i, &l);
    if (good) write_plot(w, s, &l);
    for (int i = 0; i < l.n; i++) {
        free(l.list[i].how);
        free(l.list[i].title);
    }
    free(l.list);
    return good;
}

static bool draw_plots(drawing *w, const config_setting_t *s)
{
    const config_setting_t *plots = member(s, "plots"), *layout = member(s, "layout");
    bool good = true;
    if (!plots) return draw_plot(w, s);
    const int n = config_setting_length(plots);
    fprintf(w->f->script, "set multiplot layout %d,%d\n",
            layout ? config_setting_get_int_elem(layout, 0) : n,
            layout ? config_setting_get_int_elem(layout, 1) : 1);
    for (int i = 0; good && i < n; i++)
        good = draw_plot(w, config_setting_get_elem(plots, (unsigned)i));
    fputs("unset multiplot\n", w->f->script);
    return good;
}

bool paper_figure(const paper *p, const config_setting_t *s, datasets *all, const char *folder,
                  const char *name, reason *why)
{
    reason late = { "" };
    drawing w = { .paper = p, .all = all, .why = why };
    w.f = figure_begin(folder, name, integer_member(s, "width", WIDTH),
                       integer_member(s, "height", HEIGHT), why);
    if (!w.f) return false;
    const bool good = draw_plots(&w, s);
    const bool closed = figure_end(w.f, &late);
    return good && (closed || reason_set(why, "%s", late.text));
}
