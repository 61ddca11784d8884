/* board.h -- all results of a store, joined with the references and scored. Every report,
 * export and gate reads it.
 *
 * Entries are sorted by problem, parameters, solver, options, formulation, events, machine,
 * kind of ladder, and along the ladder from coarse to fine.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_BOARD_H
#define REPORTS_BOARD_H

#include <jansson.h>

#include "bench/cell/record.h"
#include "bench/cell/shared.h"
#include "bench/cell/columns.h"
#include "bench/store/store.h"
#include "reference/file/ref.h"
#include "reports/metrics/cost.h"
#include "reports/metrics/events.h"
#include "reports/metrics/metrics.h"
#include "reports/metrics/trajectory.h"

/* A function of time whose trajectory error is computed: an observable, or a component if the
 * problem has no observable. */
typedef struct quantity {
    char *name;   /* as people read it */
    char *series; /* in the store: "obs:theta1", "q1" */
    char *unit;   /* "" if it has none or it is unknown */
    trajectory_error error[TRAJECTORY_RULES];
} quantity;

typedef struct invariant {
    char *name;
    double drift; /* relative; NAN: no series */
} invariant;

/* Multipliers of a formulation of index 3 or 2, beside those of the run's own q, u, x; over
 * the largest of these along the run (docs/metrics.md). */
typedef struct multiplier_errors {
    double end, rms, max; /* NAN: not compared */
    digits along;         /* -log10 of rms */
} multiplier_errors;

typedef struct entry {
    record r; /* without series and output */
    char *machine;
    char *family;  /* family of the solver, if references use one of it; else "" */
    char *library; /* wrapped library with its version and build options; else "" */
    char *version; /* the same without build options, which affect times only */
    char *times;   /* overhead in its times that no method needs: "the interpreter of Python";
                    labels then have a star; else "" */
    char
        *not_deterministic; /* why two of its runs may differ, as solver or problem declares: it
                                is not ranked; else "" */
    char *elimination; /* of the saddle point: "static", "interpreted", "dense", "sparse"; else
                          "" */
    int lanes;         /* points evaluated side by side; 0: one by one */
    double counted;    /* instructions of a solve, counted later by counted_by; NAN: not
                          counted */
    char *counted_by;  /* "perf_event", "cachegrind", "callgrind"; "" */
    double share[NSHARES]; /* of those, where they were counted apart; NAN */
    int half;              /* half of the reference that scores, REF_A or REF_B; -1: none */
    const char *judge; /* of the end state: "A", "B", "closed form", "published values"; "" */
    digits scd, mescd;
    digits digits; /* the one of them that judges: board_judge_by() */
    multiplier_errors multipliers;
    cost cpu, wall;
    double setup_cpu;   /* least CPU time of a set-up among its workers, s; NAN: not known */
    double opening_cpu; /* of these: opening the library, as calibrated; 0: not known */
    double long_setup; /* the set-up if the rest takes more than 5 ms and five solves; else 0 */
    double instructions; /* median, or the later count; NAN: not counted */
    double drift[3];     /* g, v, a; NAN: no constraints or not recorded */
    int nquantities, ninvariants;
    quantity *quantities;
    invariant *invariants;
    bool unreduced;     /* series too long for the store and not yet reduced against this
                           reference */
    bool judged_events; /* events were located and the reference has some */
    event_errors events;
} entry;

/* All results of one problem with one setting of its parameters. */
typedef struct group {
    char *problem, *parameters;
    json_t *scoring;      /* NULL if no result carries one */
    ref *ref;             /* NULL: see why */
    bool closed;          /* no reference on file; the problem's closed form replaces it ... */
    bool published;       /* ... or its published end values do */
    char *why;            /* why there is no reference; "" */
    bool unreadable;      /* there is one, which cannot be read */
    int first, n;         /* its entries */
    int ladder, nladders; /* the first of its ladders, their number */
} group;

/* Rungs of one configuration on one machine: one line in a diagram. */
typedef struct ladder {
    int group, first, n;
    bool steps; /* constant steps, not tolerances */
} ladder;

/* Progress of the runs of a store, in cells that count. */
typedef struct course {
    long planned, known, finished; /* known: with their accuracy; finished: with all timings */
    bool growing;                  /* a process adds to the store */
} course;

typedef struct board {
    store *store;
    course course;
    int n, ngroups, nladders, nmachines;
    entry *entries;
    group *groups;
    ladder *ladders;
    char **machines; /* distinct, sorted */
    char **solvers;  /* likewise */
    int nsolvers;
    char *note;         /* a sentence where the store holds several versions; "" */
    const char *metric; /* "scd" or "mescd": what entry.digits is */
} board;

