/* custom_figures.c -- a reader's own figures: read, checked against what there is, drawn.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/custom/custom_figures.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/figures/border.h"
#include "reports/figures/figure.h"
#include "reports/figures/front.h"
#include "reports/custom/custom_axes.h"

enum { HEIGHT = 740, MOST_NAMES = 64 };
enum { LONGEST = 2000, TITLE = 1024 };
static const double margin = 0.3; /* of the range across: room for names */

/* ---- reading ----------------------------------------------------------------------------- */

const char *custom_word(int i)
{
    static const char *const names[] = { "title", "p",    "x", "y",      "z",   "lx", "ly",
                                         "off",   "offf", "m", "colour", "cut", "pr", NULL };
    return names[i];
}

/* A word that nobody knows is a slip. */
static bool check_members(const json_t *o, reason *why)
{
    const char *name;
    json_t *v;
    json_object_foreach((json_t *)o, name, v)
    {
        int k = 0;
        while (custom_word(k) && strcmp(custom_word(k), name) != 0) k++;
        if (!custom_word(k))
            return reason_set(why, "no word \"%.60s\" in a figure; docs/report.md has them",
                              name);
    }
    return true;
}

static bool take_text(const json_t *o, const char *name, char **to, reason *why)
{
    const json_t *v = json_object_get(o, name);
    const char *text = v ? json_string_value(v) : "";
    if (!text || strlen(text) > LONGEST)
        return reason_set(why, "\"%s\" is a text of at most %d characters", name, LONGEST);
    *to = copied(text);
    return true;
}

/* "x0,x1,y0,y1" and nothing else. */
static bool read_zoom(const char *text, double z[4])
{
    for (int i = 0; i < 4; i++) {
        char *end;
        z[i] = strtod(text, &end);
        if (end == text || *end != (i < 3 ? ',' : '\0') || !isfinite(z[i])) return false;
        text = end + 1;
    }
    return z[0] < z[1] && z[2] < z[3];
}

static bool take_zoom(const char *text, custom_figure *o, reason *why)
{
    o->part = *text && read_zoom(text, o->zoom);
    return o->part || !*text ||
           reason_set(why, "\"z\" is x0,x1,y0,y1, each pair rising, not \"%.60s\"", text);
}

static bool find_group(const board *b, custom_figure *o, reason *why)
{
    char title[TITLE], first[TITLE] = "";
    for (int g = 0; g < b->ngroups; g++) {
        group_title(&b->groups[g], title, sizeof title);
        if (!g) snprintf(first, sizeof first, "%s", title);
        o->group = g;
        if (!strcmp(o->problem, title)) return true;
    }
    return reason_set(why, "the store has no problem \"%.200s\" (\"p\"); it has %.200s%s",
                      o->problem, first, b->ngroups > 1 ? " and others" : "");
}

/* NAME of an axis; "" is the page's own choice. */
static bool check_axis(const board *b, custom_figure *o, char **name, const char *usual,
                       reason *why)
{
    custom_axis a;
    if (!**name) {
        free(*name);
        *name = copied(usual);
    }
    if (custom_axis_named(b, &b->groups[o->group], *name, &a)) return true;
    char *all = custom_axis_names();
    reason_set(why, "no axis \"%.60s\"; there are %s", *name, all);
    free(all);
    return false;
}

static bool take_figure(const board *b, const json_t *j, custom_figure *o, reason *why)
{
    char *zoom = NULL, *lx = NULL, *ly = NULL;
    bool good = (json_is_object(j) || reason_set(why, "a figure is an object")) &&
                check_members(j, why) && take_text(j, "title", &o->title, why) &&
                take_text(j, "p", &o->problem, why) && take_text(j, "x", &o->x, why) &&
                take_text(j, "y", &o->y, why) && take_text(j, "off", &o->off, why) &&
                take_text(j, "offf", &o->offf, why) && take_text(j, "z", &zoom, why) &&
                take_text(j, "lx", &lx, why) && take_text(j, "ly", &ly, why) &&
                find_group(b, o, why) && check_axis(b, o, &o->x, "scd", why) &&
                check_axis(b, o, &o->y, "cpu", why) && take_zoom(zoom, o, why);
    o->told = json_incref((json_t *)j);
    o->other_x = lx && !strcmp(lx, "1");
    o->other_y = ly && !strcmp(ly, "1");
    free(zoom);
    free(lx);
    free(ly);
    return good;
}

