/* profile_figure.c -- performance profiles of a store: who solves how many problems how fast.
 *
 * A curve's left end is the share of problems at which the solver is the fastest, its right end
 * the share that it solves at all. The problems are those that every solver shown was run on:
 * being run where nobody else was wins nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/board/rungs.h"
#include "reports/figures/figure.h"
#include "reports/figures/front.h"
#include "reports/figures/profile.h"

enum { HEIGHT = 740 };
/* Of the frame: names. */
static const double room = 0.25;
static const double most_decades = 4;

typedef struct profiles {
    const board *b;
    const char *machine;
    double level;
    const char **solvers; /* distinct names */
    int nsolvers;
    bool *shared;  /* a flag a problem: every solver here was run on it */
    bool *front;   /* a flag a solver: one of those in colour */
    double *ratio; /* row s: a number for each problem that counts */
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
        least = fmin(least, p->b->entries[i].digits.limit - 1);
    return least;
}

/* One line of a work-precision diagram: its cost at the level. */
static double ladder_cost(const profiles *p, const ladder *l)
{
    double *at = need(calloc(2 * (size_t)l->n + 1, sizeof *at)), *t = at + l->n;
    const int n = rung_means(p->b, l, profile_point, NULL, at, t);
    const double best = profile_cost(at, t, n, p->level);
    free(at);
    return best;
}

/* The solver of a line that was run and judged, or -1. */
static int solver_of(const profiles *p, const ladder *l)
{
    const entry *e = &p->b->entries[l->first];
    int part = 0, s = 0;
    for (int i = 0; i < l->n; i++) part += takes_part(p, e + i);
    if (!part || (p->b->groups[l->group].ref && e->half < 0)) return -1;
    while (s < p->nsolvers && strcmp(p->solvers[s], e->r.cell.solver)) s++;
    return s < p->nsolvers ? s : -1;
}

/* It has the digits, or was asked for them and has not. A ladder that ends while it climbs, or
 * that has the digits without a rank, says neither. */
static bool was_run(const profiles *p, int s, int g)
{
    const group *at = &p->b->groups[g];
    bool any = false, open = false;
    for (int i = at->ladder; i < at->ladder + at->nladders; i++) {
        const ladder *l = &p->b->ladders[i];
        if (solver_of(p, l) != s) continue;
        if (isfinite(ladder_cost(p, l))) return true;
        any = true;
        open = open || ladder_ended(p->b, l).open || profile_is_unranked(p->b, l, p->level);
    }
    return any && !open;
}

/* ---- problems in common ------------------------------------------------------------------ */

typedef struct attendance { /* of a solver: the problems that it was run on */
    const char *solver;
    int n;
    bool *on;
} attendance;

static int by_attendance(const void *a, const void *b)
{
    const attendance *x = a, *y = b;
    return x->n != y->n ? y->n - x->n : strcmp(x->solver, y->solver);
}

static attendance *attendances(const profiles *p)
{
    attendance *list = need(calloc((size_t)p->nsolvers + 1, sizeof *list));
    for (int s = 0; s < p->nsolvers; s++) {
        list[s] = (attendance){ p->solvers[s], 0, need(calloc((size_t)p->b->ngroups + 1, 1)) };
        for (int g = 0; g < p->b->ngroups; g++) list[s].n += list[s].on[g] = was_run(p, s, g);
    }
    qsort(list, (size_t)p->nsolvers, sizeof *list, by_attendance);
    return list;
}

/* Those of the flags that both have; returns their number. */
static int both(const profiles *p, const bool *a, const bool *b, bool *to)
{
    int n = 0;
    for (int g = 0; g < p->b->ngroups; g++) n += to[g] = a[g] && b[g];
    return n;
}

/* A profile is fair on problems that every solver in it was run on. Solvers join in the order
 * of how many they were run on, as long as the problems in common do not fall below half of
 * all: the same rule as in the page (web/model.js). */
static void share_problems(profiles *p)
{
    attendance *list = attendances(p);
    const int all = p->b->ngroups, n = p->nsolvers;
    const double half = fmax(2, all / 2.0);
    bool *trial = need(calloc((size_t)all + 1, 1));
    int common = all;
    p->shared = need(calloc((size_t)all + 1, 1));
    memset(p->shared, true, (size_t)all);
    p->nsolvers = 0;
    for (int s = 0; s < n; s++) {
        const int left = both(p, p->shared, list[s].on, trial);
        if (list[s].n && left >= fmin(common, half)) {
            common = both(p, trial, trial, p->shared);
            p->solvers[p->nsolvers++] = list[s].solver;
        }
        free(list[s].on);
    }
    p->counts.apart = n - p->nsolvers;
    free(trial);
    free(list);
}

/* Costs of all solvers at problem g, each by its best line. */
static void take_costs(const profiles *p, int g, double *t)
{
    for (int s = 0; s < p->nsolvers; s++) t[s] = INFINITY;
    const group *at = &p->b->groups[g];
    for (int i = at->ladder; i < at->ladder + at->nladders; i++) {
        const ladder *l = &p->b->ladders[i];
        const int s = solver_of(p, l);
        if (s >= 0) t[s] = fmin(t[s], ladder_cost(p, l));
    }
}

