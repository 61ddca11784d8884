/* passport.h -- what the contract says of one solver, on one page: as text, as JSON, or as a
 * page of HTML that stands alone.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_PASSPORT_H
#define BENCH_PLUGIN_PASSPORT_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stdio.h>

enum { PASSPORT_PROMISES = 64, PASSPORT_COSTS = 3, PASSPORT_TEXT = 400 };

typedef enum passport_verdict {
    PASSPORT_KEPT,
    PASSPORT_BROKEN,
    PASSPORT_NOT_TRIED
} passport_verdict;

typedef struct passport_promise {
    char text[96],
        said[PASSPORT_TEXT]; /* what was observed, what is wrong, why it was not tried */
    passport_verdict verdict;
} passport_promise;

/* One run on the problem of the promises */
typedef struct passport_cost {
    double requested;                  /* tolerance, or step size in the unit of t */
    double error;                      /* largest, of the end state; NAN: not known */
    double cpu_s;                      /* of the run */
    long steps, rejected, evaluations; /* -1: not counted */
    char outcome[PASSPORT_TEXT];       /* "ok", or why not */
} passport_cost;

typedef struct passport {
    char name[64], title[128], source[256], command[256], problem[96];
    bool adaptive;
    int order; /* 0: variable */
    int npromises, ncosts;
    passport_promise promise[PASSPORT_PROMISES];
    passport_cost cost[PASSPORT_COSTS];
    bool finished; /* the process that tried them did not die */
} passport;

/* Tries everything that applies in this process, rows as they come. name: a plug-in */
bool passport_fill(passport *p, const char *name, reason *why);

bool passport_holds(const passport *p); /* finished, and nothing is broken */
void passport_text(const passport *p, FILE *to);
void passport_json(const passport *p, FILE *to);
void passport_html(const passport *p, FILE *to);

#endif
