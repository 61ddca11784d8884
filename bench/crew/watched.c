/* watched.c -- see watched.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/watched.h"

#include "bench/base/util.h"

#include <jansson.h>
#include <stdlib.h>

static const char seconds_member[] = "watched_s";

void watched_note(record *r, double cpu_s)
{
    json_t *o = json_loads(r->scoring, 0, NULL);
    if (!json_is_object(o) || json_object_set_new(o, seconds_member, json_real(cpu_s))) {
        json_decref(o);
        return;
    }
    free(r->scoring);
    r->scoring = need(json_dumps(o, JSON_COMPACT));
    json_decref(o);
}

static double median_cpu(const record *r)
{
    double *v = need(calloc((size_t)r->nsamples + 1, sizeof *v));
    for (int i = 0; i < r->nsamples; i++) v[i] = r->samples[i].cpu_s;
    const double median = r->nsamples ? median_of(v, r->nsamples) : 0;
    free(v);
    return median;
}

double watched_seconds(const record *r)
{
    json_t *o = json_loads(r->scoring ? r->scoring : "", 0, NULL);
    const json_t *v = json_object_get(o, seconds_member);
    const double s = json_is_number(v) ? json_number_value(v) : median_cpu(r);
    json_decref(o);
    return s;
}