static void add_problem(profiles *p, int g, double *t)
{
    if (!(known_digits(p, &p->b->groups[g]) >= p->level)) {
        p->counts.unknown++;
        return;
    }
    take_costs(p, g, t);
    if (!profile_ratios(t, p->nsolvers)) {
        p->counts.unsolved++;
        return;
    }
    for (int s = 0; s < p->nsolvers; s++)
        p->ratio[s * p->b->ngroups + p->counts.problems] = t[s];
    p->counts.problems++;
}

static double score_of(const profiles *p, int s)
{
    double sum = 0;
    for (int k = 0; k < p->counts.problems; k++) sum += 1 / p->ratio[s * p->b->ngroups + k];
    return sum;
}

/* The best eight, by the sum of what they are cheaper. */
static void choose_front(profiles *p)
{
    p->front = need(calloc((size_t)p->nsolvers + 1, sizeof *p->front));
    for (int s = 0; s < p->nsolvers; s++) {
        int better = 0;
        for (int k = 0; k < p->nsolvers; k++)
            better +=
                score_of(p, k) > score_of(p, s) || (k < s && score_of(p, k) >= score_of(p, s));
        p->front[s] = better < FRONT_CURVES;
    }
}

static void collect(profiles *p)
{
    p->solvers = need(calloc((size_t)p->b->n + 1, sizeof *p->solvers));
    find_solvers(p);
    share_problems(p);
    const size_t n = (size_t)p->nsolvers;
    p->ratio = need(calloc(n * (size_t)p->b->ngroups + 1, sizeof *p->ratio));
    double *t = need(calloc(n + 1, sizeof *t));
    for (int g = 0; g < p->b->ngroups; g++) {
        if (p->shared[g])
            add_problem(p, g, t);
        else
            p->counts.alone++;
    }
    choose_front(p);
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

/* Names at the right end, with what each solves; of curves that end together the better one is
 * above. */
static void write_names(const profiles *p, figure *f, double top)
{
    front_name *list = need(calloc((size_t)p->nsolvers + 1, sizeof *list));
    int n = 0;
    for (int s = 0; s < p->nsolvers; s++) {
        const int all = p->counts.problems, solved = (int)lround(all * share_of(p, s, DBL_MAX));
        if (p->front[s])
            list[n++] =
                (front_name){ 1 - room, (share_of(p, s, top) + 1e-6 * score_of(p, s)) / 1.02,
                              style_named(p->b, p->solvers[s], "", "").rgb,
                              text_of("%.100s (%d of %d)", p->solvers[s], solved, all) };
    }
    front_names(f, list, n, NULL, FRAME_WIDE, figure_tall(f));
    free(list);
}

static void write_note(const profiles *p, figure *f)
{
    char text[128];
    int behind = 0;
    for (int s = 0; s < p->nsolvers; s++) behind += !p->front[s];
    snprintf(text, sizeof text, "grey: %d other solver%s", behind, behind == 1 ? "" : "s");
    front_note(f, 0, behind ? text : "");
}

static void write_axis(figure *f, double top)
{
    figure_log_axis(f, 'x', "\317\204: CPU time over that of the fastest solver [1]", 1, top);
    fprintf(f->script, "set xtics 1,10,%g\nset xrange [1:%g]\n", top, pow(top, 1 / (1 - room)));
}

static void draw_curve(const profiles *p, figure *f, int s, double top)
{
    const int block = figure_block(f, p->solvers[s]);
    write_steps(p, f, s, top);
    figure_curve(f, block, "using 1:2 with steps ls %d notitle", s + 1);
    if (p->front[s])
        figure_curve(f, block, "using ($3 == 1 ? $1 : NaN):2 with points ls %d notitle", s + 1);
}

static void draw(const profiles *p, figure *f)
{
    const double top = largest_ratio(p);
    fprintf(f->script,
            "set title \"performance profile, %d problems, at least %g digits (%s)\" "
            "noenhanced\n",
            p->counts.problems, p->level, p->b->metric);
    write_axis(f, top);
    figure_axis(f, 'y', "share of problems solved within \317\204 [1]", 0, 1.02);
    fputs("set ytics 0.2\nunset key\n", f->script);
    figure_one_frame(f);
    write_names(p, f, top);
    write_note(p, f);
    for (int s = 0; s < p->nsolvers; s++) {
        style line = style_named(p->b, p->solvers[s], "", "");
        if (!p->front[s]) line.rgb = 0xc4c4c4;
        figure_line_style(f, s + 1, &line);
    }
    figure_plot(f);
    figure_curve(f, -1, "NaN notitle");
    for (int front = 0; front < 2; front++)
        for (int s = 0; s < p->nsolvers; s++)
            if (p->front[s] == (front == 1)) draw_curve(p, f, s, top);
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
        figure *f = figure_begin(d->folder, d->name, HEIGHT, d->why);
        if (f) draw(&p, f);
        good = f && figure_end(f, d->why);
    }
    free(p.ratio);
    free(p.shared);
    free(p.front);
    free(p.solvers);
    return good;
}
