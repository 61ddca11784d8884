/* compared.c -- earlier stores beside the one that a page is of.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/compared.h"

#include <stdlib.h>

#include "bench/base/util.h"
#include "reports/tables/compare.h"

/* Those of `ivpbench compare`. */
static const compare_limits usual = { .slower = 0.05, .digits = 0.2 };

typedef struct origin { /* of a store: owned */
    char *date, *commit;
} origin;

static origin origin_of(const board *b)
{
    store_run run;
    if (!store_last_run(b->store, &run)) return (origin){ copied(""), copied("") };
    json_t *environment = json_loads(run.environment, 0, NULL);
    const char *commit = json_string_value(json_object_get(environment, "commit"));
    const origin from = { copied(run.started), copied(commit) };
    json_decref(environment);
    free(run.plan);
    free(run.environment);
    return from;
}

static void origin_free(origin from)
{
    free(from.date);
    free(from.commit);
}

static void add_summary(table *t, const char *name, const board *base, const comparison *c)
{
    const origin from = origin_of(base);
    table_text(t, "%s", name);
    table_text(t, "%s", from.date);
    table_text(t, "%s", from.commit);
    table_count(t, c->cells);
    table_number(t, "%.3f", c->mean);
    table_count(t, c->timed);
    table_count(t, c->changed);
    table_count(t, c->worse);
    table_count(t, c->slower);
    table_count(t, c->faster);
    origin_free(from);
}

void compared_tables(page *p, const board *b, const earlier *e)
{
    table *all =
        table_new("earlier store|date|commit|cells in both|time now/then, geometric mean|"
                  "timed in both|outcome changed|digits lost|slower|faster");
    for (int i = 0; i < e->n; i++) {
        comparison c = compare_boards(e->boards[i], b, &usual);
        char *name = text_of("compared-%d", i + 1);
        char *title = text_of("What differs from %s (base: then, head: now)", e->names[i]);
        table *t = compare_table(&c);
        add_summary(all, e->names[i], e->boards[i], &c);
        page_table(p, name, title, "", t);
        table_free(t);
        free(title);
        free(name);
        free(c.cell);
    }
    page_table(p, "history", "Beside earlier stores", "", all);
    table_free(all);
}

static void write_row(json_out *o, const board *b, const compared_cell *c)
{
    json_open(o, NULL, '[');
    json_long(o, NULL, (long)(c->head - b->entries));
    json_text(o, NULL, compare_word(c->verdict));
    json_number(o, NULL, c->ratio.ratio);
    json_number(o, NULL, c->ratio.low);
    json_number(o, NULL, c->ratio.high);
    json_text(o, NULL, outcome_name(c->base->r.outcome));
    json_number(o, NULL, c->base->digits.value);
    json_number(o, NULL, c->base->cpu.median);
    json_close(o, ']');
}

static void write_store(const board *b, const board *base, const char *name, json_out *o)
{
    comparison c = compare_boards(base, b, &usual);
    const origin from = origin_of(base);
    json_open(o, NULL, '{');
    json_text(o, "name", name);
    json_text(o, "date", from.date);
    json_text(o, "commit", from.commit);
    json_long(o, "cells", c.cells);
    json_long(o, "timed", c.timed);
    json_number(o, "mean", c.mean);
    json_long(o, "slower", c.slower);
    json_long(o, "faster", c.faster);
    json_long(o, "worse", c.worse);
    json_long(o, "changed", c.changed);
    json_open(o, "rows", '[');
    for (int i = 0; i < c.cells; i++) write_row(o, b, &c.cell[i]);
    json_close(o, ']');
    json_close(o, '}');
    origin_free(from);
    free(c.cell);
}

void compared_json(const board *b, const earlier *e, json_out *o)
{
    json_open(o, "compared", '[');
    for (int i = 0; i < e->n; i++) write_store(b, e->boards[i], e->names[i], o);
    json_close(o, ']');
}
