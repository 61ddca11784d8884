/* gate.h -- what must stay true of stored results: limits per cell, read from a gate file.
 *
 *     slack = 0.1;                              # of counters, relative; optional
 *     version_slack = 0.2;                      # with another version of a library; optional
 *     cells = (
 *       { problem = "andrews"; formulation = "ggl"; solver = "ida"; rtol = 1e-6;
 *         library = "SUNDIALS 6.4.1";           # with which the counters were found
 *         outcome = "ok"; scd = 8.0; mescd = 5.5;              # least
 *         drift = { g = 1e-9; v = 1e-6; a = 1e-2; };           # most
 *         trajectory = ( { observable = "theta"; max = 1e-4; } );
 *         events = { missed = 0; spurious = 0; duplicated = 0; reordered = 0;
 *                    time_error = 1e-9; };                     # most
 *         counters = { steps = 300; n_f = 900; n_jac = 20; n_lu = 40; slack = 0.05; };
 *       }
 *     );
 *
 * of the ladders what reports/gates/ladders.h says: ladders = { ... }; and of solvers, problems
 * and all cells what reports/gates/layers.h says: layers = { ... }. A cell is named by problem,
 * formulation, solver and one of rtol and h; parameters, options, no_events, atol and h0 where
 * they are given. docs/gates.md is the manual.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_GATE_H
#define REPORTS_GATE_H

#include "reports/gates/ladders.h"
#include "reports/gates/layers.h"
#include "reports/text/table.h"

/* One limit: "scd", "drift.g", "trajectory.theta", "events.missed", "counters.n_f". */
typedef struct gate_limit {
    char *name;
    double bound, slack; /* slack: relative, counters only */
} gate_limit;

typedef struct gate_cell {
    cell cell;               /* key empty; negative numbers: any */
    char library[CELL_TEXT]; /* the version that it was blessed with; "" if none is wrapped */
    char reason[CELL_TEXT];  /* why no more is asked of it; "" */
    int line;
    double slack; /* of counters, where it says nothing of it */
    outcome outcome;
    gate_limit *limits;
    int nlimits;
} gate_cell;

typedef struct gate {
    char *path;
    double slack, version_slack;
    gate_cell *cells;
    int n;
    ladder_rules *ladders; /* NULL: nothing is asked of them */
    layers *layers;        /* likewise */
} gate;

/* NULL with "FILE:LINE: sentence". */
gate *gate_read(const char *path, reason *why);
void gate_free(gate *g);

/* What did not hold: expected and found in words. */
typedef struct finding {
    char *what, *expected, *found;
} finding;

typedef struct gate_result {
    const gate_cell *cell;
    const entry *entry;   /* NULL: the store has no such cell */
    double version_slack; /* another version than blessed: least slack of counters; else 0 */
    finding *findings;
    int n;
} gate_result;

/* One result per gate cell and matching entry, at least one per gate cell; returns how many. */
int gate_check(const gate *g, const board *b, gate_result **results);
void gate_results_free(gate_result *r, int n);

/* Does the entry belong to the gate cell? */
bool gate_matches(const gate_cell *c, const entry *e);
/* Does it, and is the cell the one that judges it, should it stand there for several versions
 * of a library? */
bool gate_judges(const gate *g, const gate_cell *c, const entry *e);
/* Value of a limit's quantity in an entry; NAN where it does not exist. */
double gate_value(const entry *e, const char *name);
/* Was the cell blessed with another version of the library that its solver wraps? */
bool gate_other_version(const gate_result *r);
/* Kinds of limits. */
bool gate_is_least(const char *name);   /* scd, mescd */
bool gate_is_counter(const char *name); /* within the slack */

/* `ivpbench run --cell '...'`; caller frees. */
char *gate_command(const gate_result *r);
void gate_print(const gate_result *r, int n, FILE *f); /* failures, for people */
void gate_rulings(const gate_result *r, int n, rulings *to);
/* Every limit, asked and found, in a table with the columns of GATE_COLUMNS. */
#define GATE_COLUMNS "problem|method|at|outcome|limit|asked|found|why no more is asked"
void gate_rows(table *t, const gate_result *r, int n);

#endif
