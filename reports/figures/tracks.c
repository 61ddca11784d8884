/* tracks.c -- an observable along time: computed and reference above, their difference below.
 *
 * Differences are to the reference at the run's own times (trajectory.h); each stretch shows
 * its largest. Runs of few long steps are drawn as points: chords between them would look like
 * errors.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/figures/histories.h"
#include "reports/figures/history.h"

/* A step longer than this part of the run is drawn as points: its chord would mislead. */
static const double coarse_step = 0.015;
/* Of the panel of values, a part of the figure. */
static const double panel_top = 0.955;

typedef struct track {
    int ladder, value, difference; /* data blocks */
    int gap, difference_gap;       /* points from marker to marker */
    bool coarse;                   /* so few steps that chords between them would mislead */
} track;

typedef struct tracks {
    const histories *k;
    const quantity *q;
    figure *f;
    trajectory_reference reference;
    span seen, values;   /* of the differences; of what was computed */
    double *last, *ends; /* where each of them ends, a ladder each */
    track *list;
    int n;
} tracks;

static bool is_coarse(const history *h)
{
    double longest = 0;
    for (int i = 1; i < h->n; i++) longest = fmax(longest, h->t[i] - h->t[i - 1]);
    return longest > coarse_step * (h->t[h->n - 1] - h->t[0]);
}

static void add_track(tracks *k, int i)
{
    const entry *e = history_shown(k->k, i);
    history h = e ? history_read(k->k->d->board, e, k->q->series) : (history){ 0 };
    k->last[i] = k->ends[i] = NAN;
    for (int j = 0; j < h.n; j++) span_add(&k->values, h.v[j]);
    if (h.n > 0) {
        k->ends[i] = h.v[h.n - 1];
        const time_map map = judge_map(e);
        track *t = &k->list[k->n++];
        double *difference = need(calloc((size_t)h.n, sizeof *difference));
        trajectory_differences((curve){ h.n, h.t, h.v }, &k->reference, &map, difference);
        t->ladder = i;
        t->coarse = is_coarse(&h);
        t->value = figure_block(k->f, "t  value");
        t->gap = history_gap(history_thinned(k->f->data, h.t, h.v, h.n));
        t->difference = figure_block(k->f, "t  largest difference around t");
        const history error = { h.t, difference, h.n };
        t->difference_gap =
            history_gap(history_envelope(k->f->data, k->k, &error, &k->seen, &k->last[i]));
        free(difference);
    }
    history_free(&h);
}

/* What the problem says of the observable; "" for a component. */
static const char *meaning_of(const tracks *k)
{
    const json_t *list =
        json_object_get(k->k->d->board->groups[k->k->d->group].scoring, "observables");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *o = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(o, "name"));
        const char *meaning = json_string_value(json_object_get(o, "meaning"));
        if (name && meaning && !strcmp(name, k->q->name)) return meaning;
    }
    return "";
}

static int height_of(const tracks *k)
{
    return k->reference.grid.n > 1 ? HISTORY_TALL : HISTORY_HEIGHT;
}

static double bottom_of(const tracks *k) { return (double)FRAME_BELOW / height_of(k); }

/* Names where curves end, as no differences have them. history_names() takes logarithmic axes:
 * this one is handed over as a decade. */
static void name_values(const tracks *k)
{
    const span decade = { 1, 10 };
    const double wide = k->values.high - k->values.low;
    const double room = wide > 0 ? 0.05 * wide : fabs(k->values.high) + 1;
    const double low = k->values.low - room;
    double *at = need(calloc((size_t)k->k->d->board->nladders + 1, sizeof *at));
    for (int i = 0; i < k->k->d->board->nladders; i++)
        at[i] = pow(10, (k->ends[i] - low) / (wide + 2 * room));
    fprintf(k->f->script, "set yrange [%.10g:%.10g]\n", low, k->values.high + room);
    history_names(k->k, k->f, at, &decade, (panel_top - bottom_of(k)) * height_of(k));
    history_notes(k->k, k->f,
                  k->reference.grid.n > 1 ? "thick grey is the reference"
                                          : "no reference along time, so nothing is compared");
    free(at);
}

