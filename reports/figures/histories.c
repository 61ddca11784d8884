/* histories.c -- step size and violation of the constraints against time.
 *
 * Step sizes tell where a problem is hard and whether a controller chatters. The violation has
 * a panel a level, g, G u + g_t, G a - gamma: an index-3 method holds the first and drifts in
 * the others, an index-1 method the reverse. */
#include "reports/figures/histories.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>

#include "reports/figures/history.h"

/* ---- step size --------------------------------------------------------------------------- */

/* Steps of the start and the rest before an end or event are cut at the lower border: the frame
 * reaches from a third of what only 2 % of the steps fall below to the largest step. */
static void add_steps(history *h, span *seen)
{
    double *v = h->v;
    int n = 0;
    for (int i = 0; i < h->n; i++)
        if (isfinite(v[i]) && fabs(v[i]) > 0) v[n++] = fabs(v[i]);
    if (n < 1) return;
    gsl_sort(v, 1, (size_t)n);
    span_add(seen, gsl_stats_quantile_from_sorted_data(v, 1, (size_t)n, 0.02) / 3);
    span_add(seen, v[n - 1]);
}

static span measure_steps(const diagram *d)
{
    span seen = span_empty();
    for (int i = 0; i < d->board->nladders; i++) {
        const entry *e = history_shown(d, i);
        history h = e ? history_read(d->board, e, "h") : (history){ 0 };
        add_steps(&h, &seen);
        history_free(&h);
    }
    return seen;
}

/* Restarts and events stand in the series with h = 0: they are no steps. */
static int write_steps(figure *f, const history *h)
{
    int n = 0;
    for (int i = 0; i < h->n; i++) {
        if (!(fabs(h->v[i]) > 0)) continue;
        h->t[n] = h->t[i];
        h->v[n++] = fabs(h->v[i]);
    }
    return history_thinned(f->data, h->t, h->v, n);
}

bool history_steps(const diagram *d, bool *drawn)
{
    const span seen = measure_steps(d);
    char label[64];
    *drawn = !span_is_empty(&seen);
    if (!*drawn) return true;
    figure *f = figure_begin(d->folder, d->name, HISTORY_WIDTH,
                             figure_height(HISTORY_HEIGHT, diagram_rows(d)), d->why, d->size);
    if (!f) return false;
    history_title(d, f, "accepted step sizes");
    history_time_axis(d, f, false);
    snprintf(label, sizeof label, "step size h [%s]",
             group_time_unit(&d->board->groups[d->group]));
    figure_log_axis(f, 'y', label, seen.low, seen.high);
    history_styles(d, f);
    history_panel(d, f, 0.1, 0.93);
    history_key_place(d, f);
    figure_plot(f);
    history_key(d, f);
    for (int i = 0; i < d->board->nladders; i++) {
        const entry *e = history_shown(d, i);
        history h = e ? history_read(d->board, e, "h") : (history){ 0 };
        if (h.n > 0) {
            const int block = figure_block(f, "t  h"), n = write_steps(f, &h);
            figure_curve(f, block,
                         "using 1:2 with linespoints ls %d lw 1.2 ps 0.8 pointinterval %d "
                         "notitle",
                         i + 1, history_gap(n));
        }
        history_free(&h);
    }
    figure_plot_done(f);
    return figure_end(f, d->why, d->size);
}

/* ---- drift ------------------------------------------------------------------------------- */

static const struct level {
    const char *series, *label;
} levels[] = {
    { "drift:g", "max |g|  [unit of g]" },
    { "drift:v", "max |G u + g_t|  [unit of g/s]" },
    { "drift:a", "max |G a - {/Symbol g}|  [unit of g/s^2]" },
};
enum { NLEVELS = 3 };

/* Below this an entry of g is rounding; the axes begin there at the lowest. */
static const double rounding = 1e-18;

static span measure_level(const diagram *d, const char *series)
{
    span seen = span_empty();
    for (int i = 0; i < d->board->nladders; i++) {
        const entry *e = history_shown(d, i);
        history h = e ? history_read(d->board, e, series) : (history){ 0 };
        history_envelope(NULL, &h, &seen);
        history_free(&h);
    }
    seen.low = fmax(seen.low, rounding);
    seen.high = fmax(seen.high, seen.low);
    return seen;
}

static void draw_level(const diagram *d, figure *f, int k, const span *seen)
{
    const double height = 0.89 / NLEVELS, top = 0.95 - k * height;
    const bool last = k + 1 == NLEVELS;
    history_panel(d, f, top - height + 0.035, top);
    fputs(k ? "unset title\n" : "unset key\n", f->script);
    history_time_axis(d, f, !last);
    figure_log_axis(f, 'y', levels[k].label, seen->low, seen->high);
    figure_plot(f);
    for (int i = 0; i < d->board->nladders; i++) {
        const entry *e = history_shown(d, i);
        history h = e ? history_read(d->board, e, levels[k].series) : (history){ 0 };
        span again = span_empty();
        if (h.n > 0) {
            const int block = figure_block(f, "t  largest violation around t");
            const int n = history_envelope(f->data, &h, &again);
            figure_curve(f, block,
                         "using 1:2 with linespoints ls %d lw 1.2 ps 0.8 pointinterval %d "
                         "notitle",
                         i + 1, history_gap(n));
        }
        history_free(&h);
    }
    figure_plot_done(f);
}

bool history_drift(const diagram *d, bool *drawn)
{
    span seen[NLEVELS];
    int count = 0;
    for (int k = 0; k < NLEVELS; k++) {
        seen[k] = measure_level(d, levels[k].series);
        const bool known = isfinite(seen[k].low) && isfinite(seen[k].high);
        count += known;
        if (!known) seen[k] = (span){ 1e-17, 1e-15 };
    }
    *drawn = count > 0;
    if (!*drawn) return true;
    figure *f = figure_begin(d->folder, d->name, HISTORY_WIDTH,
                             figure_height(HISTORY_TALL, diagram_rows(d)), d->why, d->size);
    if (!f) return false;
    history_styles(d, f);
    fputs("set multiplot\n", f->script);
    history_title(d, f, "violation of the constraints at three levels");
    for (int k = 0; k < NLEVELS; k++) draw_level(d, f, k, &seen[k]);
    history_legend(d, f, false);
    fputs("unset multiplot\n", f->script);
    return figure_end(f, d->why, d->size);
}
