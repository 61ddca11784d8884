/* drawing.c -- series of a run as points for drawing: of each stretch its last row, of errors
 * and drifts the largest, so that no violation is thinned away.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/page/moving.h"
#include "reports/page/packed.h"

enum { REFERENCE_POINTS = 400 };

typedef struct column { /* owned */
    double *v;
    int n;
} column;

static column read_column(const board *b, const entry *e, const char *name)
{
    column c = { 0 };
    if (!store_series(b->store, e->r.cell.key, e->machine, name, &c.v, &c.n)) c = (column){ 0 };
    return c;
}

/* Row of the k-th of m points, n of them: first and last are kept. */
static int row_at(int k, int m, int n)
{
    return m > 1 ? (int)((double)k * (n - 1) / (m - 1) + 0.5) : 0;
}

/* In place; largest: of the magnitudes since the point before. */
static void thin(column *c, int points, bool largest)
{
    const int m = c->n < points ? c->n : points;
    for (int k = 0, from = 0; k < m; k++) {
        const int to = row_at(k, m, c->n);
        double kept = c->v[to];
        for (int i = from; largest && i <= to; i++)
            if (!(fabs(c->v[i]) <= kept)) kept = isfinite(c->v[i]) ? fabs(c->v[i]) : kept;
        c->v[k] = kept;
        from = to + 1;
    }
    c->n = m;
}

/* Takes the column. */
static void write_thinned(json_out *o, const char *name, column c, bool logs)
{
    for (int i = 0; logs && i < c.n; i++) c.v[i] = fabs(c.v[i]);
    thin(&c, DRAWING_POINTS, logs);
    packed_column(o, name, c.v, c.n, logs);
    free(c.v);
}

static void write_errors(const group *g, const entry *e, const quantity *q, const column *t,
                         const column *v, json_out *o)
{
    double *numbers = NULL;
    const trajectory_reference E = judge_reference(g, q->series, &numbers);
    const time_map map = judge_map(e);
    const int n = t->n < v->n ? t->n : v->n;
    column error = { need(calloc((size_t)n + 1, sizeof(double))), n };
    const curve computed = { n, t->v, v->v };
    const bool known = E.column >= 0 && q->error[TRAJECTORY_EXACT].n > 0 && n > 0;
    if (known) trajectory_differences(computed, &E, &map, error.v);
    if (!known) error.n = 0;
    write_thinned(o, NULL, error, true);
    free(numbers);
}

static void write_quantities(const board *b, const group *g, const entry *e, const column *t,
                             json_out *o)
{
    column v[DRAWING_QUANTITIES] = { { 0 } };
    const int n = e->nquantities < DRAWING_QUANTITIES ? e->nquantities : DRAWING_QUANTITIES;
    for (int k = 0; k < n; k++) v[k] = read_column(b, e, e->quantities[k].series);
    json_open(o, "e", '[');
    for (int k = 0; k < n; k++) write_errors(g, e, &e->quantities[k], t, &v[k], o);
    json_close(o, ']');
    json_open(o, "q", '[');
    for (int k = 0; k < n; k++) write_thinned(o, NULL, v[k], false);
    json_close(o, ']');
}

void drawing_json(const board *b, const group *g, const entry *e, bool moving, json_out *o)
{
    static const char *const levels[3] = { "drift:g", "drift:v", "drift:a" };
    column t = read_column(b, e, "t");
    if (t.n < 2) {
        free(t.v);
        json_number(o, NULL, NAN);
        return;
    }
    json_open(o, NULL, '{');
    write_quantities(b, g, e, &t, o);
    write_thinned(o, "h", read_column(b, e, "h"), true);
    json_open(o, "drift", '[');
    for (int i = 0; i < 3 && isfinite(e->drift[0]); i++)
        write_thinned(o, NULL, read_column(b, e, levels[i]), true);
    json_close(o, ']');
    write_thinned(o, "t", t, false);
    if (moving) moving_json(b, e, o);
    json_close(o, '}');
}

