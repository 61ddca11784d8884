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
    printf("\n%d cells of %d problems and %d solvers, %d of them declined; %d combinations do "
           "not fit and are skipped\n",
           p->ncells, a->problems, a->solvers, a->declined, p->nskips);
    printf("%d finished before, %d to run: about %s of %s of work%s; timings use one core, "
           "accuracy runs %d\n",
           a->finished, p->ncells - a->finished, duration(a->left_s, left),
           duration(a->all_s, all), a->guesses ? " (? marks guesses)" : "", jobs);
}

void plan_print(const plan *p, store *s, const char *machine, int jobs)
{
    sums a = { 0 };
    seen problems = { 0 }, solvers = { 0 };
    for (int i = 0; i < p->ncells; i++) {
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
