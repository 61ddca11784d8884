/* shares.c -- counters of a run times the cost of calls.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/speed/shares.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double known(long n) { return n < 0 ? NAN : (double)n; }
static double count(const entry *e, const char *name) { return known(entry_counter(e, name)); }

/* The name of the width: "double" where points are evaluated one by one. */
static void width_of(const entry *e, char how[16])
{
    if (e->lanes > 0)
        snprintf(how, 16, "lanes%d", e->lanes);
    else
        snprintf(how, 16, "double");
}

/* ns of a loop, measured on one problem for all. */
static double loop_of(const calls_file *c) { return calls_any(c, "loop"); }

static double algebra_ns(const calls_file *c, const group *g, const entry *e)
{
    char how[16];
    if (!*e->elimination) return 0;
    width_of(e, how);
    if (e->lanes > 0) { /* evaluated side by side: what an evaluation takes beyond its terms */
        const double each = calls_of(c, g, "evaluation", how) - calls_of(c, g, "terms", how);
        return count(e, "n_lu") * each;
    }
    return count(e, "n_lu") * calls_of(c, g, "factor", e->elimination) +
           count(e, "n_solve") * calls_of(c, g, "solve", e->elimination);
}

static double model_ns(const calls_file *c, const group *g, const entry *e)
{
    char how[16];
    width_of(e, how);
    const double points = fmax(count(e, "n_f"), fmax(count(e, "n_mass"), count(e, "n_con")));
    return points * calls_of(c, g, *e->elimination ? "terms" : "f", how);
}

bool shares_want_counting(const entry *e) { return entry_counter(e, "n_jac") > 0; }

const entry *shares_run(const board *b, const ladder *l, double level)
{
    const entry *best = NULL;
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &b->entries[k];
        if (e->r.outcome != OUTCOME_OK || !e->cpu.n || !e->mescd.known) continue;
        if (e->mescd.value >= level && (!best || e->cpu.min < best->cpu.min)) best = e;
    }
    return best;
}

shares shares_of(const calls_file *c, const group *g, const entry *e)
{
    shares s = { e->cpu.min, NAN, NAN, NAN, NAN, NAN, NAN, false };
    char how[16];
    width_of(e, how);
    if (e->lanes == 0 && *e->elimination) snprintf(how, sizeof how, "%s", e->elimination);
    s.evaluation = calls_of(c, g, "evaluation", how);
    s.limit = 1e-9 * count(e, "n_f") * s.evaluation;
    if (isfinite(e->share[0])) {
        s.model = e->share[SHARE_MODEL];
        s.algebra = e->share[SHARE_ALGEBRA];
        s.kernel = e->share[SHARE_KERNEL];
        s.method = e->share[SHARE_METHOD];
        s.counted = true;
        return s;
    }
    if (shares_want_counting(e) || !(s.cpu > 0)) return s;
    s.model = 1e-9 * model_ns(c, g, e) / s.cpu;
    s.algebra = 1e-9 * algebra_ns(c, g, e) / s.cpu;
    s.kernel = 1e-9 * known(entry_steps(e)) * loop_of(c) / s.cpu;
    s.method = 1 - s.model - s.algebra - s.kernel;
    return s;
}

table *shares_table(const board *b, const calls_file *c)
{
    table *t =
        table_new("problem|run|rtol|mescd|CPU [us]|right-hand sides|ns each|limit [us]|"
                  "CPU / limit|model [%]|linear algebra [%]|kernel [%]|method [%]|shares of");
    for (int i = 0; i < b->nladders; i++) {
        const ladder *l = &b->ladders[i];
        const group *g = &b->groups[l->group];
        char label[1024], title[1024];
        ladder_label(b, l, label, sizeof label);
        group_title(g, title, sizeof title);
        for (int k = l->first; k < l->first + l->n; k++) {
            const entry *e = &b->entries[k];
            if (e->r.outcome != OUTCOME_OK || !e->cpu.n) continue;
            const shares s = shares_of(c, g, e);
            table_text(t, "%s", title);
            table_text(t, "%s", label);
            table_number(t, "%.0e", entry_rung(e));
            table_number(t, "%.2f", e->mescd.known ? e->mescd.value : NAN);
            table_number(t, "%.4g", 1e6 * s.cpu);
            table_count(t, entry_counter(e, "n_f"));
            table_number(t, "%.3g", s.evaluation);
            table_number(t, "%.4g", 1e6 * s.limit);
            table_number(t, "%.2f", s.cpu / s.limit);
            table_number(t, "%.0f", 100 * s.model);
            table_number(t, "%.0f", 100 * s.algebra);
            table_number(t, "%.0f", 100 * s.kernel);
            table_number(t, "%.0f", 100 * s.method);
            table_text(t, "%s", isnan(s.method) ? "" : s.counted ? "instructions" : "time");
        }
    }
    return t;
}
