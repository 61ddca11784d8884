/* gate_print.c -- pinned cells for people, as rulings, and as rows of a table.
 *
 * For people only what failed is printed: expected, found, and the command that makes this one
 * cell again.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/gates/gate.h"
#include "reports/text/table.h"

/* The stored cell where there is one, else what the gate file says of it, completed by the
 * defaults of `run`. */
static cell cell_of(const gate_result *r)
{
    cell c = r->entry ? r->entry->r.cell : r->cell->cell;
    if (c.rtol < 0) c.rtol = 0;
    if (c.atol < 0) c.atol = c.rtol;
    if (c.h0 < 0) c.h0 = 0;
    return c;
}

char *gate_command(const gate_result *r)
{
    const cell c = cell_of(r);
    return ruling_command(&c);
}

static void title_of(const gate_result *r, char *text, size_t size)
{
    const cell c = cell_of(r);
    cell_title(&c, text, size);
}

/* Cells that were blessed with other versions, one line for each pair of versions. */
static void print_versions(const gate_result *r, int n, FILE *f)
{
    for (int i = 0; i < n; i++) {
        int cells = 0, before = 0;
        if (!gate_other_version(&r[i])) continue;
        for (int k = 0; k < n; k++) {
            if (!gate_other_version(&r[k]) ||
                strcmp(r[k].cell->library, r[i].cell->library) != 0 ||
                strcmp(r[k].entry->version, r[i].entry->version) != 0)
                continue;
            cells++;
            before += k < i;
        }
        if (before) continue;
        fprintf(f, "%d cells ran with ", cells);
        line_text(f, *r[i].entry->version ? r[i].entry->version : "no library");
        fputs(" and were blessed with ", f);
        line_text(f, r[i].cell->library);
        fputs(": counters within ", f);
        if (r[i].version_slack > 0)
            fprintf(f, "%.3g %%\n", 100 * r[i].version_slack);
        else
            fputs("their own slack\n", f);
    }
}

static void print_finding(const finding *x, const char *indent, FILE *f)
{
    fputs(indent, f);
    line_text(f, x->what);
    fputs(": expected ", f);
    line_text(f, x->expected);
    fputs(", found ", f);
    line_text(f, x->found);
    fputc('\n', f);
}

void gate_print(const gate_result *r, int n, FILE *f)
{
    char title[1024];
    int failed = 0;
    for (int i = 0; i < n; i++) {
        if (!r[i].n) continue;
        failed++;
        title_of(&r[i], title, sizeof title);
        fprintf(f, "FAILED %s (line %d of the gate file)\n", title, r[i].cell->line);
        for (int k = 0; k < r[i].n; k++) print_finding(&r[i].findings[k], "    ", f);
        char *command = gate_command(&r[i]);
        fprintf(f, "    reproduce: %s\n", command);
        free(command);
    }
    print_versions(r, n, f);
    fprintf(f, "%d of %d cells pass the gate\n", n - failed, n);
}

void gate_rulings(const gate_result *r, int n, rulings *to)
{
    char title[1024];
    for (int i = 0; i < n; i++) {
        const cell c = cell_of(&r[i]);
        title_of(&r[i], title, sizeof title);
        ruling *v = ruling_add(to, 0, c.problem, title);
        for (int k = 0; k < r[i].n; k++)
            ruling_fault(v, text_of("%s: expected %s, found %s", r[i].findings[k].what,
                                    r[i].findings[k].expected, r[i].findings[k].found));
    }
}

static void row_of(table *t, const gate_result *r, const gate_limit *l)
{
    const cell c = cell_of(r);
    char rung[64];
    snprintf(rung, sizeof rung, "%s = %.3g", c.h > 0 ? "h" : "rtol", c.h > 0 ? c.h : c.rtol);
    table_text(t, "%s%s%s", c.problem, *c.parameters ? " " : "", c.parameters);
    table_text(t, "%s@%s", c.solver, c.formulation);
    table_text(t, "%s", rung);
    table_text(t, "%s", r->entry ? outcome_name(r->entry->r.outcome) : "not run");
    table_text(t, "%s", l ? l->name : "");
    table_number(t, "%.4g", l ? l->bound : NAN);
    table_number(t, "%.4g", l && r->entry ? gate_value(r->entry, l->name) : NAN);
    table_text(t, "%s", r->cell->reason);
}

void gate_rows(table *t, const gate_result *r, int n)
{
    for (int i = 0; i < n; i++) {
        if (!r[i].cell->nlimits) row_of(t, &r[i], NULL);
        for (int k = 0; k < r[i].cell->nlimits; k++) row_of(t, &r[i], &r[i].cell->limits[k]);
    }
}
