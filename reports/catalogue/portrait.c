/* portrait.c -- up to four observables of a reference: lines where it has a trajectory, else
 * the points that are known, with nothing between them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/catalogue/portrait.h"

#include "reports/figures/figure.h"
#include "reports/figures/style.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HEIGHT = 320, MOST = 4, SAMPLES = 500 };

typedef struct portrait {
    const ref *r;
    figure *f;
    bool logarithmic;
    double first; /* of the axis of time */
} portrait;

/* Sample k of n, denser at the start where time is logarithmic. */
static double time_of(const portrait *p, int k, int n)
{
    const ref *r = p->r;
    const double part = (double)k / (n - 1);
    return p->logarithmic ? p->first * pow(r->t1 / p->first, part)
                          : r->t0 + part * (r->t1 - r->t0);
}

static int samples(const portrait *p) { return p->r->pieces.n ? SAMPLES : p->r->nstates; }

static double sample(const portrait *p, int observable, int k, double *t)
{
    const ref *r = p->r;
    char name[64];
    snprintf(name, sizeof name, "obs:%s", r->observables[observable]);
    if (!r->pieces.n) {
        const ref_value *v = ref_find(&r->states[k], name);
        *t = r->states[k].t;
        return v ? v->half[REF_A] : NAN;
    }
    const int column = ref_column(r, name);
    *t = k == samples(p) - 1 ? r->t1 : time_of(p, k, samples(p));
    return column < 0 ? NAN : ref_value_at(r, column, *t, -1);
}

static double largest(const portrait *p, int observable)
{
    double most = 0, t;
    for (int k = 0; k < samples(p); k++) most = fmax(most, fabs(sample(p, observable, k, &t)));
    return most;
}

/* Of all curves, each over its largest value. */
static double least_of_all(const portrait *p, int n)
{
    double least = 0, t;
    for (int i = 0; i < n; i++) {
        const double scale = largest(p, i);
        for (int k = 0; k < samples(p) && scale > 0; k++)
            least = fmin(least, sample(p, i, k, &t) / scale);
    }
    return least;
}

static void write_curve(const portrait *p, int observable)
{
    char title[128];
    const char *name = p->r->observables[observable];
    const double scale = largest(p, observable);
    double t;
    const int block = figure_block(p->f, name);
    for (int k = 0; k < samples(p); k++) {
        const double v = sample(p, observable, k, &t);
        if (isfinite(v)) fprintf(p->f->data, "%.9g %.9g\n", t, scale > 0 ? v / scale : v);
    }
    snprintf(title, sizeof title, "%s / %.3g", name, scale > 0 ? scale : 1);
    const style s = style_number(observable);
    figure_titled(p->f, title, block, "using 1:2 with %s lw 1.5 lc rgb '#%06x' pt %d",
                  p->r->pieces.n ? "lines" : "points", s.rgb, s.filled);
}

bool portrait_write(const ref *r, const char *folder, const char *name, reason *why)
{
    portrait p = { .r = r };
    const int n = r->nobservables < MOST ? r->nobservables : MOST;
    p.first = r->nstates ? r->states[0].t : r->t1;
    p.logarithmic = r->t0 >= 0 && r->t0 <= 0 && p.first > 0 && p.first < 2e-3 * r->t1;
    p.f = figure_begin(folder, name, HEIGHT, why);
    if (!p.f) return false;
    if (p.logarithmic)
        figure_log_axis(p.f, 'x', "t", p.first, r->t1);
    else
        figure_axis(p.f, 'x', "t", r->t0, r->t1);
    figure_axis(p.f, 'y', "over the largest value", least_of_all(&p, n) < 0 ? -1.05 : -0.05,
                1.05);
    figure_plot(p.f);
    for (int k = 0; k < n; k++) write_curve(&p, k);
    figure_plot_done(p.f);
    return figure_end(p.f, why);
}
