/* bless.c -- a new gate file from what the store holds now, and what differs from the old one.
 *
 * Limits leave room for another compiler's rounding: scores 0.3 digits down to a tenth, drift
 * and trajectory errors a factor of two, time errors a factor of five; counters keep their
 * slack. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/gates/gate.h"

static double rounded_up(double v)
{
    if (!(v > 0)) return 0;
    const double unit = pow(10, floor(log10(v)) - 1);
    return ceil(v / unit) * unit;
}

static double bound_for(const char *name, double v)
{
    if (gate_is_least(name)) return floor((v - 0.3) * 10) / 10;
    if (!strcmp(name, "events.time_error")) return rounded_up(fmax(5 * v, 1e-12));
    if (gate_is_counter(name) || !strncmp(name, "events.", 7)) return v;
    return rounded_up(fmax(2 * v, 1e-14));
}

/* ---- which limits ------------------------------------------------------------------------ */

static void want(gate_cell *c, const entry *e, char *name, double slack)
{
    const double v = gate_value(e, name);
    if (!isfinite(v)) {
        free(name);
        return;
    }
    c->limits = grown(c->limits, (size_t)c->nlimits + 1, sizeof *c->limits);
    c->limits[c->nlimits++] = (gate_limit){ name, bound_for(name, v), slack };
}

/* All that a result offers. */
static void want_all(gate_cell *c, const entry *e, double slack)
{
    static const char *const names[] = {
        "scd",
        "mescd",
        "drift.g",
        "drift.v",
        "events.missed",
        "events.spurious",
        "events.duplicated",
        "events.reordered",
        "events.time_error",
        "counters.steps",
        "counters.n_f",
        "counters.n_jac",
        "counters.n_lu",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        want(c, e, copied(names[i]), slack);
    for (int i = 0; i < e->nquantities; i++)
        want(c, e, text_of("trajectory.%s", e->quantities[i].name), 0);
}

/* With today's values the limits of the old cell; all, where there is none or it asked for a failure. */
static gate_cell cell_from(const entry *e, const gate_cell *old, double slack)
{
    gate_cell c = { .cell = old ? old->cell : e->r.cell, .outcome = e->r.outcome };
    snprintf(c.library, sizeof c.library, "%s", e->library);
    if (old) snprintf(c.reason, sizeof c.reason, "%s", old->reason);
    if (e->r.outcome != OUTCOME_OK) return c;
    if (!old || old->outcome != OUTCOME_OK) want_all(&c, e, slack);
    for (int i = 0; old && i < old->nlimits; i++)
        want(&c, e, copied(old->limits[i].name), old->limits[i].slack);
    return c;
}

/* ---- writing ----------------------------------------------------------------------------- */

static void write_string(FILE *f, const char *name, const char *text)
{
    if (!*text) return;
    fprintf(f, " %s = \"", name);
    for (; *text; text++) {
        if (strchr("\"\\", *text)) fputc('\\', f);
        fputc(*text, f);
    }
    fputs("\";", f);
}

/* libconfig tells floats from integers by a point or an exponent; both are read as numbers, but
 * an integer must fit. */
static void write_number(FILE *f, const char *name, double v)
{
    char text[64];
    snprintf(text, sizeof text, "%.10g", v);
    const bool plain = !strpbrk(text, ".e") && fabs(v) < 1e9;
    fprintf(f, " %s = %s%s;", name, text, plain || strpbrk(text, ".e") ? "" : ".0");
}

static void write_groups(FILE *f, const gate_cell *c)
{
    static const char *const groups[] = { "drift", "events", "counters" };
    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++) {
        const size_t length = strlen(groups[k]);
        double slack = -1;
        for (int i = 0; i < c->nlimits; i++) {
            const gate_limit *l = &c->limits[i];
            if (strncmp(l->name, groups[k], length) || l->name[length] != '.') continue;
            if (slack < 0) fprintf(f, "\n    %s = {", groups[k]);
            slack = l->slack;
            write_number(f, l->name + length + 1, l->bound);
        }
        if (slack >= 0 && !strcmp(groups[k], "counters")) write_number(f, "slack", slack);
        if (slack >= 0) fputs(" };", f);
    }
}

static void write_trajectories(FILE *f, const gate_cell *c)
{
    int n = 0;
    for (int i = 0; i < c->nlimits; i++) {
        if (strncmp(c->limits[i].name, "trajectory.", 11)) continue;
        fputs(n++ ? ", {" : "\n    trajectory = ( {", f);
        write_string(f, "observable", c->limits[i].name + 11);
        write_number(f, "max", c->limits[i].bound);
        fputs(" }", f);
    }
    if (n) fputs(" );", f);
}

