/* record.c -- names of outcomes, the kernel's names of counters, the end of a record's life.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/record.h"

#include "bench/base/util.h"
#include "kernel/problem/status.h"

#include <ivp/model.h>

#include <stdlib.h>
#include <string.h>

static const char *const outcome_names[NOUTCOMES] = {
    [OUTCOME_OK] = "ok",
    [OUTCOME_STEP_TOO_SMALL] = "step_too_small",
    [OUTCOME_TOO_MANY_STEPS] = "too_many_steps",
    [OUTCOME_DIVERGED] = "diverged",
    [OUTCOME_INCONSISTENT_START] = "inconsistent_start",
    [OUTCOME_EVENT_LOST] = "event_lost",
    [OUTCOME_NONFINITE] = "nonfinite",
    [OUTCOME_TIMEOUT] = "timeout",
    [OUTCOME_MEMORY] = "memory",
    [OUTCOME_CRASH] = "crash",
    [OUTCOME_EXIT] = "exit",
    [OUTCOME_DECLINED] = "declined",
    [OUTCOME_INFRASTRUCTURE] = "infrastructure",
    [OUTCOME_MISBEHAVED] = "misbehaved",
};

_Static_assert((int)RECORD_COUNTERS == (int)IVP_NCOUNTERS, "one name per counter");

const char *record_counter(int i) { return ivp_counter_name((ivp_counter)i); }

long record_counted(const record *r, const char *name)
{
    for (int i = 0; i < RECORD_COUNTERS; i++)
        if (!strcmp(record_counter(i), name)) return r->counters[i];
    return -1;
}

bool record_counter_may_be(int i, long n)
{
    return n >= 0 || (n == -1 && counter_may_be_unknown((ivp_counter)i));
}

const char *outcome_name(outcome o)
{
    return (unsigned)o < NOUTCOMES ? outcome_names[o] : "infrastructure";
}

bool outcome_by_name(const char *name, outcome *o)
{
    for (int i = 0; i < NOUTCOMES; i++)
        if (!strcmp(outcome_names[i], name)) {
            *o = (outcome)i;
            return true;
        }
    return false;
}

#define RECORD_ROW(kind, name) FIELD_ROW(kind, record, name, 0, 0),
#define SAMPLE_ROW(kind, name) FIELD_ROW(kind, record_sample, name, 0, 0),
#define REPEAT_ROW(kind, name) FIELD_ROW(kind, record_repeats, name, 0, 0),
#define EVENT_ROW(kind, name)  FIELD_ROW(kind, record_event, name, 0, 0),
const field_row record_fields[] = { RECORD_FIELDS(RECORD_ROW){ 0 } };
const field_row record_costs[] = { RECORD_COSTS(RECORD_ROW){ 0 } };
const field_row sample_fields[] = { FIELD_ROW(SMALL, record_sample, worker, 0, 0),
                                    SAMPLE_TIMES(SAMPLE_ROW){ 0 } };
const field_row event_fields[] = { EVENT_FIELDS(EVENT_ROW){ 0 } };
const field_row repeat_fields[] = { REPEAT_FIELDS(REPEAT_ROW){ 0 } };

void record_free(record *r)
{
    for (int i = 0; i < r->ncomponents && r->components; i++) free(r->components[i]);
    for (int i = 0; i < r->nseries; i++) {
        free(r->series[i].name);
        free(r->series[i].v);
    }
    for (int i = 0; i < r->nevents; i++) free(r->events[i].guard);
    for (const field_row *f = record_fields; f->name; f++)
        if (f->kind == FIELD_STRING) free(*field_string(f, r));
    void *const owned[] = {
        r->scoring, r->components, r->samples,        r->end_state,
        r->series,  r->events,     r->repeats.digest, r->repeats.not_moved
    };
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) free(owned[i]);
    *r = (record){ .outcome = r->outcome };
}
