/* record.h -- everything a finished cell leaves behind; what the store keeps and reports read.
 *
 * Names of series (one number per accepted step of the watched run, plus start, events and
 * restarts): "t", "h"; components "q1" .. "lambda2" or "y1" ..; "obs:NAME", "inv:NAME";
 * "drift:g", "drift:v", "drift:a" (largest violation at the three levels). The picture of a
 * mechanism has "draw:LINE.POINT.x" and "draw:LINE.POINT.y", NaN in all but 128 rows.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

#include "bench/cell/cell.h"

#include <stdint.h>

typedef enum outcome {
    OUTCOME_OK,
    OUTCOME_STEP_TOO_SMALL,
    OUTCOME_TOO_MANY_STEPS,
    OUTCOME_DIVERGED,
    OUTCOME_INCONSISTENT_START,
    OUTCOME_EVENT_LOST,
    OUTCOME_NONFINITE,
    OUTCOME_TIMEOUT,
    OUTCOME_MEMORY,
    OUTCOME_CRASH,
    OUTCOME_EXIT,
    OUTCOME_DECLINED,
    OUTCOME_INFRASTRUCTURE,
    OUTCOME_MISBEHAVED, /* not a crash, not a result: what a worker must not do */
    NOUTCOMES
} outcome;

const char *outcome_name(outcome o); /* "ok", "step_too_small" ... */
bool outcome_by_name(const char *name, outcome *o);

enum { RECORD_COUNTERS = 15 };     /* IVP_NCOUNTERS, in the order of ivp/model.h */
const char *record_counter(int i); /* "n_f", "n_mass" ... */
struct record;
long record_counted(const struct record *r,
                    const char *name); /* -1: there is no such counter */
/* Zero and more; -1, not known, where only the solver can know. */
bool record_counter_may_be(int i, long n);

/* Longer series are thinned, to at least half of this number. The cell chooses the columns:
 * all, or those that are drawn ("t", "h", the first quantities and the drift). It also chooses
 * the length: this many rows, or the points of a small figure. Metrics are then reduced from
 * the complete columns after the run. */
enum {
    RECORD_NUMBERS = 1000000,
    RECORD_LEAST = 16
}; /* of all series: fewer rows where a row is long */
enum { RECORD_ROWS = 4096, RECORD_DRAWN = 512, RECORD_POINTS = 128, RECORD_SHOWN = 3 };
/* Trajectory errors are taken of the observables; where a problem has none, of so many scored
 * components. */
enum { RECORD_QUANTITIES = 4 };

typedef struct record_series {
    char *name;
    int n;
    double *v;
} record_series;

#define EVENT_FIELDS(F) F(REAL, t) F(STRING, guard) F(SMALL, direction)
typedef struct record_event {
    EVENT_FIELDS(FIELD_PLAIN)
} record_event;

/* instructions -1: not available */
#define SAMPLE_TIMES(F) F(REAL, wall_s) F(REAL, cpu_s) F(COUNT, instructions)
typedef struct record_sample {
    int worker; /* which process */
    SAMPLE_TIMES(FIELD_PLAIN)
} record_sample;

/* What a timing process says of its solves as a whole (docs/security.md). Some of them begin at
 * starts that the parent's random key has moved; these are numbered, from 0. CPU times:
 *   solves, solves_s    all solves. Their time has that of processes of the solver's own.
 *   setup_s, before_s   the set-up. All until its end.
 *   between_s, after_s  between the solves. After them.
 *   others_s            between the solves, by other threads than the worker's own.
 *   started_s           of processes of the solver's own, before the solves.
 *   elsewhere_s         likewise, during the solves.
 *   switches            voluntary context switches during the solves.
 *   plain_s             of a solve from the problem's start: the median.
 *   moved_s             of a solve from a moved start: the least, for the n_f + n_lu of a plain
 *                       one. 0: none.
 *   spread              of the ends from moved starts, in the norm of mescd with rtol = atol.
 *   blind               the ends from moved starts equal that of its own start to the bit. */
#define REPEAT_FIELDS(F)                                                                       \
    F(COUNT, solves)                                                                           \
    F(REAL, solves_s)                                                                          \
    F(REAL, setup_s)                                                                           \
    F(REAL, before_s)                                                                          \
    F(REAL, between_s)                                                                         \
    F(REAL, after_s)                                                                           \
    F(REAL, others_s)                                                                          \
    F(REAL, started_s)                                                                         \
    F(REAL, elsewhere_s)                                                                       \
    F(COUNT, switches)                                                                         \
    F(REAL, plain_s)                                                                           \
    F(REAL, moved_s)                                                                           \
    F(REAL, spread)                                                                            \
    F(TRUTH, blind)                                                                            \
    F(STRING, not_moved) /* why all solves begin at the problem's start; "": they do not */
typedef struct record_repeats {
    REPEAT_FIELDS(FIELD_PLAIN)
    int n;
    uint64_t *digest; /* of status, end state and counters of moved solve k */
} record_repeats;

/* What a result says beside its outcome, in the order of the store. */
#define RECORD_FIELDS(F)                                                                       \
    F(STRING, status) /* the kernel's status name */                                           \
    F(STRING, detail) /* a sentence: reason of a failure, exit code, remark ...; "" if none */ \
    F(STRING, output) /* stdout and stderr of the worker, cut */                               \
    F(REAL, t_reached)                                                                         \
    F(TRUTH, irreproducible) /* a timed run and the watched run differ in a bit */
/* VmHWM; set-up in the worker; harness time beyond set-up and solves */
#define RECORD_COSTS(F) F(COUNT, peak_kb) F(REAL, setup_s) F(REAL, overhead_s)

typedef struct record {
    cell cell;
    outcome outcome;
    RECORD_FIELDS(FIELD_PLAIN)
    long counters[RECORD_COUNTERS]; /* -1: the solver does not tell */
    int ncomponents;
    char **components; /* names, canonical order */
    double *end_state; /* values at t_reached */
    char *scoring;     /* JSON of the problem: see store.h */
    RECORD_COSTS(FIELD_PLAIN)
    int nsamples, nseries, nevents;
    record_sample *samples;
    record_series *series;
    record_event *events;
    record_repeats repeats; /* of a timing process; on the way to the parent alone */
} record;

/* Tables of these fields; each ends with { 0 }. */
enum { RECORD_NFIELDS = 0 RECORD_FIELDS(FIELD_ONE), RECORD_NCOSTS = 0 RECORD_COSTS(FIELD_ONE) };
extern const field_row record_fields[], record_costs[], sample_fields[], event_fields[],
    repeat_fields[];

void record_free(record *r); /* frees the members */

#endif
