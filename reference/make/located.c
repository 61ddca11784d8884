/* located.c -- events of four runs: the same guards in the same order, or no certificate.
 *
 * A guard that only just touches zero, or two that fire so close together that a tolerance
 * decides which is first, show as runs that tell different stories.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/located.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/job/quad_text.h"

static const flow_breaks *events_of(const one_run *r) { return &r->steps.events; }

static bool integrated(const one_run *r) { return r->run.method && r->rows; }

static void describe(const job *j, const one_run *r, int k, char *text, size_t size)
{
    const flow_breaks *e = events_of(r);
    if (k >= e->n)
        snprintf(text, size, "%s %s has only %d", r->run.method, r->run.tol ? r->run.tol : "",
                 e->n);
    else
        snprintf(text, size, "%s %s meets %s (%s) at t = %.10g", r->run.method,
                 r->run.tol ? r->run.tol : "", j->i->problem->events[e->at[k].event].name,
                 e->at[k].direction > 0 ? "rising" : "falling", (double)e->at[k].t);
}

/* Number of the first event that two runs do not share, -1 if they share all. */
static int parting(const flow_breaks *a, const flow_breaks *b)
{
    const int n = a->n < b->n ? a->n : b->n;
    int k = 0;
    while (k < n && a->at[k].event == b->at[k].event &&
           a->at[k].direction == b->at[k].direction)
        k++;
    return k == a->n && k == b->n ? -1 : k;
}

/* A state that is stored where it jumps has two values, and rounding chooses. */
static bool ambiguous(const job *j, const one_run *r, reason *why)
{
    const flow_breaks *e = events_of(r);
    for (int k = 0; k < e->n; k++)
        for (int s = 0; s < r->n; s++) {
            const ivp_event *event = &j->i->problem->events[e->at[k].event];
            const real t = r->times[s], same = R(1e-15) * ivp_abs(t);
            if (!event->reset || ivp_abs(e->at[k].t - t) > same) continue;
            reason_set(
                why,
                "%s: no certificate: the state jumps (%s) at t = %.10g, where it is to be "
                "stored: a recipe with other inner times is needed",
                j->i->problem->name, event->name, r->times[s]);
            return true;
        }
    return false;
}

ivp_status located_agree(const job *j, const one_run runs[RUN_COUNT], reason *why)
{
    const one_run *A = &runs[RUN_A_TIGHT];
    for (int r = 0; r < RUN_SHIFTED; r++) {
        if (!integrated(&runs[r])) continue;
        const int k = parting(events_of(A), events_of(&runs[r]));
        if (k < 0) continue;
        char one[128], other[128];
        describe(j, A, k, one, sizeof one);
        describe(j, &runs[r], k, other, sizeof other);
        reason_set(why,
                   "%s: no certificate: the runs part at event %d: %s, %s; does a guard only "
                   "touch zero there, or do two fire almost together?",
                   j->i->problem->name, k + 1, one, other);
        return IVP_E_EVENT_LOST;
    }
    return ambiguous(j, A, why) ? IVP_DOMAIN : IVP_OK;
}

/* Those that were scanned for along a closed form stay only where that is what A is made of. */
static void drop_scanned(flow_breaks *b)
{
    int kept = 0;
    for (int k = 0; k < b->n; k++)
        if (b->at[k].event < 0) b->at[kept++] = b->at[k];
    b->n = kept;
}

ivp_status located_breaks(job *j, const one_run runs[RUN_COUNT])
{
    const flow_breaks *e = events_of(&runs[RUN_A_TIGHT]);
    if (!strcmp(runs[RUN_A_TIGHT].run.method, "exact")) return IVP_OK;
    drop_scanned(&j->breaks);
    for (int k = 0; k < e->n; k++)
        if (!flow_breaks_add(&j->breaks, e->at[k])) return IVP_E_NOMEM;
    flow_breaks_sort(&j->breaks);
    return IVP_OK;
}

static real apart(const one_run *a, const one_run *b, int k)
{
    if (!integrated(a) || !integrated(b)) return 0;
    return ivp_abs(events_of(a)->at[k].t - events_of(b)->at[k].t);
}

static real bar_of(const one_run runs[RUN_COUNT], int k)
{
    const one_run *A = &runs[RUN_A_TIGHT], *B = &runs[RUN_B_TIGHT];
    const real tightened =
        ivp_max(apart(A, &runs[RUN_A_LOOSE], k), apart(B, &runs[RUN_B_LOOSE], k));
    return ivp_max(apart(A, B, k), tightened) + R(1e-34) * ivp_abs(events_of(A)->at[k].t);
}

ivp_status located_fill(const job *j, ref *r, const one_run runs[RUN_COUNT])
{
    const flow_breaks *a = events_of(&runs[RUN_A_TIGHT]), *b = events_of(&runs[RUN_B_TIGHT]);
    r->events = calloc((size_t)a->n + 1, sizeof *r->events);
    if (!r->events) return IVP_E_NOMEM;
    for (int k = 0; k < a->n; k++) {
        ref_event *e = &r->events[r->nevents++];
        *e = (ref_event){ .t = (double)a->at[k].t,
                          .direction = a->at[k].direction,
                          .bar = (double)bar_of(runs, k) };
        snprintf(e->name, sizeof e->name, "%s", j->i->problem->events[a->at[k].event].name);
        snprintf(e->text[REF_B], sizeof e->text[REF_B], "?");
        decimal(a->at[k].t, DECIMAL_ALL, e->text[REF_A]);
        if (integrated(&runs[RUN_B_TIGHT])) decimal(b->at[k].t, DECIMAL_ALL, e->text[REF_B]);
    }
    return IVP_OK;
}
