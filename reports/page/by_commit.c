/* by_commit.c -- see the header. A history may come from a stranger: it is data, of bounded
 * size.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/by_commit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/text/table.h"

enum { MOST_RECORDS = 5000, MOST_CURVES = 500, MOST_CHANGES = 5000 };
static const char schema[] = "ivpbench.history/1";
static const char *const of_record[] = { "commit", "date", "subject", NULL };
static const char *const of_curve[] = { "solver", "quantity", "title", NULL };
static const char *const of_change[] = { "commit", "verdict", "kind", "where", "text", NULL };

static const char *text_of_member(const json_t *o, const char *name)
{
    return json_string_value(json_object_get(o, name));
}

static int record_of(const json_t *history, const char *commit)
{
    const json_t *records = json_object_get(history, "records");
    for (size_t i = 0; i < json_array_size(records); i++)
        if (!strcmp(text_of_member(json_array_get(records, i), "commit"), commit))
            return (int)i;
    return -1;
}

/* A list of objects that have these texts. */
static bool is_list(const json_t *history, const char *name, const char *const *texts,
                    size_t most, reason *why)
{
    const json_t *list = json_object_get(history, name);
    if (!json_is_array(list))
        return reason_set(why, "%s is missing: `ivpbench history DIR --json FILE` writes it",
                          name);
    if (json_array_size(list) > most)
        return reason_set(why, "%zu %s, but at most %zu are read", json_array_size(list), name,
                          most);
    for (size_t i = 0; i < json_array_size(list); i++)
        for (int k = 0; texts[k]; k++)
            if (!text_of_member(json_array_get(list, i), texts[k]))
                return reason_set(why, "%s %zu: %s must be a text", name, i, texts[k]);
    return true;
}

static bool are_values(const json_t *history, reason *why)
{
    const json_t *curves = json_object_get(history, "curves");
    const size_t n = json_array_size(json_object_get(history, "records"));
    for (size_t i = 0; i < json_array_size(curves); i++) {
        const json_t *values = json_object_get(json_array_get(curves, i), "values");
        if (!json_is_array(values) || json_array_size(values) != n)
            return reason_set(why, "curves %zu: values must be a list of %zu numbers", i, n);
        for (size_t k = 0; k < n; k++) {
            const double v = json_number_value(json_array_get(values, k));
            if (!(v > 0) || !isfinite(v))
                return reason_set(why, "curves %zu: value %zu must be a number above 0", i, k);
        }
    }
    return true;
}

static bool are_changes(const json_t *history, reason *why)
{
    const json_t *changes = json_object_get(history, "changes");
    for (size_t i = 0; i < json_array_size(changes); i++) {
        const char *commit = text_of_member(json_array_get(changes, i), "commit");
        if (record_of(history, commit) < 0)
            return reason_set(why, "changes %zu: %.40s is the commit of no record", i, commit);
    }
    return true;
}

static bool check(const json_t *history, reason *why)
{
    const char *found = text_of_member(history, "schema");
    if (!found || strcmp(found, schema))
        return reason_set(why, "its schema is %.40s, but must be %s", found ? found : "missing",
                          schema);
    if (!is_list(history, "records", of_record, MOST_RECORDS, why) ||
        !is_list(history, "curves", of_curve, MOST_CURVES, why) ||
        !is_list(history, "changes", of_change, MOST_CHANGES, why))
        return false;
    if (!json_array_size(json_object_get(history, "records")))
        return reason_set(why, "it has no record");
    return are_values(history, why) && are_changes(history, why);
}

json_t *by_commit_read(const char *path, reason *why)
{
    reason refusal;
    json_error_t wrong;
    json_t *history = json_load_file(path, JSON_REJECT_DUPLICATES, &wrong);
    if (!history) {
        reason_set(why, "%s: line %d: %s", path, wrong.line, wrong.text);
        return NULL;
    }
    if (check(history, &refusal)) return history;
    reason_set(why, "%s: %s", path, refusal.text);
    json_decref(history);
    return NULL;
}

void by_commit_table(page *p, const json_t *history)
{
    const json_t *changes = json_object_get(history, "changes");
    table *t = table_new("commit|verdict|kind|where|what");
    for (size_t i = 0; i < json_array_size(changes); i++)
        for (int k = 0; of_change[k]; k++)
            table_text(t, "%s", text_of_member(json_array_get(changes, i), of_change[k]));
    page_table(p, "by_commit", "What changed from commit to commit", "", t);
    table_free(t);
}

static void write_commits(const json_t *history, json_out *o)
{
    const json_t *records = json_object_get(history, "records");
    json_open(o, "commits", '[');
    for (size_t i = 0; i < json_array_size(records); i++) {
        json_open(o, NULL, '[');
        for (int k = 0; of_record[k]; k++)
            json_text(o, NULL, text_of_member(json_array_get(records, i), of_record[k]));
        json_close(o, ']');
    }
    json_close(o, ']');
}

static void write_curves(const json_t *history, json_out *o)
{
    const json_t *curves = json_object_get(history, "curves");
    json_open(o, "curves", '[');
    for (size_t i = 0; i < json_array_size(curves); i++) {
        const json_t *c = json_array_get(curves, i), *values = json_object_get(c, "values");
        json_open(o, NULL, '{');
        for (int k = 0; of_curve[k]; k++)
            json_text(o, of_curve[k], text_of_member(c, of_curve[k]));
        json_open(o, "values", '[');
        for (size_t k = 0; k < json_array_size(values); k++)
            json_number(o, NULL, json_number_value(json_array_get(values, k)));
        json_close(o, ']');
        json_close(o, '}');
    }
    json_close(o, ']');
}

static void write_changes(const json_t *history, json_out *o)
{
    const json_t *changes = json_object_get(history, "changes");
    json_open(o, "changes", '[');
    for (size_t i = 0; i < json_array_size(changes); i++) {
        const json_t *c = json_array_get(changes, i);
        json_open(o, NULL, '[');
        json_long(o, NULL, record_of(history, text_of_member(c, of_change[0])));
        for (int k = 1; of_change[k]; k++) json_text(o, NULL, text_of_member(c, of_change[k]));
        json_close(o, ']');
    }
    json_close(o, ']');
}

void by_commit_json(const json_t *history, json_out *o)
{
    if (!history) {
        json_number(o, "history", NAN); /* null */
        return;
    }
    json_open(o, "history", '{');
    write_commits(history, o);
    write_curves(history, o);
    write_changes(history, o);
    json_close(o, '}');
}
