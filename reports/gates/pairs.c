/* pairs.c -- each result of a store beside the row of the base that has its cell.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/util.h"
#include "reports/gates/layers.h"

const char *layers_set(const layers *l, const cell *c, const char *tags)
{
    for (int i = 0; i < l->nsets; i++)
        if (condition_fits(&l->sets[i].where, c, tags)) return l->sets[i].name;
    return "";
}

bool layers_wants(const char *sets, const char *set) { return !sets || cli_match(sets, set); }

/* Every name that is asked for is one of the rules': a misspelt one would judge nothing. */
static bool sets_are_known(const layers *l, const char *sets, reason *why)
{
    char *list = copied(sets), *rest = list, *word;
    bool good = true;
    while (good && (word = strsep(&rest, ", "))) {
        bool known = !*word;
        for (int i = 0; i < l->nsets; i++) known = known || !strcmp(l->sets[i].name, word);
        if (!known) good = reason_set(why, "%s has no set \"%s\"", l->path, word);
    }
    free(list);
    return good;
}

static double known(const digits *d) { return d->known ? d->value : NAN; }

static bool failed(outcome o) { return o != OUTCOME_OK && o != OUTCOME_TIMEOUT; }

/* As many steps as a plan allows have a cost as well as a whole run has. */
static bool has_work(outcome o) { return o == OUTCOME_OK || o == OUTCOME_TOO_MANY_STEPS; }

static pair pair_of(const base *old, const entry *e, const char *tags, const char *name)
{
    pair p = { .entry = e, .tags = tags, .name = copied(name), .digits = NAN, .work = NAN };
    const base_row *r = p.row = base_find(old, name, e->version);
    if (!r) return p;
    const outcome now = e->r.outcome;
    if (r->outcome == OUTCOME_OK && failed(now)) p.outcome = -1;
    if (failed(r->outcome) && now == OUTCOME_OK) p.outcome = 1;
    if (r->outcome == OUTCOME_OK && now == OUTCOME_OK) p.digits = known(&e->mescd) - r->mescd;
    const double n_f = (double)entry_counter(e, "n_f");
    if (r->outcome == now && has_work(now) && n_f > 0 && r->n_f > 0) p.work = log(n_f / r->n_f);
    return p;
}

bool pair_is_judged(const pair *p)
{
    return p->entry->r.outcome != OUTCOME_TIMEOUT &&
           !(p->row && p->row->outcome == OUTCOME_TIMEOUT);
}

static int by_solver(const void *x, const void *y)
{
    const pair *a = x, *b = y;
    const cell *c = &a->entry->r.cell, *d = &b->entry->r.cell;
    int order = strcmp(c->solver, d->solver);
    if (!order) order = strcmp(c->problem, d->problem);
    return order ? order : strcmp(a->name, b->name);
}

/* A result is seen for all versions of its cell, which stand together. */
static void note_row(pairs *to, const base *old, const pair *p)
{
    const int at = p->row ? (int)(p->row - old->rows) : 0;
    to->nnew += !p->row;
    if (!p->row) return;
    to->nother += strcmp(p->row->library, p->entry->version) != 0;
    for (int i = at; i >= 0 && !strcmp(old->rows[i].cell, p->name); i--) to->seen[i] = true;
    for (int i = at; i < old->n && !strcmp(old->rows[i].cell, p->name); i++) to->seen[i] = true;
}

static void take_group(const layers *l, const base *old, const board *b, const group *g,
                       const char *sets, pairs *to)
{
    const char *tags = group_text(g, "tags");
    char name[4 * CELL_TEXT];
    for (int i = g->first; i < g->first + g->n; i++) {
        const entry *e = &b->entries[i];
        if (!condition_fits(&l->only, &e->r.cell, tags) ||
            !layers_wants(sets, layers_set(l, &e->r.cell, tags)))
            continue;
        cell_title(&e->r.cell, name, sizeof name);
        to->list = grown(to->list, (size_t)to->n + 1, sizeof *to->list);
        to->list[to->n] = pair_of(old, e, tags, name);
        note_row(to, old, &to->list[to->n++]);
    }
}

bool pairs_of(const layers *l, const base *old, const board *b, const char *sets, pairs *to,
              reason *why)
{
    *to = (pairs){ .seen = need(calloc((size_t)old->n + 1, sizeof(bool))) };
    if (sets && !sets_are_known(l, sets, why)) return false;
    for (int i = 0; i < b->ngroups; i++) take_group(l, old, b, &b->groups[i], sets, to);
    if (to->n) qsort(to->list, (size_t)to->n, sizeof *to->list, by_solver);
    for (int i = 1; i < to->n; i++)
        if (!strcmp(to->list[i].name, to->list[i - 1].name) &&
            !strcmp(to->list[i].entry->machine, to->list[i - 1].entry->machine))
            return reason_set(why,
                              "two results are called \"%s\": a gate tells cells apart by this",
                              to->list[i].name);
    return true;
}

void pairs_free(pairs *p)
{
    for (int i = 0; i < p->n; i++) free(p->list[i].name);
    free(p->list);
    free(p->seen);
    *p = (pairs){ 0 };
}
