/* export.c -- every result as one row of CSV or one line of JSON; doubles round-trip.
 *
 * The columns are the fields of the cell that are exported, those of the entry in two tables,
 * and between these the counters. A value that does not exist is an empty field or a missing
 * member: NaN and infinity are no JSON, and no number.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/tables/export.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/text/table.h"

#define F(kind, name, member) FIELD_CALLED(name, kind, entry, member, 0, 0)
/* FIELD_OTHER: an outcome, or without a place the number of steps. */
static const field_row before[] = {
    F(OTHER, "outcome", r.outcome),
    F(STRING, "status", r.status),
    F(STRING, "detail", r.detail),
    F(REAL, "t_reached", r.t_reached),
    F(REAL, "scd", scd.value),
    F(TRUTH, "scd_capped", scd.capped),
    F(TRUTH, "scd_hollow", scd.hollow),
    F(REAL, "scd_shift", scd.shift),
    F(REAL, "mescd", mescd.value),
    F(TRUTH, "mescd_capped", mescd.capped),
    F(TRUTH, "mescd_hollow", mescd.hollow),
    F(REAL, "mescd_shift", mescd.shift),
    F(STRING, "judged_by", judge),
    F(STRING, "family", family),
    F(STRING, "library", library),
    F(STRING, "times_contain", times),
    F(STRING, "not_deterministic", not_deterministic),
    F(STRING, "elimination", elimination),
    F(SMALL, "lanes", lanes),
    F(REAL, "cpu_median_s", cpu.median),
    F(REAL, "cpu_low_s", cpu.low),
    F(REAL, "cpu_high_s", cpu.high),
    F(REAL, "cpu_min_s", cpu.min),
    F(REAL, "wall_median_s", wall.median),
    F(SMALL, "samples", cpu.n),
    F(REAL, "instructions", instructions),
    F(STRING, "counted_by", counted_by),
    { "steps", FIELD_OTHER, 0, 0, 0 },
}, behind[] = {
    F(REAL, "drift_g", drift[0]),
    F(REAL, "drift_v", drift[1]),
    F(REAL, "drift_a", drift[2]),
    F(REAL, "multipliers_end", multipliers.end),
    F(REAL, "multipliers_rms", multipliers.rms),
    F(REAL, "multipliers_max", multipliers.max),
    F(SMALL, "events_found", r.nevents),
    F(TRUTH, "irreproducible", r.irreproducible),
    F(REAL, "setup_s", r.setup_s),
    F(REAL, "long_setup_s", long_setup),
    F(REAL, "overhead_s", r.overhead_s),
    F(STRING, "machine", machine),
    F(TEXT, "key", r.cell.key),
};
#undef F
enum { BEFORE = sizeof before / sizeof *before, BEHIND = sizeof behind / sizeof *behind };

typedef struct column {
    const char *name; /* NULL: there is none */
    const field_row *field;
    bool of_cell;
    int counter; /* of a column without a field */
} column;

/* Those that make the number of steps come first, without their "n_". */
static column counter_column(int j)
{
    static const char *const steps[] = { "n_accepted", "n_rejected", "n_failed" };
    enum { STEPS = sizeof steps / sizeof *steps };
    int left = j < STEPS ? 0 : j - STEPS, k = 0;
    for (; k < RECORD_COUNTERS; k++) {
        int i = 0;
        while (i < STEPS && strcmp(steps[i], record_counter(k)) != 0) i++;
        if (j < STEPS ? i == j : i == STEPS && !left--) break;
    }
    return (column){ .name = record_counter(k) + (j < STEPS ? 2 : 0), .counter = k };
}

static column column_of(int j)
{
    CELL_EACH(k, CELL_EXPORT)
    if (!j--)
        return (
            column){ .name = cell_fields[k].name, .field = &cell_fields[k], .of_cell = true };
    if (j < BEFORE) return (column){ .name = before[j].name, .field = &before[j] };
    j -= BEFORE;
    if (j < RECORD_COUNTERS) return counter_column(j);
    j -= RECORD_COUNTERS;
    return j < BEHIND ? (column){ .name = behind[j].name, .field = &behind[j] } : (column){ 0 };
}

