/* answers.c -- who is cheapest at so many digits: from rank.c, as data and as a table.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/answers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/board/rungs.h"
#include "reports/figures/profile.h"
#include "reports/tables/rank.h"

static rank_request request(double level, rank_by by)
{
    return (rank_request){ level, "CPU [s]", by };
}

/* ---- data -------------------------------------------------------------------------------- */

static void write_ratio(json_out *o, const rank_runner *a, const rank_runner *b, double level)
{
    const cost_ratio r = a == b ? (cost_ratio){ COST_SAME, 1, 1, 1, 1, 1 }
                                : cost_compare(a->curve, b->curve, level);
    json_long(o, NULL, r.verdict == COST_SAME);
    json_number(o, NULL, r.ratio);
    json_number(o, NULL, r.sure_low);
    json_number(o, NULL, r.sure_high);
}

static const char *solver_of(const ranking *f, const rank_runner *r)
{
    return f->b->entries[r->ladder->first].r.cell.solver;
}

/* The cheapest of the same solver: the first of its name, as they are sorted. */
static const rank_runner *best_runner(const ranking *f, int i)
{
    int k = 0;
    while (strcmp(solver_of(f, &f->runners[k]), solver_of(f, &f->runners[i])) != 0) k++;
    return &f->runners[k];
}

static void write_level(const board *b, const group *g, const char *machine, double level,
                        json_out *o)
{
    const rank_request q = request(level, RANK_BY_CONFIGURATION);
    ranking f = ranking_of(b, g, machine, &q);
    json_open(o, NULL, '[');
    for (int i = 0; i < f.arrived; i++) {
        const rank_runner *r = &f.runners[i];
        json_open(o, NULL, '[');
        json_long(o, NULL, (long)(r->ladder - b->ladders));
        json_number(o, NULL, r->s);
        write_ratio(o, r, &f.runners[0], level);
        write_ratio(o, r, best_runner(&f, i), level);
        const double holds = ranking_stability(&f, i);
        if (isfinite(holds)) json_number(o, NULL, holds);
        json_close(o, ']');
    }
    json_close(o, ']');
    ranking_free(&f);
}

void answers_json(const board *b, json_out *o)
{
    json_open(o, "answers", '[');
    for (int m = 0; m < b->nmachines; m++) {
        json_open(o, NULL, '[');
        for (int g = 0; g < b->ngroups; g++) {
            json_open(o, NULL, '[');
            for (int level = 1; level <= ANSWERS_DIGITS; level++)
                write_level(b, &b->groups[g], b->machines[m], level, o);
            json_close(o, ']');
        }
        json_close(o, ']');
    }
    json_close(o, ']');
}

/* ---- profiles ---------------------------------------------------------------------------- */

static void write_costs(json_out *o, const char *name, const double *at, const double *t, int n)
{
    json_open(o, name, '[');
    for (int level = 1; level <= ANSWERS_DIGITS; level++)
        json_number(o, NULL, profile_cost(at, t, n, level));
    json_close(o, ']');
}

static bool counts(const entry *e)
{
    return e->r.outcome != OUTCOME_DECLINED && e->r.outcome != OUTCOME_INFRASTRUCTURE &&
           e->digits.known && e->cpu.median > 0 && !*e->not_deterministic;
}

static bool by_evaluations(const void *context, const entry *e, double *at, double *spent)
{
    (void)context;
    *at = e->digits.value;
    *spent = fmax((double)entry_counter(e, "n_f"), 1);
    return counts(e);
}

void answers_spent(const board *b, const ladder *l, json_out *o)
{
    double *at = need(calloc(2 * (size_t)l->n + 1, sizeof *at)), *t = at + l->n;
    write_costs(o, "spent", at, t, rung_means(b, l, profile_point, NULL, at, t));
    write_costs(o, "spent_f", at, t, rung_means(b, l, by_evaluations, NULL, at, t));
    free(at);
}

double answers_limit(const board *b, const group *g)
{
    double least = NAN;
    for (int i = g->first; i < g->first + g->n; i++)
        least = fmin(least, b->entries[i].digits.limit - 1);
    return least;
}

/* ---- words ------------------------------------------------------------------------------- */

/* Equations that are not those of the cheapest are named as such: a rank between
 * formulations. */
static const char *elsewhere(const ranking *f, int i)
{
    const entry *e = f->b->entries;
    const char *first = e[f->runners[0].ladder->first].r.cell.formulation;
    const char *other = e[f->runners[i].ladder->first].r.cell.formulation;
    return strcmp(first, other) == 0 ? "" : " (another formulation)";
}

/* "dopri5@projected: 1.32 [1.2, 1.4]" */
static void add_second(table *t, const ranking *f)
{
    char label[512];
    if (f->arrived < 2) {
        table_text(t, "%s", "");
        return;
    }
    const cost_ratio r = cost_compare(f->runners[1].curve, f->runners[0].curve, f->q->level);
    ladder_label(f->b, f->runners[1].ladder, label, sizeof label);
    table_text(t, "%s: %.3g [%.3g, %.3g]%s", label, r.ratio, r.sure_low, r.sure_high,
               elsewhere(f, 1));
}

static void add_ties(table *t, const ranking *f)
{
    char text[1024] = "", label[512];
    for (int i = 1; i < f->arrived; i++) {
        const size_t n = strlen(text);
        const cost_ratio r =
            cost_compare(f->runners[i].curve, f->runners[0].curve, f->q->level);
        if (r.verdict != COST_SAME) continue;
        ladder_label(f->b, f->runners[i].ladder, label, sizeof label);
        snprintf(text + n, sizeof text - n, "%s%s%s", n ? ", " : "", label, elsewhere(f, i));
    }
    table_text(t, "%s", text);
}

static void add_answer(table *t, const board *b, const group *g, const char *machine,
                       double level)
{
    char title[1024], label[512];
    const rank_request q = request(level, RANK_BY_SOLVER);
    ranking f = ranking_of(b, g, machine, &q);
    if (f.n) {
        group_title(g, title, sizeof title);
        table_text(t, "%s", title);
        table_text(t, "%g", level);
        ladder_label(b, f.runners[0].ladder, label, sizeof label);
        table_text(t, "%s",
                   f.arrived                       ? label
                   : group_is_untimed(b, g, level) ? "timings are to come"
                   : ranking_is_open(&f)           ? "not asked for so many"
                                                   : "none reaches it");
        table_number(t, "%.3g", f.arrived ? f.runners[0].s : NAN);
        add_second(t, &f);
        add_ties(t, &f);
        table_text(t, "%d of %d", f.arrived + f.apart, f.n);
    }
    ranking_free(&f);
}

table *answers_table(const board *b)
{
    char *head = text_of("problem|digits (%s)|fastest|CPU [s]|runner-up: ratio [99.9 %%]|"
                         "statistical tie with the fastest|solvers that reach it",
                         b->metric);
    table *t = table_new(head);
    free(head);
    for (int m = 0; m < b->nmachines; m++)
        for (int g = 0; g < b->ngroups; g++)
            for (int level = 3; level <= 9 && group_has_costs(b, &b->groups[g]); level += 3)
                add_answer(t, b, &b->groups[g], b->machines[m], level);
    return t;
}
