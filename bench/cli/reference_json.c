/* reference_json.c -- a state of a reference as a document.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/reference_print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reference/file/enclosure.h"

static const schema_row halves[] = { { "family", SCHEMA_TEXT, 0, "family of its method", NULL },
                                     { "method", SCHEMA_TEXT, 0, "its method", NULL },
                                     { 0 } };

static const schema_row laws[] = { { "name", SCHEMA_TEXT, 0, "name of the invariant", NULL },
                                   { "size", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "its size", NULL },
                                   { "variation", SCHEMA_NUMBER, SCHEMA_LIST,
                                     "how much it varies along A and along B", NULL },
                                   { 0 } };

static const schema_row values[] = {
    { "component", SCHEMA_TEXT, 0, "name of the component or observable", NULL },
    { "value", SCHEMA_TEXT, 0, "decimal, with all digits that are stored", NULL },
    { "bar", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "error bar, absolute", NULL },
    { "shift", SCHEMA_NUMBER, SCHEMA_OPTIONAL,
      "what rounding of constants and times to double moves, absolute", NULL },
    { 0 }
};

static const schema_row rows[] = {
    { "problem", SCHEMA_TEXT, 0, "name of the problem", NULL },
    { "parameters", SCHEMA_TEXT, 0, "those that are no defaults; may be empty", NULL },
    { "t", SCHEMA_NUMBER, 0, "time of the state", NULL },
    { "stored", SCHEMA_TRUTH, 0, "the state is on file; else it was integrated now", NULL },
    { "file", SCHEMA_TEXT, SCHEMA_OPTIONAL, "file of the reference", NULL },
    { "made", SCHEMA_TEXT, SCHEMA_OPTIONAL, "date of the reference", NULL },
    { "grade", SCHEMA_TEXT, SCHEMA_OPTIONAL, "`double`, `certified` or `enclosed`", NULL },
    { "not_enclosed", SCHEMA_TEXT, SCHEMA_OPTIONAL, "why its enclosure does not count", NULL },
    { "looked", SCHEMA_TEXT, SCHEMA_OPTIONAL, "what the witness looked at", NULL },
    { "halves", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_OPTIONAL, "half A and half B", halves },
    { "laws", SCHEMA_OBJECT, SCHEMA_LIST | SCHEMA_OPTIONAL, "invariants along the runs", laws },
    { "stored_times", SCHEMA_NUMBER, SCHEMA_LIST | SCHEMA_OPTIONAL,
      "times of all stored states", NULL },
    { "events", SCHEMA_COUNT, SCHEMA_OPTIONAL, "number of events", NULL },
    { "pieces", SCHEMA_COUNT, SCHEMA_OPTIONAL, "pieces of the trajectory", NULL },
    { "values", SCHEMA_OBJECT, SCHEMA_LIST, "components, then observables if asked for",
      values },
    { 0 }
};

const schema reference_schema = { "ivpbench.reference", "1.0.0",
                                  "a state of a reference solution with its error bars", rows };

/* Negative: not known. */
static void put_known(json_t *o, const char *name, double v)
{
    if (v >= 0) schema_number(o, name, v);
}

static json_t *value_json(const char *name, const char *text, double bar, double shift)
{
    json_t *o = need(json_object());
    schema_text(o, "component", name);
    schema_text(o, "value", text);
    put_known(o, "bar", bar);
    put_known(o, "shift", shift);
    return o;
}

static json_t *head(const char *problem, const char *parameters, double t, bool stored)
{
    json_t *o = schema_begin(&reference_schema);
    schema_text(o, "problem", problem);
    schema_text(o, "parameters", parameters);
    schema_number(o, "t", t);
    json_object_set_new(o, "stored", json_boolean(stored));
    return o;
}

static json_t *halves_json(const ref *r)
{
    json_t *list = need(json_array());
    for (int h = 0; h < REF_HALVES; h++) {
        json_t *one = need(json_object());
        schema_text(one, "family", r->half[h].family);
        schema_text(one, "method", r->half[h].method);
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *laws_json(const ref *r)
{
    json_t *list = need(json_array());
    for (int k = 0; k < r->nlaws; k++) {
        json_t *one = need(json_object()), *both = need(json_array());
        schema_text(one, "name", r->laws[k].name);
        if (r->laws[k].size > 0) schema_number(one, "size", r->laws[k].size);
        for (int h = 0; h < REF_HALVES; h++)
            json_array_append_new(both, json_real(r->laws[k].variation[h]));
        json_object_set_new(one, "variation", both);
        json_array_append_new(list, one);
    }
    return list;
}

static void put_grade(json_t *o, const ref *r)
{
    reason why;
    schema_text(o, "grade", ref_grade_name(ref_graded(r, &why)));
    if (*why.text) schema_text(o, "not_enclosed", why.text);
    ref_witnessed(r, why.text, sizeof why.text);
    schema_text(o, "looked", why.text);
}

json_t *reference_json(const ref *r, const ref_state *s, bool observables)
{
    json_t *o = head(r->problem, r->parameters, s->t, true);
    json_t *times = need(json_array()), *list = need(json_array());
    schema_text(o, "file", r->file);
    schema_text(o, "made", r->made);
    put_grade(o, r);
    for (int k = 0; k < r->nstates; k++)
        json_array_append_new(times, json_real(r->states[k].t));
    json_object_set_new(o, "halves", halves_json(r));
    json_object_set_new(o, "laws", laws_json(r));
    json_object_set_new(o, "stored_times", times);
    json_object_set_new(o, "events", json_integer(r->nevents));
    json_object_set_new(o, "pieces", json_integer(r->pieces.n));
    for (int k = 0; k < (observables ? s->n : r->ncomponents); k++) {
        const ref_value *v = &s->v[k];
        json_array_append_new(list, value_json(v->name, v->text[REF_A], v->bar, v->shift));
    }
    json_object_set_new(o, "values", list);
    return o;
}

/* Rows "component,value,bar" behind their header. */
json_t *reference_json_of_rows(const char *problem, const char *parameters, double t, char *csv)
{
    json_t *o = head(problem, parameters, t, false), *list = need(json_array());
    char *line = strsep(&csv, "\n");
    while ((line = strsep(&csv, "\n")) && *line) {
        const char *name = strsep(&line, ","), *value = strsep(&line, ",");
        json_array_append_new(
            list, value_json(name, value ? value : "", line ? strtod(line, NULL) : -1, -1));
    }
    json_object_set_new(o, "values", list);
    return o;
}
