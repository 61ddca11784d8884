/* layers.c -- layers 1 to 3 of a gate, in this order: solvers, solvers on problems, cells.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/gates/layers.h"

/* ---- layers 1 and 2 ---------------------------------------------------------------------- */

/* The cell where it shows most, with its numbers. */
static void point_at(ruling *v, const pair *p)
{
    const entry *e = p->entry;
    ruling_fault(v,
                 text_of("most: %s: %s, %.2f digits, %.0f evaluations; now %s, %.2f, %ld",
                         p->name, outcome_name(p->row->outcome), p->row->mescd, p->row->n_f,
                         outcome_name(e->r.outcome), e->mescd.value, entry_counter(e, "n_f")));
    ruling_reproduce(v, &e->r.cell);
}

static void judge_digits(const change *c, const group_limits *limits, ruling *v)
{
    if (c->compared < limits->cells || fabs(c->digits) <= limits->digits) return;
    ruling_fault(v, text_of("%s %.2f digits over %d cells (limit %.3g)",
                            c->digits < 0 ? "lost" : "gained", fabs(c->digits), c->compared,
                            limits->digits));
    point_at(v, c->most_digits);
}

static void judge_work(const change *c, const group_limits *limits, ruling *v)
{
    if (c->worked < limits->cells || fabs(c->work) <= limits->work) return;
    ruling_fault(v, text_of("took %.1f %% %s evaluations over %d cells (limit %.3g %%)",
                            100 * fabs(c->work), c->work > 0 ? "more" : "fewer", c->worked,
                            100 * limits->work));
    point_at(v, c->most_work);
}

static void judge_outcomes(const change *c, const group_limits *limits, ruling *v)
{
    const int most = change_may_lose(c, limits);
    if (c->n < limits->cells || (c->lost <= most && c->gained <= most)) return;
    ruling_fault(v, text_of("ends well no more in %d and newly in %d of %d cells (limit %d)",
                            c->lost, c->gained, c->n, most));
    point_at(v, c->outcome);
}

static void judge_groups(const pairs *p, const group_limits *limits, bool by_problem,
                         rulings *to)
{
    change *list;
    const int n = changes_of(p, by_problem, &list);
    for (int i = 0; i < n; i++) {
        const change *c = &list[i];
        const cell *k = &c->first->entry->r.cell;
        if (c->n < limits->cells) continue;
        char *name =
            by_problem ? text_of("%s on %s", k->solver, k->problem) : copied(k->solver);
        ruling *v =
            ruling_add(to, by_problem ? 2 : 1, by_problem ? "layer 2" : "layer 1", name);
        judge_digits(c, limits, v);
        judge_work(c, limits, v);
        judge_outcomes(c, limits, v);
        free(name);
    }
    free(list);
}

/* ---- layer 3 ----------------------------------------------------------------------------- */

static void judge_cells(const layers *l, const pairs *p, bool *used, rulings *to)
{
    for (int i = 0; i < p->n; i++) {
        const pair *one = &p->list[i];
        if (!pair_is_judged(one)) continue;
        properties_check(l, one, used,
                         ruling_add(to, 3, one->entry->r.cell.problem, one->name));
    }
}

/* Rows of the base without a result. */
static void judge_missing(const base *old, const pairs *p, const char *sets, rulings *to)
{
    cell c;
    for (int i = 0; i < old->n; i++) {
        const base_row *r = &old->rows[i];
        if (p->seen[i] || !layers_wants(sets, r->set) || !cell_from_title(&c, r->cell))
            continue;
        ruling *v = ruling_add(to, 3, c.problem, r->cell);
        ruling_fault(v, text_of("cell: expected a result in the store, found none (%s:%d)",
                                old->path, r->line));
        ruling_reproduce(v, &c);
    }
}

static void judge_unjudged(const char *name, int unjudged, int n, double share, rulings *to)
{
    const int most = (int)fmax(4, share * n); /* a slow machine stops a ladder's sharp end */
    if (!unjudged) return;
    ruling *v = ruling_add(to, 3, "not judged", name);
    if (unjudged > most)
        ruling_fault(v, text_of("%d of %d cells reached a time limit, now or in the base: "
                                "nothing follows from them (limit %d)",
                                unjudged, n, most));
}

/* Too many cells that nothing follows from: of all, and of a solver. */
static void judge_limits(const layers *l, const pairs *p, rulings *to)
{
    int all = 0;
    for (int i = 0, n, of_solver; i < p->n; i += n) {
        const char *solver = p->list[i].entry->r.cell.solver;
        for (n = of_solver = 0;
             i + n < p->n && !strcmp(p->list[i + n].entry->r.cell.solver, solver); n++)
            of_solver += !pair_is_judged(&p->list[i + n]);
        judge_unjudged(solver, of_solver, n, l->unjudged_of_solver, to);
        all += of_solver;
    }
    judge_unjudged("all cells", all, p->n, l->unjudged, to);
}

void layers_check(const layers *l, const base *old, const pairs *p, const char *sets,
                  bool *used, rulings *to)
{
    judge_groups(p, &l->solver, false, to);
    judge_groups(p, &l->problem, true, to);
    judge_cells(l, p, used, to);
    judge_missing(old, p, sets, to);
    judge_limits(l, p, to);
}
