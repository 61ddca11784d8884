/* histories.c -- step size and violation of the constraints against time.
 *
 * Step sizes tell where a problem is hard and whether a controller chatters. The violation has
 * a panel a level, g, G u + g_t, G a - gamma: an index-3 method holds the first and drifts in
 * the others, an index-1 method the reverse. Both are drawn as what holds in each of 80
 * stretches of the interval: a line from step to step would be a cobweb.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/histories.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>

#include "bench/base/util.h"
#include "reports/figures/front.h"
#include "reports/figures/history.h"

static double *nothing(const diagram *d)
{
    double *v = need(calloc((size_t)d->board->nladders + 1, sizeof *v));
    for (int i = 0; i < d->board->nladders; i++) v[i] = NAN;
    return v;
}

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

static span measure_steps(const histories *k)
{
    span seen = span_empty();
    for (int i = 0; i < k->d->board->nladders; i++) {
        const entry *e = history_shown(k, i);
        history h = e ? history_read(k->d->board, e, "h") : (history){ 0 };
        add_steps(&h, &seen);
        history_free(&h);
    }
    return seen;
}

/* The last step but one: that at the end is cut to arrive there. */
static double last_step(const history *h)
{
    double last = NAN, before = NAN;
    for (int i = 0; i < h->n; i++) {
        if (!(fabs(h->v[i]) > 0)) continue;
        before = last;
        last = fabs(h->v[i]);
    }
    return isfinite(before) ? before : last;
}

/* Bands first, or they would veil the lines. */
static void draw_steps(const histories *k, figure *f, int i)
{
    const entry *e = history_shown(k, i);
    history h = e ? history_read(k->d->board, e, "h") : (history){ 0 };
    if (h.n > 0) {
        const unsigned rgb = style_of(k->d->board, &k->d->board->ladders[i]).rgb;
        const int block = figure_block(f, "t  smallest, middle, largest step of a stretch");
        const int n = history_band(f->data, k, &h);
        figure_curve(f, block,
                     "using 1:2:4 with filledcurves lc rgb \"#%06x\" fs transparent solid 0.15 "
                     "noborder notitle",
                     rgb);
        figure_curve(f, block,
                     "using 1:3 with linespoints ls %d lw 1.4 ps 0.8 pointinterval %d notitle",
                     i + 1, history_gap(n));
    }
    history_free(&h);
}

static bool write_steps(const histories *k, const span *seen)
{
    const double top = 0.95;
    const diagram *d = k->d;
    char label[64];
    figure *f = figure_begin(d->folder, d->name, HISTORY_HEIGHT, d->why);
    if (!f) return false;
    double *last = nothing(d);
    history_title(k, f, "accepted step sizes");
    history_styles(k, f);
    history_panel(f, (double)FRAME_BELOW / HISTORY_HEIGHT, top);
    history_time_axis(k, f, false);
    figure_with_unit("step size h", group_time_unit(&d->board->groups[d->group]), label,
                     sizeof label);
    figure_log_axis(f, 'y', label, seen->low, seen->high);
    for (int i = 0; i < d->board->nladders; i++) {
        const entry *e = history_shown(k, i);
        history h = e ? history_read(d->board, e, "h") : (history){ 0 };
        if (h.n > 0) last[i] = last_step(&h);
        history_free(&h);
    }
    history_names(k, f, last, seen, top * HISTORY_HEIGHT - FRAME_BELOW);
    history_notes(
        k, f, "line: median of the steps in each of 80 stretches; band: smallest to largest");
    figure_plot(f);
    figure_curve(f, -1, "NaN notitle");
    for (int i = 0; i < d->board->nladders; i++) draw_steps(k, f, i);
    figure_plot_done(f);
    free(last);
    return figure_end(f, d->why);
}

