/* plan.c -- reading a plan file and expanding it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/plan_inner.h"

#include "bench/plan/names.h"
#include "bench/plan/seen.h"
#include "bench/base/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --quick: one short timing per cell. */
static void shorten(plan *p)
{
    for (int i = 0; i < p->ncells; i++) {
        cell *c = &p->cells[i].cell;
        if (c->workers > 1) c->workers = 1;
        if (c->min_time_s > 0.02) c->min_time_s = 0.02;
    }
}

const double plan_accuracy_s = 0.1;

/* The process, and somewhat more than the least time that it repeats a short solve. */
double plan_timing_s(const cell *c) { return 0.05 + 1.5 * c->min_time_s; }

bool plan_put_first(plan *p, const char *first, reason *why)
{
    plan other;
    seen keys = { 0 };
    if (!plan_read(&other, first, &(plan_choice){ 0 }, why)) return false;
    for (int i = 0; i < other.ncells; i++) seen_add(&keys, other.cells[i].cell.key, "");
    for (int i = 0; i < p->ncells; i++)
        p->cells[i].first = seen_what(&keys, p->cells[i].cell.key) != NULL;
    seen_free(&keys);
    plan_free(&other);
    return true;
}

/* The cell that decides on the shard of cell k. */
static int shard_root(const plan *p, int k)
{
    while (p->cells[k].until.digits > 0 && p->cells[k].coarser) k = p->cells[k].coarser - 1;
    return k;
}

void plan_keep_shard(plan *p, long i, long n)
{
    int *place = need(calloc((size_t)p->ncells + 1, sizeof *place)), kept = 0;
    for (int k = 0; k < p->ncells; k++)
        if (shard_root(p, k) % n == i - 1) place[k] = ++kept;
    for (int k = 0; k < p->ncells; k++) {
        plan_cell here = p->cells[k];
        if (place[k]) {
            here.coarser = here.coarser ? place[here.coarser - 1] : 0;
            p->cells[place[k] - 1] = here;
        } else {
            free(here.group);
            free(here.declined);
        }
    }
    p->ncells = kept;
    free(place);
}

bool plan_read(plan *p, const char *name, const plan_choice *choice, reason *why)
{
    plan_file f;
    *p = (plan){ .path = plan_find(name) };
    if (!p->path) {
        char *sentence = names_unknown_plan(name);
        reason_set(why, "%s", sentence);
        free(sentence);
        return false;
    }
    p->text = file_text(p->path);
    const bool good = plan_file_read(&f, p->path, why) && plan_expand(p, &f, choice, why);
    plan_file_free(&f);
    if (good && choice->quick) shorten(p);
    if (!good) plan_drop(p);
    return good;
}

void plan_drop(plan *p)
{
    const bool unasked = p->unasked;
    plan_free(p);
    p->unasked = unasked;
}

void plan_free(plan *p)
{
    for (int i = 0; i < p->ncells; i++) {
        free(p->cells[i].group);
        free(p->cells[i].declined);
    }
    for (int i = 0; i < p->nskips; i++) {
        free(p->skips[i].what);
        free(p->skips[i].why);
    }
    free(p->cells);
    free(p->skips);
    free(p->path);
    free(p->text);
    *p = (plan){ 0 };
}
