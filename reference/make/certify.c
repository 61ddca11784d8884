/* certify.c -- bars, the refusal of a certificate, and what nothing enforced.
 *
 * A jump in the right-hand side that nobody declared limits every method at about the same
 * place: both families stall there, near one another, and tightening changes nothing. A small
 * difference alone is therefore no certificate; it has to shrink.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/certify.h"

#include <stdio.h>
#include <string.h>

/* Differences below the first need not shrink: rounding, amplified by extrapolation and by the
 * problem. Above the second there is no reference, shrinking or not. */
static const real rounding = R(1e-21), useless = R(1e-10);

/* Where events are together, tightening that changes more than this is a question of order. */
static const real swapped = R(1e-6);

bool certify_nothing(real size, real most) { return size <= R(1e-18) * most; }

static real apart(const one_run *a, const one_run *b, size_t k)
{
    const real d = a->rows && b->rows ? ivp_abs(a->rows[k] - b->rows[k]) : 0;
    return ivp_finite(d) ? d : 0; /* a half that does not know this number */
}

real certify_bar(const one_run runs[RUN_COUNT], size_t k)
{
    const real between = apart(&runs[RUN_A_TIGHT], &runs[RUN_B_TIGHT], k);
    const real a = apart(&runs[RUN_A_TIGHT], &runs[RUN_A_LOOSE], k);
    const real b = apart(&runs[RUN_B_TIGHT], &runs[RUN_B_LOOSE], k);
    return ivp_max(between, ivp_max(a, b));
}

/* ---- the certificate --------------------------------------------------------------------- */

static real peak(const one_run *r, int i) { return r->steps.peak ? r->steps.peak[i] : 0; }

/* The largest value of component i on the whole way: at the stored times alone it may have
 * decayed to nothing. */
static real scale_of(const job *j, const one_run *a, const one_run *b, int i)
{
    real scale = ivp_max(peak(a, i), peak(b, i));
    for (int s = 0; s < a->n; s++)
        scale = ivp_max(scale, ivp_abs(a->rows[(size_t)s * (size_t)j->width + (size_t)i]));
    return scale;
}

/* What every component counts as at least, where errors are absolute by the problem's own rule:
 * the integrators' own floor. */
static real floor_of(const job *j) { return j->i->problem->scored_absolute ? R(1e-4) : 0; }

/* Largest difference of two runs, q, u, x or y, relative to each component's largest value. */
static real difference(const job *j, const one_run *a, const one_run *b)
{
    real worst = 0, most = 0;
    for (int i = 0; i < j->i->sizes.n; i++) most = ivp_max(most, scale_of(j, a, b, i));
    for (int i = 0; i < j->i->sizes.n; i++) {
        const real scale = ivp_max(scale_of(j, a, b, i), floor_of(j));
        real d = 0;
        for (int s = 0; s < a->n; s++)
            d = ivp_max(d, apart(a, b, (size_t)s * (size_t)j->width + (size_t)i));
        if (!certify_nothing(scale, most)) worst = ivp_max(worst, d / scale);
    }
    return worst;
}

static bool is_stop(const one_run *r, double t)
{
    for (int k = 0; k < r->n; k++)
        if (r->times[k] == t) return true;
    return false;
}

/* End of the shortest step: not among the first ones, which begin small, nor beside a time
 * where the run had to stop. */
static double collapse(const job *j, const one_run *r)
{
    const job_steps *s = &r->steps;
    double worst = INFINITY, where = NAN;
    for (int k = 1; k + 1 < s->n; k++) {
        const double h = s->t[k] - s->t[k - 1];
        if (s->t[k] < j->i->t0 + (double)R(1e-3) * (j->i->t1 - j->i->t0)) continue;
        if (is_stop(r, s->t[k]) || is_stop(r, s->t[k - 1]) || !(h < worst)) continue;
        worst = h;
        where = s->t[k];
    }
    return where;
}

/* Two events at one time of which one has a reset: the later of them, or 0. */
static int together(const job *j, const flow_breaks *met)
{
    const real same = R(1e-15) * ((real)j->i->t1 - (real)j->i->t0);
    const ivp_event *of = j->i->problem->events;
    for (int k = 1; k < met->n; k++) {
        const int one = met->at[k - 1].event, two = met->at[k].event;
        const bool resets = one >= 0 && two >= 0 && (of[one].reset || of[two].reset);
        if (resets && met->at[k].t - met->at[k - 1].t <= same) return k;
    }
    return 0;
}

/* Rounding may put events in one order or the other, whose resets do not commute: then runs of
 * one family at two tolerances end apart. */
