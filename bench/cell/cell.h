/* cell.h -- the unit of work: problem x formulation x solver x rung, and what decides its
 * result.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CELL_H
#define BENCH_CELL_H

#include "bench/base/fields.h"
#include "kernel/reason/reason.h"

enum { CELL_TEXT = FIELD_ROOM, CELL_KEY = 65, CELL_FILES = 640 };

/* What a field is used for, beside the JSON of a cell, which has them all. */
enum {
    CELL_ZERO = FIELD_ZERO,
    CELL_IF_SET = FIELD_IF_SET, /* in JSON, in the key and in stores */
    CELL_KEYED = FIELD_USES,    /* belongs to the key */
    CELL_QUERIED =
        2 * CELL_KEYED,          /* plug-ins say how it is spelled, and whether all that fits */
    CELL_PIN = 2 * CELL_QUERIED, /* a gate may name it, and comparisons match by it */
    CELL_LADDER = 2 * CELL_PIN,  /* alike along a ladder */
    CELL_GROUP = 2 * CELL_LADDER, /* names the problem */
    CELL_EXPORT = 2 * CELL_GROUP, /* a column of exports */
    CELL_BRIEF = 2 * CELL_EXPORT, /* names a result where it has many rows */
    CELL_PLAN = 2 * CELL_BRIEF,   /* a setting of groups in plan files, at most `most` */
    CELL_TRY = 2 * CELL_PLAN,     /* an option of `ivpbench try` */
    CELL_RUN = 2 * CELL_TRY,      /* an option of `ivpbench run`, which overrides plans */
    CELL_REMADE = 2 * CELL_RUN,   /* needed, beside what is exported, to make a result again */
    CELL_RESULT = CELL_KEYED | CELL_PIN | CELL_EXPORT,
    CELL_WHO = CELL_RESULT | CELL_QUERIED | CELL_LADDER | CELL_BRIEF,
    CELL_LIMIT = CELL_PLAN | CELL_REMADE
};

/* All fields, in the order of JSON, key, store and exports. A row has kind, name, where the
 * store has it, uses, most, place in titles and how it is printed there, option.
 *
 *   store    COLUMN: a column; EVENTS: the column `events`, its opposite; SPEC: in `spec`
 *            alone, yet told apart by it; NONE: in `spec` alone
 *   place    order in titles and in sorted lists; a title shows set fields and every name.
 *   option   of the command line, after its letter if it has one.
 *
 * A new field that changes results is a row with CELL_RESULT | CELL_IF_SET, SPEC and a place.
 * Stores, and keys of cells that do not set it, stay valid. */
