/* layers_print.c -- what layers 1 to 3 found, for people, and as rows of the table of a gate.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/gates/layers.h"

static void print_total(const rulings *v, int layer, const char *what, FILE *f)
{
    int n = 0, failed = 0;
    for (int i = 0; i < v->n; i++) {
        n += v->list[i].layer == layer;
        failed += v->list[i].layer == layer && v->list[i].n > 0;
    }
    fprintf(f, "layer %d: %d of %d %s hold\n", layer, n - failed, n, what);
}

static void print_counts(const base *old, const pairs *p, FILE *f)
{
    int unjudged = 0;
    for (int i = 0; i < p->n; i++) unjudged += !pair_is_judged(&p->list[i]);
    if (unjudged)
        fprintf(f, "%d of %d cells were not judged: a time limit was reached\n", unjudged,
                p->n);
    if (p->nother)
        fprintf(f, "%d cells ran with another version of a library than the base has\n",
                p->nother);
    for (int i = 0; i < p->n && p->nnew; i++)
        if (!p->list[i].row) fprintf(f, "new: %s\n", p->list[i].name);
    if (p->nnew)
        fprintf(f, "%d cells are not in %s; gate --accept takes them in\n", p->nnew, old->path);
}

void layers_print_unused(const layers *l, const bool *used, FILE *f)
{
    for (int i = 0; i < l->nexceptions; i++)
        if (!used[i])
            fprintf(f, "%s:%d: the exception \"%s\" excused nothing; can it go?\n", l->path,
                    l->exceptions[i].line, l->exceptions[i].reason);
}

void layers_print(const base *old, const pairs *p, const rulings *v, FILE *f)
{
    rulings_print(v, f);
    print_total(v, 1, "solvers", f);
    print_total(v, 2, "solvers on problems", f);
    print_total(v, 3, "cells", f);
    print_counts(old, p, f);
}

/* ---- a table ----------------------------------------------------------------------------- */

/* The columns of a gate's table. */
static void put_row(table *t, const change *c, bool by_problem, const char *what, double limit,
                    double found)
{
    const cell *k = &c->first->entry->r.cell;
    table_text(t, "%s", by_problem ? k->problem : "*");
    table_text(t, "%s", k->solver);
    table_text(t, "%d cells", c->n);
    table_text(t, "%d lost, %d gained", c->lost, c->gained);
    table_text(t, "layer %d: change of %s", by_problem ? 2 : 1, what);
    table_number(t, "%.4g", limit);
    table_number(t, "%.4g", found);
    table_text(t, "%s", "");
}

static void rows_of(table *t, const pairs *p, const group_limits *limits, bool by_problem)
{
    change *list;
    const int n = changes_of(p, by_problem, &list);
    for (int i = 0; i < n; i++) {
        const change *c = &list[i];
        if (c->compared >= limits->cells)
            put_row(t, c, by_problem, "digits", limits->digits, c->digits);
        if (c->worked >= limits->cells)
            put_row(t, c, by_problem, "n_f, relative", limits->work, c->work);
    }
    free(list);
}

void layers_rows(table *t, const layers *l, const pairs *p)
{
    rows_of(t, p, &l->solver, false);
    rows_of(t, p, &l->problem, true);
}
