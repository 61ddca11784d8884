/* moving.c -- series "draw:LINE.POINT.x" of a run, of the rows that have a picture.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/moving.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/base/util.h"
#include "reports/page/packed.h"

enum { MOST_LINES = 96 };

typedef struct film { /* rows of the frames, and points of each line */
    const board *b;
    const entry *e;
    int frames, row[MOVING_FRAMES];
    int lines, points[MOST_LINES];
} film;

/* The caller frees; NULL: there is none. */
static double *read(const film *f, const char *name, int *n)
{
    double *v;
    return store_series(f->b->store, f->e->r.cell.key, f->e->machine, name, &v, n) ? v : NULL;
}

static double *read_point(const film *f, int line, int point, char axis, int *n)
{
    char name[64];
    snprintf(name, sizeof name, "draw:%d.%d.%c", line, point, axis);
    return read(f, name, n);
}

/* Rows with a picture; of more than there are frames some, with the first and the last. */
static void choose_frames(film *f, const double *x, int n)
{
    int pictures = 0, seen = 0;
    for (int k = 0; k < n; k++) pictures += isfinite(x[k]);
    const int frames = pictures < MOVING_FRAMES ? pictures : MOVING_FRAMES;
    for (int k = 0; k < n && f->frames < frames; k++) {
        if (!isfinite(x[k])) continue;
        const int next =
            frames > 1 ? (int)((double)f->frames * (pictures - 1) / (frames - 1) + 0.5) : 0;
        if (seen++ == next) f->row[f->frames++] = k;
    }
}

static void count_points(film *f)
{
    double *v;
    int n;
    for (; f->lines < MOST_LINES && (v = read_point(f, f->lines, 0, 'x', &n)); f->lines++) {
        do {
            free(v);
            v = read_point(f, f->lines, ++f->points[f->lines], 'x', &n);
        } while (v);
    }
}

/* Of a series that is shorter than the others: no number. Takes v. */
static void write_series(const film *f, const char *name, double *v, int n, json_out *o)
{
    double of[MOVING_FRAMES] = { 0 };
    bool still = true;
    for (int k = 0; k < f->frames; k++) {
        of[k] = v && f->row[k] < n ? v[f->row[k]] : NAN;
        still = still && !(of[k] < of[0] || of[k] > of[0]);
    }
    if (still)
        json_short(o, of[0]);
    else
        packed_column(o, name, of, f->frames, false);
    free(v);
}

static void write_axis(const film *f, char axis, json_out *o)
{
    const char name[] = { axis, '\0' };
    json_open(o, name, '[');
    for (int line = 0; line < f->lines; line++)
        for (int point = 0; point < f->points[line]; point++) {
            int n = 0;
            double *v = read_point(f, line, point, axis, &n);
            write_series(f, NULL, v, n, o);
        }
    json_close(o, ']');
}

void moving_json(const board *b, const entry *e, json_out *o)
{
    film f = { .b = b, .e = e };
    int n = 0, times = 0;
    double *x = read_point(&f, 0, 0, 'x', &n), *t = x ? read(&f, "t", &times) : NULL;
    if (x && t) choose_frames(&f, x, n < times ? n : times);
    free(x);
    if (f.frames < 2) {
        free(t);
        return;
    }
    count_points(&f);
    json_open(o, "moving", '{');
    write_series(&f, "t", t, times, o);
    json_open(o, "lines", '[');
    for (int k = 0; k < f.lines; k++) json_long(o, NULL, f.points[k]);
    json_close(o, ']');
    write_axis(&f, 'x', o);
    write_axis(&f, 'y', o);
    json_close(o, '}');
}
