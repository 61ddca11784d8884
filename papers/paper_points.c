/* paper_points.c -- the points of a curve: numbers of two columns, scaled, divided, wrapped.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/paper_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

typedef struct source { /* a column, or a setting inside of one */
    int column;
    const char *setting; /* NULL: the field itself */
} source;

static bool source_of(const dataset *d, const char *name, source *s, reason *why)
{
    const char *colon = strchr(name, ':');
    *s = (source){ .column = dataset_column(d, name) };
    if (s->column < 0 && colon) {
        char *column = text_of("%.*s", (int)(colon - name), name);
        *s = (source){ dataset_column(d, column), colon + 1 };
        free(column);
    }
    return s->column >= 0 || reason_set(why, "%s.csv has no column \"%s\"", d->name, name);
}

/* The number after "NAME=" in "form=angles NAME=0.1"; NAN where it does not stand. */
static double setting_of(const char *text, const char *name)
{
    const size_t length = strlen(name);
    double v = NAN;
    while (*text) {
        const size_t word = strcspn(text, " ");
        if (word > length && !strncmp(text, name, length) && text[length] == '=') {
            char *number = text_of("%.*s", (int)(word - length - 1), text + length + 1);
            if (!number_of(number, &v)) v = NAN;
            free(number);
            return v;
        }
        text += word + strspn(text + word, " ");
    }
    return v;
}

static double value_at(const dataset *d, int row, const source *s)
{
    return s->setting ? setting_of(dataset_text(d, row, s->column), s->setting)
                      : dataset_number(d, row, s->column);
}

static double number_in(const scope *s, const char *name, double other)
{
    const config_setting_t *m = scope_find(s, name);
    double v;
    return m && setting_number(m, &v) ? v : other;
}

/* The columns of s in the given rows as they stand. */
static bool read_points(points *p, const scope *s, const dataset *d, const int *rows, int n,
                        reason *why)
{
    source x, y;
    if (!source_of(d, scope_text(s, "x", ""), &x, why) ||
        !source_of(d, scope_text(s, "y", ""), &y, why))
        return false;
    *p = (points){ need(calloc((size_t)n + 1, sizeof(double))),
                   need(calloc((size_t)n + 1, sizeof(double))), 0 };
    for (int i = 0; i < n; i++) {
        p->x[p->n] = value_at(d, rows[i], &x);
        p->y[p->n] = value_at(d, rows[i], &y);
        p->n += isfinite(p->x[p->n]) && isfinite(p->y[p->n]);
    }
    return true;
}

/* y over that of q at the same x; points without one go. */
static void divide(points *p, const points *q)
{
    int kept = 0;
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < q->n; k++)
            if (fabs(p->x[i] - q->x[k]) <= 1e-9 * fabs(q->x[k]) && fabs(q->y[k]) > 0) {
                p->x[kept] = p->x[i];
                p->y[kept++] = p->y[i] / q->y[k];
                break;
            }
    p->n = kept;
}

static bool divide_by(points *p, const config_setting_t *over, const scope *s, datasets *all,
                      reason *why)
{
    scope deeper = { .group = { over }, .n = 1 };
    points q = { 0 };
    int *rows = NULL, n = 0;
    for (int i = 0; i < s->n && deeper.n < SCOPE_DEPTH; i++)
        deeper.group[deeper.n++] = s->group[i];
    const dataset *d = datasets_get(all, scope_text(&deeper, "data", ""), why);
    const bool good = d && measure_rows(d, &deeper, (row_key){ 0 }, &rows, &n, why) &&
                      read_points(&q, &deeper, d, rows, n, why);
    if (good) divide(p, &q);
    free(rows);
    points_free(&q);
    return good;
}

bool points_take(points *p, const scope *s, datasets *all, const dataset *d, const int *rows,
                 int n, reason *why)
{
    const config_setting_t *over = scope_find(s, "over");
    const double xs = number_in(s, "xscale", 1), ys = number_in(s, "yscale", 1),
                 modulo = number_in(s, "modulo", 0);
    *p = (points){ 0 };
    if (!read_points(p, s, d, rows, n, why) || (over && !divide_by(p, over, s, all, why))) {
        points_free(p);
        return false;
    }
    for (int i = 0; i < p->n; i++) {
        p->x[i] *= xs;
        p->y[i] *= ys;
        if (modulo > 0) p->y[i] -= modulo * floor(p->y[i] / modulo);
    }
    return true;
}

bool points_average(points *p, int neighbours)
{
    bool good = neighbours > 1 && p->n >= 3 * neighbours;
    for (int i = 0; good && i < p->n; i++) good = p->y[i] > 0;
    if (!good) return false;
    p->n -= neighbours - 1;
    for (int i = 0; i < p->n; i++) {
        double x = 0, y = 0;
        for (int k = 0; k < neighbours; k++) {
            x += p->x[i + k] / neighbours;
            y += log(p->y[i + k]) / neighbours;
        }
        p->x[i] = x;
        p->y[i] = exp(y);
    }
    return true;
}

void points_free(points *p)
{
    free(p->x);
    free(p->y);
    *p = (points){ 0 };
}
