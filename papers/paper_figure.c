/* paper_figure.c -- a figure of a paper, drawn from data files as the paper describes it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/paper_figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "papers/member.h"
#include "papers/paper_axes.h"
#include "papers/paper_names.h"
#include "papers/paper_points.h"
#include "reports/figures/figure.h"
#include "reports/figures/history.h"
#include "reports/figures/style.h"

enum { HEIGHT = 520, PRINTED_STYLE = 90, MOST_STYLES = 60 };
static const style grey = { 0xb0b0b0, 7, 6, "1" };

typedef struct drawing {
    const paper *paper;
    datasets *all;
    figure *f;
    int styles;  /* given away so far ... */
    int number;  /* ... of which this one is the present */
    bool behind; /* the curve is none of those in front */
    bool narrow; /* frames have others at their side */
    paper_names names;
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

/* ---- curves ------------------------------------------------------------------------------ */

static void add(plot_list *l, drawn d)
{
    l->list = grown(l->list, (size_t)l->n + 1, sizeof *l->list);
    l->list[l->n++] = d;
}

static const char area[] = "points"; /* that cover it */

static const char *with_clause(const config_setting_t *c)
{
    static const char *const styles[][2] = {
        { "lines", "lines" },  { "points", "points" }, { "linespoints", "linespoints" },
        { "steps", "fsteps" }, { "dots", "dots" },     { "area", area },
    };
    const char *name = member_text(c, "style", "lines");
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

/* A block of points in the present style; false where there are none. */
static bool add_points(drawing *w, const config_setting_t *c, const points *p,
                       const char *title, plot_list *l, const char *with, const char *look)
{
    const bool named = w->names.room > 0;
    const int block = figure_block(w->f, title);
    const int written =
        p->n ? write_rows(w->f, p->x, p->y, p->n, member_number(c, "modulo", 0)) : 0;
    char *how = text_of("using 1:2 with %s ls %d %s", with, w->number, look);
    if (written)
        add(l, (drawn){ block, w->number, (int)member_number(c, "axis", 1), how,
                        copied(named ? "" : title) });
    if (!written) free(how);
    return written;
}

/* What a style lets a curve say of its line and its marks. */
static void write_look(char *look, size_t size, const char *with, double width, int interval)
{
    if (with == area)
        snprintf(look, size, "pt 5 ps 0.6 lc rgb \"#a8cfe8\"");
    else if (!strcmp(with, "dots"))
        *look = '\0';
    else if (!strstr(with, "points"))
        snprintf(look, size, "lw %g", width);
    else if (interval > 1 && strstr(with, "lines"))
        snprintf(look, size, "lw %g ps 1.0 pi %d", width, interval);
    else
        snprintf(look, size, "lw %g ps 0.7", width);
}

/* With `mean`: the points as dots, and a line through the means of neighbours. */
static bool draw_points(drawing *w, const config_setting_t *c, points *p, const char *with,
                        const char *title, unsigned rgb, plot_list *l)
{
    const bool named = w->names.room > 0;
    const int mean = (int)member_number(c, "mean", 0);
    char look[64] = "";
    if (mean > 1 && !add_points(w, c, p, "", l, "points", "pt 7 ps 0.25")) return false;
    if (named) paper_names_avoid(&w->names, p);
    const bool averaged = points_average(p, mean);
    if (w->behind) with = "lines";
    write_look(look, sizeof look, with, member_number(c, "width", 1.5), averaged ? mean : 0);
    if (named && p->n) paper_names_add(&w->names, title, p, rgb, w->behind);
    return add_points(w, c, p, title, l, with, look);
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
                          "linespoints, steps, dots or area is expected",
                          member_text(c, "style", ""));
    if (!points_take(&p, &chain, w->all, d, rows, n, w->why)) return false;
    w->number = 1 + w->styles++ % MOST_STYLES;
    figure_line_style(w->f, w->number, w->behind ? &grey : s);
    const bool good =
        draw_points(w, c, &p, with, title, s->rgb, l) ||
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
        const style one = style_number((int)member_number(c, "colour", l->n));
        good = draw_rows(w, c, d, rows, n, member_text(c, "title", ""), &one, l);
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
    const int block = figure_block(w->f, member_text(s, "title", "printed"));
    for (int i = 0; i < n; i++)
        fprintf(w->f->data, "%.10g %.10g\n", config_setting_get_float_elem(x, i),
                config_setting_get_float_elem(y, i));
    char *how = text_of("using 1:2 with points pt %d ps 1.7 lw 1.6 lc rgb \"#d00000\"",
                        shapes[series % 4]);
    add(l, (drawn){ block, PRINTED_STYLE, (int)member_number(s, "axis", 1), how,
                    copied(member_text(s, "title", "printed")) });
    return true;
}