static void draw_values(const tracks *k, int reference, bool alone)
{
    char title[512], label[512];
    const char *meaning = meaning_of(k);
    snprintf(title, sizeof title, *meaning ? "%.100s, %.300s" : "%.100s%.300s", k->q->name,
             meaning);
    history_title(k->k, k->f, title);
    history_panel(k->f, alone ? bottom_of(k) : 0.52, panel_top);
    history_time_axis(k->k, k->f, !alone);
    fputs("unset logscale y\nset format y \"%g\"\nset yrange [*:*]\n"
          "set ytics autofreq\n",
          k->f->script);
    figure_label(k->f, "ylabel", figure_with_unit(k->q->name, k->q->unit, label, sizeof label),
                 "noenhanced");
    if (alone && !span_is_empty(&k->values)) name_values(k);
    figure_plot(k->f);
    if (reference >= 0)
        figure_curve(k->f, reference, "using 1:2 with lines lc rgb \"#b8b8b8\" lw 6 notitle");
    for (int i = 0; i < k->n; i++)
        figure_curve(
            k->f, k->list[i].value,
            k->list[i].coarse
                ? "using 1:2 with points ls %d ps 0.7 notitle"
                : "using 1:2 with linespoints ls %d lw 1.0 ps 0.8 pointinterval %d notitle",
            k->list[i].ladder + 1, k->list[i].gap);
    figure_plot_done(k->f);
}

/* Below ten bars nothing is told apart; where the axis reaches so far down, a line says so. */
static void mark_bar(const tracks *k, double low)
{
    const double level = 10 * k->q->error[TRAJECTORY_EXACT].bar;
    if (!(level >= low && level <= k->seen.high)) return;
    fprintf(k->f->script,
            "set arrow 9 from graph 0, first %.10g to graph 1, first %.10g nohead "
            "lc rgb \"#606060\" lw 1.2 dt 2 back\n"
            "set label 9 \"ten error bars of the reference\" at graph 0.99, first %.10g right "
            "offset 0,0.6\n",
            level, level, level);
}

static void draw_differences(const tracks *k)
{
    const span axis = { fmax(k->seen.low, k->seen.high * 1e-10), k->seen.high };
    const double bottom = bottom_of(k), top = 0.49;
    char label[256];
    fputs("unset title\n", k->f->script);
    history_panel(k->f, bottom, top);
    history_time_axis(k->k, k->f, false);
    figure_log_axis(k->f, 'y',
                    figure_with_unit("|computed - reference|", k->q->unit, label, sizeof label),
                    axis.low, axis.high);
    mark_bar(k, axis.low);
    history_names(k->k, k->f, k->last, &axis, (top - bottom) * HISTORY_TALL);
    history_notes(k->k, k->f,
                  "above: thick grey is the reference; below: largest difference in "
                  "each of 80 stretches");
    figure_plot(k->f);
    figure_curve(k->f, -1, "NaN notitle");
    for (int i = 0; i < k->n; i++)
        figure_curve(k->f, k->list[i].difference,
                     "using 1:2 with linespoints ls %d lw 1.3 ps 0.8 pointinterval %d notitle",
                     k->list[i].ladder + 1, k->list[i].difference_gap);
    figure_plot_done(k->f);
}

static void draw_all(tracks *k)
{
    int reference = -1;
    history_styles(k->k, k->f);
    if (k->reference.grid.n > 1) {
        reference = figure_block(k->f, "t  reference");
        history_thinned(k->f->data, k->reference.grid.t, k->reference.grid.v,
                        k->reference.grid.n);
    }
    for (int i = 0; i < k->k->d->board->nladders; i++) add_track(k, i);
    const bool alone = span_is_empty(&k->seen);
    fputs("set multiplot\n", k->f->script);
    draw_values(k, reference, alone);
    if (!alone) draw_differences(k);
    fputs("unset multiplot\n", k->f->script);
}

static bool has_series(const histories *k, const char *series)
{
    bool any = false;
    for (int i = 0; i < k->d->board->nladders && !any; i++) {
        const entry *e = history_shown(k, i);
        history h = e ? history_read(k->d->board, e, series) : (history){ 0 };
        any = h.n > 0;
        history_free(&h);
    }
    return any;
}

static bool write_tracks(const histories *h, const quantity *q)
{
    const diagram *d = h->d;
    double *numbers = NULL;
    tracks k = { .k = h, .q = q, .seen = span_empty(), .values = span_empty() };
    k.reference = judge_reference(&d->board->groups[d->group], q->series, &numbers);
    k.f = figure_begin(d->folder, d->name, height_of(&k), d->why);
    k.list = need(calloc((size_t)d->board->nladders + 1, sizeof *k.list));
    k.last = need(calloc((size_t)d->board->nladders + 1, sizeof *k.last));
    k.ends = need(calloc((size_t)d->board->nladders + 1, sizeof *k.ends));
    if (k.f) draw_all(&k);
    const bool good = k.f && figure_end(k.f, d->why);
    free(k.list);
    free(k.last);
    free(k.ends);
    free(numbers);
    return good;
}

bool history_trajectory(const diagram *d, const quantity *q, bool *drawn)
{
    histories k = histories_of(d, false);
    *drawn = has_series(&k, q->series);
    const bool good = !*drawn || write_tracks(&k, q);
    histories_free(&k);
    return good;
}
