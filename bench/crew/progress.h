/* progress.h -- progress of a campaign: a bar on a terminal, elsewhere a line every ten
 * seconds.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include "bench/cell/record.h"

typedef enum progress_kind { PROGRESS_ACCURACY, PROGRESS_TIMING, PROGRESS_KINDS } progress_kind;

/* Runs of one kind. */
typedef struct progress_work {
    long done, total;
    long seen;       /* of those done, how many in this campaign ... */
    double spent_s;  /* ... and the seconds that they took, all together */
    double expected; /* estimated seconds of all runs; used until some are measured */
} progress_work;

typedef struct progress {
    bool terminal, color, quiet, verbose;
    double every_s; /* between two lines, where there is no terminal; 0: ten */
    progress_work work[PROGRESS_KINDS];
    int cells, ncells, failed; /* finished */
    double began, told;
    bool working; /* on runs of the kind `now`, since `since` */
    progress_kind now;
    double since;
} progress;

/* color: "auto", "always" or "never"; NO_COLOR is honoured by auto. */
bool progress_color(const char *color, bool terminal);

void progress_begin(progress *p, int ncells);
/* Adds a number of runs and their estimated total seconds. */
void progress_expect(progress *p, progress_kind kind, long runs, double seconds);
void progress_known(progress *p, progress_kind kind, long runs); /* of those: done before */
void progress_drop(progress *p, progress_kind kind, long runs);  /* of those: not needed */

/* Sets the kind of work that is under way; progress_rest(): none. */
void progress_turn(progress *p, progress_kind kind);
void progress_rest(progress *p);
void progress_run(progress *p, progress_kind kind); /* one is done */
void progress_cell(progress *p, const record *r);   /* a cell is finished */
void progress_tick(progress *p);                    /* redraws, or a line when it is time */
/* A line of its own. */
void progress_note(progress *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
double progress_left_s(const progress *p);
void progress_end(progress *p);

#endif
