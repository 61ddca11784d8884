/* history.c -- series of a run, thinned for drawing, and what figures along time share.
 *
 * Thinning keeps the smallest and the largest value of each stretch: an overshoot of one step
 * in ten thousand stays visible.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>

#include "bench/base/util.h"
#include "reports/figures/front.h"

enum { THINNED = 160, STRETCHES = 80, MARKERS = 12, LABEL = 1024, MOST_NAMES = 64 };
static const double usual_rtol = 1e-6;

/* ---- which runs -------------------------------------------------------------------------- */

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

static bool has_run(const diagram *d, const ladder *l)
{
    return diagram_shows(d, l) && drawn_rung(d->board, l);
}

static bool has_run_by_tolerance(const diagram *d, const ladder *l)
{
    return has_run(d, l) && !l->steps;
}

const entry *history_shown(const histories *k, int i)
{
    return k->front[i] ? drawn_rung(k->d->board, &k->d->board->ladders[i]) : NULL;
}

/* "dopri5@projected", and its rung where that is not the usual one */
static void write_label(const histories *k, int i, char *text, size_t size)
{
    char label[LABEL], rung[64];
    const entry *e = history_shown(k, i);
    const bool usual = !(e->r.cell.h > 0) && fabs(entry_rung(e) / usual_rtol - 1) < 1e-9;
    ladder_label(k->d->board, &k->d->board->ladders[i], label, sizeof label);
    snprintf(text, size, usual ? "%.200s" : "%.200s, %s", label,
             entry_rung_text(e, rung, sizeof rung));
    char *more = strstr(text, ", constant steps");
    if (more) memmove(more, more + 16, strlen(more + 16) + 1);
}

histories histories_of(const diagram *d, bool steps)
{
    const group *g = &d->board->groups[d->group];
    histories k = { .d = d,
                    .t0 = json_number_value(json_object_get(g->scoring, "t0")),
                    .t1 = json_number_value(json_object_get(g->scoring, "t1")) };
    if (!(k.t1 > k.t0)) k.t1 = k.t0 + 1; /* of a store that does not say it */
    front_eligible eligible = has_run;
    size_t longest = 8;
    char text[LABEL];
    for (int i = g->ladder; steps && i < g->ladder + g->nladders; i++)
        if (has_run_by_tolerance(d, &d->board->ladders[i])) eligible = has_run_by_tolerance;
    k.front = front_chosen(d, eligible, &digit_axes[0], &cost_axes[0]);
    for (int i = 0; i < d->board->nladders; i++) {
        if (!k.front[i]) k.behind += has_run(d, &d->board->ladders[i]);
        if (!k.front[i]) continue;
        write_label(&k, i, text, sizeof text);
        if (strlen(text) > longest) longest = strlen(text);
    }
    k.room = front_room(longest, FRAME_WIDE);
    return k;
}

void histories_free(histories *k) { free(k->front); }

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
    fprintf(f, "%.7g %.7g\n", t, v);
    return 1;
}

