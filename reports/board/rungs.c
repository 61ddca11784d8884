/* rungs.c -- the runs of one rung: their mean, and the band between rungs.
 *
 * With runs (x_a, y_a) of one rung and (x_b, y_b) of the next the band at x holds
 *
 *     log y = (1 - w) log y_a + w log y_b,   w = (x - x_a) / (x_b - x_a) in [0, 1]
 *
 * for all pairs a, b, and the runs themselves. It is deterministic.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/rungs.h"

#include <math.h>
#include <stdlib.h>

#include "bench/base/util.h"

enum { STEPS = 96 };

int rung_end(const board *b, const ladder *l, int k)
{
    const double rung = entry_nominal(&b->entries[k]);
    int end = k + 1;
    while (end < l->first + l->n && entry_nominal(&b->entries[end]) == rung) end++;
    return end;
}

bool ladder_is_jittered(const board *b, const ladder *l)
{
    for (int k = l->first; k < l->first + l->n; k++)
        if (b->entries[k].r.cell.rung > 0) return true;
    return false;
}

/* A single run is its own mean, to the bit. */
int rung_means(const board *b, const ladder *l, rung_point point, const void *context,
               double *x, double *y)
{
    int n = 0;
    for (int k = l->first, end; k < l->first + l->n; k = end) {
        double at, spent, sx = 0, sy = 0;
        int points = 0;
        end = rung_end(b, l, k);
        for (int i = k; i < end; i++) {
            if (!point(context, &b->entries[i], &at, &spent)) continue;
            sx += at;
            sy += log(spent);
            points++;
            x[n] = at;
            y[n] = spent;
        }
        if (!points || 2 * points < end - k) continue;
        if (points > 1) {
            x[n] = sx / points;
            y[n] = exp(sy / points);
        }
        n++;
    }
    return n;
}

/* ---- band -------------------------------------------------------------------------------- */

typedef struct spot {
    double x, y; /* y: log */
} spot;

typedef struct spots { /* of all rungs; those of rung i from first[i] on */
    spot *at;
    int *first, rungs;
} spots;

static spots spots_of(const board *b, const ladder *l, rung_point point, const void *context)
{
    spots s = { need(calloc((size_t)l->n + 1, sizeof *s.at)),
                need(calloc((size_t)l->n + 1, sizeof *s.first)), 0 };
    int n = 0;
    for (int k = l->first, end; k < l->first + l->n; k = end) {
        double x, y;
        const int before = n;
        end = rung_end(b, l, k);
        for (int i = k; i < end; i++)
            if (point(context, &b->entries[i], &x, &y)) s.at[n++] = (spot){ x, log(y) };
        if (n > before) s.first[++s.rungs] = n;
    }
    return s;
}

static void widen(double *low, double *high, double y)
{
    *low = fmin(*low, y);
    *high = fmax(*high, y);
}

/* All chords from rung i to the next that pass over x. */
static void widen_by_chords(const spots *s, int i, double x, double *low, double *high)
{
    for (int a = s->first[i]; a < s->first[i + 1]; a++)
        for (int c = s->first[i + 1]; c < s->first[i + 2]; c++) {
            const spot p = s->at[a], q = s->at[c];
            const double w = p.x == q.x ? NAN : (x - p.x) / (q.x - p.x);
            if (w >= 0 && w <= 1) widen(low, high, (1 - w) * p.y + w * q.y);
        }
}

rung_band rung_band_of(const board *b, const ladder *l, rung_point point, const void *context)
{
    const spots s = spots_of(b, l, point, context);
    rung_band band = { 0, need(calloc(STEPS + 1, sizeof *band.x)),
                       need(calloc(STEPS + 1, sizeof *band.low)),
                       need(calloc(STEPS + 1, sizeof *band.high)) };
    double from = INFINITY, to = -INFINITY;
    for (int i = 0; i < s.first[s.rungs]; i++) widen(&from, &to, s.at[i].x);
    for (int k = 0; k <= STEPS && from < to && ladder_is_jittered(b, l); k++) {
        const double x = k == STEPS ? to : from + (to - from) * k / STEPS;
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i + 1 < s.rungs; i++) widen_by_chords(&s, i, x, &low, &high);
        if (low > high) continue;
        band.x[band.n] = x;
        band.low[band.n] = exp(low);
        band.high[band.n++] = exp(high);
    }
    free(s.at);
    free(s.first);
    return band;
}

void rung_band_free(rung_band *band)
{
    free(band->x);
    free(band->low);
    free(band->high);
    *band = (rung_band){ 0 };
}
