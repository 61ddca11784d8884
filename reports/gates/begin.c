/* begin.c -- the gate file with which a gate begins: the usual limits, constants from the
 * results, and what does not hold as exceptions, to be explained or mended one by one.
 *
 *     loss_i = -log10(rtol_i) - mescd_i
 *     c(problem) = median of loss_i,   c(solver) = median of loss_i - c(problem_i)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/util.h"
#include "reports/gates/layers.h"

/* A result that ended well with digits, and what it is grouped by. */
typedef struct loss {
    const entry *entry;
    char *problem; /* with its parameters */
    double value;
} loss;

static int by_problem(const void *x, const void *y)
{
    return strcmp(((const loss *)x)->problem, ((const loss *)y)->problem);
}

static int by_solver(const void *x, const void *y)
{
    const loss *a = x, *b = y;
    return strcmp(a->entry->r.cell.solver, b->entry->r.cell.solver);
}

static double median(const loss *list, int n)
{
    double *v = need(calloc((size_t)n, sizeof *v));
    for (int i = 0; i < n; i++) v[i] = list[i].value;
    const double m = median_of(v, n);
    free(v);
    return m;
}

static int losses_of(const board *b, const char *solvers, loss **list)
{
    int n = 0;
    *list = NULL;
    for (int i = 0; i < b->n; i++) {
        const entry *e = &b->entries[i];
        const cell *c = &e->r.cell;
        if (c->h > 0 || !e->mescd.known || !cli_match(solvers, c->solver)) continue;
        *list = grown(*list, (size_t)n + 1, sizeof **list);
        (*list)[n++] = (loss){ e,
                               *c->parameters ? text_of("%s(%s)", c->problem, c->parameters)
                                              : copied(c->problem),
                               -log10(c->rtol) - e->mescd.value };
    }
    return n;
}

/* Medians of the groups of equal neighbours in the order of `compare`, which are subtracted. */
static constant *medians_of(loss *list, int n, int (*compare)(const void *, const void *),
                            int *groups)
{
    constant *to = NULL;
    *groups = 0;
    if (n) qsort(list, (size_t)n, sizeof *list, compare);
    for (int i = 0, k; i < n; i += k) {
        for (k = 1; i + k < n && !compare(&list[i], &list[i + k]);) k++;
        const double c = round(10 * median(&list[i], k)) / 10 + 0.0; /* no -0 */
        const char *name =
            compare == by_problem ? list[i].problem : list[i].entry->r.cell.solver;
        to = grown(to, (size_t)*groups + 1, sizeof *to);
        to[(*groups)++] = (constant){ copied(name), c };
        for (int j = i; j < i + k; j++) list[j].value -= c;
    }
    return to;
}

/* ---- writing ----------------------------------------------------------------------------- */

static void write_string(FILE *f, const char *name, const char *text)
{
    fprintf(f, " %s = \"", name);
    for (; *text; text++) {
        if (strchr("\"\\", *text)) fputc('\\', f);
        fputc(*text, f);
    }
    fputs("\";", f);
}

static void write_constants(FILE *f, const char *name, const constant *list, int n)
{
    fprintf(f, "        %s = (", name);
    for (int i = 0; i < n; i++)
        fprintf(f, "%s%s(\"%s\", %.1f)", i ? "," : "", i % 4 ? " " : "\n            ",
                list[i].name, list[i].c);
    fputs(" );\n", f);
}

static void write_where(FILE *f, const cell *c)
{
    CELL_EACH(k, CELL_LADDER)
    {
        const field_row *x = &cell_fields[k];
        if (!field_is_set(x, c)) continue;
        if (field_is_text(x))
            write_string(f, x->name, field_text(x, c));
        else
            fprintf(f, " %s = true;", x->name);
    }
}

/* Twice as much as was found, in two digits; of what is counted as much as was found. */
static double raised(excess x, double v)
{
    const bool counted = x >= EXCESS_MISSED && x <= EXCESS_REORDERED;
    if (counted || !(v > 0)) return v;
    if (x == EXCESS_DIGITS) return ceil(2 * v + 0.5) / 2;
    const double unit = pow(10, floor(log10(2 * v)) - 1);
    return ceil(2 * v / unit) * unit;
}

