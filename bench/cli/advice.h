/* advice.h -- which solver for this model: a race, its last round, and the answer in words.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_ADVICE_H
#define BENCH_CLI_ADVICE_H

#include "bench/cli/race.h"
#include "reports/tables/rank.h"

/* What was looked at before and along the race. */
typedef struct advice_probes {
    char tags[CELL_TEXT];   /* of the problem: form, index, events, size ... */
    int components, events; /* of the state; events that happened in a run; -1: not known */
    double stiffness; /* least steps of explicit Runge-Kutta methods over those of implicit
                             ones; INFINITY: only implicit ones arrive; NAN: not known */
    double gain;      /* digits that a decade of tolerance gives the winner; NAN */
} advice_probes;

typedef struct advice {
    race race;
    advice_probes probes;
    const char *judge;  /* "certified reference", "closed form" ...; "" if nothing judges */
    double reference_s; /* wall time of the reference that was made; 0: none was */
    board *last;        /* results of the last round; NULL: nothing has the digits */
    rank_request request;
    ranking ranking;
    char *store; /* of the last round, a file that goes away */
    double wall_s;
} advice;

/* Probes, makes a reference if nothing judges the problem, races. q: problem to quiet of a
 * race. An enum cli_exit: CLI_CHECK where no configuration has the digits. */
int advice_find(advice *a, const race *q);
void advice_free(advice *a);

/* Can the runner not be told from the cheapest (docs/metrics.md)? True for that one. */
bool advice_is_tied(const advice *a, int i);
/* How many runners are, the cheapest included. */
int advice_tied(const advice *a);
/* rtol at which runner i is cheapest among its rungs with the digits. */
double advice_rtol(const advice *a, int i);

/* The answer in text; as one JSON object. */
void advice_print(const advice *a, FILE *to);
void advice_json(const advice *a, FILE *to);

#endif