#define CELL_FIELDS(F)                                                                         \
    F(NAME, problem, COLUMN, CELL_WHO | CELL_GROUP, 0, 1, "%s", NULL)                          \
    /* "a=1 b=word": those that are no defaults, in order */                                   \
    F(SETTINGS, parameters, COLUMN, CELL_WHO | CELL_GROUP | CELL_TRY, 0, 2, "(%s)",            \
      "p parameters")                                                                          \
    /* "projected" or with its options: "projected(newton=1)" */                               \
    F(TEXT, formulation, COLUMN, CELL_WHO | CELL_TRY, 0, 5, "@%s", "formulation")              \
    F(NAME, solver, COLUMN, CELL_WHO, 0, 3, " %s", NULL)                                       \
    /* of the solver, as parameters */                                                         \
    F(SETTINGS, options, COLUMN, CELL_WHO, 0, 4, "(%s)", NULL)                                 \
    /* rtol and atol 0: constant steps */                                                      \
    F(REAL, rtol, COLUMN, CELL_RESULT | CELL_BRIEF | CELL_TRY, 0, 7, " rtol=%.3g", "rtol")     \
    /* rtol of the rung whose width this tolerance lies in; 0: it is the rung */               \
    F(REAL, rung, NONE, CELL_EXPORT | CELL_IF_SET, 0, 0, "", NULL)                             \
    F(REAL, atol, COLUMN, CELL_RESULT | CELL_TRY, 0, 0, "", "atol")                            \
    /* 0: rule of the solver */                                                                \
    F(REAL, h0, COLUMN, CELL_RESULT | CELL_TRY, 0, 0, "", "h0")                                \
    /* h > 0: constant steps */                                                                \
    F(REAL, h, COLUMN, CELL_RESULT | CELL_BRIEF | CELL_TRY, 0, 6, " h=%.6g", "h")              \
    F(TRUTH, no_events, EVENTS, CELL_RESULT | CELL_LADDER | CELL_BRIEF | CELL_TRY, 0, 8,       \
      " without events", "no-events")                                                          \
    /* CPU; limits and repetition do not belong to the key ... */                              \
    F(REAL, timeout_s, NONE, CELL_LIMIT | CELL_TRY | CELL_RUN, 1e7, 0, "", "timeout")          \
    F(COUNT, memory_mb, NONE, CELL_LIMIT | CELL_RUN, 4e6, 0, "", "memory")                     \
    /* ... max_steps does */                                                                   \
    F(COUNT, max_steps, NONE, CELL_LIMIT | CELL_KEYED | CELL_ZERO, 1e15, 0, "", NULL)          \
    /* a short solve is repeated until this time ... */                                        \
    F(REAL, min_time_s, NONE, CELL_PLAN | CELL_ZERO, 1e7, 0, "", NULL)                         \
    /* ... and this relative half-width of the median are met */                               \
    F(REAL, precision, NONE, CELL_PLAN, 1, 0, "", NULL)                                        \
    /* timing processes; 0: accuracy run only */                                               \
    F(SMALL, workers, NONE, CELL_PLAN | CELL_TRY | CELL_RUN | CELL_ZERO, 1000, 0, "",          \
      "workers")                                                                               \
    /* "": all of the run; "drawn", "points": see record.h */                                  \
    F(TEXT, series, NONE, 0, 0, 0, "", NULL)

typedef struct cell {
    CELL_FIELDS(FIELD_MEMBER)
    char key[CELL_KEY];     /* sha-256, hex */
    char files[CELL_FILES]; /* what computes: "double/solvers/ida.so:SHA-256 libivp.so:..." */
} cell;

#define CELL_INDEX(kind, name, ...) CELL_AT_##name,
enum { CELL_FIELDS(CELL_INDEX) CELL_NFIELDS };
extern const field_row cell_fields[CELL_NFIELDS + 1]; /* the last is { 0 } */

/* The next field behind k that has one of the uses; k = -1: the first. -1: there is none. */
int cell_next(int k, unsigned uses);
#define CELL_EACH(k, uses) for (int k = cell_next(-1, uses); k >= 0; k = cell_next(k, uses))

extern const cell cell_plain; /* limits of a cell that says nothing of them */

/* One line of JSON with everything above; what `ivpbench run --cell` takes to redo one cell. */
char *cell_to_json(const cell *c); /* caller frees */
bool cell_from_json(cell *c, const char *text, reason *why);
/* The fields with these uses into an object; those of them that it has, into a cell. */
void cell_tell(const cell *c, unsigned uses, json_t *o);
void cell_hear(cell *c, unsigned uses, const json_t *o);

/* Checks a requested cell: texts must be single lines, names must be words. If one is not,
 * returns false and names it in why. Cells of a store are not checked; they are escaped for
 * output. */
bool cell_is_plain(const cell *c, reason *why);

/* Key and files, from the fields that decide the result and the plug-ins and kernel there
 * are. */
bool cell_make_key(cell *c, reason *why);

/* ---- titles and pairs, cell_title.c ------------------------------------------------------ */

/* "andrews ida(linear_solver=klu)@ggl rtol=1e-06": for people, and as a plan would say it. */
void cell_title(const cell *c, char *text, size_t size);
/* The cell that a title names; fields that titles do not have are 0, atol is rtol. False where
 * it is no title. */
bool cell_from_title(cell *c, const char *title);

/* The fields with these uses. */
void cell_copy(cell *to, const cell *from, unsigned uses);
/* In the order of titles, then of the table. */
int cell_compare(const cell *a, const cell *b, unsigned uses);
/* By CELL_PIN; numbers within this share of b's. A negative number of a stands for any. */
bool cell_alike(const cell *a, const cell *b, double within);

#endif
