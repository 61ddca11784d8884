/* histories.c -- what happens along a run: step size, drift, observables against time. */
#include "reports/histories.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/util.h"
#include "reports/figure.h"

enum { WIDTH = 1240, HEIGHT = 600, TALL = 820, BUCKETS = 500 };
static const double usual_rtol = 1e-6;

const entry *history_rung(const board *b, const ladder *l)
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

/* ---- series, thinned
 * ------------------------------------------------------------------------- */

typedef struct history { /* owned */
    double *t, *v;
    int n;
} history;

static history history_read(const board *b, const entry *e, const char *series)
{
    history h = { 0 };
    int nt = 0, nv = 0;
    const bool both = store_series(b->store, e->r.cell.key, e->machine, "t", &h.t, &nt) &&
                      store_series(b->store, e->r.cell.key, e->machine, series, &h.v, &nv);
    h.n = both ? (nt < nv ? nt : nv) : 0;
    return h;
}

static void history_free(history *h)
{
    free(h->t);
    free(h->v);
}

static void write_point(FILE *f, double t, double v)
{
    if (isfinite(v)) fprintf(f, "%.9g %.9g\n", t, v);
}

/* Long series keep the smallest and the largest value of each of BUCKETS parts, in order. */
static void write_thinned(FILE *f, const double *t, const double *v, int n)
{
    const int width = n > 2 * BUCKETS ? n / BUCKETS + 1 : 1;
    for (int i = 0; i < n; i += width) {
        int low = i, high = i;
        for (int k = i; k < i + width && k < n; k++) {
            if (v[k] < v[low] || !isfinite(v[low])) low = k;
            if (v[k] > v[high] || !isfinite(v[high])) high = k;
        }
        const int first = low < high ? low : high, last = low < high ? high : low;
        write_point(f, t[first], v[first]);
        if (last != first) write_point(f, t[last], v[last]);
    }
}

/* Only what a logarithmic axis can show. */
static void write_positive(FILE *f, const history *h, span *seen)
{
    double *t = need(calloc((size_t)h->n + 1, sizeof *t)),
           *v = need(calloc((size_t)h->n + 1, sizeof *v));
    int n = 0;
    for (int i = 0; i < h->n; i++) {
        if (!(fabs(h->v[i]) > 0) || !isfinite(h->v[i])) continue;
        t[n] = h->t[i];
        v[n] = fabs(h->v[i]);
        span_add(seen, v[n++]);
    }
    write_thinned(f, t, v, n);
    free(t);
    free(v);
}

/* ---- common parts
 * ------------------------------------------------------------------------------ */

static const char *time_label(const group *g)
{
    const char *tags = group_text(g, "tags");
    const bool seconds = !strcmp(group_text(g, "form"), "mech") || strstr(tags, "mechanical") ||
                         strstr(tags, "circuit");
    return seconds ? "time t [s]" : "time t [unit of the problem]";
}

static void write_title(const diagram *d, figure *f, const char *what)
{
    char title[1024];
    group_title(&d->board->groups[d->group], title, sizeof title);
    fprintf(f->script, "set title \"%s: %s\" noenhanced\n", title, what);
}

static void write_time_axis(const diagram *d, figure *f, const char *label)
{
    const group *g = &d->board->groups[d->group];
    figure_axis(f, 'x', label, json_number_value(json_object_get(g->scoring, "t0")),
                json_number_value(json_object_get(g->scoring, "t1")));
    fputs("set xtics autofreq\n", f->script);
}

static void write_styles(const diagram *d, figure *f)
{
    for (int i = 0; i < d->board->nladders; i++) {
        const style s = style_of(d->board, &d->board->ladders[i]);
        if (diagram_shows(d, &d->board->ladders[i])) figure_line_style(f, i + 1, &s);
    }
}

static void write_key(const diagram *d, figure *f)
{
    for (int i = 0; i < d->board->nladders; i++) {
        const ladder *l = &d->board->ladders[i];
        char label[1024], rung[64];
        const entry *e = diagram_shows(d, l) ? history_rung(d->board, l) : NULL;
        if (!e) continue;
        ladder_label(d->board, l, label, sizeof label);
        figure_curve(f, -1, "keyentry with linespoints ls %d title \"%.200s, %s\"", i + 1,
                     label, entry_rung_text(e, rung, sizeof rung));
    }
}

/* One curve per ladder, with markers at about a dozen places; returns how many there are. */
static int draw_series(const diagram *d, figure *f, const char *series, span *seen)
{
    int count = 0;
    for (int i = 0; i < d->board->nladders; i++) {
        const ladder *l = &d->board->ladders[i];
        const entry *e = diagram_shows(d, l) ? history_rung(d->board, l) : NULL;
        history h = e ? history_read(d->board, e, series) : (history){ 0 };
        char label[1024];
        ladder_label(d->board, l, label, sizeof label);
        if (h.n > 0) {
            const int block = figure_block(f, label);
            const int shown = h.n > 2 * BUCKETS ? 2 * BUCKETS : h.n;
            write_positive(f->data, &h, seen);
            figure_curve(
                f, block,
                "using 1:2 with linespoints ls %d lw 1.2 ps 0.8 pointinterval %d notitle",
                i + 1, shown / 12 + 1);
            count++;
        }
        history_free(&h);
    }
    return count;
}

