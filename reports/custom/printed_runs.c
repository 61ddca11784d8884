/* printed_runs.c -- printed runs of the problems that a board has.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/custom/printed_runs.h"

#include <math.h>
#include <string.h>

static const char *const numbers[] = { "rtol",     "scd", "mescd", "steps",
                                       "accepted", "n_f", "n_jac", "n_lu" };
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static const char *text_in(const json_t *o, const char *name)
{
    const char *text = json_string_value(json_object_get(o, name));
    return text ? text : "";
}

static double number_in(const json_t *o, const char *name)
{
    const json_t *v = json_object_get(o, name);
    return json_is_number(v) ? json_number_value(v) : NAN;
}

json_t *printed_read(const char *text, size_t size)
{
    json_t *o = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_array(json_object_get(o, "runs"))) return o;
    json_decref(o);
    return NULL;
}

static bool is_of(const json_t *run, const group *g)
{
    return !*g->parameters && !strcmp(text_in(run, "problem"), g->problem);
}

table *printed_table(const json_t *printed, const group *g)
{
    size_t i;
    json_t *run;
    table *t = table_new("code|printed in|rtol|scd|mescd|steps|accepted|#f|#Jacobians|#LU");
    json_array_foreach(json_object_get(printed, "runs"), i, run)
    {
        if (!is_of(run, g)) continue;
        table_text(t, "%s", text_in(run, "code"));
        table_text(t, "%s", text_in(run, "place"));
        for (int k = 0; k < NUMBERS; k++)
            table_number(t, k == 0 ? "%.0e" : "%.7g", number_in(run, numbers[k]));
    }
    return t;
}

static void write_run(const json_t *run, json_out *o)
{
    static const char *const keys[] = { "problem", "code", "place" };
    json_open(o, NULL, '{');
    for (int k = 0; k < 3; k++) json_text(o, keys[k], text_in(run, keys[k]));
    for (int k = 0; k < NUMBERS; k++) json_number(o, numbers[k], number_in(run, numbers[k]));
    json_close(o, '}');
}

void printed_json(const json_t *printed, const board *b, json_out *o)
{
    size_t i;
    json_t *run;
    json_open(o, "printed", '{');
    json_text(o, "title", text_in(printed, "title"));
    json_text(o, "source", text_in(printed, "source"));
    json_open(o, "runs", '[');
    json_array_foreach(json_object_get(printed, "runs"), i, run)
    {
        int g = 0;
        while (g < b->ngroups && !is_of(run, &b->groups[g])) g++;
        if (g < b->ngroups) write_run(run, o);
    }
    json_close(o, ']');
    json_close(o, '}');
}
