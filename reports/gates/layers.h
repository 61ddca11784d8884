/* layers.h -- gates as requirements. Layers 1 and 2 compare with a base (base.h): what each
 * solver gives over all its cells, and what it gives on each problem. Layer 3 asks properties
 * of every cell. Time plays no part.
 *
 *     layers = {
 *         base = "base.txt";                  # beside the gate file
 *         only = { solver = "mine*"; };       # cells of others are none of its business
 *         sets = ( { name = "contact"; problem = "belt,track"; }, { name = "core"; } );
 *         solver = { cells = 20; digits = 0.05; work = 0.02; outcomes = 0.02; }; # layer 1
 *         problem = { cells = 4; digits = 0.5; work = 0.2; outcomes = 0.2; };    # layer 2
 *         not_judged = { all = 0.02; solver = 0.1; };
 *         drift = { formulation = "projected*"; g = 1e-10; v = 1e-9; };          # layer 3
 *         events = { time_error = 100.0; };
 *         digits = { slack = 2.0; noise = 1.0; unknown = 3.0; problems = ( ("andrews", 1.2) );
 *                    solvers = ( ("llm", 0.4) ); };
 *         exceptions = ( { tags = "stiff"; solver = "dopri5"; outcomes = [ "too_many_steps" ];
 *                          reason = "..."; experiment = "COMMAND"; shows = "..."; } );
 *     };
 *
 *     d_i   = mescd_i - mescd_i(base)               over cells that end well in both
 *     w_i   = log(n_f,i / n_f,i(base))              ... or take too many steps in both
 *     |T(d)| <= digits, |exp(T(w)) - 1| <= work     T: see changes.c     (1)
 *     mescd_i >= -log10(rtol_i) - c(problem) - c(solver) - slack           (2)
 *     ... or mescd_i >= mescd_i(base) - noise, where the base has (2)       (3)
 *
 * A limit on a change holds in both directions. docs/gates.md is the manual.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_GATES_LAYERS_H
#define REPORTS_GATES_LAYERS_H

#include "reports/board/board.h"
#include "reports/gates/base.h"
#include "reports/gates/condition.h"
#include "reports/gates/ruling.h"
#include "reports/text/table.h"

/* Of a group of cells of one solver. */
typedef struct group_limits {
    int cells;      /* least number that is judged */
    double digits;  /* most change of the trimmed mean of mescd */
    double work;    /* ... of n_f, relative */
    double changed; /* most outcomes that change to or from ok, a share; one may */
} group_limits;

/* What an exception may raise above the rule, or allow where it is NaN. */
typedef enum excess {
    EXCESS_G, /* drift of positions, velocities: most */
    EXCESS_V,
    EXCESS_TIME,   /* error of event times in units of rtol, or of h: most */
    EXCESS_MISSED, /* events: most */
    EXCESS_SPURIOUS,
    EXCESS_DUPLICATED,
    EXCESS_REORDERED,
    EXCESS_DIGITS, /* digits below (2) */
    NEXCESSES
} excess;

typedef struct exception {
    condition where;
    unsigned outcomes;      /* bits: these failures are expected */
    double most[NEXCESSES]; /* NAN: the rule holds */
    char *reason, *experiment, *shows;
    int line;
} exception;

typedef struct constant {
    char *name; /* solver; problem, or "problem(parameters)" */
    double c;
} constant;

typedef struct set_rule {
    char *name;
    condition where;
} set_rule;

typedef struct layers {
    char *path, *base; /* of the gate file; of the base */
    condition only;    /* cells that the gate is about */
    set_rule *sets;    /* the first that fits has the cell */
    int nsets;
    group_limits solver, problem;
    double unjudged, unjudged_of_solver; /* most shares of cells that are not judged */
    char *drift_in;                      /* formulations, globs with commas */
    double most[NEXCESSES];              /* the rule itself; digits: the slack of (2) */
    double noise;                        /* of (3): digits of a cell that last bits decide */
    double unknown;                      /* c of a problem without a constant */
    constant *problems, *solvers;
    int nproblems, nsolvers;
    exception *exceptions;
    int nexceptions;
} layers;

