/* reduced.c -- the errors of a run too long for the store as a member of its record: read by
 * the board, made after the run.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/reduced.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

static const char *const rules[TRAJECTORY_RULES] = {
    [TRAJECTORY_EXACT] = "exact", [TRAJECTORY_PAPER] = "spline"
};

/* ---- reading ----------------------------------------------------------------------------- */

static double number(const json_t *v) { return json_is_number(v) ? json_number_value(v) : NAN; }

bool reduced_against(const json_t *reduced, const char *digest)
{
    const char *of = json_string_value(json_object_get(reduced, "reference"));
    return of && !strcmp(of, digest);
}

double reduced_drift(const json_t *reduced, const char *name)
{
    return number(json_object_get(json_object_get(reduced, "invariants"), name));
}

void reduced_errors(const json_t *reduced, const char *series,
                    trajectory_error error[TRAJECTORY_RULES])
{
    const json_t *one = json_object_get(json_object_get(reduced, "trajectory"), series);
    for (int i = 0; i < TRAJECTORY_RULES; i++) {
        const json_t *o = json_object_get(one, rules[i]);
        trajectory_error *e = &error[i];
        *e = trajectory_unknown();
        e->n = (int)json_integer_value(json_object_get(o, "n"));
        e->marked = json_is_true(json_object_get(o, "marked"));
        for (const field_row *f = trajectory_fields; f->name; f++)
            field_set_number(f, number(json_object_get(o, f->name)), e);
    }
}

/* ---- making ------------------------------------------------------------------------------ */

static json_t *number_json(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *error_json(const trajectory_error *e)
{
    json_t *o = json_object();
    json_object_set_new(o, "n", json_integer(e->n));
    json_object_set_new(o, "marked", json_boolean(e->marked));
    for (const field_row *f = trajectory_fields; f->name; f++)
        if (isfinite(field_number(f, e))) json_object_set_new(o, f->name, field_json(f, e));
    return o;
}

json_t *reduced_json(const group *g, const entry *e)
{
    json_t *invariants = json_object(), *trajectory = json_object();
    for (int i = 0; i < e->ninvariants; i++)
        json_object_set_new(invariants, e->invariants[i].name,
                            number_json(e->invariants[i].drift));
    for (int i = 0; i < e->nquantities; i++) {
        json_t *both = json_object();
        for (int k = 0; k < TRAJECTORY_RULES; k++)
            json_object_set_new(both, rules[k], error_json(&e->quantities[i].error[k]));
        json_object_set_new(trajectory, e->quantities[i].series, both);
    }
    return need(json_pack("{s:s, s:o, s:o}", "reference", g->ref ? g->ref->digest : "",
                          "invariants", invariants, "trajectory", trajectory));
}
