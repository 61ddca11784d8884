/* rank.c -- configurations of one problem, cheapest first at a level of digits.
 *
 *     rank = 1 + number of those that are cheaper beyond doubt,  "~": some cannot be told apart
 *
 * Costs are interpolated along the Pareto front of each ladder; one whose cheapest run has more
 * digits than asked for costs what this run does.
 *
 * Who declines the problem is in no ranking, since it has not failed.
 *
 * A set-up is not part of a solve. One that takes more than 5 ms and more than five solves may
 * have done their work: its configuration is told apart, with both times.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/tables/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/board/rungs.h"
#include "reports/tables/tables.h"
#include "reports/text/table.h"

static const entry *head_of(const ranking *f, const ladder *l)
{
    return &f->b->entries[l->first];
}

/* Ranked before apart, both before those who do not arrive. */
static int place(const rank_runner *r) { return isnan(r->s) ? 2 : r->setup_s > 0; }

/* Cheap before dear in each place. */
static int by_cost(const void *a, const void *b)
{
    const rank_runner *x = a, *y = b;
    if (place(x) != place(y)) return place(x) - place(y);
    return (x->s > y->s) - (x->s < y->s);
}

/* Of the cheapest run that has the digits. */
static double setup_of(const board *b, const ladder *l, double level)
{
    const entry *best = NULL;
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &b->entries[k];
        const bool there = e->r.outcome == OUTCOME_OK && e->cpu.n > 0 && !e->digits.hollow &&
                           e->digits.known && e->digits.value >= level;
        if (there && (!best || e->cpu.median < best->cpu.median)) best = e;
    }
    return best ? best->long_setup : 0;
}

static void collect(ranking *f)
{
    f->runners = need(calloc((size_t)f->g->nladders + 1, sizeof *f->runners));
    for (int i = f->g->ladder; i < f->g->ladder + f->g->nladders; i++) {
        const ladder *l = &f->b->ladders[i];
        if (strcmp(head_of(f, l)->machine, f->machine) != 0) continue;
        if (!ladder_ended(f->b, l).rungs) {
            f->declined += head_of(f, l)->r.outcome == OUTCOME_DECLINED;
            continue;
        }
        rank_runner *r = &f->runners[f->n++];
        r->ladder = l;
        r->curve = curves_at(f->b, l, f->q->level);
        r->s = cost_at(r->curve, f->q->level);
        r->setup_s = setup_of(f->b, l, f->q->level);
    }
    qsort(f->runners, (size_t)f->n, sizeof *f->runners, by_cost);
}

const char *ranking_name(const ranking *f, int i)
{
    const cell *c = &head_of(f, f->runners[i].ladder)->r.cell;
    return f->q->by == RANK_BY_SOLVER        ? c->solver
           : f->q->by == RANK_BY_FORMULATION ? c->formulation
                                             : NULL;
}

/* Of each solver or formulation only the cheapest stays; they are sorted. */
static void thin(ranking *f)
{
    int n = 0;
    for (int i = 0; i < f->n; i++) {
        const rank_runner here = f->runners[i];
        const char *name = ranking_name(f, i);
        bool again = false;
        for (int k = 0; name && k < n; k++) again |= !strcmp(name, ranking_name(f, k));
        if (again)
            cost_curve_free(here.curve);
        else
            f->runners[n++] = here;
    }
    f->n = n;
}

ranking ranking_of(const board *b, const group *g, const char *machine, const rank_request *q)
{
    ranking f = { .b = b, .g = g, .q = q, .machine = machine };
    collect(&f);
    thin(&f);
    for (int i = 0; i < f.n; i++) {
        f.arrived += place(&f.runners[i]) == 0;
        f.apart += place(&f.runners[i]) == 1;
    }
    return f;
}

void ranking_free(ranking *f)
{
    for (int i = 0; i < f->n; i++) cost_curve_free(f->runners[i].curve);
    free(f->runners);
}

static void add_ratio(table *t, const ranking *f, int i)
{
    const cost_ratio r = cost_compare(f->runners[i].curve, f->runners[0].curve, f->q->level);
    if (i)
        table_text(t, "%.3g [%.3g, %.3g]", r.ratio, r.sure_low, r.sure_high);
    else
        table_text(t, "%s", "1");
}

int ranking_rank(const ranking *f, int i, bool *tied)
{
    int rank = 1;
    *tied = false;
    for (int k = 0; k < f->arrived; k++) {
        if (k == i) continue;
        const cost_ratio r =
            cost_compare(f->runners[i].curve, f->runners[k].curve, f->q->level);
        rank += r.verdict == COST_MORE;
        *tied |= r.verdict == COST_SAME;
    }
    return rank;
}

