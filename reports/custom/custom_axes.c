/* custom_axes.c -- what a figure of a reader's own can have on its axes: those of the page's
 * explorer, by the same names.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/custom/custom_axes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

static double positive(double v) { return v > 0 ? v : NAN; }
static double known(const digits *d) { return d->known ? d->value : NAN; }

static double of_scd(const entry *e, int k)
{
    (void)k;
    return known(&e->scd);
}
static double of_mescd(const entry *e, int k)
{
    (void)k;
    return known(&e->mescd);
}
static double of_cpu(const entry *e, int k)
{
    (void)k;
    return positive(e->cpu.median);
}
static double of_instructions(const entry *e, int k)
{
    (void)k;
    return positive(e->instructions);
}
static double of_f(const entry *e, int k)
{
    (void)k;
    return positive((double)entry_counter(e, "n_f"));
}
static double of_steps(const entry *e, int k)
{
    (void)k;
    return positive((double)entry_steps(e));
}
static double of_lu(const entry *e, int k)
{
    (void)k;
    return positive((double)entry_counter(e, "n_lu"));
}
static double of_rtol(const entry *e, int k)
{
    (void)k;
    return positive(e->r.cell.rtol);
}
static double of_h(const entry *e, int k)
{
    (void)k;
    return positive(e->r.cell.h);
}
static double of_drift(const entry *e, int k) { return positive(e->drift[k]); }
static double of_event(const entry *e, int k)
{
    (void)k;
    return e->judged_events ? positive(e->events.time_error) : NAN;
}

static const trajectory_error *error_of(const entry *e, int k)
{
    return k < e->nquantities && e->quantities[k].error[TRAJECTORY_EXACT].n
               ? &e->quantities[k].error[TRAJECTORY_EXACT]
               : NULL;
}
static double of_largest(const entry *e, int k)
{
    const trajectory_error *x = error_of(e, k);
    return x ? positive(x->max) : NAN;
}
static double of_rms(const entry *e, int k)
{
    const trajectory_error *x = error_of(e, k);
    return x ? positive(x->rms) : NAN;
}
static double of_phase(const entry *e, int k)
{
    const trajectory_error *x = error_of(e, k);
    return x ? positive(fabs(x->shift)) : NAN;
}
static double of_amplitude(const entry *e, int k)
{
    const trajectory_error *x = error_of(e, k);
    return x ? positive(x->rest) : NAN;
}
static double of_invariant(const entry *e, int k)
{
    return k < e->ninvariants ? positive(e->invariants[k].drift) : NAN;
}

/* The numbered ones, of quantities and invariants, end with a digit in a name. */
static const struct axis_row {
    const char *name, *label;
    bool log, numbered;
    double (*of)(const entry *e, int k);
    int k;
} rows[] = {
    { "scd", "correct digits (scd)", false, false, of_scd, 0 },
    { "mescd", "correct digits (mescd)", false, false, of_mescd, 0 },
    { "cpu", "CPU time [s]", true, false, of_cpu, 0 },
    { "instructions", "instructions", true, false, of_instructions, 0 },
    { "f", "evaluations of f", true, false, of_f, 0 },
    { "steps", "steps", true, false, of_steps, 0 },
    { "lu", "LU factorisations", true, false, of_lu, 0 },
    { "rtol", "rtol", true, false, of_rtol, 0 },
    { "h", "step size h", true, false, of_h, 0 },
    { "drift", "drift |g|", true, false, of_drift, 0 },
    { "driftv", "drift |G u + g_t|", true, false, of_drift, 1 },
    { "drifta", "drift |G a - gamma|", true, false, of_drift, 2 },
    { "event", "event time error", true, false, of_event, 0 },
    { "e", "largest error of", true, true, of_largest, 0 },
    { "r", "RMS error of", true, true, of_rms, 0 },
    { "p", "phase error at the end of", true, true, of_phase, 0 },
    { "a", "amplitude error (RMS) of", true, true, of_amplitude, 0 },
    { "i", "relative drift of", true, true, of_invariant, 0 },
};

/* "quantity 2" by its name, where a run has one. */
static void name_numbered(const board *b, const group *g, custom_axis *a, char kind)
{
    for (int i = g->first; i < g->first + g->n; i++) {
        const entry *e = &b->entries[i];
        const bool preserved = kind == 'i';
        if (a->k >= (preserved ? e->ninvariants : e->nquantities)) continue;
        const size_t n = strlen(a->label);
        snprintf(a->label + n, sizeof a->label - n, " %.100s",
                 preserved ? e->invariants[a->k].name : e->quantities[a->k].name);
        return;
    }
}

bool custom_axis_named(const board *b, const group *g, const char *name, custom_axis *a)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct axis_row *r = &rows[i];
        const size_t n = strlen(r->name);
        char *end;
        if (r->numbered ? strncmp(name, r->name, n) || name[n] < '0' || name[n] > '9'
                        : strcmp(name, r->name) != 0)
            continue;
        *a = (custom_axis){ .of = r->of, .k = r->k, .log = r->log };
        snprintf(a->label, sizeof a->label, "%s", r->label);
        if (!r->numbered) return true;
        const long k = strtol(name + n, &end, 10);
        if (*end || k > 999) continue;
        a->k = (int)k;
        name_numbered(b, g, a, r->name[0]);
        return true;
    }
    return false;
}

char *custom_axis_names(void)
{
    char *text = copied("");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *more =
            text_of("%s%s%s%s", text, i ? ", " : "", rows[i].name, rows[i].numbered ? "0" : "");
        free(text);
        text = more;
    }
    return text;
}
