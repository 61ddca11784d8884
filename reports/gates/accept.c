/* accept.c -- results as they are become the base, and what that changes is said.
 *
 * Worse is: a solver that has lost more than a fifth of what layer 1 lets pass, a solver on a
 * problem that has lost more than layer 2 lets pass, a cell that ended well and fails now, and
 * a cell that the results do not have. A fifth, so that many small losses do not add up
 * unseen.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/gates/layers.h"

static bool is_worse(const change *c, const group_limits *limits, double part)
{
    return (c->compared >= limits->cells && c->digits < -part * limits->digits) ||
           (c->worked >= limits->cells && c->work > part * limits->work);
}

static bool has_changed(const change *c)
{
    return fabs(c->digits) >= 5e-4 || fabs(c->work) >= 5e-5 ||
           fabs(c->after - c->before) >= 5e-4 || c->lost || c->gained;
}

/* Digits: means of mescd; n_f: sums; in brackets what the layers look at. */
static void print_change(const change *c, bool by_problem, bool worse, FILE *f)
{
    const cell *k = &c->first->entry->r.cell;
    fprintf(f, "%s %s%s%s: %.3f -> %.3f digits (%+.3f), n_f %.0f -> %.0f (%+.2f %%), %d cells",
            worse ? "worse   " : "changed ", k->solver, by_problem ? " on " : "",
            by_problem ? k->problem : "", c->before, c->after, c->digits, c->n_f_before,
            c->n_f_after, 100 * c->work, c->n);
    if (c->lost) fprintf(f, ", %d end well no more", c->lost);
    if (c->gained) fprintf(f, ", %d end well now", c->gained);
    fputc('\n', f);
}

typedef struct tally {
    int worse, changed; /* what is worse has changed, too */
} tally;

static void print_groups(const pairs *p, const group_limits *limits, double part,
                         bool by_problem, FILE *f, tally *to)
{
    change *list;
    int changed = 0;
    const int n = changes_of(p, by_problem, &list);
    for (int i = 0; i < n; i++) {
        const bool bad = is_worse(&list[i], limits, part);
        to->worse += bad;
        if (!bad && !has_changed(&list[i])) continue;
        print_change(&list[i], by_problem, bad, f);
        changed++;
    }
    to->changed += changed;
    fprintf(f, "%d of %d %s changed\n", changed, n,
            by_problem ? "solvers on problems" : "solvers");
    free(list);
}

static void print_outcome(const pair *p, FILE *f, tally *to)
{
    const bool bad = p->outcome < 0;
    to->worse += bad;
    to->changed++;
    fprintf(f, "%s %s: %s -> %s\n", bad ? "worse   " : "changed ", p->name,
            outcome_name(p->row->outcome), outcome_name(p->entry->r.outcome));
}

static void print_cells(const base *old, const pairs *p, const char *sets, FILE *f, tally *to)
{
    for (int i = 0; i < p->n; i++) {
        if (p->list[i].outcome) print_outcome(&p->list[i], f, to);
        to->changed += !p->list[i].row;
        if (!p->list[i].row && old->n) fprintf(f, "new      %s\n", p->list[i].name);
    }
    for (int i = 0; i < old->n; i++) {
        if (p->seen[i] || !layers_wants(sets, old->rows[i].set)) continue;
        fprintf(f, "gone     %s\n", old->rows[i].cell);
        to->worse++;
        to->changed++;
    }
}

/* ---- the new base ------------------------------------------------------------------------ */

/* Rules are written by hand: what they do not allow no reason makes part of the base. */
static int print_properties(const layers *l, const pairs *p, FILE *f)
{
    bool *used = need(calloc((size_t)l->nexceptions + 1, sizeof *used));
    rulings v = { 0 };
    for (int i = 0; i < p->n; i++)
        if (pair_is_judged(&p->list[i]))
            properties_check(l, &p->list[i], used, ruling_add(&v, 3, "", p->list[i].name));
    const int failed = rulings_failed(&v);
    rulings_print(&v, f);
    rulings_free(&v);
    free(used);
    if (failed)
        fprintf(f, "refused: %d cells do not hold layer 3; %s has its rules and exceptions\n",
                failed, l->path);
    return failed;
}

/* The row of exactly this cell and version. */
static const base_row *own_row(const pair *p)
{
    return p->row && !strcmp(p->row->library, p->entry->version) ? p->row : NULL;
}

/* With another version of the library the cell gives the same. */
static bool is_same(const pair *p)
{
    return p->row && p->row->outcome == p->entry->r.outcome &&
           (p->row->outcome != OUTCOME_OK ||
            (!(fabs(p->digits) >= 5e-4) && !(fabs(p->work) > 0)));
}

static void take_result(const layers *l, const pair *p, base *to)
{
    const entry *e = p->entry;
    const base_row *own = own_row(p);
    if (own && !pair_is_judged(p)) {
        base_add(to, own);
        return;
    }
    if (!own && is_same(p)) return;
    const bool well = e->r.outcome == OUTCOME_OK;
    const base_row row = { .cell = p->name,
                           .library = e->version,
                           .set = (char *)layers_set(l, &e->r.cell, p->tags),
                           .outcome = e->r.outcome,
                           .mescd = well && e->mescd.known ? e->mescd.value : NAN,
                           .n_f = (double)entry_counter(e, "n_f") };
    base_add(to, &row);
}

/* What the results say nothing of: sets that were not asked for, versions of a library. */
static void keep_others(const base *old, const pairs *p, const char *sets, base *to)
{
    bool *replaced = need(calloc((size_t)old->n + 1, sizeof *replaced));
    for (int i = 0; i < p->n; i++)
        if (own_row(&p->list[i])) replaced[own_row(&p->list[i]) - old->rows] = true;
    for (int i = 0; i < old->n; i++) {
        const base_row *r = &old->rows[i];
        const bool other_version = p->seen[i] && !replaced[i];
        if (other_version || (!p->seen[i] && !layers_wants(sets, r->set))) base_add(to, r);
    }
    free(replaced);
}

static void keep_reasons(const base *old, base *to)
{
    for (int i = 0; i < old->naccepted; i++) {
        const char *tab = strchr(old->accepted[i], '\t');
        char *day = text_of("%.*s", (int)(tab - old->accepted[i]), old->accepted[i]);
        base_accepted(to, day, tab + 1);
        free(day);
    }
}

base *layers_accept(const layers *l, const base *old, const pairs *p, const char *sets,
                    const char *date, const char *cause, FILE *report)
{
    reason why;
    if (print_properties(l, p, report)) return NULL;
    tally all = { 0 };
    print_groups(p, &l->solver, 0.2, false, report, &all);
    print_groups(p, &l->problem, 1, true, report, &all);
    print_cells(old, p, sets, report, &all);
    if (all.worse && !cause) {
        fprintf(report, "refused: %d are worse or gone; say why with --reason TEXT\n",
                all.worse);
        return NULL;
    }
    base *to = base_empty(old->path);
    keep_reasons(old, to);
    if (all.changed || cause)
        base_accepted(to, date, cause ? cause : old->n ? "nothing is worse" : "the first base");
    for (int i = 0; i < p->n; i++) take_result(l, &p->list[i], to);
    keep_others(old, p, sets, to);
    if (base_sort(to, &why)) return to;
    fprintf(report, "refused: %s\n", why.text);
    base_free(to);
    return NULL;
}