static void add_rank(table *t, const ranking *f, int i)
{
    bool tied;
    const int rank = ranking_rank(f, i, &tied);
    table_text(t, "%d%s", rank, tied ? "~" : "");
}

double ranking_stability(const ranking *f, int i)
{
    return i ? curves_stability(f->b, f->runners[0].ladder, f->runners[i].ladder, f->q->level)
             : NAN;
}

static bool has_stability(const ranking *f, int n)
{
    for (int i = 0; i < n; i++)
        if (ladder_is_jittered(f->b, f->runners[i].ladder)) return true;
    return false;
}

/* "the first stays before it in 97 % of the draws" */
static void add_stability(table *t, const ranking *f, int i)
{
    const double share = ranking_stability(f, i);
    if (isfinite(share))
        table_text(t, "%.0f %%", 100 * share);
    else
        table_text(t, "%s", "");
}

static char *heading(const ranking *f, bool stability)
{
    const char *more = stability ? "|order holds" : "";
    return f->q->by == RANK_BY_CONFIGURATION
               ? text_of("rank|configuration|%s|ratio [99.9 %%]%s", f->q->cost, more)
           : f->q->by == RANK_BY_SOLVER
               ? text_of("rank|solver|%s|ratio [99.9 %%]%s|in its best configuration",
                         f->q->cost, more)
               : text_of("rank|formulation|%s|ratio [99.9 %%]%s|with", f->q->cost, more);
}

static void print_table(const ranking *f, int n, FILE *to)
{
    char label[1024];
    const bool stability = has_stability(f, n);
    char *head = heading(f, stability);
    table *t = table_new(head);
    free(head);
    for (int i = 0; i < n; i++) {
        const rank_runner *r = &f->runners[i];
        ladder_label(f->b, r->ladder, label, sizeof label);
        add_rank(t, f, i);
        table_text(t, "%s", ranking_name(f, i) ? ranking_name(f, i) : label);
        table_number(t, "%.3g", r->s);
        add_ratio(t, f, i);
        if (stability) add_stability(t, f, i);
        if (ranking_name(f, i)) table_text(t, "%s", label);
    }
    table_plain(t, to);
    table_free(t);
    const entry **list = need(calloc((size_t)(n > 0 ? n : 0) + 1, sizeof *list));
    for (int i = 0; i < n; i++) list[i] = head_of(f, f->runners[i].ladder);
    tables_times(list, n, to);
    free(list);
}

rank_fate ranking_fate(const ranking *f, int i)
{
    const rank_runner *r = &f->runners[i];
    if (place(r) == 1) return RANK_APART;
    if (*head_of(f, r->ladder)->not_deterministic) return RANK_MAY_DIFFER;
    bool arrived = false, scored = false, there = false;
    for (int k = 0; k < r->ladder->n; k++) {
        const entry *e = head_of(f, r->ladder) + k;
        const digits *d = &e->digits;
        if (e->r.outcome != OUTCOME_OK) continue;
        arrived = true;
        scored |= d->known;
        there |= d->known && d->value >= f->q->level && !d->hollow && !(e->cpu.n > 0);
    }
    return !arrived                             ? RANK_FAILED
           : !scored                            ? RANK_UNSCORED
           : there                              ? RANK_TIMELESS
           : ladder_ended(f->b, r->ladder).open ? RANK_NOT_REQUESTED
                                                : RANK_SHORT;
}

/* The result with the most digits among those who do not arrive. */
static const entry *nearest(const ranking *f, int n, const ladder **whose)
{
    const entry *best = NULL;
    for (int i = n; i < f->n; i++)
        for (int k = 0; ranking_fate(f, i) == RANK_SHORT && k < f->runners[i].ladder->n; k++) {
            const entry *e = head_of(f, f->runners[i].ladder) + k;
            const digits *d = &e->digits;
            if (!d->known || (best && d->value <= best->digits.value)) continue;
            best = e;
            *whose = f->runners[i].ladder;
        }
    return best;
}

static void tell_nearest(const ranking *f, int n, FILE *to)
{
    char label[1024], rung[64];
    const ladder *whose = NULL;
    const entry *e = nearest(f, n, &whose);
    if (!e) return;
    ladder_label(f->b, whose, label, sizeof label);
    fprintf(to, "; the nearest: %s with %.2f at %s", label, e->digits.value,
            entry_rung_text(e, rung, sizeof rung));
    if (e->digits.hollow)
        fputs(", within ten error bars of the reference: not ranked", to);
    else if (isfinite(e->cpu.median))
        fprintf(to, ", %.3g %s", e->cpu.median,
                strcmp(f->q->cost, "instructions") ? "s" : f->q->cost);
}