static bool take_all(const board *b, const json_t *list, custom_figures *custom, reason *why)
{
    reason said;
    if (!json_is_array(list) || json_array_size(list) > CUSTOM_MOST)
        return reason_set(why, "\"figures\" is a list of at most %d", CUSTOM_MOST);
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!take_figure(b, json_array_get(list, i), &custom->list[custom->n++], &said))
            return reason_set(why, "figure %zu: %s", i + 1, said.text);
    return true;
}

bool custom_read(const board *b, const char *path, custom_figures *custom, reason *why)
{
    reason said = { "" };
    json_error_t e;
    char *text = file_text(path);
    *custom = (custom_figures){ 0 };
    if (!text) return reason_set(why, "%s: cannot be read: %s", path, file_reason());
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &e);
    bool good = root != NULL || reason_set(&said, "line %d: %s", e.line, e.text);
    good = good && take_all(b, json_object_get(root, "figures"), custom, &said);
    json_decref(root);
    free(text);
    if (good) return true;
    custom_free(custom);
    return reason_set(why, "%s: %s", path, said.text);
}

void custom_free(custom_figures *custom)
{
    for (int i = 0; i < custom->n; i++) {
        custom_figure *o = &custom->list[i];
        char *const texts[] = { o->title, o->problem, o->x, o->y, o->off, o->offf };
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) free(texts[k]);
        json_decref(o->told);
    }
    *custom = (custom_figures){ 0 };
}

/* ---- drawing ----------------------------------------------------------------------------- */

typedef struct chart {
    const board *b;
    const custom_figure *o;
    custom_axis x, y;
    span across, upward; /* ends of the axes */
} chart;

/* Is a word in "a,b,c"? */
static bool is_listed(const char *list, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == n && !strncmp(at, word, n)) return true;
    return false;
}

static bool is_shown(const chart *c, const ladder *l)
{
    const cell *first = &c->b->entries[l->first].r.cell;
    return l->group == c->o->group && !is_listed(c->o->off, first->solver) &&
           !is_listed(c->o->offf, first->formulation);
}

static bool point_of(const chart *c, const entry *e, double *x, double *y)
{
    *x = c->x.of(e, c->x.k);
    *y = c->y.of(e, c->y.k);
    return e->r.outcome == OUTCOME_OK && !entry_is_wrong(e) && isfinite(*x) && isfinite(*y) &&
           (!c->x.log || *x > 0) && (!c->y.log || *y > 0);
}

static void widen(span *s, bool log)
{
    if (log) {
        figure_decades(&s->low, &s->high);
        return;
    }
    const double more = s->high > s->low ? 0.04 * (s->high - s->low) : fabs(s->high) + 1;
    s->low -= more;
    s->high += more;
}

static void measure(chart *c)
{
    const double *z = c->o->zoom;
    double x, y;
    c->across = c->upward = span_empty();
    for (int i = 0; i < c->b->nladders; i++) {
        const ladder *l = &c->b->ladders[i];
        for (int k = l->first; is_shown(c, l) && k < l->first + l->n; k++) {
            if (!point_of(c, &c->b->entries[k], &x, &y)) continue;
            span_add(&c->across, x);
            span_add(&c->upward, y);
        }
    }
    if (span_is_empty(&c->across)) return;
    widen(&c->across, c->x.log);
    widen(&c->upward, c->y.log);
    if (!c->o->part) return;
    c->across = (span){ z[0], z[1] };
    c->upward = (span){ z[2], z[3] };
}

static double share(const span *s, bool log, double v)
{
    return log ? log10(v / s->low) / log10(s->high / s->low)
               : (v - s->low) / (s->high - s->low);
}

/* Ends as they are: what was chosen is shown. */
static void write_axis(figure *f, char name, const custom_axis *a, const span *s, bool part)
{
    if (a->log && !part)
        figure_log_axis(f, name, a->label, s->low, s->high);
    else
        figure_axis(f, name, a->label, s->low, s->high);
    const char what[] = { name, 'l', 'a', 'b', 'e', 'l', '\0' };
    figure_label(f, what, a->label, "noenhanced"); /* g_t and joint_x are no indices */
    if (a->log && part)
        fprintf(f->script, "set logscale %c 10\nset format %c \"%s\"\n", name, name,
                s->high / s->low >= 100 ? "10^{%L}" : "%g");
}

