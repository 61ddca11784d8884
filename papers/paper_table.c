/* paper_table.c -- a table of a paper: its printed rows, and ours in the same columns.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/paper_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

typedef struct row {
    char **field;
} row;

typedef struct listing {
    const config_setting_t *s;
    const dataset *d;
    row *rows;
    int n, width;
} listing;

static int header_count(const char *headers)
{
    int n = 1;
    for (; *headers; headers++) n += *headers == '|';
    return n;
}

/* "1e-4|1034" into the table; short rows are filled up. */
static void add_printed(table *t, const char *line, int width)
{
    for (int i = 0; i < width; i++) {
        const int length = (int)strcspn(line, "|");
        table_text(t, "%.*s", length, line);
        line += length;
        if (*line) line++;
    }
}

/* Measured numbers in four digits, all else as it stands. */
static char *plain(const char *text)
{
    double v;
    if (!number_of(text, &v)) return copied(text);
    if (fabs(v) < 1e9 && fabs(v - round(v)) <= 0) return text_of("%.0f", v);
    return text_of("%.4g", v);
}

static char *rung_text(const listing *l, int r)
{
    const int rtol = dataset_column(l->d, "rtol");
    double per = 1, from = 0;
    const config_setting_t *p = config_setting_get_member(l->s, "per_decade"),
                           *f = config_setting_get_member(l->s, "from");
    if (p) setting_number(p, &per);
    if (f) setting_number(f, &from);
    return text_of("%.0f", (-log10(dataset_number(l->d, r, rtol)) - from) * per);
}

/* One field from "column", "a+b" or "m"; NULL with a sentence. */
static char *field_of(const listing *l, int r, const char *column, reason *why)
{
    char first[64], *second = NULL;
    if (!strcmp(column, "m") && dataset_column(l->d, "rtol") >= 0) return rung_text(l, r);
    snprintf(first, sizeof first, "%s", column);
    char *plus = strchr(first, '+');
    if (plus) {
        *plus = '\0';
        second = plus + 1;
    }
    const int a = dataset_column(l->d, first), b = second ? dataset_column(l->d, second) : 0;
    if (a < 0 || b < 0) {
        reason_set(why, "%s.csv has no column \"%s\"", l->d->name, a < 0 ? first : second);
        return NULL;
    }
    if (second && *dataset_text(l->d, r, b))
        return text_of("%s@%s", dataset_text(l->d, r, a), dataset_text(l->d, r, b));
    return plain(dataset_text(l->d, r, a));
}

/* The row that differs from this one in the collected column alone, or NULL. */
static row *like(const listing *l, char *const *field, int collected)
{
    for (int i = 0; collected >= 0 && i < l->n; i++) {
        bool same = true;
        for (int k = 0; same && k < l->width; k++)
            same = k == collected || !strcmp(l->rows[i].field[k], field[k]);
        if (same) return &l->rows[i];
    }
    return NULL;
}

static void free_fields(char **field, int n)
{
    for (int i = 0; i < n; i++) free(field[i]);
    free(field);
}

static bool add_row(listing *l, const config_setting_t *columns, int r, int collected,
                    reason *why)
{
    char **field = need(calloc((size_t)l->width, sizeof *field));
    bool good = true;
    for (int k = 0; good && k < l->width; k++)
        good = (field[k] = field_of(l, r, config_setting_get_string_elem(columns, k), why)) !=
               NULL;
    row *old = good ? like(l, field, collected) : NULL;
    if (old) {
        char *longer = text_of("%s, %s", old->field[collected], field[collected]);
        free(old->field[collected]);
        old->field[collected] = longer;
    }
    if (old || !good) {
        free_fields(field, l->width);
        return good;
    }
    l->rows = grown(l->rows, (size_t)l->n + 1, sizeof *l->rows);
    l->rows[l->n++] = (row){ field };
    return true;
}

static int collected_column(const config_setting_t *s, const config_setting_t *columns)
{
    const char *name = NULL;
    config_setting_lookup_string(s, "collect", &name);
    for (int k = 0; name && k < config_setting_length(columns); k++)
        if (!strcmp(config_setting_get_string_elem(columns, k), name)) return k;
    return -1;
}

static bool add_measured(const paper *p, const config_setting_t *s, datasets *all, table *t,
                         int width, reason *why)
{
    const config_setting_t *columns = config_setting_get_member(s, "columns");
    const config_setting_t *set = paper_set(p, s);
    const scope chain = { .group = { s, set }, .n = set ? 2 : 1 };
    const char *data = scope_text(&chain, "data", NULL);
    listing l = { .s = s, .width = width };
    int *rows, n;
    if (!data) return true;
    if (!columns || config_setting_length(columns) != width)
        return reason_set(why, "the table names %d headers and %d columns", width,
                          columns ? config_setting_length(columns) : 0);
    if (!(l.d = datasets_get(all, data, why))) return false;
    const int collected = collected_column(s, columns);
    bool good = measure_rows(l.d, &chain, (row_key){ 0 }, &rows, &n, why);
    for (int i = 0; good && i < n; i++) good = add_row(&l, columns, rows[i], collected, why);
    for (int i = 0; i < l.n; i++) {
        for (int k = 0; k < width; k++) table_text(t, "%s", l.rows[i].field[k]);
        free_fields(l.rows[i].field, width);
    }
    free(l.rows);
    free(rows);
    return good;
}

table *paper_table(const paper *p, const config_setting_t *s, datasets *all, reason *why)
{
    const char *headers = "";
    config_setting_lookup_string(s, "headers", &headers);
    const int width = header_count(headers);
    const config_setting_t *printed = config_setting_get_member(s, "printed");
    table *t = table_new(headers);
    for (int i = 0; printed && i < config_setting_length(printed); i++)
        add_printed(t, config_setting_get_string_elem(printed, i), width);
    if (add_measured(p, s, all, t, width, why)) return t;
    table_free(t);
    return NULL;
}