bool ranking_is_open(const ranking *f)
{
    for (int i = f->arrived; i < f->n; i++)
        if (ranking_fate(f, i) == RANK_NOT_REQUESTED) return true;
    return false;
}

/* "not asked: ida@ggl: the finest rung asked, rtol = 1e-07, gave 3.9 digits, still climbing" */
static void print_not_requested(const ranking *f, int n, FILE *to)
{
    char label[1024], text[256];
    for (int i = n; i < f->n; i++) {
        if (ranking_fate(f, i) != RANK_NOT_REQUESTED) continue;
        const ladder_end end = ladder_ended(f->b, f->runners[i].ladder);
        ladder_label(f->b, f->runners[i].ladder, label, sizeof label);
        ladder_end_text(&end, text, sizeof text);
        fprintf(to, "not asked: %s: %s\n", label, text);
    }
}

/* "ranked apart: mine@ode: 0.00031, behind a set-up of 0.12 s" */
static void print_apart(const ranking *f, FILE *to)
{
    char label[1024];
    for (int i = f->arrived; i < f->arrived + f->apart; i++) {
        ladder_label(f->b, f->runners[i].ladder, label, sizeof label);
        fprintf(to, "ranked apart: %s: %.3g, behind a set-up of %.3g s\n", label,
                f->runners[i].s, f->runners[i].setup_s);
    }
}

/* "not ranked: mine@ode is not deterministic: its threads add in any order" */
static void print_may_differ(const ranking *f, int n, FILE *to)
{
    char label[1024];
    for (int i = n; i < f->n; i++) {
        if (ranking_fate(f, i) != RANK_MAY_DIFFER) continue;
        ladder_label(f->b, f->runners[i].ladder, label, sizeof label);
        fprintf(to, "not ranked: %s is not deterministic: %s\n", label,
                head_of(f, f->runners[i].ladder)->not_deterministic);
    }
}

static void print_short(const ranking *f, int n, int count, FILE *to)
{
    if (n || count < f->n)
        fprintf(to, "%d%s do not get there", count, n ? " more" : "");
    else
        fprintf(to, "nobody gets there of %d", f->n);
    tell_nearest(f, n, to);
    fputc('\n', to);
}

/* Those who are not in the table, by what keeps each of them out. */
static void print_rest(const ranking *f, int n, FILE *to)
{
    const bool costs = group_has_costs(f->b, f->g);
    int count[RANK_NFATES] = { 0 };
    for (int i = n; i < f->n; i++) count[ranking_fate(f, i)]++;
    if (!costs)
        fprintf(to, "no %s in this store: nobody can be ranked\n",
                strcmp(f->q->cost, "instructions") ? "times" : "instruction counts");
    print_apart(f, to);
    print_may_differ(f, n, to);
    if (count[RANK_NOT_REQUESTED]) print_not_requested(f, n, to);
    if (count[RANK_SHORT]) print_short(f, n, count[RANK_SHORT], to);
    if (count[RANK_TIMELESS] && costs)
        fprintf(to, "%d more would get there, but were not timed\n", count[RANK_TIMELESS]);
    if (count[RANK_UNSCORED])
        fprintf(to, "%d arrived and were not scored\n", count[RANK_UNSCORED]);
    if (count[RANK_FAILED]) fprintf(to, "%d did not arrive\n", count[RANK_FAILED]);
    if (f->declined) fprintf(to, "%d declined the problem\n", f->declined);
}

bool ranking_is_here(const ranking *f)
{
    for (int i = f->g->first; i < f->g->first + f->g->n; i++)
        if (!strcmp(f->b->entries[i].machine, f->machine)) return true;
    return false;
}

const char *ranking_nothing(const ranking *f)
{
    const bool needs = strcmp(f->b->metric, "multipliers") != 0; /* a reference */
    return needs && !f->g->ref && !*group_stand_in(f->g) ? f->g->why : NULL;
}

static void rank_machine(const ranking *f, FILE *to)
{
    char title[1024];
    group_title(f->g, title, sizeof title);
    fprintf(to, "%s, %g digits (%s)", title, f->q->level, f->b->metric);
    if (f->b->nmachines > 1) fprintf(to, ", machine %.12s", f->machine);
    if (ranking_nothing(f)) {
        fprintf(to, ": nothing can be ranked, %s\n\n", ranking_nothing(f));
        return;
    }
    fputc('\n', to);
    if (f->arrived) print_table(f, f->arrived, to);
    print_rest(f, f->arrived, to);
    fputc('\n', to);
}

void rank_print(const board *b, const group *g, const rank_request *q, FILE *f)
{
    for (int m = 0; m < b->nmachines; m++) {
        ranking here = ranking_of(b, g, b->machines[m], q);
        if (ranking_is_here(&here)) rank_machine(&here, f);
        ranking_free(&here);
    }
}
