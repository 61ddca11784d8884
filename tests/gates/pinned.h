/* pinned.h -- gate files for tests: all that a store holds, pinned at what it is.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PINNED_H
#define TESTS_PINNED_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/gates/gate.h"

/* Room for rounding: digits 0.3, errors a factor of two; counters have their slack. */
static inline double pin_bound(const char *name, double v)
{
    if (gate_is_least(name)) return v - 0.3;
    return gate_is_counter(name) || !strncmp(name, "events.", 7) ? v : 2 * v + 1e-14;
}

static inline void pin_group(FILE *f, const entry *e, const char *kind,
                             const char *const *names, int n)
{
    int written = 0;
    for (int i = 0; i < n; i++) {
        char *name = text_of("%s.%s", kind, names[i]);
        const double v = gate_value(e, name);
        if (isfinite(v)) {
            if (!written++) fprintf(f, "    %s = {", kind);
            fprintf(f, " %s = %.17e;", names[i], pin_bound(name, v));
        }
        free(name);
    }
    if (written) fputs(" };\n", f);
}

static inline void pin_limits(FILE *f, const entry *e)
{
    static const char *const drift[] = { "g", "v" },
                             *const counters[] = { "steps", "n_f", "n_jac", "n_lu" },
                             *const events[] = { "missed", "spurious", "duplicated",
                                                 "reordered" };
    if (e->scd.known) fprintf(f, " scd = %.17e;", pin_bound("scd", e->scd.value));
    if (e->mescd.known) fprintf(f, " mescd = %.17e;", pin_bound("mescd", e->mescd.value));
    fputc('\n', f);
    pin_group(f, e, "drift", drift, 2);
    pin_group(f, e, "events", events, 4);
    pin_group(f, e, "counters", counters, 4);
}

/* One cell of a gate file; with a comma before it, unless it is the first. */
static inline void pin_cell(FILE *f, const entry *e, bool first)
{
    const cell *c = &e->r.cell;
    fprintf(f, "%s{ problem = \"%s\"; parameters = \"%s\"; formulation = \"%s\";",
            first ? "" : ",", c->problem, c->parameters, c->formulation);
    fprintf(f, " solver = \"%s\"; options = \"%s\"; %s = %.17e;\n", c->solver, c->options,
            c->h > 0 ? "h" : "rtol", c->h > 0 ? c->h : c->rtol);
    fprintf(f, "    library = \"%s\"; outcome = \"%s\";", e->version,
            outcome_name(e->r.outcome));
    if (c->no_events) fputs(" no_events = true;", f);
    if (e->r.outcome == OUTCOME_OK) pin_limits(f, e);
    fputs("}\n", f);
}

static inline void pin_all(const char *path, const board *b, double slack, double version_slack)
{
    FILE *f = need(fopen(path, "w"));
    fprintf(f, "slack = %g; version_slack = %e; cells = (\n", slack, version_slack);
    for (int i = 0; i < b->n; i++) pin_cell(f, &b->entries[i], !i);
    fputs(");\n", f);
    fclose(f);
}

#endif
