/* store.h -- all results in one SQLite file: WAL, one transaction per finished cell.
 *
 * Schema 4 (docs/store.md):
 *     meta    (key, value)                                   schema = 4
 *     run     (id, uuid, started, plan, seed, machine, environment JSON)
 *     cell    (key, problem, parameters, formulation, solver, options, rtol, atol, h0, h,
 *             events,
 *              files, spec JSON)                    files: names and digests of what computes
 *     planned (run, cell)                           what a run was asked for, done before or
 *                                                   not
 *     result  (number, cell, machine, run, finished, outcome, status, detail, output,
 *     t_reached,
 *              irreproducible, counters JSON, end_state JSON {component: value}, described,
 *              scoring JSON, peak_kb, setup_s, overhead_s)   one per cell and machine
 *     sample  (result, worker, n, wall_s, cpu_s, instructions)       result: its number
 *     series  (result, position, name, n, sha256, data BLOB little-endian doubles zlib)
 *     event   (result, n, t, guard, direction)
 *     described (digest, scoring JSON)              what results of one problem and solver
 *                                                   share
 *
 * scoring JSON, from the problem's descriptor; "reduced", "instructions", "exact", "workers",
 * "watched_s" and "not_moved" stand in result, the others in described, where they are once:
 *     { "title", "source", "tags", "t0", "t1", "form": "mech"|"ode"|"lin"|"dae",
 *     "scd": [component names], "mescd": [...], "absolute": bool,
 *     "weights": {component: factor of atol},
 *     "observables": [{"name","unit","meaning"}], "invariants": [...],
 *     "events": [{"name","direction"}],
 *     "published": [{"source", "values": {component: "decimal"}}],    of these parameters
 *     "solver_family": "radau"|...,                         where the solver names one
 *     "solver_library": "SUNDIALS 6.4.1"|...,            where it wraps a library
 *     "solver_times": "the interpreter of Python"|...,   what its times contain that no method
 *                                                        needs
 *     "elimination": "static"|"interpreted"|"dense"|"sparse"|"", "lanes": 8|4|2|0,  that were
 *     used "workers": [...], "not_moved": sentence,  of timing processes: docs/store.md
 *     "watched_s": 0.012,                  CPU seconds of the watched solve, for `until` of a
 *                                          plan
 *     "reduced": {...} }                 errors of a run whose series are thinned:
 *                                        docs/store.md
 *
 * Functions return false with a sentence in store_error().
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_STORE_H
#define BENCH_STORE_H

#include "bench/cell/record.h"

typedef struct store store;

typedef struct store_run { /* who measured, when, on what */
    char uuid[40], started[40];
    char machine[65]; /* digest of host and CPU: keeps measurements of two machines apart */
    char *plan;       /* text of the plan */
    unsigned long seed;
    char *environment; /* JSON: cpu, governor, load, compiler, flags, versions, commit ... */
} store_run;

/* Opens, or creates when `create`; refuses another schema, a corrupted file, a file that is no
 * store. NULL on failure with the reason in why. */
store *store_open(const char *path, bool create, reason *why);
void store_close(store *s);
const char *store_error(const store *s);
/* What was found damaged while reading so far: sentence i, naming cell and series; NULL behind
 * the last. Damaged results are passed over, damaged series do not exist. */
const char *store_damage(const store *s, int i);

bool store_begin_run(store *s, const store_run *run);
/* What the run begun is asked for, finished before or not; one transaction. */
bool store_plan(store *s, const cell *const *cells, int n);
bool store_has(store *s, const char *key, const char *machine, outcome *o); /* finished? */
bool store_put(store *s, const record *r); /* under the run begun; one transaction */
bool store_merge(store *s, const char *other, long *added, long *skipped);

/* Of equal descriptions on one machine, the cell counts that the last run to plan one of them
 * planned: its plug-ins and kernel. The others are neither seen by store_each nor deleted. */
typedef struct store_versions {
    long others;   /* finished results of other versions */
    long finished; /* cells that count, finished */
    long pending;  /* cells that count, planned and not finished ... */
    long begun;    /* ... of these, whose accuracy is known: timings are to come */
    char *what;    /* files in which the others differ, "double/solvers/ida.so, libivp.so" */
} store_versions;
bool store_versions_of(store *s, store_versions *v); /* what: caller frees */

/* Is everything as it was written: pages, digests of all series, texts of all results? Goes
 * through the whole file; false with store_damage(). */
bool store_check(store *s);
/* Copies all undamaged results into a new file with the present schema. The file must not
 * exist. If pages of the old file are damaged, copies what can still be read. */
bool store_rescue(const char *from, const char *to, long *kept, long *lost, reason *why);

/* Calls `each` for all results that count, ordered by problem, parameters, formulation, solver,
 * options, h and rtol descending; series are left out unless `with_series`. The record lives
 * during the call. each() returns false to stop. */
typedef bool store_visitor(void *context, const record *r, const char *machine);
bool store_each(store *s, bool with_series, store_visitor *each, void *context);
/* The same, with results whose timings are not complete. */
bool store_each_so_far(store *s, bool with_series, store_visitor *each, void *context);
/* Does a process add to this file at the moment? */
bool store_is_growing(const char *path);
/* One series of one result; *v is the caller's to free. false also when it does not exist. */
bool store_series(store *s, const char *key, const char *machine, const char *name, double **v,
                  int *n);
/* The last run of all; plan and environment are the caller's to free. false: there is none. */
bool store_last_run(store *s, store_run *run);

#endif
