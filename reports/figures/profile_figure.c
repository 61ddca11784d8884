/* profile_figure.c -- performance profiles of a store: who solves how many problems how fast.
 *
 * A curve's left end is the share of problems at which the solver is the fastest, its right end
 * the share that it solves at all. The set of problems is the same for every curve: what was
 * not run is not solved, and the legend tells how often that is so. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/figures/figure.h"
#include "reports/figures/profile.h"

enum { WIDTH = 1040, HEIGHT = 600 };
const double profile_floor = 1e-5;
static const double most_decades = 4;

typedef struct profiles {
    const board *b;
    const char *machine;
    double level;
    const char **solvers; /* distinct names */
    int nsolvers;
    double *ratio; /* row s: a number for each problem that counts */
    int *tried;    /* problems of these that the solver was run on */
    profile_counts counts;
} profiles;

/* ---- from results to ratios -------------------------------------------------------------- */

static bool takes_part(const profiles *p, const entry *e)
{
    return !strcmp(e->machine, p->machine) && !e->r.cell.no_events &&
           e->r.outcome != OUTCOME_DECLINED && e->r.outcome != OUTCOME_INFRASTRUCTURE;
}

static void find_solvers(profiles *p)
{
    for (int i = 0; i < p->b->n; i++) {
        const char *name = p->b->entries[i].r.cell.solver;
        int k = 0;
        while (k < p->nsolvers && strcmp(p->solvers[k], name)) k++;
        if (k == p->nsolvers && takes_part(p, &p->b->entries[i]))
            p->solvers[p->nsolvers++] = name;
    }
}

/* Digits that the reference of a problem tells apart; NAN: nothing is scored. */
static double known_digits(const profiles *p, const group *g)
{
    double least = NAN;
    for (int i = g->first; i < g->first + g->n; i++)
        least = fmin(least, p->b->entries[i].scd.limit - 1);
    return least;
}

/* One line of a work-precision diagram: its cost at the level. */
static double ladder_cost(const profiles *p, const ladder *l)
{
    double *scd = need(calloc(2 * (size_t)l->n + 1, sizeof *scd)), *t = scd + l->n;
    int n = 0;
    for (int i = l->first; i < l->first + l->n; i++) {
        const entry *e = &p->b->entries[i];
        if (!takes_part(p, e) || !e->scd.known || !(e->cpu.median > 0)) continue;
        scd[n] = e->scd.value;
        t[n++] = fmax(e->cpu.median, profile_floor);
    }
    const double best = profile_cost(scd, t, n, p->level);
    free(scd);
    return best;
}

/* The solver of a line that was run and judged, or -1. */
static int solver_of(const profiles *p, const ladder *l)
{
    const entry *e = &p->b->entries[l->first];
    int part = 0, s = 0;
    for (int i = 0; i < l->n; i++) part += takes_part(p, e + i);
    if (!part || (p->b->groups[l->group].ref && e->half < 0)) return -1;
    while (strcmp(p->solvers[s], e->r.cell.solver)) s++;
    return s;
}

/* Costs of all solvers at problem g, each by its best line. */
static void take_costs(const profiles *p, int g, double *t, bool *tried)
{
    for (int s = 0; s < p->nsolvers; s++) {
        t[s] = INFINITY;
        tried[s] = false;
    }
    for (int i = 0; i < p->b->nladders; i++) {
        const ladder *l = &p->b->ladders[i];
        const int s = l->group == g ? solver_of(p, l) : -1;
        if (s < 0) continue;
        tried[s] = true;
        t[s] = fmin(t[s], ladder_cost(p, l));
    }
}

static void add_problem(profiles *p, int g, double *t, bool *tried)
{
    if (!(known_digits(p, &p->b->groups[g]) >= p->level)) {
        p->counts.unknown++;
        return;
    }
    take_costs(p, g, t, tried);
    if (!profile_ratios(t, p->nsolvers)) {
        p->counts.unsolved++;
        return;
    }
    for (int s = 0; s < p->nsolvers; s++) {
        p->ratio[s * p->b->ngroups + p->counts.problems] = t[s];
        p->tried[s] += tried[s];
    }
    p->counts.problems++;
}

