/* tables.c -- the tables of one problem, from run characteristics to failures.
 *
 * Each table is a function and a row of tables_list; one without rows is left out of the
 * report. Run characteristics are those of the Test Set for IVP Solvers, with the interval and
 * the least of the CPU times beside the median. Together, characteristics and failures have
 * every cell.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/tables/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/board/outcomes.h"
#include "reports/metrics/order.h"

enum { MOST_RUNGS = 128 };

/* Ladders stand in the order of their entries. */
const ladder *tables_ladder(const board *b, const entry *e)
{
    const int at = (int)(e - b->entries);
    int low = 0, high = b->nladders;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        *(b->ladders[middle].first <= at ? &low : &high) = middle;
    }
    return b->nladders ? &b->ladders[low] : NULL;
}

static void add_configuration(table *t, const board *b, const entry *e)
{
    char label[1024];
    ladder_label(b, tables_ladder(b, e), label, sizeof label);
    table_text(t, "%s", label);
}

static void add_rung(table *t, const entry *e)
{
    const bool steps = e->r.cell.h > 0;
    table_number(t, "%.2g", steps ? NAN : e->r.cell.rtol);
    table_number(t, "%.3g", steps ? e->r.cell.h : NAN);
}

static void add_digits(table *t, const digits *d)
{
    if (d->known && d->capped)
        table_text(t, ">= %.2f", d->value);
    else if (d->known && d->hollow)
        table_text(t, "%.2f (at the bar)", d->value);
    else
        table_number(t, "%.2f", d->value);
}

/* ---- run characteristics ----------------------------------------------------------------- */

void tables_remarks(const group *g, const entry *e, char *text, size_t size)
{
    const digits *near = metrics_near_shift(&e->scd) ? &e->scd : &e->mescd;
    char shift[128] = "";
    if (metrics_near_shift(near))
        snprintf(shift, sizeof shift, "the rounding of constants leaves %.1f digits (%s)",
                 near->shift, near == &e->scd ? "scd" : "mescd");
    const char *const unreduced =
        e->unreduced
            ? "no errors along the trajectory: it is too long to be stored and was never "
              "compared with this reference (run --rerun all)"
            : "";
    char times[160] = "";
    if (*e->times) snprintf(times, sizeof times, "* times contain %.140s", e->times);
    const bool slow = !strcmp(e->elimination, "interpreted") &&
                      !strstr(e->r.cell.formulation, "elimination=interpreted");
    const char *const interpreted =
        slow ? "the saddle point is eliminated by interpreted code, which takes longer" : "";
    char differs[192] = "";
    if (*e->not_deterministic)
        snprintf(differs, sizeof differs, "not deterministic: %.140s", e->not_deterministic);
    const char *const parts[] = { e->r.irreproducible ? "irreproducible" : "",
                                  differs,
                                  score_reference_half_text(g, e),
                                  times,
                                  shift,
                                  interpreted,
                                  unreduced };
    *text = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const size_t n = strlen(text);
        if (*parts[i]) snprintf(text + n, size - n, "%s%s", n ? "; " : "", parts[i]);
    }
}

static table *characteristics(const board *b, const group *g)
{
    table *t = table_new("solver|rtol|atol|h0|h|mescd|scd|steps|accept|#f|#Jac|#LU|"
                         "CPU median [s]|CPU interval [s]|CPU least [s]|remarks");
    char remarks[512];
    for (int i = g->first; i < g->first + g->n; i++) {
        const entry *e = &b->entries[i];
        if (e->r.outcome != OUTCOME_OK) continue;
        add_configuration(t, b, e);
        table_number(t, "%.2g", e->r.cell.h > 0 ? NAN : e->r.cell.rtol);
        table_number(t, "%.2g", e->r.cell.h > 0 ? NAN : e->r.cell.atol);
        table_number(t, "%.2g", e->r.cell.h0 > 0 ? e->r.cell.h0 : NAN);
        table_number(t, "%.3g", e->r.cell.h > 0 ? e->r.cell.h : NAN);
        add_digits(t, &e->mescd);
        add_digits(t, &e->scd);
        table_count(t, entry_steps(e));
        table_count(t, entry_counter(e, "n_accepted"));
        table_count(t, entry_counter(e, "n_f"));
        table_count(t, entry_counter(e, "n_jac"));
        table_count(t, entry_counter(e, "n_lu"));
        table_number(t, "%.3g", e->cpu.median);
        if (isfinite(e->cpu.low))
            table_text(t, "%.3g .. %.3g", e->cpu.low, e->cpu.high);
        else
            table_text(t, "%s", "");
        table_number(t, "%.3g", e->cpu.min);
        tables_remarks(g, e, remarks, sizeof remarks);
        table_text(t, "%s", remarks);
    }
    return t;
}

