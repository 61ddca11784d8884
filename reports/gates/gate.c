/* gate.c -- limits against stored results.
 *
 *     scd, mescd                    at least the bound
 *     drift, events, trajectory     at most the bound
 *     counters                      within the relative slack on both sides
 *
 * Counters gate in both directions: a step less means that the code has changed as much as a
 * step more. Not so where a solver wraps a library, and that has another version than the cell
 * was blessed with: then they have the slack of the gate for that, if it is the larger one; and
 * a cell may stand once for each of several versions. A value that does not exist fails.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/gates/gate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

/* ---- quantities -------------------------------------------------------------------------- */

bool gate_is_least(const char *name) { return !strcmp(name, "scd") || !strcmp(name, "mescd"); }

bool gate_is_counter(const char *name) { return !strncmp(name, "counters.", 9); }

static double drift_value(const entry *e, const char *level)
{
    const char *found = strchr("gva", *level);
    return found ? e->drift[found - "gva"] : NAN;
}

static double event_value(const entry *e, const char *name)
{
    const event_errors *v = &e->events;
    const struct {
        const char *name;
        double value;
    } all[] = { { "missed", v->missed },
                { "spurious", v->spurious },
                { "duplicated", v->duplicated },
                { "reordered", v->reordered },
                { "time_error", v->time_error } };
    for (size_t i = 0; e->judged_events && i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i].name, name)) return all[i].value;
    return NAN;
}

/* Below ten times the bar of the reference nothing is told apart. */
static double trajectory_value(const entry *e, const char *name)
{
    for (int i = 0; i < e->nquantities; i++) {
        const trajectory_error *x = &e->quantities[i].error[TRAJECTORY_EXACT];
        if (!strcmp(e->quantities[i].name, name))
            return x->marked && x->bar >= 0 ? 10 * x->bar : x->max;
    }
    return NAN;
}

static double counter_value(const entry *e, const char *name)
{
    const long n = strcmp(name, "steps") ? entry_counter(e, name) : entry_steps(e);
    return n < 0 ? NAN : (double)n;
}

double gate_value(const entry *e, const char *name)
{
    const char *dot = strchr(name, '.');
    if (!strcmp(name, "scd")) return e->scd.value;
    if (!strcmp(name, "mescd")) return e->mescd.value;
    if (!dot) return NAN;
    if (!strncmp(name, "drift.", 6)) return drift_value(e, dot + 1);
    if (!strncmp(name, "events.", 7)) return event_value(e, dot + 1);
    if (!strncmp(name, "trajectory.", 11)) return trajectory_value(e, dot + 1);
    return gate_is_counter(name) ? counter_value(e, dot + 1) : NAN;
}

/* ---- matching ---------------------------------------------------------------------------- */

bool gate_matches(const gate_cell *c, const entry *e)
{
    return cell_alike(&c->cell, &e->r.cell, 1e-9);
}

static bool is_of_other_version(const gate_cell *c, const entry *e)
{
    return *c->library && strcmp(c->library, e->version) != 0;
}

bool gate_other_version(const gate_result *r)
{
    return r->entry && is_of_other_version(r->cell, r->entry);
}

/* Where one cell stands once for each of several versions, its own version judges a result,
 * else the last of them. */
bool gate_judges(const gate *g, const gate_cell *c, const entry *e)
{
    if (!gate_matches(c, e)) return false;
    for (const gate_cell *k = g->cells; is_of_other_version(c, e) && k < g->cells + g->n; k++)
        if (strcmp(k->library, c->library) != 0 && (k > c || !is_of_other_version(k, e)) &&
            gate_matches(k, e))
            return false;
    return true;
}

/* ---- checking ---------------------------------------------------------------------------- */

static void add(gate_result *r, const char *what, char *expected, char *found)
{
    r->findings = grown(r->findings, (size_t)r->n + 1, sizeof *r->findings);
    r->findings[r->n++] = (finding){ copied(what), expected, found };
}

static void findings_free(gate_result *r)
{
    for (int k = 0; k < r->n; k++) {
        free(r->findings[k].what);
        free(r->findings[k].expected);
        free(r->findings[k].found);
    }
    free(r->findings);
}

/* What does not exist cannot hold: a NaN compares false, and a gate must not pass by that. */
static bool holds(const gate_limit *l, double slack, double v)
{
    if (!isfinite(v)) return false;
    if (gate_is_least(l->name)) return v >= l->bound;
    if (gate_is_counter(l->name)) return fabs(v - l->bound) <= slack * l->bound + 1e-9;
    return v <= l->bound;
}

static char *expected_text(const gate_limit *l, double slack)
{
    if (gate_is_least(l->name)) return text_of("at least %.2f", l->bound);
    if (gate_is_counter(l->name)) return text_of("%.0f within %.3g %%", l->bound, 100 * slack);
    return text_of("at most %.6g", l->bound);
}

static void check_limit(gate_result *r, const gate_limit *l)
{
    const double v = gate_value(r->entry, l->name);
    const double slack = fmax(l->slack, r->version_slack);
    if (holds(l, slack, v)) return;
    add(r, l->name, expected_text(l, slack),
        !isfinite(v)               ? copied("nothing: the value does not exist")
        : gate_is_least(l->name)   ? text_of("%.2f", v)
        : gate_is_counter(l->name) ? text_of("%.0f", v)
                                   : text_of("%.6g", v));
}

static void check_entry(gate_result *r)
{
    const record *k = &r->entry->r;
    if (k->outcome != r->cell->outcome)
        add(r, "outcome", copied(outcome_name(r->cell->outcome)),
            text_of("%s%s%s", outcome_name(k->outcome), *k->detail ? ": " : "", k->detail));
    /* after another outcome than expected, the limits say nothing new */
    for (int i = 0; i < r->cell->nlimits && k->outcome == r->cell->outcome; i++)
        check_limit(r, &r->cell->limits[i]);
}

static gate_result checked(const gate *g, const gate_cell *c, const entry *e)
{
    gate_result r = { .cell = c, .entry = e };
    if (is_of_other_version(c, e)) r.version_slack = g->version_slack;
    check_entry(&r);
    return r;
}

int gate_check(const gate *g, const board *b, gate_result **results)
{
    gate_result *list = NULL;
    int n = 0;
    for (int i = 0; i < g->n; i++) {
        bool found = false;
        for (int k = 0; k < b->n; k++) {
            found = found || gate_matches(&g->cells[i], &b->entries[k]);
            if (!gate_judges(g, &g->cells[i], &b->entries[k])) continue;
            list = grown(list, (size_t)n + 1, sizeof *list);
            list[n++] = checked(g, &g->cells[i], &b->entries[k]);
        }
        if (found) continue;
        list = grown(list, (size_t)n + 1, sizeof *list);
        list[n] = (gate_result){ .cell = &g->cells[i] };
        add(&list[n++], "cell", copied("a result in the store"), copied("none"));
    }
    *results = list;
    return n;
}

void gate_results_free(gate_result *r, int n)
{
    for (int i = 0; i < n; i++) findings_free(&r[i]);
    free(r);
}
