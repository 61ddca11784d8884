/* tries_json.c -- a few results as a JSON document. What is a column of `export` has its name
 * and value.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/tables/tries.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/tables/export.h"
#include "reports/tables/tables.h"

enum { OF_EXPORT = SCHEMA_USES };
#define ALWAYS(name, type, meaning)                                                            \
    {                                                                                          \
        name, type, OF_EXPORT, meaning, NULL                                                   \
    }
#define EXPORTED(name, type, meaning)                                                          \
    {                                                                                          \
        name, type, OF_EXPORT | SCHEMA_OPTIONAL, meaning, NULL                                 \
    }

static const schema_row invariants[] = {
    { "name", SCHEMA_TEXT, 0, "name of the invariant", NULL },
    { "drift", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "largest relative change along the run", NULL },
    { 0 }
};

static const schema_row runs[] = {
    { "label", SCHEMA_TEXT, 0, "the configuration as the table has it", NULL },
    ALWAYS("problem", SCHEMA_TEXT, "name of the problem"),
    ALWAYS("parameters", SCHEMA_TEXT, "those of the problem that are no defaults"),
    ALWAYS("solver", SCHEMA_TEXT, "name of the solver"),
    ALWAYS("options", SCHEMA_TEXT, "those of the solver that are no defaults"),
    ALWAYS("formulation", SCHEMA_TEXT, "the equations that were integrated"),
    ALWAYS("rtol", SCHEMA_NUMBER, "relative tolerance; 0 with constant steps"),
    ALWAYS("atol", SCHEMA_NUMBER, "absolute tolerance; 0 with constant steps"),
    ALWAYS("h", SCHEMA_NUMBER, "constant step size; 0 with tolerances"),
    ALWAYS("no_events", SCHEMA_TRUTH, "events were not located"),
    ALWAYS("outcome", SCHEMA_TEXT, "`ok`, or how the run ended (docs/glossary.md)"),
    ALWAYS("detail", SCHEMA_TEXT, "what the solver or ivpbench says of the end; may be empty"),
    EXPORTED("t_reached", SCHEMA_NUMBER, "time at which the run ended"),
    EXPORTED("scd", SCHEMA_NUMBER, "significant correct digits (docs/metrics.md)"),
    EXPORTED("mescd", SCHEMA_NUMBER, "mixed significant correct digits"),
    EXPORTED("judged_by", SCHEMA_TEXT,
             "what scored it: half A or B, closed form ...; may be empty"),
    EXPORTED("steps", SCHEMA_COUNT, "steps: accepted, rejected and failed"),
    EXPORTED("n_f", SCHEMA_COUNT, "evaluations of the right-hand side"),
    EXPORTED("n_jac", SCHEMA_COUNT, "evaluations of the Jacobian"),
    EXPORTED("n_lu", SCHEMA_COUNT, "factorisations"),
    EXPORTED("cpu_median_s", SCHEMA_NUMBER, "median CPU time of a solve in seconds"),
    { "ratio", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "its CPU time over that of the first", NULL },
    { "ratio_sure_low", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "lower end of the 99.9 % interval",
      NULL },
    { "ratio_sure_high", SCHEMA_NUMBER, SCHEMA_OPTIONAL, "upper end of the 99.9 % interval",
      NULL },
    { "tied", SCHEMA_TRUTH, SCHEMA_OPTIONAL, "the samples do not separate it from the first",
      NULL },
    EXPORTED("events_found", SCHEMA_COUNT, "events that happened"),
    EXPORTED("drift_g", SCHEMA_NUMBER, "largest residual of position constraints"),
    EXPORTED("drift_v", SCHEMA_NUMBER, "largest residual of velocity constraints"),
    EXPORTED("multipliers_end", SCHEMA_NUMBER, "relative error of the multipliers at the end"),
    EXPORTED("multipliers_rms", SCHEMA_NUMBER,
             "relative error of the multipliers along the run"),
    { "invariants", SCHEMA_OBJECT, SCHEMA_LIST, "invariants of the problem", invariants },
    { 0 }
};

static const schema_row left_out[] = { { "what", SCHEMA_TEXT, 0, "solver and formulation",
                                         NULL },
                                       { "why", SCHEMA_TEXT, 0, "why it was not run", NULL },
                                       { 0 } };

static const schema_row rows[] = {
    { "runs", SCHEMA_OBJECT, SCHEMA_LIST,
      "one of each configuration: those that arrived first, the fastest in front", runs },
    { "notes", SCHEMA_TEXT, SCHEMA_LIST, "what judges the problem, where it is no reference",
      NULL },
    { "left_out", SCHEMA_OBJECT, SCHEMA_LIST, "configurations that do not fit the problem",
      left_out },
    { 0 }
};

const schema tries_schema = { "ivpbench.try", "1.0.0",
                              "one problem, run once with some solvers", rows };

static json_t *exported(const char *name, const entry *e)
{
    int j = 0;
    while (export_column(j) && strcmp(export_column(j), name) != 0) j++;
    return export_column(j) ? export_value(j, e) : NULL;
}

static void put_exported(json_t *o, const entry *e)
{
    for (const schema_row *r = runs; r->name; r++) {
        json_t *v = r->uses & OF_EXPORT ? exported(r->name, e) : NULL;
        if (json_is_string(v))
            schema_text(o, r->name, json_string_value(v));
        else if (v)
            json_object_set(o, r->name, v);
        json_decref(v);
    }
}

static void put_ratio(json_t *o, const entry *first, const entry *e)
{
    const cost_ratio r = tries_ratio(first, e);
    const bool alone = e == first;
    if (alone && e->cpu.n > 0 && !*e->not_deterministic) schema_number(o, "ratio", 1);
    if (alone || r.verdict == COST_NO_OVERLAP || !isfinite(r.ratio)) return;
    schema_number(o, "ratio", r.ratio);
    schema_number(o, "ratio_sure_low", r.sure_low);
    schema_number(o, "ratio_sure_high", r.sure_high);
    json_object_set_new(o, "tied", json_boolean(r.verdict == COST_SAME));
}

static json_t *invariants_json(const entry *e)
{
    json_t *list = need(json_array());
    for (int i = 0; i < e->ninvariants; i++) {
        json_t *o = need(json_object());
        schema_text(o, "name", e->invariants[i].name);
        schema_number(o, "drift", e->invariants[i].drift);
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *run_json(const board *b, const entry *first, const entry *e)
{
    char label[1024];
    json_t *o = need(json_object());
    ladder_label(b, tables_ladder(b, e), label, sizeof label);
    schema_text(o, "label", label);
    put_exported(o, e);
    if (e->r.outcome == OUTCOME_OK) put_ratio(o, first, e);
    json_object_set_new(o, "invariants", invariants_json(e));
    return o;
}

static json_t *notes_json(const board *b, int count)
{
    json_t *list = need(json_array());
    for (int g = 0; g < b->ngroups && count; g++) {
        char *note = tries_standing(&b->groups[g]);
        if (*note) json_array_append_new(list, need(json_string(note)));
        free(note);
    }
    return list;
}

json_t *tries_json(const board *b, const char *const *keys, int n)
{
    const entry **list = need(calloc((size_t)b->n + 1, sizeof *list));
    const int count = tries_choose(b, keys, n, list);
    json_t *o = schema_begin(&tries_schema), *all = need(json_array());
    for (int i = 0; i < count; i++) json_array_append_new(all, run_json(b, list[0], list[i]));
    json_object_set_new(o, "runs", all);
    json_object_set_new(o, "notes", notes_json(b, count));
    json_object_set_new(o, "left_out", json_array());
    free(list);
    return o;
}

void tries_leave_out(json_t *o, const char *what, const char *why)
{
    json_t *one = need(json_object());
    schema_text(one, "what", what);
    schema_text(one, "why", why);
    json_array_append_new(json_object_get(o, "left_out"), one);
}