/* Name of an excess in a gate file: "g", "v", "time_error", "missed" ... */
const char *excess_name(excess x);

/* From the group { ... } of a gate file; NULL with "FILE:LINE: sentence". */
layers *layers_read(const reader *r, const config_setting_t *s);
void layers_free(layers *l);

/* A result beside what the base says of its cell. */
typedef struct pair {
    const entry *entry;
    const base_row *row; /* NULL: the cell is new */
    const char *tags;    /* of the problem */
    char *name;          /* of the cell */
    double digits, work; /* changes; NAN where one does not exist */
    int outcome;         /* -1: ended well in the base, fails now; 1: the other way round */
} pair;

/* All results of a store in the sets that are asked for. */
typedef struct pairs {
    pair *list; /* by solver, then problem */
    int n, nnew,
        nother; /* cells that are new; with another version of a library than the base */
    bool *seen; /* by row of the base: a result belongs to it, or to its cell */
} pairs;

/* A limit was reached that the machine's load may have had a part in: nothing follows from it.
 * */
bool pair_is_judged(const pair *p);

/* sets: names, separated by commas or blanks; NULL: all. base may be empty. False with a
 * sentence where two results have one name, or a set is not known. */
bool pairs_of(const layers *l, const base *old, const board *b, const char *sets, pairs *to,
              reason *why);
void pairs_free(pairs *p);
/* The set of a cell by the rules: "" where none fits. */
const char *layers_set(const layers *l, const cell *c, const char *tags);
/* Is the set one of those that are asked for? */
bool layers_wants(const char *sets, const char *set);

/* A run of pairs of one solver, or of one solver on one problem: what changed (changes.c). */
typedef struct change {
    const pair *first;
    int n;                /* pairs of the group */
    int compared, worked; /* with digits, with work */
    double digits, work;  /* T(d); exp(T(w)) - 1; 0 where there are none */
    double before, after; /* mean mescd of those compared */
    double n_f_before, n_f_after;
    int lost, gained; /* ended well in the base and fail now; the other way round */
    const pair *most_digits, *most_work, *outcome; /* where each changed most; NULL */
} change;

/* Changes of all groups; by_problem: of each solver on each problem. The caller frees *list. */
int changes_of(const pairs *p, bool by_problem, change **list);
/* How many outcomes may change in it. */
int change_may_lose(const change *c, const group_limits *limits);

/* Layers 1 to 3: a ruling for each group and each cell that was judged, in this order. `used`
 * has a place for each exception: did it excuse something? */
void layers_check(const layers *l, const base *old, const pairs *p, const char *sets,
                  bool *used, rulings *to);

void layers_print(const base *old, const pairs *p, const rulings *v, FILE *f);
/* Where everything was judged, an exception that excused nothing is one too many. */
void layers_print_unused(const layers *l, const bool *used, FILE *f);
/* Changes of layers 1 and 2 as rows of a table with the columns of GATE_COLUMNS (gate.h). */
void layers_rows(table *t, const layers *l, const pairs *p);

/* properties.c: is the excess asked of a result that ended well, and how large is it? */
bool excess_asked(const layers *l, const entry *e, excess x);
double excess_value(const layers *l, const entry *e, excess x);

/* properties.c: layer 3 of one result. */
void properties_check(const layers *l, const pair *p, bool *used, ruling *to);

/* Takes the results as they are into a new base, and prints each group and cell that changed:
 * digits and work before and after. What is worse needs a reason: then NULL is returned
 * without one, after a sentence for each. Results that are not judged leave the row as it was;
 * sets that were not asked for stay. date: of today. */
base *layers_accept(const layers *l, const base *old, const pairs *p, const char *sets,
                    const char *date, const char *cause, FILE *report);

/* The usual limits; base "". */
layers *layers_usual(const char *path);
/* Writes a gate file with the usual limits. Its constants are medians of the results; each
 * result that fails gets an exception. base: the name of its base. solvers: globs; NULL:
 * all. */
void layers_begin(const board *b, const char *solvers, const char *base_file, FILE *f);

#endif