static void collect(profiles *p)
{
    p->solvers = need(calloc((size_t)p->b->n + 1, sizeof *p->solvers));
    find_solvers(p);
    const size_t n = (size_t)p->nsolvers;
    p->tried = need(calloc(n + 1, sizeof *p->tried));
    p->ratio = need(calloc(n * (size_t)p->b->ngroups + 1, sizeof *p->ratio));
    double *t = need(calloc(n + 1, sizeof *t));
    bool *tried = need(calloc(n + 1, sizeof *tried));
    for (int g = 0; g < p->b->ngroups; g++) add_problem(p, g, t, tried);
    free(tried);
    free(t);
}

/* ---- the figure -------------------------------------------------------------------------- */

static double share_of(const profiles *p, int s, double tau)
{
    return profile_share(p->ratio + s * p->b->ngroups, p->counts.problems, tau);
}

static double largest_ratio(const profiles *p)
{
    double top = 10;
    for (int s = 0; s < p->nsolvers; s++)
        for (int k = 0; k < p->counts.problems; k++) {
            const double r = p->ratio[s * p->b->ngroups + k];
            if (isfinite(r)) top = fmax(top, r);
        }
    return fmin(pow(10, ceil(log10(top) - 1e-9)), pow(10, most_decades));
}

static int by_ratio(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* A step at every ratio, from tau = 1 to the right border. */
static void write_steps(const profiles *p, figure *f, int s, double top)
{
    double *r = p->ratio + s * p->b->ngroups;
    qsort(r, (size_t)p->counts.problems, sizeof *r, by_ratio);
    fprintf(f->data, "# tau  share of problems  a problem's ratio: 1\n1 %.6g %d\n",
            share_of(p, s, 1), r[0] <= 1);
    for (int k = 0; k < p->counts.problems && r[k] <= top; k++)
        if (r[k] > 1) fprintf(f->data, "%.6g %.6g 1\n", r[k], share_of(p, s, r[k]));
    fprintf(f->data, "%.6g %.6g 0\n", top, share_of(p, s, top));
}

static void write_key(const profiles *p, figure *f, int s)
{
    const int all = p->counts.problems, missed = all - p->tried[s];
    const int solved = (int)lround(all * share_of(p, s, DBL_MAX));
    char missing[64] = "", text[400];
    if (missed) snprintf(missing, sizeof missing, ", %d not run", missed);
    snprintf(text, sizeof text, "%.200s (%d of %d%s)", p->solvers[s], solved, all, missing);
    figure_titled(f, text, -1, "keyentry with linespoints ls %d", s + 1);
}

static void draw(const profiles *p, figure *f)
{
    const double top = largest_ratio(p);
    fprintf(f->script,
            "set title \"performance profile, %d problems, at least %g digits (scd)\" "
            "noenhanced\n",
            p->counts.problems, p->level);
    figure_log_axis(f, 'x', "{/Symbol t}: CPU time over that of the fastest solver [1]", 1,
                    top);
    figure_axis(f, 'y', "share of problems solved within {/Symbol t} [1]", 0, 1.02);
    fputs("set ytics 0.2\n", f->script);
    for (int s = 0; s < p->nsolvers; s++) {
        const style line = style_named(p->b, p->solvers[s], "");
        figure_line_style(f, s + 1, &line);
    }
    figure_plot(f);
    for (int s = 0; s < p->nsolvers; s++) write_key(p, f, s);
    for (int s = 0; s < p->nsolvers; s++) {
        const int block = figure_block(f, p->solvers[s]);
        write_steps(p, f, s, top);
        figure_curve(f, block, "using 1:2 with steps ls %d notitle", s + 1);
        figure_curve(f, block, "using ($3 == 1 ? $1 : NaN):2 with points ls %d notitle", s + 1);
    }
    figure_plot_done(f);
}

bool diagram_profile(const diagram *d, const char *machine, double level,
                     profile_counts *counts, bool *drawn)
{
    profiles p = { .b = d->board, .machine = machine, .level = level };
    bool good = true;
    collect(&p);
    *counts = p.counts;
    *drawn = p.nsolvers > 1 && p.counts.problems > 1;
    if (*drawn) {
        figure *f = figure_begin(d->folder, d->name, WIDTH, figure_height(HEIGHT, p.nsolvers),
                                 d->why, d->size);
        if (f) draw(&p, f);
        good = f && figure_end(f, d->why, d->size);
    }
    free(p.ratio);
    free(p.tried);
    free(p.solvers);
    return good;
}