/* What the results of a ladder need together. */
typedef struct need_of {
    unsigned outcomes;
    double most[NEXCESSES]; /* NAN: the rule holds */
    char *command, *fault;  /* of the first that does not hold; NULL: all hold */
} need_of;

static void add_need(need_of *to, const layers *l, const entry *e)
{
    const pair p = { .entry = e, .tags = "" };
    rulings v = { 0 };
    properties_check(l, &p, NULL, ruling_add(&v, 3, "", ""));
    if (v.list[0].n && !to->fault) {
        to->fault = copied(v.list[0].faults[0]);
        to->command = copied(v.list[0].command);
    }
    rulings_free(&v);
    if (e->r.outcome != OUTCOME_OK) to->outcomes |= 1u << e->r.outcome;
    for (int x = 0; x < NEXCESSES && e->r.outcome == OUTCOME_OK; x++) {
        const double value = excess_value(l, e, (excess)x);
        if (excess_asked(l, e, (excess)x) && value > l->most[x])
            to->most[x] = fmax(to->most[x], value); /* a NAN loses */
    }
}

static void write_need(FILE *f, const need_of *n)
{
    const char *before = " outcomes = [ ";
    for (int o = 0; o < NOUTCOMES; o++) {
        if (!(n->outcomes >> o & 1u)) continue;
        fprintf(f, "%s\"%s\"", before, outcome_name((outcome)o));
        before = ", ";
    }
    if (n->outcomes) fputs(" ];", f);
    for (int x = 0; x < NEXCESSES; x++)
        if (!isnan(n->most[x]))
            fprintf(f, " %s = %.2e;", excess_name((excess)x), raised((excess)x, n->most[x]));
}

static void write_exception(FILE *f, const cell *c, const need_of *n, bool first)
{
    fprintf(f, "%s        {", first ? "\n" : ",\n");
    write_where(f, c);
    write_need(f, n);
    fputs("\n          reason = \"so it was when the gate began\";\n         ", f);
    write_string(f, "experiment", n->command);
    fputs("\n         ", f);
    write_string(f, "shows", n->fault);
    fputs(" }", f);
}

/* What no reason excuses is left out: it has to be mended. */
static bool is_excusable(const entry *e)
{
    const outcome o = e->r.outcome;
    return !e->r.irreproducible && o != OUTCOME_TIMEOUT && outcome_is_excusable(o);
}

static void write_exceptions(FILE *f, const layers *l, const board *b, const char *solvers)
{
    bool first = true;
    for (int i = 0; i < b->nladders; i++) {
        const entry *e = &b->entries[b->ladders[i].first];
        need_of n = { 0 };
        if (!cli_match(solvers, e->r.cell.solver)) continue;
        for (int x = 0; x < NEXCESSES; x++) n.most[x] = NAN;
        for (int k = 0; k < b->ladders[i].n; k++)
            if (is_excusable(&e[k])) add_need(&n, l, &e[k]);
        if (n.fault) {
            write_exception(f, &e->r.cell, &n, first);
            first = false;
        }
        free(n.fault);
        free(n.command);
    }
}

void layers_begin(const board *b, const char *solvers, const char *base_file, FILE *f)
{
    layers *l = layers_usual("");
    loss *list;
    const int n = losses_of(b, solvers, &list);
    l->problems = medians_of(list, n, by_problem, &l->nproblems);
    l->solvers = medians_of(list, n, by_solver, &l->nsolvers);
    fprintf(
        f,
        "# What must stay true; docs/gates.md. Begun by `ivpbench gate --new`, then by hand.\n"
        "layers = {\n    base = \"%s\";\n",
        base_file);
    if (solvers) {
        fputs("    only = {", f);
        write_string(f, "solver", solvers);
        fputs(" };\n", f);
    }
    fprintf(f, "    digits = {\n        slack = %.1f;\n", l->most[EXCESS_DIGITS]);
    write_constants(f, "problems", l->problems, l->nproblems);
    write_constants(f, "solvers", l->solvers, l->nsolvers);
    fputs("    };\n    exceptions = (", f);
    write_exceptions(f, l, b, solvers);
    fputs(" );\n};\n", f);
    for (int i = 0; i < n; i++) free(list[i].problem);
    free(list);
    layers_free(l);
}
