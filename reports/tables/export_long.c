/* export_long.c -- what one result has many of, a row each: trajectory errors, points of the
 * series. Both begin with the columns that name the result.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/tables/export.h"
#include "reports/text/table.h"

static void write_number(FILE *f, double v)
{
    char text[40];
    if (!isfinite(v)) return;
    number_text(v, text, sizeof text);
    fputs(text, f);
}

/* The head of a table where e is NULL. */
static void write_names(const entry *e, FILE *f)
{
    const int first = cell_next(-1, CELL_BRIEF);
    CELL_EACH(k, CELL_BRIEF)
    {
        const field_row *x = &cell_fields[k];
        if (k > first) fputc(',', f);
        if (!e)
            fputs(x->name, f);
        else if (field_is_text(x))
            csv_field(f, field_text(x, &e->r.cell));
        else if (x->kind == FIELD_TRUTH)
            fputs(field_is_set(x, &e->r.cell) ? "true" : "false", f);
        else
            write_number(f, field_number(x, &e->r.cell));
    }
}

/* ---- errors along the trajectory --------------------------------------------------------- */

/* Those of the exact rule have a phase, which comes behind the mark. */
static void write_error(const trajectory_error *e, bool exact, FILE *f)
{
    for (const field_row *x = trajectory_fields; x->name; x++) {
        if (x->at == offsetof(trajectory_error, shift)) {
            fprintf(f, ",%s", e->n < 1 ? "" : e->marked ? "true" : "false");
            if (!exact) return;
        }
        fputc(',', f);
        if (e->n > 0) write_number(f, field_number(x, e));
    }
}

void export_errors(const board *b, FILE *f)
{
    write_names(NULL, f);
    fputs(",observable,unit,max,t_max,rms,l2,percent,bar,marked,exact_max,exact_t_max,"
          "exact_rms,exact_l2,exact_percent,exact_bar,exact_marked,exact_shift,exact_explained,"
          "exact_rest\n",
          f);
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->entries[i].nquantities; k++) {
            const quantity *q = &b->entries[i].quantities[k];
            write_names(&b->entries[i], f);
            fputc(',', f);
            csv_field(f, q->name);
            fputc(',', f);
            csv_field(f, q->unit);
            write_error(&q->error[TRAJECTORY_PAPER], false, f);
            write_error(&q->error[TRAJECTORY_EXACT], true, f);
            fputc('\n', f);
        }
}

/* ---- series ------------------------------------------------------------------------------ */

typedef struct series_names {
    char **list;
    int n;
} series_names;

static void add_name(series_names *s, const char *prefix, const char *name)
{
    char *whole = text_of("%s%s", prefix, name);
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->list[i], whole)) {
            free(whole);
            return;
        }
    s->list = grown(s->list, (size_t)s->n + 1, sizeof *s->list);
    s->list[s->n++] = whole;
}

static void add_named(series_names *s, const char *prefix, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_object_get(json_array_get(list, i), "name"));
        if (name) add_name(s, prefix, name);
    }
}

/* All names that occur anywhere, in the order of their first place. */
static series_names all_names(const board *b)
{
    static const char *const always[] = { "t", "h", "drift:g", "drift:v", "drift:a" };
    series_names s = { 0 };
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) add_name(&s, "", always[i]);
    for (int g = 0; g < b->ngroups; g++) {
        add_named(&s, "obs:", json_object_get(b->groups[g].scoring, "observables"));
        add_named(&s, "inv:", json_object_get(b->groups[g].scoring, "invariants"));
    }
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->entries[i].r.ncomponents; k++)
            add_name(&s, "", b->entries[i].r.components[k]);
    return s;
}

static void export_points(const board *b, const entry *e, const series_names *s, FILE *f)
{
    double **v = need(calloc((size_t)s->n, sizeof *v));
    int *n = need(calloc((size_t)s->n, sizeof *n));
    for (int k = 0; k < s->n; k++)
        if (!store_series(b->store, e->r.cell.key, e->machine, s->list[k], &v[k], &n[k]))
            n[k] = 0;
    for (int i = 0; i < n[0]; i++) {
        write_names(e, f);
        for (int k = 0; k < s->n; k++) {
            fputc(',', f);
            if (i < n[k]) write_number(f, v[k][i]);
        }
        fputc('\n', f);
    }
    for (int k = 0; k < s->n; k++) free(v[k]);
    free(v);
    free(n);
}

void export_series(const board *b, FILE *f)
{
    series_names s = all_names(b);
    write_names(NULL, f);
    for (int k = 0; k < s.n; k++) {
        fputc(',', f);
        csv_field(f, s.list[k]);
    }
    fputc('\n', f);
    for (int i = 0; i < b->n; i++) export_points(b, &b->entries[i], &s, f);
    for (int k = 0; k < s.n; k++) free(s.list[k]);
    free(s.list);
}