int history_thinned(FILE *f, const double *t, const double *v, int n)
{
    const int width = n > 2 * THINNED ? n / THINNED + 1 : 1;
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

/* The first point behind those of i's stretch of the interval. */
static int stretch_end(const histories *k, const history *h, int i)
{
    const double width = (k->t1 - k->t0) / STRETCHES;
    const double slot = floor((h->t[i] - k->t0) / width);
    int end = i + 1;
    while (end < h->n && floor((h->t[end] - k->t0) / width) == slot) end++;
    return end;
}

int history_envelope(FILE *f, const histories *k, const history *h, span *seen, double *last)
{
    int count = 0;
    for (int i = 0, end; i < h->n; i = end) {
        int top = -1;
        end = stretch_end(k, h, i);
        for (int j = i; j < end; j++)
            if (isfinite(h->v[j]) && (top < 0 || fabs(h->v[j]) > fabs(h->v[top]))) top = j;
        if (top < 0 || h->v[top] == 0) continue;
        *last = fabs(h->v[top]);
        span_add(seen, *last);
        if (f) write_point(f, h->t[top], *last);
        count++;
    }
    return count;
}

int history_band(FILE *f, const histories *k, const history *h)
{
    double *v = need(calloc((size_t)h->n + 1, sizeof *v));
    int count = 0;
    for (int i = 0, end; i < h->n; i = end) {
        int n = 0;
        end = stretch_end(k, h, i);
        for (int j = i; j < end; j++)
            if (isfinite(h->v[j]) && h->v[j] != 0) v[n++] = fabs(h->v[j]);
        if (!n) continue;
        gsl_sort(v, 1, (size_t)n);
        fprintf(f, "%.7g %.7g %.7g %.7g\n", (h->t[i] + h->t[end - 1]) / 2, v[0],
                gsl_stats_median_from_sorted_data(v, 1, (size_t)n), v[n - 1]);
        count++;
    }
    free(v);
    return count;
}

int history_gap(int n) { return n / MARKERS + 1; }

/* ---- common parts ------------------------------------------------------------------------ */

void history_title(const histories *k, figure *f, const char *what)
{
    char title[LABEL], full_title[2 * LABEL];
    group_title(&k->d->board->groups[k->d->group], title, sizeof title);
    snprintf(full_title, sizeof full_title, "%s: %s", title, what);
    figure_label(f, "title", full_title, "noenhanced");
}

/* 1, 2 or 5 times a power of ten, about six of them in the interval */
static double tick_of(double length)
{
    const double raw = length / 6, power = pow(10, floor(log10(raw)));
    const double part = raw / power;
    return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

void history_time_axis(const histories *k, figure *f, bool hidden)
{
    const group *g = &k->d->board->groups[k->d->group];
    const double length = k->t1 - k->t0, tick = tick_of(length);
    char label[64] = "";
    if (!hidden) figure_with_unit("time t", group_time_unit(g), label, sizeof label);
    figure_axis(f, 'x', label, k->t0, k->t1 + length * k->room / (1 - k->room));
    fprintf(f->script, "set xtics %.10g,%.10g,%.10g\n", ceil(k->t0 / tick - 1e-9) * tick, tick,
            k->t1 + 1e-9 * length);
    fprintf(f->script,
            "set arrow 8 from first %.10g, graph 0 to first %.10g, graph 1 nohead "
            "lc rgb \"#b0b0b0\" lw 1 back\n",
            k->t1, k->t1);
    if (hidden) fputs("set format x \"\"\n", f->script);
}

void history_styles(const histories *k, figure *f)
{
    fputs("unset key\n", f->script);
    for (int i = 0; i < k->d->board->nladders; i++) {
        const style s = style_of(k->d->board, &k->d->board->ladders[i]);
        if (k->front[i]) figure_line_style(f, i + 1, &s);
    }
}

void history_panel(figure *f, double bottom, double top)
{
    fprintf(f->script,
            "set lmargin at screen %g\nset rmargin at screen %g\n"
            "set bmargin at screen %g\nset tmargin at screen %g\nunset label\nunset arrow\n",
            (double)FRAME_LEFT / FIGURE_WIDTH, (double)(FRAME_LEFT + FRAME_WIDE) / FIGURE_WIDTH,
            bottom, top);
}

void history_names(const histories *k, figure *f, const double *last, const span *axis,
                   double height)
{
    front_name list[MOST_NAMES];
    char text[LABEL];
    span frame = *axis;
    int n = 0;
    figure_decades(&frame.low, &frame.high);
    for (int i = 0; i < k->d->board->nladders && n < MOST_NAMES; i++) {
        if (!k->front[i] || !(last[i] > 0)) continue;
        const double y = log(last[i] / frame.low) / log(frame.high / frame.low);
        write_label(k, i, text, sizeof text);
        list[n++] =
            (front_name){ 1 - k->room, fmin(fmax(y, 0), 1),
                          style_of(k->d->board, &k->d->board->ladders[i]).rgb, copied(text) };
    }
    front_names(f, list, n, NULL, FRAME_WIDE, height);
}

void history_notes(const histories *k, figure *f, const char *what)
{
    char text[256];
    snprintf(text, sizeof text, "%s; rtol = %.0e where nothing else is said", what, usual_rtol);
    const int line = front_note(f, 0, text);
    snprintf(text, sizeof text, "%d other curve%s not drawn", k->behind,
             k->behind == 1 ? " is" : "s are");
    front_note(f, line, k->behind ? text : "");
}