/* ---- step size
 * ----------------------------------------------------------------------------------- */

/* The range of an axis must stand in the script before the plot command that measures it. */
static int measure_series(const diagram *d, const char *series, span *seen)
{
    int count = 0;
    for (int i = 0; i < d->board->nladders; i++) {
        const ladder *l = &d->board->ladders[i];
        const entry *e = diagram_shows(d, l) ? history_rung(d->board, l) : NULL;
        history h = e ? history_read(d->board, e, series) : (history){ 0 };
        for (int k = 0; k < h.n; k++)
            if (fabs(h.v[k]) > 0) span_add(seen, fabs(h.v[k]));
        count += h.n > 0;
        history_free(&h);
    }
    return count;
}

bool history_steps(const diagram *d, bool *drawn)
{
    span seen = span_empty();
    *drawn = measure_series(d, "h", &seen) > 0 && !span_is_empty(&seen);
    if (!*drawn) return true;
    figure *f = figure_begin(d->folder, d->name, WIDTH, HEIGHT, d->why, d->size);
    if (!f) return false;
    write_title(d, f, "accepted step sizes");
    write_time_axis(d, f, time_label(&d->board->groups[d->group]));
    figure_log_axis(f, 'y', "step size h [unit of time]", seen.low, seen.high);
    write_styles(d, f);
    figure_plot(f);
    write_key(d, f);
    draw_series(d, f, "h", &seen);
    figure_plot_done(f);
    return figure_end(f, d->why, d->size);
}

/* ---- drift
 * ----------------------------------------------------------------------------------------- */

static const struct level {
    const char *series, *label;
} levels[] = {
    { "drift:g", "max |g|  [unit of g]" },
    { "drift:v", "max |G u + g_t|  [.../s]" },
    { "drift:a", "max |G a - {/Symbol g}|  [.../s^2]" },
};
enum { NLEVELS = 3 };

static void draw_level(const diagram *d, figure *f, int k, const span *seen)
{
    const double height = 0.89 / NLEVELS, top = 0.95 - k * height;
    const bool last = k + 1 == NLEVELS;
    span again = span_empty();
    fprintf(f->script,
            "set lmargin at screen 0.085\nset rmargin at screen 0.62\n"
            "set tmargin at screen %g\nset bmargin at screen %g\n",
            top, top - height + 0.035);
    if (k)
        fputs("unset title\nunset key\n", f->script);
    else
        fputs("set key at screen 0.635, screen 0.95 left top Left reverse\n", f->script);
    write_time_axis(d, f, last ? time_label(&d->board->groups[d->group]) : "");
    if (!last) fputs("set format x \"\"\n", f->script);
    figure_log_axis(f, 'y', levels[k].label, seen->low, seen->high);
    figure_plot(f);
    if (!k) write_key(d, f);
    draw_series(d, f, levels[k].series, &again);
    figure_plot_done(f);
}

bool history_drift(const diagram *d, bool *drawn)
{
    span seen[NLEVELS];
    int count = 0;
    for (int k = 0; k < NLEVELS; k++) {
        seen[k] = span_empty();
        measure_series(d, levels[k].series, &seen[k]);
        if (span_is_empty(&seen[k])) continue;
        count++;
        seen[k].low = fmax(seen[k].low, seen[k].high * 1e-20);
    }
    *drawn = count > 0;
    if (!*drawn) return true;
    figure *f = figure_begin(d->folder, d->name, WIDTH, TALL, d->why, d->size);
    if (!f) return false;
    write_styles(d, f);
    fputs("set multiplot\n", f->script);
    write_title(d, f, "violation of the constraints at three levels");
    for (int k = 0; k < NLEVELS; k++) {
        if (span_is_empty(&seen[k])) seen[k] = (span){ 1e-17, 1e-15 };
        draw_level(d, f, k, &seen[k]);
    }
    fputs("unset multiplot\n", f->script);
    return figure_end(f, d->why, d->size);
}

/* ---- trajectories
 * ------------------------------------------------------------------------------------ */

/* Values of one run beside the reference, written as two blocks; adds to the ranges. */
typedef struct track {
    int ladder, value, difference, gap; /* blocks; points from marker to marker */
} track;

