/* plan_inner.h -- a plan file as it is written, before it is multiplied. */
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

/* rtol = 10^-(from + m/per_decade) down to 10^-to */
typedef struct plan_tolerances {
    bool given;
    double from, to, atol_factor, atol, h0, h0_factor; /* atol: 0, or fixed; h0 likewise */
    double rtol;                                       /* 0, or the only rung */
    int per_decade;
} plan_tolerances;

typedef struct plan_steps { /* h = hmax / 2^k, k = 0 .. halvings */
    bool given;
    double hmax;
    int halvings;
} plan_steps;

typedef struct plan_group {
    char *name;
    int nproblems, nsolvers;
    plan_word *problems;
    plan_solver *solvers;
    plan_tolerances tolerances;
    plan_steps steps;
    bool with_events, without_events, must_succeed;
    cell base; /* limits and repetition */
} plan_group;

typedef struct plan_file {
    char *path;
    int ngroups;
    plan_group *groups;
} plan_file;

bool plan_file_read(plan_file *f, const char *path, char *why, size_t size);
void plan_file_free(plan_file *f);

cell plan_defaults(void); /* limits and repetition of a plan that says nothing */

/* One word; false if a parenthesis is missing or it is too long. */
bool plan_word_read(plan_word *w, const char *text);
bool plan_solver_read(plan_solver *s, const char *text);

/* Multiplies the groups into cells and skips. */
bool plan_expand(plan *p, const plan_file *f, const plan_choice *choice, char *why,
                 size_t size);

/* Rungs of a group for a solver that takes tolerances or constant steps, as cells without
 * names. Returns how many; `rungs` is the caller's to free. */
int plan_rungs(const plan_group *g, bool tolerances, bool steps, bool quick, cell **rungs);

#endif