/* Digits that tables, ranks, profiles and figures judge by. A board is opened with "scd": that
 * score depends on the end state alone. mescd divides by atol/rtol of the run, and by 1 for
 * constant steps, so it measures two configurations of one problem by two rules. "multipliers":
 * along the run, without a reference. */
void board_judge_by(board *b, const char *metric);

/* Sets cost to the number of instructions, without error, instead of seconds. */
void board_cost_instructions(board *b);

/* NULL on failure, with a sentence. `references` NULL: the search path. */
board *board_open(const char *store_path, const char *references, reason *why);
/* The same with results whose timings are not complete. */
board *board_open_so_far(const char *store_path, const char *references, reason *why);
void board_close(board *b);

/* "andrews", "double_pendulum_rsda form=angles" */
void group_title(const group *g, char *text, size_t size);
/* Member of the problem's scoring data; "" where it is missing. */
const char *group_text(const group *g, const char *member);

/* Source of the scores of end states without a reference: "closed form", "published values"; ""
 * if there is a reference, or no source. */
const char *group_stand_in(const group *g);

/* Returns whether a run was timed, or counted after board_cost_instructions(). */
bool group_has_costs(const board *b, const group *g);

/* Returns whether a run has at least this many digits and no timing. */
bool group_is_untimed(const board *b, const group *g, double level);

/* "s" if time is in seconds; "" if its unit is unknown */
const char *group_time_unit(const group *g);

/* "ida@ggl klu", "dopri5@ode, events not located" ..., followed by a star if times are
 * marked */
void ladder_label(const board *b, const ladder *l, char *text, size_t size);
/* Rung as a number: step size or tolerance. */
double entry_rung(const entry *e);
/* The same of the rung that a run with jitter belongs to. */
double entry_nominal(const entry *e);
const char *entry_rung_text(const entry *e, char *text, size_t size); /* "1e-06" */
long entry_counter(const entry *e, const char *name);                 /* -1: not known */
long entry_steps(const entry *e); /* accepted + rejected + failed; -1: not known */
/* The run succeeded, but is wrong: its digits are below 0. In scd an error exceeds the value,
 * in mescd atol/rtol + |r|. */
bool entry_is_wrong(const entry *e);

/* ---- scoring, one file each -------------------------------------------------------------- */

/* board.c: the reference of a group from this folder (NULL: the usual ones), or what stands in
 * for it, or why there is none. */
void score_attach_reference(group *g, const char *folder);

/* half.c: the half that scores a solver of a family. It is the first existing one from another
 * family; -1: none. */
int score_reference_half(const ref *r, const char *family);
/* "judged by half B: half A is of its family", "not judged ..."; "" for what is usual. */
const char *score_reference_half_text(const group *g, const entry *e);

void score_digits(const group *g, entry *e); /* score.c: end state */
/* Root mean square of the absolute errors of the end state over a block of components, such as
 * "u" for u1, u2 ... NAN if the block is empty or an error is unknown. */
double score_block(const group *g, const entry *e, const char *block);
/* times.c: what all results cost, after all are there */
void score_times(board *b);
/* judge.c: drift, trajectories, events; from the store, or from whole columns */
void score_series(store *s, const group *g, entry *e);
void score_rows(whole_rows *r, const group *g, entry *e);
/* calibrated.c: what the environment of a run found of wrapped libraries, for the results of
 * this machine. Times of libraries without optimisation are marked; the time of opening a
 * library is noted. Before score_times(). */
void board_calibrated(board *b, const char *environment, const char *machine);
/* Frees what they made. */
void score_free(entry *e);

/* reduce.c: computes the member "reduced" of the record's scoring (docs/store.md) from complete
 * columns of a run. references: folder of the references; NULL: the usual one. */
void board_reduce(record *r, whole_rows *rows, const char *references);
/* Digits to which the published end values agree with the reference, in the scd components. */
digits score_published(const group *g);
/* Digits of the reference itself, likewise: limits by its error bar and by rounded
 * constants. */
digits score_reference(const group *g);

/* The reference of a series: column, bar, and a grid of about 2000 points; column -1: none. The
 * caller frees the grid's numbers. */
trajectory_reference judge_reference(const group *g, const char *series, double **numbers);
/* Matched events of this entry, as input of the time mapping. */
time_map judge_map(const entry *e);

#endif