static void write_track(const diagram *d, figure *f, const char *series, curve E, int i,
                        track *k, span *seen)
{
    const entry *e = history_rung(d->board, &d->board->ladders[i]);
    history h = history_read(d->board, e, series);
    char label[1024];
    ladder_label(d->board, &d->board->ladders[i], label, sizeof label);
    *k = (track){ i, -1, -1, (h.n < 2 * BUCKETS ? h.n : 2 * BUCKETS) / 12 + 1 };
    if (h.n > 0) {
        history error = { need(calloc((size_t)h.n, sizeof(double))),
                          need(calloc((size_t)h.n, sizeof(double))), h.n };
        const time_map map = judge_map(e);
        memcpy(error.t, h.t, (size_t)h.n * sizeof *h.t);
        k->value = figure_block(f, label);
        write_thinned(f->data, h.t, h.v, h.n);
        trajectory_differences((curve){ h.n, h.t, h.v }, E, &map, TRAJECTORY_SHARP, error.v,
                               NULL);
        k->difference = figure_block(f, label);
        write_positive(f->data, &error, seen);
        history_free(&error);
    }
    history_free(&h);
}

static int write_tracks(const diagram *d, figure *f, const char *series, curve E, track *tracks,
                        span *seen)
{
    int n = 0;
    for (int i = 0; i < d->board->nladders; i++) {
        const ladder *l = &d->board->ladders[i];
        if (!diagram_shows(d, l) || !history_rung(d->board, l)) continue;
        write_track(d, f, series, E, i, &tracks[n], seen);
        n += tracks[n].value >= 0;
    }
    return n;
}

static void draw_values(const diagram *d, figure *f, const quantity *q, int reference,
                        const track *tracks, int n)
{
    char title[256];
    snprintf(title, sizeof title, "trajectory of %.200s", q->name);
    write_title(d, f, title);
    fputs("set multiplot\nset lmargin at screen 0.085\nset rmargin at screen 0.62\n"
          "set tmargin at screen 0.95\nset bmargin at screen 0.52\n"
          "set key at screen 0.635, screen 0.95 left top Left reverse\n",
          f->script);
    write_time_axis(d, f, "");
    fputs("set format x \"\"\n", f->script);
    fprintf(f->script,
            "unset logscale y\nset format y \"%%g\"\nset yrange [*:*]\n"
            "set ytics autofreq\nset ylabel \"%s  [%s]\" noenhanced\n",
            q->name, *q->unit ? q->unit : "unit of the problem");
    figure_plot(f);
    if (reference >= 0)
        figure_curve(f, reference,
                     "using 1:2 with lines lc rgb \"#b8b8b8\" lw 6 title \"reference\"");
    write_key(d, f);
    for (int k = 0; k < n; k++)
        figure_curve(f, tracks[k].value,
                     "using 1:2 with linespoints ls %d lw 1.0 ps 0.7 pointinterval %d notitle",
                     tracks[k].ladder + 1, tracks[k].gap);
    figure_plot_done(f);
}

static void draw_differences(const diagram *d, figure *f, const quantity *q, const span *seen,
                             const track *tracks, int n)
{
    char label[256];
    fputs("unset title\nunset key\nset tmargin at screen 0.48\nset bmargin at screen 0.09\n",
          f->script);
    write_time_axis(d, f, time_label(&d->board->groups[d->group]));
    snprintf(label, sizeof label, "|computed - reference|  [%.100s]",
             *q->unit ? q->unit : "unit of the problem");
    figure_log_axis(f, 'y', label, fmax(seen->low, seen->high * 1e-16), seen->high);
    figure_plot(f);
    for (int k = 0; k < n; k++)
        figure_curve(f, tracks[k].difference,
                     "using 1:2 with linespoints ls %d lw 1.0 ps 0.7 pointinterval %d notitle",
                     tracks[k].ladder + 1, tracks[k].gap);
    figure_plot_done(f);
}

bool history_trajectory(const diagram *d, const quantity *q, bool *drawn)
{
    const group *g = &d->board->groups[d->group];
    double *numbers = NULL;
    const curve E = judge_reference(g, q->series, &numbers);
    figure *f = figure_begin(d->folder, d->name, WIDTH, TALL, d->why, d->size);
    track *tracks = need(calloc((size_t)d->board->nladders + 1, sizeof *tracks));
    bool good = f != NULL;
    if (f) {
        span seen = span_empty();
        int reference = -1;
        write_styles(d, f);
        if (E.n > 1) {
            reference = figure_block(f, "reference");
            write_thinned(f->data, E.t, E.v, E.n);
        }
        const int n = write_tracks(d, f, q->series, E, tracks, &seen);
        draw_values(d, f, q, reference, tracks, n);
        if (!span_is_empty(&seen)) draw_differences(d, f, q, &seen, tracks, n);
        fputs("unset multiplot\n", f->script);
        *drawn = n > 0;
        good = figure_end(f, d->why, d->size);
    }
    free(tracks);
    free(numbers);
    return good;
}
