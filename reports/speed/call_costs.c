/* call_costs.c -- costs of calls, by problem, what is called and how.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/speed/call_costs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

enum { PROBLEM, WHAT, HOW, UNIT, VALUE, FIELDS };

calls_file *calls_read(const char *path, reason *why)
{
    calls_file *c = dataset_read(path, "", why);
    int row = 0;
    if (!c) return NULL;
    while (row < c->nrows && c->ncolumns == FIELDS && isfinite(dataset_number(c, row, VALUE)))
        row++;
    if (row == c->nrows) return c;
    reason_set(why, "%s:%d: five fields are expected, the last a number", path, row + 2);
    calls_free(c);
    return NULL;
}

void calls_free(calls_file *c) { dataset_free(c); }

static bool is(const calls_file *c, int row, int column, const char *word)
{
    return !strcmp(dataset_text(c, row, column), word);
}

double calls_find(const calls_file *c, const char *problem, const char *what, const char *how)
{
    for (int i = 0; i < c->nrows; i++)
        if (is(c, i, PROBLEM, problem) && is(c, i, WHAT, what) && is(c, i, HOW, how))
            return dataset_number(c, i, VALUE);
    return NAN;
}

double calls_any(const calls_file *c, const char *what)
{
    for (int i = 0; i < c->nrows; i++)
        if (is(c, i, WHAT, what)) return dataset_number(c, i, VALUE);
    return NAN;
}

double calls_of(const calls_file *c, const group *g, const char *what, const char *how)
{
    char *problem =
        *g->parameters ? text_of("%s(%s)", g->problem, g->parameters) : copied(g->problem);
    const double value = calls_find(c, problem, what, how);
    free(problem);
    return value;
}

static bool seen(const calls_file *c, int i)
{
    for (int k = 0; k < i; k++)
        if (is(c, k, PROBLEM, dataset_text(c, i, PROBLEM)) &&
            is(c, k, HOW, dataset_text(c, i, HOW)))
            return true;
    return false;
}

table *calls_table(const calls_file *c)
{
    static const char *const columns[] = { "terms",      "f",       "factor", "solve",
                                           "evaluation", "attempt", "loop",   "memory" };
    enum { COLUMNS = sizeof columns / sizeof *columns };
    table *t = table_new("problem|how|terms [ns]|f [ns]|factor [ns]|solve [ns]|evaluation [ns]|"
                         "attempt [ns]|loop [ns a step]|memory [kB]");
    for (int i = 0; i < c->nrows; i++) {
        const char *problem = dataset_text(c, i, PROBLEM), *how = dataset_text(c, i, HOW);
        if (seen(c, i) || is(c, i, WHAT, "instructions") || is(c, i, WHAT, "overhead"))
            continue;
        table_text(t, "%s", problem);
        table_text(t, "%s", how);
        for (int k = 0; k < COLUMNS; k++)
            table_number(t, "%.3g", calls_find(c, problem, columns[k], how));
    }
    return t;
}