/* ---- along the trajectory ---------------------------------------------------------------- */

static void add_trajectory(table *t, const board *b, const entry *e, const quantity *q)
{
    const trajectory_error *x = &q->error[TRAJECTORY_EXACT], *s = &q->error[TRAJECTORY_PAPER];
    if (x->n < 1) return;
    add_configuration(t, b, e);
    add_rung(t, e);
    table_text(t, "%s", q->name);
    table_text(t, "%s", q->unit);
    table_number(t, "%.6g", x->t_star);
    const double exact[] = { x->max, x->rms, x->percent, x->l2 };
    for (int k = 0; k < 4; k++) table_number(t, "%.3e", exact[k]);
    table_text(t, "%s", x->marked ? "at the bar" : "");
    const double smooth[] = { s->max, s->rms, s->bar };
    for (int k = 0; k < 3; k++) table_number(t, "%.3e", smooth[k]);
    table_text(t, "%s", s->marked ? "below the grid" : "");
    table_number(t, "%.3e", x->shift);
    table_number(t, "%.3f", x->explained);
    table_number(t, "%.3e", x->rest);
}

static table *trajectories(const board *b, const group *g)
{
    table *t =
        table_new("solver|rtol|h|observable|unit|t* [time]|max|RMS|RelErr [%]|"
                  "L2 in time|reference|max (spline)|RMS (spline)|"
                  "error of the spline|spline|time shift at the end|share that it explains|"
                  "RMS of the rest");
    for (int i = g->first; i < g->first + g->n; i++)
        for (int k = 0; k < b->entries[i].nquantities; k++)
            add_trajectory(t, b, &b->entries[i], &b->entries[i].quantities[k]);
    return t;
}

static table *multipliers(const board *b, const group *g)
{
    table *t = table_new("solver|rtol|h|at the end|RMS along|largest|digits along");
    for (int i = g->first; i < g->first + g->n; i++) {
        const entry *e = &b->entries[i];
        const multiplier_errors *m = &e->multipliers;
        if (!isfinite(m->rms)) continue;
        add_configuration(t, b, e);
        add_rung(t, e);
        const double errors[] = { m->end, m->rms, m->max };
        for (int k = 0; k < 3; k++) table_number(t, "%.2e", errors[k]);
        add_digits(t, &m->along);
    }
    return t;
}

static table *drifts(const board *b, const group *g)
{
    table *t = table_new("solver|rtol|h|max g|max G u + g_t|max G a - gamma|invariant|"
                         "relative drift");
    for (int i = g->first; i < g->first + g->n; i++) {
        const entry *e = &b->entries[i];
        if (!isfinite(e->drift[0]) && !e->ninvariants) continue;
        for (int k = 0; k < (e->ninvariants ? e->ninvariants : 1); k++) {
            add_configuration(t, b, e);
            add_rung(t, e);
            for (int j = 0; j < 3; j++) table_number(t, "%.3e", e->drift[j]);
            table_text(t, "%s", k < e->ninvariants ? e->invariants[k].name : "");
            table_number(t, "%.3e", k < e->ninvariants ? e->invariants[k].drift : NAN);
        }
    }
    return t;
}

static double largest_error(const entry *e)
{
    double top = NAN;
    for (int i = 0; i < e->nquantities; i++)
        top = fmax(top, e->quantities[i].error[TRAJECTORY_EXACT].max);
    return top;
}

static bool has_events(const group *g)
{
    return g->ref ? g->ref->nevents > 0
                  : json_array_size(json_object_get(g->scoring, "events")) > 0;
}