static void draw_ladder(const chart *c, figure *f, int i)
{
    const ladder *l = &c->b->ladders[i];
    char label[TITLE];
    double x, y;
    ladder_label(c->b, l, label, sizeof label);
    const int block = figure_block(f, label);
    for (int k = l->first; k < l->first + l->n; k++)
        if (point_of(c, &c->b->entries[k], &x, &y)) fprintf(f->data, "%.10g %.10g\n", x, y);
    figure_curve(f, block, "using 1:2 with linespoints ls %d notitle", i + 1);
}

/* A name where the curve's last point lies inside the frame. */
static bool name_of(const chart *c, int i, double wide, front_name *name)
{
    const ladder *l = &c->b->ladders[i];
    char label[TITLE];
    bool found = false;
    for (int k = l->first; k < l->first + l->n; k++) {
        double x, y;
        if (!point_of(c, &c->b->entries[k], &x, &y)) continue;
        x = share(&c->across, c->x.log, x);
        y = share(&c->upward, c->y.log, y);
        if (x < 0 || x > 1 || y < 0 || y > 1 || (found && x / wide < name->x)) continue;
        *name = (front_name){ .x = x / wide, .y = y };
        found = true;
    }
    if (!found) return false;
    ladder_label(c->b, l, label, sizeof label);
    name->rgb = style_of(c->b, l).rgb;
    name->text = text_of("%.200s", label);
    return true;
}

static void write_names(const chart *c, figure *f, double wide)
{
    front_name list[MOST_NAMES];
    int n = 0;
    for (int i = 0; i < c->b->nladders && n < MOST_NAMES; i++)
        if (is_shown(c, &c->b->ladders[i])) n += name_of(c, i, wide, &list[n]);
    front_names(f, list, n, NULL, FRAME_WIDE, figure_tall(f));
}

/* The axis goes on to the right, behind the last point, where names stand. */
static span with_room(const chart *c)
{
    const span s = c->across;
    return (span){ s.low, c->x.log ? s.high * pow(s.high / s.low, margin)
                                   : s.high + margin * (s.high - s.low) };
}

static void write_figure(const chart *c, figure *f)
{
    const span across = with_room(c);
    fputs("unset key\n", f->script);
    figure_one_frame(f);
    figure_label(f, "title", c->o->title, "noenhanced");
    write_axis(f, 'x', &c->x, &across, true);
    write_axis(f, 'y', &c->y, &c->upward, c->o->part);
    for (int i = 0; i < c->b->nladders; i++) {
        const style s = style_of(c->b, &c->b->ladders[i]);
        if (is_shown(c, &c->b->ladders[i])) figure_line_style(f, i + 1, &s);
    }
    write_names(c, f, 1 + margin);
    figure_plot(f);
    figure_curve(f, -1, "NaN notitle");
    for (int i = 0; i < c->b->nladders; i++)
        if (is_shown(c, &c->b->ladders[i])) draw_ladder(c, f, i);
    figure_plot_done(f);
}

static chart chart_of(const board *b, const custom_figure *o)
{
    chart c = { .b = b, .o = o };
    custom_axis_named(b, &b->groups[o->group], o->x, &c.x);
    custom_axis_named(b, &b->groups[o->group], o->y, &c.y);
    c.x.log = c.x.log != o->other_x;
    c.y.log = c.y.log != o->other_y;
    return c;
}

void custom_caption(const board *b, const custom_figure *o, char *text, size_t size)
{
    const chart c = chart_of(b, o);
    snprintf(text, size, "%.400s%s%.200s: %.200s against %.200s", o->title,
             *o->title ? "; " : "", o->problem, c.y.label, c.x.label);
}

bool custom_draw(const diagram *d, const custom_figure *o, bool *drawn)
{
    chart c = chart_of(d->board, o);
    measure(&c);
    *drawn = !span_is_empty(&c.across);
    if (!*drawn) return true;
    figure *f = figure_begin(d->folder, d->name, HEIGHT, d->why);
    if (!f) return false;
    write_figure(&c, f);
    return figure_end(f, d->why);
}
