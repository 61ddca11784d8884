/* plan_inner.h -- a plan file as it is written, before it is multiplied.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLAN_INNER_H
#define BENCH_PLAN_INNER_H

#include "bench/plan/plan.h"

/* "andrews(form=a)", "cvode_*(x=1)": a name or a glob, and settings. */
typedef struct plan_word {
    char name[CELL_TEXT], settings[CELL_TEXT];
    bool glob;
    int line;
} plan_word;

typedef struct plan_solver {
    plan_word word;
    int nforms;
    char (*forms)[CELL_TEXT]; /* "projected(newton=1)"; "*": all that fit */
} plan_solver;

/* rtol = 10^-(from + (m + o_j)/per_decade) down to 10^-to, |o_j| < 1/2, j = 0 .. jitter - 1,
 * o_0 = 0. by_protocol: what the file does not say is that of the problem; until then from, to,
 * h0 are -1, per_decade and atol_factor 0. With `until` the ladder goes on by decades to
 * 1e-13. */
typedef struct plan_tolerances {
    bool given, by_protocol;
    double from, to, atol_factor, atol, h0, h0_factor; /* atol: 0, or fixed; h0 likewise */
    double rtol;                                       /* 0, or the only rung */
    int per_decade, jitter;                            /* jitter: runs a rung */
    plan_until until;
} plan_tolerances;

typedef struct plan_steps { /* h = hmax / 2^k, k = 0 .. halvings */
    bool given;
    double hmax, share; /* share > 0: hmax is this share of the problem's interval */
    int halvings;
} plan_steps;

typedef struct plan_group {
    char *name, *tags; /* condition on the tags of problems; NULL: none */
    int nproblems, nsolvers;
    plan_word *problems;
    plan_solver *solvers;
    plan_tolerances tolerances;
    plan_steps steps;
    bool with_events, without_events, must_succeed;
    char elimination[CELL_TEXT]; /* of mechanisms whose formulation says nothing of it; "" */
    cell base; /* limits and repetition; series "drawn": of one rung a ladder */
} plan_group;

typedef struct plan_file {
    char *path;
    int ngroups;
    plan_group *groups;
} plan_file;

bool plan_file_read(plan_file *f, const char *path, reason *why);
void plan_file_free(plan_file *f);

/* One word; false if a parenthesis is missing or it is too long. */
bool plan_word_read(plan_word *w, const char *text);
bool plan_solver_read(plan_solver *s, const char *text);

/* As plan_free(), of a plan that was not read: `unasked` stays. */
void plan_drop(plan *p);
/* Multiplies the groups into cells and skips. */
bool plan_expand(plan *p, const plan_file *f, const plan_choice *choice, reason *why);

/* Rungs of a group for a problem and a solver that takes tolerances or constant steps, as cells
 * without names. coarser: number of the next coarser rung, from 1, where the ladder has
 * `until`. Returns how many; `rungs` is the caller's to free. */
typedef struct plan_rung {
    cell cell;
    plan_until until;
    int coarser;
} plan_rung;
struct fits_protocol;
typedef struct plan_asked {
    const struct fits_protocol *protocol; /* of the problem */
    double span;                          /* its interval */
    bool tolerances, steps, quick;
} plan_asked;
int plan_rungs(const plan_group *g, const plan_asked *asked, plan_rung **rungs);

#endif