void drawing_reference(const group *g, const entry *e, json_out *o)
{
    json_open(o, "reference", '[');
    for (int k = 0; e && k < e->nquantities && k < DRAWING_QUANTITIES; k++) {
        double *numbers = NULL;
        const trajectory_reference E = judge_reference(g, e->quantities[k].series, &numbers);
        json_open(o, NULL, '[');
        for (int part = 0; part < 2 && E.grid.n > 0; part++) {
            const double *from = part ? E.grid.v : E.grid.t;
            column c = { need(calloc((size_t)E.grid.n, sizeof(double))), E.grid.n };
            memcpy(c.v, from, (size_t)c.n * sizeof *from);
            thin(&c, REFERENCE_POINTS, false);
            packed_column(o, NULL, c.v, c.n, false);
            free(c.v);
        }
        json_close(o, ']');
        free(numbers);
    }
    json_close(o, ']');
}

/* ---- which runs -------------------------------------------------------------------------- */

/* What a page may spend on drawing, and on a column of it. */
enum { BUDGET = 2400000, A_COLUMN = 2 * DRAWING_POINTS + 50 };
/* Whoever comes first is drawn: runs on the front of their problem, the rung of a ladder that
 * figures show, every other rung, the rest. */
enum { FRONT, USUAL, SECOND, REST, CLASSES };
static const double usual_rtol = 1e-6;

static int by_cost(const void *a, const void *b)
{
    const entry *x = *(const entry *const *)a, *y = *(const entry *const *)b;
    return (x->cpu.median > y->cpu.median) - (x->cpu.median < y->cpu.median);
}

/* Those that no other run of the problem beats in digits and in CPU time. */
static void mark_front(const board *b, const group *g, const entry **list, int *class)
{
    double most = -INFINITY;
    int n = 0;
    for (int i = g->first; i < g->first + g->n; i++)
        if (b->entries[i].digits.known && b->entries[i].cpu.median > 0)
            list[n++] = &b->entries[i];
    qsort(list, (size_t)n, sizeof *list, by_cost);
    for (int i = 0; i < n; i++) {
        if (!(list[i]->digits.value > most)) continue;
        most = list[i]->digits.value;
        class[list[i] - b->entries] = FRONT;
    }
}

static void classify(const board *b, int *class)
{
    const entry **list = need(calloc((size_t)b->n + 1, sizeof *list));
    for (int i = 0; i < b->nladders; i++) {
        const ladder *l = &b->ladders[i];
        for (int k = 0; k < l->n; k++) {
            const entry *e = &b->entries[l->first + k];
            const bool usual = fabs(log(entry_rung(e) / usual_rtol)) < 0.1;
            class[l->first + k] = usual ? USUAL : k % 2 ? REST : SECOND;
        }
    }
    for (int g = 0; g < b->ngroups; g++) mark_front(b, &b->groups[g], list, class);
    free(list);
}

static long size_of(const entry *e)
{
    const int n = e->nquantities < DRAWING_QUANTITIES ? e->nquantities : DRAWING_QUANTITIES;
    return e->r.outcome == OUTCOME_OK ? A_COLUMN * (2 + 2 * n + (isfinite(e->drift[0]) ? 3 : 0))
                                      : A_COLUMN;
}

drawing_level *drawing_chosen(const board *b)
{
    drawing_level *chosen = need(calloc((size_t)b->n + 1, sizeof *chosen));
    int *class = need(calloc((size_t)b->n + 1, sizeof *class));
    long left = BUDGET;
    classify(b, class);
    for (int c = FRONT; c < CLASSES; c++)
        for (int i = 0; i < b->n; i++) {
            if (class[i] != c || size_of(&b->entries[i]) > left) continue;
            left -= size_of(&b->entries[i]);
            chosen[i] = c <= USUAL ? DRAWING_MOVING : DRAWING_LINES;
        }
    free(class);
    return chosen;
}
