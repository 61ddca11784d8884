/* gallery.c -- see the header.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/catalogue/gallery.h"

#include "bench/base/util.h"
#include "reports/catalogue/survey_text.h"
#include "reports/page/template.h"

#include <math.h>
#include <stdlib.h>

enum { WIDE = 96, TALL = 60, EDGE = 3, MOST_POINTS = 400, SAMPLES = 180, LINE = 4096 };

typedef struct sketch {
    int n;
    double at[MOST_POINTS][2];
    bool begin[MOST_POINTS]; /* of a line */
    bool round;              /* both axes have one scale */
} sketch;

static void add_point(sketch *k, double x, double y, bool begin)
{
    if (k->n == MOST_POINTS || !isfinite(x) || !isfinite(y)) return;
    k->at[k->n][0] = x;
    k->at[k->n][1] = y;
    k->begin[k->n++] = begin;
}

/* Lines of the survey that begin with `key`. A point alone is a short line. */
static void add_lines(sketch *k, const char *survey, const char *key)
{
    char text[LINE];
    for (int line = 0; survey_line(survey, key, line, text, sizeof text); line++) {
        int n = 0;
        char *end = text;
        for (const char *at = text;; at = end, n++) {
            const double x = strtod(at, &end), y = end > at ? strtod(end, &end) : NAN;
            if (end == at || !isfinite(y)) break;
            add_point(k, x, y, n == 0);
        }
        if (n == 1) add_point(k, k->at[k->n - 1][0], k->at[k->n - 1][1], false);
    }
}

static double observable_at(const ref *r, int observable, int sample, double *t)
{
    char name[64];
    snprintf(name, sizeof name, "obs:%s", r->observables[observable]);
    if (!r->pieces.n) {
        const ref_value *v = ref_find(&r->states[sample], name);
        *t = r->states[sample].t;
        return v ? v->half[REF_A] : NAN;
    }
    const int column = ref_column(r, name);
    *t = sample == SAMPLES - 1 ? r->t1 : r->t0 + (r->t1 - r->t0) * sample / (SAMPLES - 1);
    return column < 0 ? NAN : ref_value_at(r, column, *t, -1);
}

static void add_portrait(sketch *k, const ref *r)
{
    double t;
    for (int i = 0; r->nobservables && i < (r->pieces.n ? SAMPLES : r->nstates); i++) {
        const double first = observable_at(r, 0, i, &t);
        if (r->nobservables > 1)
            add_point(k, first, observable_at(r, 1, i, &t), !k->n);
        else
            add_point(k, t, first, !k->n);
    }
}

/* From what the points span to the box, upward. */
static char *path_of(const sketch *k)
{
    double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY }, scale[2];
    static const double room[] = { WIDE - 2 * EDGE, TALL - 2 * EDGE };
    char *text = NULL;
    size_t size;
    for (int i = 0; i < 2 * k->n; i++) {
        low[i % 2] = fmin(low[i % 2], k->at[i / 2][i % 2]);
        high[i % 2] = fmax(high[i % 2], k->at[i / 2][i % 2]);
    }
    for (int i = 0; i < 2; i++) scale[i] = high[i] > low[i] ? room[i] / (high[i] - low[i]) : 0;
    if (k->round) {
        const double least = !(scale[0] > 0)   ? scale[1]
                             : !(scale[1] > 0) ? scale[0]
                                               : fmin(scale[0], scale[1]);
        scale[0] = scale[1] = least;
    }
    FILE *f = need(open_memstream(&text, &size));
    for (int i = 0; i < k->n; i++)
        fprintf(f, "%c%.1f,%.1f", k->begin[i] ? 'M' : 'L',
                WIDE / 2.0 + scale[0] * (k->at[i][0] - (low[0] + high[0]) / 2),
                TALL / 2.0 - scale[1] * (k->at[i][1] - (low[1] + high[1]) / 2));
    fclose(f);
    return text;
}

void gallery_begin(page *p) { page_part(p, "gallery", NULL, NULL); }
void gallery_end(page *p) { page_part(p, "gallery_end", NULL, NULL); }

void gallery_add(page *p, const char *problem, const char *survey, const ref *r)
{
    sketch k = { 0 };
    add_lines(&k, survey, "draw");
    k.round = k.n > 0;
    if (!k.n && r) add_portrait(&k, r);
    if (!k.n) add_lines(&k, survey, "start");
    char *path = path_of(&k);
    template_write(page_html(p), "drawing", "name", problem, "path", path);
    free(path);
}
