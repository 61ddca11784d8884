/* measure.c -- how a claim is measured: rows of a data file and what is made of a column.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "papers/reduction.h"

/* ---- the chain of groups ----------------------------------------------------------------- */

const config_setting_t *scope_find(const scope *s, const char *name)
{
    for (int i = 0; i < s->n; i++) {
        const config_setting_t *m = config_setting_get_member(s->group[i], name);
        if (m) return m;
    }
    return NULL;
}

const char *scope_text(const scope *s, const char *name, const char *fallback)
{
    const config_setting_t *m = scope_find(s, name);
    const char *text = m ? config_setting_get_string(m) : NULL;
    return text ? text : fallback;
}

char *setting_place(const config_setting_t *s)
{
    const char *file = config_setting_source_file(s);
    return text_of("%s:%u", file ? file : "claims", config_setting_source_line(s));
}

/* ---- conditions -------------------------------------------------------------------------- */

static bool close_to(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* Numbers are compared as numbers, so that 1e-3 and 0.001 are the same. */
static bool same(const char *field, const char *wanted)
{
    double a, b;
    if (!strcmp(field, wanted)) return true;
    return number_of(field, &a) && number_of(wanted, &b) && close_to(a, b);
}

static bool meets_one(const char *field, const config_setting_t *c)
{
    double a, b;
    if (config_setting_type(c) == CONFIG_TYPE_STRING)
        return same(field, config_setting_get_string(c));
    if (config_setting_type(c) == CONFIG_TYPE_BOOL)
        return !strcmp(field, config_setting_get_bool(c) ? "true" : "false");
    return setting_number(c, &b) && number_of(field, &a) && close_to(a, b);
}

static bool meets_range(const char *field, const config_setting_t *c)
{
    double v, low, high;
    return setting_number(config_setting_get_elem(c, 0), &low) &&
           setting_number(config_setting_get_elem(c, 1), &high) && number_of(field, &v) &&
           v >= low - 1e-12 * fabs(low) && v <= high + 1e-12 * fabs(high);
}

static bool meets(const char *field, const config_setting_t *c)
{
    const int n = config_setting_length(c);
    if (config_setting_is_scalar(c)) return meets_one(field, c);
    if (config_setting_is_array(c) && n == 2 &&
        config_setting_is_number(config_setting_get_elem(c, 0)))
        return meets_range(field, c);
    for (int i = 0; i < n; i++)
        if (meets_one(field, config_setting_get_elem(c, (unsigned)i))) return true;
    return false;
}

typedef struct condition {
    int column;
    const config_setting_t *wanted;
} condition;

static bool replaced(const scope *s, int inner, const char *name)
{
    for (int i = 0; i < inner; i++) {
        const config_setting_t *w = config_setting_get_member(s->group[i], "where");
        if (w && config_setting_get_member(w, name)) return true;
    }
    return false;
}

static bool collect(const dataset *d, const scope *s, condition **list, int *n, reason *why)
{
    for (int i = 0; i < s->n; i++) {
        const config_setting_t *w = config_setting_get_member(s->group[i], "where");
        for (int k = 0; w && k < config_setting_length(w); k++) {
            const config_setting_t *c = config_setting_get_elem(w, (unsigned)k);
            const char *name = config_setting_name(c);
            const int column = dataset_column(d, name);
            if (column < 0) {
                char *place = setting_place(c);
                reason_set(why, "%s: %s.csv has no column \"%s\"", place, d->name, name);
                free(place);
                return false;
            }
            if (replaced(s, i, name)) continue;
            *list = grown(*list, (size_t)*n + 1, sizeof **list);
            (*list)[(*n)++] = (condition){ column, c };
        }
    }
    return true;
}

bool measure_rows(const dataset *d, const scope *s, row_key key, int **rows, int *n,
                  reason *why)
{
    condition *list = NULL;
    int conditions = 0;
    *rows = NULL;
    *n = 0;
    const int column = key.column ? dataset_column(d, key.column) : -1;
    if (key.column && column < 0)
        return reason_set(why, "%s.csv has no column \"%s\" for the key", d->name, key.column);
    const bool good = collect(d, s, &list, &conditions, why);
    for (int r = 0; good && r < d->nrows; r++) {
        bool all = column < 0 || same(dataset_text(d, r, column), key.value);
        for (int i = 0; all && i < conditions; i++)
            all = meets(dataset_text(d, r, list[i].column), list[i].wanted);
        if (!all) continue;
        *rows = grown(*rows, (size_t)*n + 1, sizeof **rows);
        (*rows)[(*n)++] = r;
    }
    free(list);
    return good;
}

/* ---- a measurement ----------------------------------------------------------------------- */

typedef struct sample {
    const dataset *d;
    int *rows, n;
    double *x, *v;
} sample;

static void sample_free(sample *s)
{
    free(s->rows);
    free(s->x);
    free(s->v);
}

/* An absent or infinite number is an error, not a point to leave out. */
static bool take_column(const sample *s, const char *name, double **v, reason *why)
{
    const int column = dataset_column(s->d, name);
    if (column < 0) return reason_set(why, "%s.csv has no column \"%s\"", s->d->name, name);
    *v = need(calloc((size_t)s->n + 1, sizeof **v));
    for (int i = 0; i < s->n; i++) {
        (*v)[i] = dataset_number(s->d, s->rows[i], column);
        if (!isfinite((*v)[i]))
            return reason_set(why, "%s.csv, line %d: %s is \"%s\", not a number", s->d->name,
                              s->rows[i] + 2, name, dataset_text(s->d, s->rows[i], column));
    }
    return true;
}

static bool reduce(const sample *s, const char *name, double *v, reason *why)
{
    if (!s->v) return false;
    if (!strcmp(name, "only")) {
        *v = s->v[0];
        return s->n == 1 || reason_set(why,
                                       "%d rows of %s.csv meet the conditions, one is "
                                       "expected",
                                       s->n, s->d->name);
    }
    bool needs_x = false;
    reduction *of = reduction_by_name(name, &needs_x);
    if (!of) return reason_set(why, "no reduction is called \"%s\"", name);
    if (needs_x && !s->x) return reason_set(why, "\"%s\" needs a column x", name);
    *v = of(s->x, s->v, s->n);
    return isfinite(*v) || reason_set(why, "\"%s\" over %d rows of %s.csv is not finite", name,
                                      s->n, s->d->name);
}

/* The measurement itself, without divisor. */
static bool one_value(datasets *all, const scope *s, row_key key, double *v, char **text,
                      reason *why)
{
    const char *data = scope_text(s, "data", ""), *value = scope_text(s, "value", "");
    const char *x = scope_text(s, "x", NULL), *how = scope_text(s, "reduce", "only");
    sample k = { .d = datasets_get(all, data, why) };
    if (!k.d) return false;
    bool good = measure_rows(k.d, s, key, &k.rows, &k.n, why);
    if (good && !k.n && !strcmp(how, "count")) {
        *v = 0; /* nothing can be counted; of everything else there must be a row */
        sample_free(&k);
        return true;
    }
    if (good && !k.n) {
        reason_set(why, "no row of %s.csv meets the conditions%s%s%s%s", data,
                   key.column ? " with " : "", key.column ? key.column : "",
                   key.column ? " = " : "", key.column ? key.value : "");
        good = false;
    }
    good = good && take_column(&k, value, &k.v, why) && (!x || take_column(&k, x, &k.x, why)) &&
           reduce(&k, how, v, why);
    if (good && !strcmp(how, "only"))
        *text = copied(dataset_text(k.d, k.rows[0], dataset_column(k.d, value)));
    sample_free(&k);
    return good;
}

static scope inside(const config_setting_t *inner, const scope *s)
{
    scope deeper = { .group = { inner }, .n = 1 };
    for (int i = 0; i < s->n && deeper.n < SCOPE_DEPTH; i++)
        deeper.group[deeper.n++] = s->group[i];
    return deeper;
}

bool measure_known_reduction(const char *name)
{
    bool needs_x;
    return !strcmp(name, "only") || reduction_by_name(name, &needs_x);
}

bool measure_value(datasets *all, const scope *s, row_key key, double *v, char **text,
                   reason *why)
{
    const config_setting_t *over = scope_find(s, "over"), *scale = scope_find(s, "scale");
    double below, factor;
    char *ignored = NULL;
    *text = NULL;
    if (!one_value(all, s, key, v, text, why)) return false;
    if (!over && !scale) return true;
    free(*text);
    *text = NULL;
    if (scale && setting_number(scale, &factor)) *v *= factor;
    if (!over) return true;
    const scope deeper = inside(over, s);
    const bool good = one_value(all, &deeper, key, &below, &ignored, why);
    free(ignored);
    if (!good) return false;
    *v /= below;
    return isfinite(*v) || reason_set(why, "the ratio is not finite: its divisor is %g", below);
}

const char *measure_absent(const datasets *all, const scope *s)
{
    const config_setting_t *over = scope_find(s, "over");
    const char *data = scope_text(s, "data", NULL);
    const char *other = NULL;
    if (over) config_setting_lookup_string(over, "data", &other);
    if (data && !datasets_has(all, data)) return data;
    return other && !datasets_has(all, other) ? other : NULL;
}

/* Rows of a code that is not installed are not there, or declined. */
bool measure_lacks(datasets *all, const scope *s, const char *solver)
{
    reason ignored;
    const dataset *d = datasets_get(all, scope_text(s, "data", ""), &ignored);
    const int at = d ? dataset_column(d, "solver") : -1;
    const int outcome = d ? dataset_column(d, "outcome") : -1;
    for (int r = 0; at >= 0 && r < d->nrows; r++)
        if (!strcmp(dataset_text(d, r, at), solver) &&
            (outcome < 0 || strcmp(dataset_text(d, r, outcome), "declined") != 0))
            return false;
    return at >= 0;
}