static void write_cell(FILE *f, const gate_cell *c, bool first)
{
    fputs(first ? "  {" : ",\n  {", f);
    write_string(f, "problem", c->cell.problem);
    write_string(f, "parameters", c->cell.parameters);
    write_string(f, "formulation", c->cell.formulation);
    write_string(f, "solver", c->cell.solver);
    write_string(f, "options", c->cell.options);
    write_number(f, c->cell.h > 0 ? "h" : "rtol", c->cell.h > 0 ? c->cell.h : c->cell.rtol);
    if (c->cell.no_events) fputs(" no_events = true;", f);
    fputs("\n   ", f);
    write_string(f, "library", c->library);
    write_string(f, "outcome", outcome_name(c->outcome));
    for (int i = 0; i < c->nlimits; i++)
        if (gate_is_least(c->limits[i].name))
            write_number(f, c->limits[i].name, c->limits[i].bound);
    if (*c->reason) fputs("\n   ", f);
    write_string(f, "reason", c->reason);
    write_groups(f, c);
    write_trajectories(f, c);
    fputs(" }", f);
}

/* ---- differences ------------------------------------------------------------------------- */

static const gate_limit *limit_named(const gate_cell *c, const char *name)
{
    for (int i = 0; i < c->nlimits; i++)
        if (!strcmp(c->limits[i].name, name)) return &c->limits[i];
    return NULL;
}

static void report_changes(FILE *f, const gate_cell *old, const gate_cell *new)
{
    char title[1024];
    cell_title(&new->cell, title, sizeof title);
    if (!old) {
        fprintf(f, "new      %s\n", title);
        return;
    }
    if (strcmp(old->library, new->library) != 0)
        fprintf(f, "changed  %s: library \"%s\" -> \"%s\"\n", title, old->library,
                new->library);
    if (old->outcome != new->outcome)
        fprintf(f, "changed  %s: outcome %s -> %s\n", title, outcome_name(old->outcome),
                outcome_name(new->outcome));
    for (int i = 0; i < old->nlimits; i++) {
        const gate_limit *was = &old->limits[i], *is = limit_named(new, was->name);
        if (!is)
            fprintf(f, "dropped  %s: %s %.6g (no value)\n", title, was->name, was->bound);
        else if (fabs(is->bound - was->bound) > 1e-9 * fabs(was->bound))
            fprintf(f, "changed  %s: %s %.6g -> %.6g\n", title, was->name, was->bound,
                    is->bound);
    }
}

/* ---- all cells --------------------------------------------------------------------------- */

static void bless_one(gate_cell c, const gate_cell *old, bool *first, FILE *file, FILE *report)
{
    report_changes(report, old, &c);
    write_cell(file, &c, *first);
    *first = false;
    for (int i = 0; i < c.nlimits; i++) free(c.limits[i].name);
    free(c.limits);
}

static const entry *first_match(const gate_cell *c, const board *b)
{
    for (int i = 0; i < b->n; i++)
        if (gate_matches(c, &b->entries[i])) return &b->entries[i];
    return NULL;
}

/* A time limit passes on a faster machine; the rest is the solver's own doing. */
static bool is_deterministic(outcome o)
{
    return o != OUTCOME_INFRASTRUCTURE && o != OUTCOME_TIMEOUT && o != OUTCOME_MEMORY &&
           o != OUTCOME_MISBEHAVED;
}

static void keep(const gate_cell *c, bool *first, FILE *file)
{
    write_cell(file, c, *first);
    *first = false;
}

/* One cell of the old file; beside: see gate.h. */
static void bless_again(const gate *g, const gate_cell *old, const board *b, bool beside,
                        bool *first, FILE *file, FILE *report)
{
    const entry *e = first_match(old, b);
    char title[1024];
    cell_title(&old->cell, title, sizeof title);
    if (!e) {
        fprintf(report, "dropped  %s: the store has no such cell\n", title);
        return;
    }
    const bool other = *old->library && strcmp(old->library, e->library) != 0;
    const bool judges = gate_judges(g, old, e), holds = gate_holds(g, old, e);
    const bool stays = !judges || (beside && (other || holds));
    if (stays) keep(old, first, file);
    if (!stays || (judges && !holds))
        bless_one(cell_from(e, old, g->slack), old, first, file, report);
}

void gate_bless(const gate *g, const board *b, bool beside, FILE *file, FILE *report)
{
    bool first = true;
    fprintf(file,
            "# What must stay true; see docs/gates.md. Written by `ivpbench gate --bless`.\n"
            "slack = %.6g;\n",
            g->slack);
    if (g->version_slack > 0) fprintf(file, "version_slack = %.6g;\n", g->version_slack);
    fputs("cells = (\n", file);
    for (int i = 0; i < g->n; i++)
        bless_again(g, &g->cells[i], b, beside, &first, file, report);
    for (int i = 0; !g->n && i < b->n; i++)
        if (is_deterministic(b->entries[i].r.outcome))
            bless_one(cell_from(&b->entries[i], NULL, g->slack), NULL, &first, file, report);
    fputs("\n);\n", file);
}