/* ---- plots ------------------------------------------------------------------------------- */

/* Below the frame, which keeps its width: beside another frame there is room for two columns. */
static const char key_outside[] = "outside bottom center horizontal height 1 maxcols";

/* "inside right top": words of gnuplot and nothing else. */
static bool is_place(const char *key)
{
    return !key[strspn(key, "abcdefghijklmnopqrstuvwxyz ")];
}

static int count_titles(const plot_list *l)
{
    int n = 0;
    for (int i = 0; i < l->n; i++) n += *l->list[i].title != '\0';
    return n;
}

/* One curve alone needs no legend: the axis says what it is. */
static void write_key(const drawing *w, const config_setting_t *s, const plot_list *l)
{
    const char *key = member_text(s, "key", "outside");
    if (w->names.room > 0 || !strcmp(key, "off") || count_titles(l) < 2)
        fputs("unset key\n", w->f->script);
    else
        fprintf(w->f->script, strcmp(key, "outside") ? "set key %s\n" : "set key %s %s\n",
                strcmp(key, "outside") ? key : key_outside, w->narrow ? "2" : "auto");
}

static void write_plot(drawing *w, const config_setting_t *s, const plot_list *l)
{
    figure *f = w->f;
    figure_label(f, "title", member_text(s, "title", ""), "");
    fprintf(f->script, "set size %s\n", member_flag(s, "equal") ? "ratio -1" : "noratio");
    paper_right_axis(f, member(s, "y2"));
    paper_axis(f, 'x', member(s, "x"), w->names.room);
    paper_axis(f, 'y', member(s, "y"), 0);
    write_key(w, s, l);
    paper_names_write(&w->names, f);
    figure_plot(f);
    for (int i = 0; i < l->n; i++) {
        const drawn *d = &l->list[i];
        figure_titled(f, d->title, d->block, "%s %s", d->how, d->axis == 2 ? "axes x1y2" : "");
    }
    figure_plot_done(f);
}

static void plot_free(plot_list *l)
{
    for (int i = 0; i < l->n; i++) {
        free(l->list[i].how);
        free(l->list[i].title);
    }
    free(l->list);
}

static bool draw_plot(drawing *w, const config_setting_t *s)
{
    const config_setting_t *curves = member(s, "curves"), *printed = member(s, "printed");
    plot_list l = { 0 };
    const char *key = member_text(s, "key", "");
    bool good = curves || reason_set(w->why, "the plot has no curves");
    fputs("unset label\nunset arrow\n", w->f->script);
    if (good && !is_place(key))
        good = reason_set(w->why, "key is \"%s\"; words like \"inside right top\" are expected",
                          key);
    good = good && paper_names_begin(&w->names, s, w->why);
    for (int i = 0; good && i < config_setting_length(curves); i++)
        good = draw_curve(w, config_setting_get_elem(curves, (unsigned)i), &l);
    for (int i = 0; good && printed && i < config_setting_length(printed); i++)
        good = draw_printed(w, config_setting_get_elem(printed, (unsigned)i), i, &l);
    if (good) write_plot(w, s, &l);
    paper_names_free(&w->names);
    plot_free(&l);
    return good;
}

/* Frames of a column begin at one line. */
static int begin_plots(figure *f, const config_setting_t *s, int n)
{
    const config_setting_t *layout = member(s, "layout");
    const int rows = layout ? config_setting_get_int_elem(layout, 0) : n,
              columns = layout ? config_setting_get_int_elem(layout, 1) : 1;
    char *what = text_of("multiplot layout %d,%d title", rows, columns);
    figure_label(f, what, member_text(s, "title", ""), "");
    free(what);
    fputs("set lmargin 11\nset rmargin 3\n", f->script);
    return columns;
}

static bool draw_plots(drawing *w, const config_setting_t *s)
{
    const config_setting_t *plots = member(s, "plots");
    bool good = true;
    if (!plots) return draw_plot(w, s);
    const int n = config_setting_length(plots);
    w->narrow = begin_plots(w->f, s, n) > 1;
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
    w.f = figure_begin(folder, name, (int)member_number(s, "height", HEIGHT), why);
    if (!w.f) return false;
    const bool good = draw_plots(&w, s);
    const bool closed = figure_end(w.f, &late);
    return good && (closed || reason_set(why, "%s", late.text));
}