bool history_steps(const diagram *d, bool *drawn)
{
    histories k = histories_of(d, true);
    const span seen = measure_steps(&k);
    *drawn = !span_is_empty(&seen);
    const bool good = !*drawn || write_steps(&k, &seen);
    histories_free(&k);
    return good;
}

/* ---- drift ------------------------------------------------------------------------------- */

static const struct level {
    const char *series, *label;
} levels[] = {
    { "drift:g", "max |g|" },
    { "drift:v", "max |G u + g_t|" },
    { "drift:a", "max |G a - \316\263|" },
};
enum { NLEVELS = 3 };

/* Below this an entry of g is rounding; the axes begin there at the lowest. */
static const double rounding = 1e-18;

/* Its range, and where each curve ends. */
static span measure_level(const histories *k, const char *series, double *last)
{
    span seen = span_empty();
    for (int i = 0; i < k->d->board->nladders; i++) {
        const entry *e = history_shown(k, i);
        history h = e ? history_read(k->d->board, e, series) : (history){ 0 };
        history_envelope(NULL, k, &h, &seen, &last[i]);
        history_free(&h);
    }
    seen.low = fmax(seen.low, rounding);
    seen.high = fmax(seen.high, seen.low);
    return seen;
}

static void draw_level(const histories *k, figure *f, int level)
{
    const double between = 0.024, above = 0.955, below = (double)FRAME_BELOW / HISTORY_TALL;
    const double height = (above + between - below) / NLEVELS, top = above - level * height;
    const bool bottom = level + 1 == NLEVELS;
    double *last = nothing(k->d);
    span seen = measure_level(k, levels[level].series, last);
    const bool any = isfinite(seen.low) && isfinite(seen.high);
    if (!any) seen = (span){ 1e-17, 1e-15 };
    history_panel(f, top - height + between, top);
    if (!any)
        fputs("set label 1 \"no value was recorded\" at graph 0.3, 0.5 center\n", f->script);
    if (level) fputs("unset title\n", f->script);
    history_time_axis(k, f, !bottom);
    figure_log_axis(f, 'y', levels[level].label, seen.low, seen.high);
    history_names(k, f, last, &seen, (height - between) * HISTORY_TALL);
    if (bottom) history_notes(k, f, "largest violation in each of 80 stretches");
    figure_plot(f);
    figure_curve(f, -1, "NaN notitle");
    for (int i = 0; i < k->d->board->nladders; i++) {
        const entry *e = history_shown(k, i);
        history h = e ? history_read(k->d->board, e, levels[level].series) : (history){ 0 };
        span again = span_empty();
        if (h.n > 0) {
            const int block = figure_block(f, "t  largest violation around t");
            const int n = history_envelope(f->data, k, &h, &again, &last[i]);
            figure_curve(f, block,
                         "using 1:2 with linespoints ls %d lw 1.3 ps 0.8 pointinterval %d "
                         "notitle",
                         i + 1, history_gap(n));
        }
        history_free(&h);
    }
    figure_plot_done(f);
    free(last);
}

static bool write_drift(const histories *k)
{
    const diagram *d = k->d;
    figure *f = figure_begin(d->folder, d->name, HISTORY_TALL, d->why);
    if (!f) return false;
    history_styles(k, f);
    fputs("set multiplot\n", f->script);
    history_title(k, f, "violation of the constraints at three levels");
    for (int level = 0; level < NLEVELS; level++) draw_level(k, f, level);
    fputs("unset multiplot\n", f->script);
    return figure_end(f, d->why);
}

bool history_drift(const diagram *d, bool *drawn)
{
    histories k = histories_of(d, false);
    double *last = nothing(d);
    *drawn = false;
    for (int level = 0; level < NLEVELS; level++) {
        const span seen = measure_level(&k, levels[level].series, last);
        *drawn = *drawn || (isfinite(seen.low) && isfinite(seen.high));
    }
    const bool good = !*drawn || write_drift(&k);
    free(last);
    histories_free(&k);
    return good;
}
