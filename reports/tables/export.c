/* export.c -- every result as one row of CSV or one line of JSON; doubles round-trip.
 *
 * The columns are a table of names and places in the entry. A value that does not exist is an
 * empty field or a missing member: NaN and infinity are no JSON, and no number. */
#include "reports/tables/export.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/text/table.h"

typedef enum kind { WORDS, POINTER, REAL, WHOLE, TRUTH, RESULT, STEPS, COUNTER } kind;

/* Columns in the order of the file; a counter has its name in the record instead of a place. */
static const struct column {
    const char *name;
    kind kind;
    size_t at;
    const char *counter;
} columns[] = {
#define F(kind, name, member)                                                                  \
    {                                                                                          \
        name, kind, offsetof(entry, member), NULL                                              \
    }
    F(WORDS, "problem", r.cell.problem),
    F(WORDS, "parameters", r.cell.parameters),
    F(WORDS, "formulation", r.cell.formulation),
    F(WORDS, "solver", r.cell.solver),
    F(WORDS, "options", r.cell.options),
    F(REAL, "rtol", r.cell.rtol),
    F(REAL, "rung", r.cell.rung),
    F(REAL, "atol", r.cell.atol),
    F(REAL, "h0", r.cell.h0),
    F(REAL, "h", r.cell.h),
    F(TRUTH, "no_events", r.cell.no_events),
    F(RESULT, "outcome", r.outcome),
    F(POINTER, "status", r.status),
    F(POINTER, "detail", r.detail),
    F(REAL, "t_reached", r.t_reached),
    F(REAL, "scd", scd.value),
    F(TRUTH, "scd_capped", scd.capped),
    F(TRUTH, "scd_hollow", scd.hollow),
    F(REAL, "scd_shift", scd.shift),
    F(REAL, "mescd", mescd.value),
    F(TRUTH, "mescd_capped", mescd.capped),
    F(TRUTH, "mescd_hollow", mescd.hollow),
    F(REAL, "mescd_shift", mescd.shift),
    F(POINTER, "judged_by", judge),
    F(POINTER, "family", family),
    F(POINTER, "library", library),
    F(POINTER, "times_contain", times),
    F(POINTER, "elimination", elimination),
    F(WHOLE, "lanes", lanes),
    F(REAL, "cpu_median_s", cpu.median),
    F(REAL, "cpu_low_s", cpu.low),
    F(REAL, "cpu_high_s", cpu.high),
    F(REAL, "cpu_min_s", cpu.min),
    F(REAL, "wall_median_s", wall.median),
    F(WHOLE, "samples", cpu.n),
    F(REAL, "instructions", instructions),
    F(POINTER, "counted_by", counted_by),
    { "steps", STEPS, 0, NULL },
    { "accepted", COUNTER, 0, "n_accepted" },
    { "rejected", COUNTER, 0, "n_rejected" },
    { "failed", COUNTER, 0, "n_failed" },
    { "n_f", COUNTER, 0, "n_f" },
    { "n_mass", COUNTER, 0, "n_mass" },
    { "n_con", COUNTER, 0, "n_con" },
    { "n_gamma", COUNTER, 0, "n_gamma" },
    { "n_jac", COUNTER, 0, "n_jac" },
    { "n_jac_evals", COUNTER, 0, "n_jac_evals" },
    { "n_lu", COUNTER, 0, "n_lu" },
    { "n_solve", COUNTER, 0, "n_solve" },
    { "n_newton", COUNTER, 0, "n_newton" },
    { "n_project", COUNTER, 0, "n_project" },
    { "n_event", COUNTER, 0, "n_event" },
    { "n_restart", COUNTER, 0, "n_restart" },
    F(REAL, "drift_g", drift[0]),
    F(REAL, "drift_v", drift[1]),
    F(REAL, "drift_a", drift[2]),
    F(WHOLE, "events_found", r.nevents),
    F(TRUTH, "irreproducible", r.irreproducible),
    F(REAL, "setup_s", r.setup_s),
    F(REAL, "overhead_s", r.overhead_s),
    F(POINTER, "machine", machine),
    F(WORDS, "key", r.cell.key),
#undef F
};
enum { NCOLUMNS = sizeof columns / sizeof *columns };

static json_t *count_value(long n) { return n < 0 ? NULL : json_integer(n); }

/* NULL where the value does not exist. */
static json_t *value_of(const struct column *c, const entry *e)
{
    const void *at = (const char *)e + c->at;
    switch (c->kind) {
    case WORDS:
        return json_string(at);
    case POINTER:
        return json_string(*(char *const *)at ? *(char *const *)at : "");
    case REAL:
        return isfinite(*(const double *)at) ? json_real(*(const double *)at) : NULL;
    case WHOLE:
        return json_integer(*(const int *)at);
    case TRUTH:
        return json_boolean(*(const bool *)at);
    case RESULT:
        return json_string(outcome_name(*(const outcome *)at));
    case STEPS:
        return count_value(entry_steps(e));
    case COUNTER:
        return count_value(entry_counter(e, c->counter));
    }
    return NULL;
}

const char *export_column(int j) { return j < NCOLUMNS ? columns[j].name : NULL; }

json_t *export_value(int j, const entry *e) { return value_of(&columns[j], e); }

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
    for (int j = 0; j < NCOLUMNS; j++) fprintf(f, j ? ",%s" : "%s", columns[j].name);
    fputc('\n', f);
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < NCOLUMNS; j++) {
            json_t *v = value_of(&columns[j], &b->entries[i]);
            write_field(f, v);
            fputc(j + 1 < NCOLUMNS ? ',' : '\n', f);
            json_decref(v);
        }
}

static json_t *errors_json(const trajectory_error *e)
{
    json_t *o = need(json_object());
    const struct {
        const char *name;
        double v;
    } members[] = { { "max", e->max },         { "t", e->t_star },
                    { "rms", e->rms },         { "l2", e->l2 },
                    { "percent", e->percent }, { "bar", e->bar },
                    { "shift", e->shift },     { "explained", e->explained },
                    { "rest", e->rest } };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (isfinite(members[i].v))
            json_object_set_new(o, members[i].name, json_real(members[i].v));
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
        for (int j = 0; j < NCOLUMNS; j++) {
            json_t *v = value_of(&columns[j], &b->entries[i]);
            if (v) json_object_set_new(o, columns[j].name, v);
        }
        add_nested(o, &b->entries[i]);
        char *text = need(json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(17)));
        fputs(text, f);
        fputc('\n', f);
        free(text);
        json_decref(o);
    }
}
