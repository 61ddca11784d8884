/* changes.c -- layers 1 and 2: what changed against the base, over all cells of a solver, and
 * over those of a solver on one problem.
 *
 *     T(x) = mean of x without its k smallest and k largest values                     (1)
 *     k = n/10 rounded down, but 1 from n = 4 on
 *
 * A single cell moves by a digit when an error changes its sign or a step falls otherwise; the
 * mean of many does not. Trimming keeps those few out of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/gates/layers.h"

enum { FEWEST_TRIMMED = 4 }; /* of these, two are left */

/* T(x) of (1); sorts x; 0 where there are none. */
static double trimmed_mean(double *x, int n)
{
    const int cut = n < FEWEST_TRIMMED ? 0 : n / 10 > 1 ? n / 10 : 1;
    double sum = 0;
    if (!n) return 0;
    sort_numbers(x, n);
    for (int i = cut; i < n - cut; i++) sum += x[i];
    return sum / (n - 2 * cut);
}

static void count_outcome(change *c, const pair *p)
{
    c->lost += p->outcome < 0;
    c->gained += p->outcome > 0;
    if (p->outcome && (!c->outcome || p->outcome < c->outcome->outcome)) c->outcome = p;
}

static void take_digits(change *c, const pair *p, double *list)
{
    if (isnan(p->digits)) return;
    list[c->compared++] = p->digits;
    c->before += p->row->mescd;
    c->after += p->row->mescd + p->digits;
    if (!c->most_digits || fabs(p->digits) > fabs(c->most_digits->digits)) c->most_digits = p;
}

static void take_work(change *c, const pair *p, double *list)
{
    if (isnan(p->work)) return;
    list[c->worked++] = p->work;
    c->n_f_before += p->row->n_f;
    c->n_f_after += exp(p->work) * p->row->n_f;
    if (!c->most_work || fabs(p->work) > fabs(c->most_work->work)) c->most_work = p;
}

static change change_of(const pair *first, int n)
{
    change c = { .first = first, .n = n };
    double *d = need(calloc((size_t)n, sizeof *d));
    double *w = need(calloc((size_t)n, sizeof *w));
    for (const pair *p = first; p < first + n; p++) {
        count_outcome(&c, p);
        take_digits(&c, p, d);
        take_work(&c, p, w);
    }
    c.digits = trimmed_mean(d, c.compared);
    c.work = exp(trimmed_mean(w, c.worked)) - 1;
    if (c.compared) {
        c.before /= c.compared;
        c.after /= c.compared;
    }
    free(d);
    free(w);
    return c;
}

static bool same_group(const pair *a, const pair *b, bool by_problem)
{
    const cell *c = &a->entry->r.cell, *d = &b->entry->r.cell;
    return !strcmp(c->solver, d->solver) && (!by_problem || !strcmp(c->problem, d->problem));
}

int changes_of(const pairs *p, bool by_problem, change **list)
{
    int groups = 0;
    *list = NULL;
    for (int i = 0, n; i < p->n; i += n) {
        for (n = 1; i + n < p->n && same_group(&p->list[i], &p->list[i + n], by_problem);) n++;
        *list = grown(*list, (size_t)groups + 1, sizeof **list);
        (*list)[groups++] = change_of(&p->list[i], n);
    }
    return groups;
}

/* One outcome may change: a solver at the limit of steps passes it or does not. */
int change_may_lose(const change *c, const group_limits *limits)
{
    return (int)fmax(1, limits->changed * c->n);
}