static table *events(const board *b, const group *g)
{
    table *t =
        table_new("solver|rtol|h|events|expected|found|matched|missed|spurious|duplicated|"
                  "reordered|largest time error [time]|scd|largest trajectory error");
    for (int i = g->first; has_events(g) && i < g->first + g->n; i++) {
        const entry *e = &b->entries[i];
        const event_errors *v = &e->events;
        const bool judged = e->judged_events;
        if (e->r.outcome != OUTCOME_OK) continue;
        add_configuration(t, b, e);
        add_rung(t, e);
        table_text(t, "%s", e->r.cell.no_events ? "not located" : "located");
        table_count(t, g->ref ? g->ref->nevents : -1);
        table_count(t, e->r.cell.no_events ? -1 : e->r.nevents);
        table_count(t, judged ? v->matched : -1);
        table_count(t, judged ? v->missed : -1);
        table_count(t, judged ? v->spurious : -1);
        table_count(t, judged ? v->duplicated : -1);
        table_count(t, judged ? v->reordered : -1);
        table_number(t, "%.2e", judged ? v->time_error : NAN);
        add_digits(t, &e->scd);
        table_number(t, "%.2e", largest_error(e));
    }
    return t;
}

/* ---- along the ladder -------------------------------------------------------------------- */

typedef struct rungs {
    double rung[MOST_RUNGS], scd[MOST_RUNGS], mescd[MOST_RUNGS];
    int n;
} rungs;

static void take_rungs(const board *b, const ladder *l, rungs *r)
{
    r->n = 0;
    for (int k = l->first; k < l->first + l->n && r->n < MOST_RUNGS; k++) {
        const entry *e = &b->entries[k];
        if (e->r.outcome != OUTCOME_OK) continue;
        r->rung[r->n] = entry_rung(e);
        r->scd[r->n] = e->scd.hollow ? NAN : pow(10, -e->scd.value);
        r->mescd[r->n++] = e->mescd.hollow ? NAN : pow(10, -e->mescd.value);
    }
}

static table *honesties(const board *b, const group *g)
{
    table *t = table_new("solver|rungs|slope (mescd)|largest error / rtol (mescd)|"
                         "reversals (mescd)|slope (scd)|largest error / rtol (scd)|"
                         "reversals (scd)");
    for (int i = 0; i < b->nladders; i++) {
        const ladder *l = &b->ladders[i];
        rungs r;
        if (&b->groups[l->group] != g || l->steps) continue;
        take_rungs(b, l, &r);
        const honesty all[] = { metrics_honesty(r.rung, r.mescd, r.n),
                                metrics_honesty(r.rung, r.scd, r.n) };
        if (all[0].n + all[1].n == 0) continue;
        add_configuration(t, b, &b->entries[l->first]);
        table_count(t, r.n);
        for (int k = 0; k < 2; k++) {
            table_number(t, "%.2f", all[k].slope);
            table_number(t, "%.2e", all[k].overshoot);
            table_count(t, all[k].n > 1 ? all[k].reversals : -1);
        }
    }
    return t;
}

static void add_order(table *t, const char *label, const char *measure, observed_order o)
{
    if (!order_is_claimed(&o)) o.order = o.low = o.high = o.h_from = o.h_to = NAN;
    table_text(t, "%s", label);
    table_text(t, "%s", measure);
    const double slope[] = { o.order, o.low, o.high }, window[] = { o.h_from, o.h_to };
    for (int k = 0; k < 3; k++) table_number(t, "%.2f", slope[k]);
    for (int k = 0; k < 2; k++) table_number(t, "%.3g", window[k]);
    table_count(t, o.n);
}

/* A row where the state has such a block. */
static void add_block_order(table *t, const board *b, const ladder *l, const char *label,
                            const char *block)
{
    double h[MOST_RUNGS], error[MOST_RUNGS];
    int n = 0;
    for (int k = l->first; k < l->first + l->n && n < MOST_RUNGS; k++) {
        const entry *e = &b->entries[k];
        h[n] = entry_rung(e);
        error[n] = score_block(&b->groups[l->group], e, block);
        n += isfinite(error[n]);
    }
    if (n) add_order(t, label, block, order_observe(h, error, n));
}

