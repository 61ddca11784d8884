/* plan_print.c -- what a plan means, for people: its cells, what does not fit, and a summary of
 * how much it is and how long it may take.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/plan.h"
#include "bench/plan/seen.h"

#include "bench/base/util.h"
#include "bench/store/store_inner.h"

#include <stdio.h>

typedef struct sums {
    int problems, solvers, declined, finished, guesses;
    int beyond; /* rungs beyond the end of a ladder, which are in no other number */
    double all_s, left_s;
} sums;

/* Seconds of a cell: what it took before, else a guess. */
static double estimate(store *s, const cell *c, bool *measured)
{
    const double before = s ? store_seconds(s, c) : -1;
    *measured = before >= 0;
    return *measured ? before : plan_accuracy_s + c->workers * plan_timing_s(c);
}

static void print_cell(const plan_cell *p, double seconds, bool measured)
{
    char title[1024];
    cell_title(&p->cell, title, sizeof title);
    printf("%-10.10s  %-70s", p->group, title);
    if (p->declined)
        printf("  declined: %s\n", p->declined);
    else
        printf("  %8.3g s%s\n", seconds, measured ? "" : "?");
}

static void add(sums *to, const plan_cell *p, store *s, const char *machine)
{
    bool measured;
    outcome o;
    const double seconds = estimate(s, &p->cell, &measured);
    const bool finished = s && store_has(s, p->cell.key, machine, &o);
    print_cell(p, seconds, measured);
    to->finished += finished;
    to->declined += p->declined != NULL;
    if (p->declined) return;
    to->guesses += !measured;
    to->all_s += seconds;
    if (!finished) to->left_s += seconds;
}

/* The first rung beyond the end of its ladder stands for all of them. */
static void print_beyond(const plan *p, int i, sums *to)
{
    char title[1024];
    const plan_cell *c = &p->cells[i];
    to->beyond++;
    if (c->coarser && p->cells[c->coarser - 1].until.digits > 0) return;
    cell_title(&c->cell, title, sizeof title);
    printf("%-10.10s  %-70s  and finer, until %.3g digits or %.3g s\n", c->group, title,
           c->until.digits, c->until.seconds > 0 ? c->until.seconds : c->cell.timeout_s);
}

static const char *duration(double s, char text[32])
{
    if (s < 90)
        snprintf(text, 32, "%.2g s", s);
    else
        snprintf(text, 32, "%.2g %s", s < 5400 ? s / 60 : s / 3600, s < 5400 ? "min" : "h");
    return text;
}

static void summarise(const plan *p, const sums *a, int jobs)
{
    char all[32], left[32];
    const int cells = p->ncells - a->beyond;
    printf("\n%d cells of %d problems and %d solvers, %d of them declined; %d combinations do "
           "not fit and are skipped\n",
           cells, a->problems, a->solvers, a->declined, p->nskips);
    printf("%d finished before, %d to run: about %s of %s of work%s; timings use one core, "
           "accuracy runs %d\n",
           a->finished, cells - a->finished, duration(a->left_s, left), duration(a->all_s, all),
           a->guesses ? " (? marks guesses)" : "", jobs);
    if (a->beyond)
        printf("%d further rungs, each run only if the coarser one lacks digits (`until`)\n",
               a->beyond);
}

void plan_print(const plan *p, store *s, const char *machine, int jobs)
{
    sums a = { 0 };
    seen problems = { 0 }, solvers = { 0 };
    for (int i = 0; i < p->ncells; i++) {
        if (p->cells[i].until.digits > 0)
            print_beyond(p, i, &a);
        else
            add(&a, &p->cells[i], s, machine);
        a.problems += seen_add(&problems, p->cells[i].cell.problem, NULL);
        a.solvers += seen_add(&solvers, p->cells[i].cell.solver, NULL);
    }
    seen_free(&problems);
    seen_free(&solvers);
    for (int i = 0; i < p->nskips; i++)
        printf("%-10s  %s: %s\n", "skipped", p->skips[i].what, p->skips[i].why);
    summarise(p, &a, jobs);
}