static json_t *count_value(long n) { return n < 0 ? NULL : json_integer(n); }

/* NULL where the value does not exist. */
static json_t *value_of(const column *c, const entry *e)
{
    const field_row *f = c->field;
    const void *of = c->of_cell ? (const void *)&e->r.cell : e;
    if (!f) return count_value(e->r.counters[c->counter]);
    if (f->kind == FIELD_OTHER)
        return f->at ? json_string(outcome_name(e->r.outcome)) : count_value(entry_steps(e));
    if (f->kind == FIELD_REAL && !isfinite(field_number(f, of))) return NULL;
    return field_json(f, of);
}

const char *export_column(int j) { return column_of(j).name; }

unsigned export_uses(int j)
{
    const column c = column_of(j);
    return c.of_cell ? c.field->uses : 0;
}

json_t *export_value(int j, const entry *e)
{
    const column c = column_of(j);
    return value_of(&c, e);
}

static void write_field(FILE *f, const json_t *v)
{
    char number[40] = "";
    if (json_is_string(v)) {
        csv_field(f, json_string_value(v));
    } else if (json_is_boolean(v)) {
        fputs(json_is_true(v) ? "true" : "false", f);
    } else if (json_is_integer(v)) {
        fprintf(f, "%lld", (long long)json_integer_value(v));
    } else if (json_is_real(v)) {
        number_text(json_real_value(v), number, sizeof number);
        fputs(number, f);
    }
}

void export_csv(const board *b, FILE *f)
{
    for (int j = 0; export_column(j); j++) fprintf(f, j ? ",%s" : "%s", export_column(j));
    fputc('\n', f);
    for (int i = 0; i < b->n; i++) {
        for (int j = 0; export_column(j); j++) {
            json_t *v = export_value(j, &b->entries[i]);
            if (j) fputc(',', f);
            write_field(f, v);
            json_decref(v);
        }
        fputc('\n', f);
    }
}

static json_t *errors_json(const trajectory_error *e)
{
    json_t *o = need(json_object());
    for (const field_row *f = trajectory_fields; f->name; f++)
        if (isfinite(field_number(f, e)))
            json_object_set_new(o, strcmp(f->name, "t_star") ? f->name : "t", field_json(f, e));
    json_object_set_new(o, "marked", json_boolean(e->marked));
    return o;
}

/* What a row of CSV has no place for. */
static void add_nested(json_t *o, const entry *e)
{
    json_t *trajectory = need(json_object()), *invariants = need(json_object());
    for (int i = 0; i < e->nquantities; i++) {
        const quantity *q = &e->quantities[i];
        if (q->error[TRAJECTORY_EXACT].n > 0)
            json_object_set_new(trajectory, q->name,
                                json_pack("{s:o, s:o}", "exact",
                                          errors_json(&q->error[TRAJECTORY_EXACT]), "spline",
                                          errors_json(&q->error[TRAJECTORY_PAPER])));
    }
    for (int i = 0; i < e->ninvariants; i++)
        if (isfinite(e->invariants[i].drift))
            json_object_set_new(invariants, e->invariants[i].name,
                                json_real(e->invariants[i].drift));
    json_object_set_new(o, "trajectory", trajectory);
    json_object_set_new(o, "invariants", invariants);
    if (!e->judged_events) return;
    const event_errors *v = &e->events;
    json_t *events = json_pack("{s:i, s:i, s:i, s:i, s:i}", "matched", v->matched, "missed",
                               v->missed, "spurious", v->spurious, "duplicated", v->duplicated,
                               "reordered", v->reordered);
    if (isfinite(v->time_error))
        json_object_set_new(events, "time_error", json_real(v->time_error));
    json_object_set_new(o, "events", events);
}

void export_jsonl(const board *b, FILE *f)
{
    for (int i = 0; i < b->n; i++) {
        json_t *o = need(json_object());
        for (int j = 0; export_column(j); j++) {
            json_t *v = export_value(j, &b->entries[i]);
            if (v) json_object_set_new(o, export_column(j), v);
        }
        add_nested(o, &b->entries[i]);
        char *text = need(json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(17)));
        fputs(text, f);
        fputc('\n', f);
        free(text);
        json_decref(o);
    }
}