static ivp_status certify_order(const job *j, const one_run runs[RUN_COUNT], reason *why)
{
    const one_run *A = &runs[RUN_A_TIGHT], *B = &runs[RUN_B_TIGHT];
    const flow_breaks *met = &A->steps.events;
    const int k = together(j, met);
    const real a = k && runs[RUN_A_LOOSE].rows ? difference(j, A, &runs[RUN_A_LOOSE]) : 0;
    const real b = k && runs[RUN_B_LOOSE].rows ? difference(j, B, &runs[RUN_B_LOOSE]) : 0;
    if (!(ivp_max(a, b) > swapped)) return IVP_OK;
    reason_set(why,
               "%s: no certificate: %s and %s fire at t = %.10g, and runs of one method at two "
               "tolerances differ by %.1e: does the order of their resets hang on rounding?",
               j->i->problem->name, j->i->problem->events[met->at[k - 1].event].name,
               j->i->problem->events[met->at[k].event].name, (double)met->at[k].t,
               (double)ivp_max(a, b));
    return IVP_E_EVENT_LOST;
}

ivp_status certify(const job *j, const one_run runs[RUN_COUNT], reason *why)
{
    if (certify_order(j, runs, why)) return IVP_E_EVENT_LOST;
    const one_run *A = &runs[RUN_A_LOOSE], *B = &runs[RUN_B_LOOSE];
    const real tight = difference(j, &runs[RUN_A_TIGHT], &runs[RUN_B_TIGHT]);
    const real loose = difference(j, A->rows ? A : &runs[RUN_A_TIGHT], B);
    if (tight <= rounding || (tight < useless && tight < loose / 2)) return IVP_OK;
    const one_run *r = A->rows ? &runs[RUN_A_TIGHT] : &runs[RUN_B_TIGHT];
    const double t = collapse(j, r);
    reason_set(why,
               "%s: no certificate: %s and %s differ by %.1e, by %.1e after tightening; "
               "the shortest step ends at t = %.10g: does the right-hand side jump there?",
               j->i->problem->name, runs[RUN_A_TIGHT].run.method, runs[RUN_B_TIGHT].run.method,
               (double)loose, (double)tight, t);
    return IVP_DOMAIN;
}

/* ---- laws -------------------------------------------------------------------------------- */

typedef struct range {
    real low, high;
} range;

static void widen(range *r, real x, bool first)
{
    r->low = first ? x : ivp_min(r->low, x);
    r->high = first ? x : ivp_max(r->high, x);
}

/* Invariant k along a run and at its start. */
static range along(job *j, const one_run *r, int k)
{
    const ivp_observable *invariant = &j->i->problem->invariants[k];
    range found = { 0, 0 };
    for (int s = -1; s < r->n; s++) {
        const real *row = s < 0 ? j->i->start : r->rows + (size_t)s * (size_t)j->width;
        memcpy(j->row, row, (size_t)j->nc * sizeof *row);
        const double t = s < 0 ? j->i->t0 : r->times[s];
        const ivp_state state = instance_view(j->i, t, j->row, j->i->start_yp);
        widen(&found, instance_observe(j->i, invariant, &state), s < 0);
    }
    return found;
}

static void drift_along(job *j, const one_run *r, real worst[2])
{
    worst[0] = worst[1] = 0;
    for (int s = 0; s < r->n; s++) {
        real drift[3] = { 0 };
        memcpy(j->row, r->rows + (size_t)s * (size_t)j->width, (size_t)j->nc * sizeof *j->row);
        const ivp_state state = instance_view(j->i, r->times[s], j->row, j->i->start_yp);
        if (instance_drift(j->i, &state, drift)) continue;
        for (int k = 0; k < 2; k++) worst[k] = ivp_max(worst[k], drift[k]);
    }
}

static int drift_laws(job *j, const one_run *A, const one_run *B, ref_law *laws)
{
    static const char *const names[2] = { "drift:g", "drift:v" };
    real a[2], b[2];
    drift_along(j, A, a);
    drift_along(j, B, b);
    for (int k = 0; k < 2; k++) {
        laws[k] = (ref_law){ .size = 0, .variation = { (double)a[k], (double)b[k] } };
        snprintf(laws[k].name, sizeof laws[k].name, "%s", names[k]);
    }
    return 2;
}

int certify_laws(job *j, const one_run runs[RUN_COUNT], ref_law *laws, int most)
{
    const one_run *A = &runs[RUN_A_TIGHT], *B = &runs[RUN_B_TIGHT];
    const ivp_observable *law = j->i->problem->invariants;
    int n = j->i->sizes.ng && most >= 2 ? drift_laws(j, A, B, laws) : 0;
    for (int k = 0; law && law[k].name && n < most; k++) {
        const range a = along(j, A, k), b = along(j, B, k);
        const bool known = ivp_finite(B->rows[0]); /* not the end state alone */
        const real size = ivp_max(ivp_abs(a.low), ivp_abs(a.high));
        laws[n] = (ref_law){ .size = (double)size,
                             .variation = { (double)(a.high - a.low),
                                            known ? (double)(b.high - b.low) : -1 } };
        snprintf(laws[n++].name, sizeof laws->name, "%s", law[k].name);
    }
    return n;
}