static table *orders(const board *b, const group *g)
{
    static const char *const blocks[] = { "q", "u", "x", "lambda", "y" };
    table *t =
        table_new("solver|measure|order|from|to|largest h of the window|smallest h|rungs");
    for (int i = 0; i < b->nladders; i++) {
        const ladder *l = &b->ladders[i];
        char label[1024];
        rungs r;
        if (&b->groups[l->group] != g || !l->steps) continue;
        ladder_label(b, l, label, sizeof label);
        take_rungs(b, l, &r);
        add_order(t, label, "scd", order_observe(r.rung, r.scd, r.n));
        add_order(t, label, "mescd", order_observe(r.rung, r.mescd, r.n));
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
            add_block_order(t, b, l, label, blocks[k]);
    }
    return t;
}

/* ---- failures ---------------------------------------------------------------------------- */

static table *failures(const board *b, const group *g)
{
    table *t = table_new("solver|rtol|h|outcome|t reached [time]|status|reason");
    for (int i = g->first; i < g->first + g->n; i++) {
        const entry *e = &b->entries[i];
        const bool wrong = entry_is_wrong(e);
        if (e->r.outcome == OUTCOME_OK && !wrong) continue;
        add_configuration(t, b, e);
        add_rung(t, e);
        table_text(t, "%s", outcome_text(e));
        table_number(t, "%.6g", e->r.t_reached);
        table_text(t, "%s", e->r.status);
        if (wrong)
            table_text(t, "%s %.2f", b->metric, e->digits.value);
        else
            table_text(t, "%s", e->r.detail);
    }
    return t;
}

const tables_row tables_list[] = {
    { "characteristics", "Run characteristics", characteristics,
      "steps counts accepted, rejected and failed ones; #f, #Jac, #LU are evaluations of the "
      "right-hand side (forces, residual), Jacobians and factorisations. >= marks scores that "
      "are capped by the error bar of the reference, \"at the bar\" those within a factor 10 "
      "of it: nothing is ranked there. A star behind a name: its times contain what no method "
      "needs, the remarks say what." },
    { "cost", "Cost at equal accuracy", table_costs,
      "Median CPU seconds at the given digits, interpolated along the Pareto front, and the "
      "rank as 1 + number of solvers that are cheaper beyond doubt; equal ranks cannot be told "
      "apart (~). Empty: no overlap, the curve does not reach these digits. \"not ranked\": it "
      "reaches them only within a factor 10 of the error bar of the reference. A star: times "
      "with more in them than the method." },
    { "honesty", "Achieved error over requested tolerance", honesties,
      "slope 1: error proportional to rtol; a reversal is a rung where a smaller tolerance "
      "gave a larger error." },
    { "order", "Observed order", orders,
      "least-squares slope inside the asymptotic window, 95 % interval; of scd, mescd, and the "
      "root mean square of the errors in all positions q, velocities u, first-order states x, "
      "multipliers lambda, or y." },
    { "trajectory", "Trajectory errors", trajectories,
      "max at time t*, root mean square and RelErr at every step of the solver, against the "
      "reference at these times (\"at the bar\": within a factor 10 of its error bar). Figures "
      "draw the stored steps: a part of them in runs above 4096 steps. The second group "
      "follows the Rosenbrock-Nystrom paper: against a spline through a grid (\"below the "
      "grid\": the spline's own error is above a tenth of the number)." },
    { "multipliers", "Multipliers along the trajectory", multipliers,
      "Formulations of index 3 and 2: lambda beside the multipliers of the run's own q, u and "
      "x, over the largest of these. The steps at the end of the interval are shortened, so "
      "the end alone may say little." },
    { "drift", "Drift of constraints and invariants", drifts,
      "largest violation along the run at position, velocity and acceleration level." },
    { "events", "Events", events,
      "with and without event location; trajectories are aligned event by event before "
      "differences are taken." },
    { "failures", "Failures and skipped cells", failures,
      "every outcome that is not ok, and arrivals with digits below 0: an error larger than "
      "the value itself (scd) or atol/rtol + |y| (mescd) in some component; declined and "
      "infrastructure do not count against a solver." },
    { 0 },
};
