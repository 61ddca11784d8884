/* race.h -- who is cheapest at so many digits, without a full grid. All solvers run in all
 * formulations that fit, at few tolerances; the promising ones go on.
 *
 *     first     all at rtol = 10^-digits, with a limit of CPU time that grows by 8 until no
 *               run that is still out could be among the best
 *     halving   each of those that stay at its next tolerance: looser where it has the
 *               digits, tighter where digits lack; the better half by the expected cost goes on
 *     last      the best few at their best tolerance and its neighbours, several runs with
 *               jitter, timed in several processes (bench/cli/advice.c)
 *
 * The expected cost of a run that lacks D digits is its own times 10^(D / 5).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_RACE_H
#define BENCH_CLI_RACE_H

#include "bench/plan/plan.h"

enum { RACE_LOOSEST = 2, RACE_TIGHTEST = 13, RACE_RUNGS = RACE_TIGHTEST + 1 };

typedef enum race_state {
    RACE_UNTRIED,
    RACE_SLOW, /* ended at the limit of time */
    RACE_FAILED,
    RACE_ARRIVED
} race_state;

typedef struct race_run {
    race_state state;
    double digits, cpu_s; /* of scd; NAN: not scored */
    long steps;           /* -1: the solver does not tell */
} race_run;

typedef struct racer {
    cell cell;                /* rtol of its next run */
    race_run run[RACE_RUNGS]; /* at rtol = 10^-k */
    char *family;             /* "" where the solver names none */
    bool burdened;            /* its times contain what no method needs */
} racer;

typedef struct race {
    const char *problem, *parameters; /* as in a plan; parameters "" for the defaults */
    const char *solvers;              /* globs; NULL: all */
    const char *references;           /* folder; NULL: the usual ones */
    double digits, budget_s, start_s; /* budget of wall time, from start_s (now_s()) */
    long jobs;                        /* 0: all cores */
    bool quiet;
    char *store; /* of all runs, a file that goes away */
    int n, ncells, rounds;
    racer *racers;
} race;

/* Runs the first rounds and the halving ones. An enum cli_exit, after a sentence. */
int race_run_rounds(race *r);
void race_free(race *r);

/* Expected seconds of the racer at the digits; NAN: no run of it is scored. */
double race_expected(const race *r, const racer *who);
/* The cheapest rung that has the digits; -1: none. */
int race_best_rung(const race *r, const racer *who);
/* The racers, least expected cost first; the caller frees the list. */
const racer **race_order(const race *r);
/* Seconds of the budget that are left. */
double race_left_s(const race *r);

#endif
