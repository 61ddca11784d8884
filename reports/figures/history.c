/* history.c -- series of a run, thinned for drawing, and what figures along time share.
 *
 * Thinning keeps the smallest and the largest value of each stretch: an overshoot of one step
 * in ten thousand stays visible. */
#include "reports/figures/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

enum { STRETCHES = 500, ENVELOPE = 240, MARKERS = 12, LABEL = 1024 };
static const double usual_rtol = 1e-6, left_margin = 0.085;

static const entry *drawn_rung(const board *b, const ladder *l)
{
    const entry *best = NULL;
    double least = INFINITY;
    const double middle =
        sqrt(entry_rung(&b->entries[l->first]) * entry_rung(&b->entries[l->first + l->n - 1]));
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &b->entries[k];
        const double off = fabs(log(entry_rung(e) / (l->steps ? middle : usual_rtol)));
        if (e->r.outcome != OUTCOME_OK || off >= least - 1e-9) continue;
        least = off;
        best = e;
    }
    return best;
}

const entry *history_shown(const diagram *d, int i)
{
    const ladder *l = &d->board->ladders[i];
    return diagram_shows(d, l) ? drawn_rung(d->board, l) : NULL;
}

/* ---- series, thinned --------------------------------------------------------------------- */

history history_read(const board *b, const entry *e, const char *series)
{
    history h = { 0 };
    int nt = 0, nv = 0;
    const bool both = store_series(b->store, e->r.cell.key, e->machine, "t", &h.t, &nt) &&
                      store_series(b->store, e->r.cell.key, e->machine, series, &h.v, &nv);
    h.n = both ? (nt < nv ? nt : nv) : 0;
    return h;
}

void history_free(history *h)
{
    free(h->t);
    free(h->v);
}

static int write_point(FILE *f, double t, double v)
{
    if (!isfinite(v)) return 0;
    fprintf(f, "%.9g %.9g\n", t, v);
    return 1;
}

int history_thinned(FILE *f, const double *t, const double *v, int n)
{
    const int width = n > 2 * STRETCHES ? n / STRETCHES + 1 : 1;
    int count = 0;
    for (int i = 0; i < n; i += width) {
        int low = i, high = i;
        for (int k = i; k < i + width && k < n; k++) {
            if (v[k] < v[low] || !isfinite(v[low])) low = k;
            if (v[k] > v[high] || !isfinite(v[high])) high = k;
        }
        const int first = low < high ? low : high, last = low < high ? high : low;
        count += write_point(f, t[first], v[first]);
        if (last != first) count += write_point(f, t[last], v[last]);
    }
    return count;
}

int history_envelope(FILE *f, const history *h, span *seen)
{
    const int width = h->n / ENVELOPE + 1;
    int count = 0;
    for (int i = 0; i < h->n; i += width) {
        int top = -1;
        for (int k = i; k < i + width && k < h->n; k++)
            if (isfinite(h->v[k]) && (top < 0 || fabs(h->v[k]) > fabs(h->v[top]))) top = k;
        if (top < 0 || h->v[top] == 0) continue;
        span_add(seen, fabs(h->v[top]));
        if (f) write_point(f, h->t[top], fabs(h->v[top]));
        count++;
    }
    return count;
}

int history_gap(int n) { return n / MARKERS + 1; }

/* ---- common parts ------------------------------------------------------------------------ */

void history_title(const diagram *d, figure *f, const char *what)
{
    char title[LABEL], whole[2 * LABEL];
    group_title(&d->board->groups[d->group], title, sizeof title);
    snprintf(whole, sizeof whole, "%s: %s", title, what);
    figure_label(f, "title", whole, "noenhanced");
}

void history_time_axis(const diagram *d, figure *f, bool hidden)
{
    const group *g = &d->board->groups[d->group];
    char label[64] = "";
    if (!hidden) snprintf(label, sizeof label, "time t [%s]", group_time_unit(g));
    figure_axis(f, 'x', label, json_number_value(json_object_get(g->scoring, "t0")),
                json_number_value(json_object_get(g->scoring, "t1")));
    fputs("set xtics autofreq\n", f->script);
    if (hidden) fputs("set format x \"\"\n", f->script);
}

void history_styles(const diagram *d, figure *f)
{
    for (int i = 0; i < d->board->nladders; i++) {
        const style s = style_of(d->board, &d->board->ladders[i]);
        if (diagram_shows(d, &d->board->ladders[i])) figure_line_style(f, i + 1, &s);
    }
}

static void write_label(const diagram *d, int i, char *text, size_t size)
{
    char label[LABEL], rung[64];
    ladder_label(d->board, &d->board->ladders[i], label, sizeof label);
    snprintf(text, size, "%.200s, %s", label,
             entry_rung_text(history_shown(d, i), rung, sizeof rung));
}

void history_key(const diagram *d, figure *f)
{
    char text[LABEL];
    for (int i = 0; i < d->board->nladders; i++) {
        if (!history_shown(d, i)) continue;
        write_label(d, i, text, sizeof text);
        figure_titled(f, text, -1, "keyentry with linespoints ls %d", i + 1);
    }
}

/* Where the panels end on the right: the longest label must fit beside them. */
static double right_margin(const diagram *d)
{
    const double character = 7.2, sample = 75;
    char text[LABEL];
    size_t longest = 20;
    for (int i = 0; i < d->board->nladders; i++) {
        if (!history_shown(d, i)) continue;
        write_label(d, i, text, sizeof text);
        if (strlen(text) > longest) longest = strlen(text);
    }
    return fmax(0.4, 1 - (character * (double)longest + sample) / HISTORY_WIDTH);
}

void history_panel(const diagram *d, figure *f, double bottom, double top)
{
    fprintf(f->script,
            "set lmargin at screen %g\nset rmargin at screen %.3f\n"
            "set bmargin at screen %g\nset tmargin at screen %g\n",
            left_margin, right_margin(d), bottom, top);
}

void history_key_place(const diagram *d, figure *f)
{
    fprintf(f->script, "set key at screen %.3f, screen 0.955 left top Left reverse\n",
            right_margin(d) + 0.015);
}

/* gnuplot drops what finds no room beside its panel, so the legend has one of its own. */
void history_legend(const diagram *d, figure *f, bool reference)
{
    fputs("unset title\nunset border\nunset xtics\nunset ytics\nunset grid\nunset logscale\n"
          "unset arrow\nunset label\nset xlabel \"\"\nset ylabel \"\"\n"
          "set xrange [0:1]\nset yrange [0:1]\n",
          f->script);
    history_panel(d, f, 0.01, 0.98);
    history_key_place(d, f);
    figure_plot(f);
    if (reference)
        figure_curve(f, -1, "keyentry with lines lc rgb \"#b8b8b8\" lw 6 title \"reference\"");
    history_key(d, f);
    figure_curve(f, -1, "NaN notitle");
    figure_plot_done(f);
}
