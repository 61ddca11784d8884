/* crew.h -- several workers at once: starts them and waits for the next one to finish.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CREW_H
#define BENCH_CREW_H

#include "bench/base/clock.h"
#include "bench/crew/child.h"

enum { CREW_MOST = 256 };

typedef enum crew_event { CREW_DONE, CREW_IDLE, CREW_TICK, CREW_INTERRUPTED } crew_event;

typedef struct crew {
    int signals; /* signalfd of SIGCHLD, SIGINT, SIGTERM, SIGHUP */
    int n;
    child *members[CREW_MOST];
    child_place places[CREW_MOST];
    bool taken[CREW_MOST];
    int nagain; /* stopped because they waited; restarted when no other worker runs */
    child **again;
    int nhung; /* pairs of plug-ins that waited alone in set-up */
    struct crew_pair {
        char problem[CELL_TEXT], solver[CELL_TEXT];
    } * hung;
    char *const *hidden;  /* what no worker reads */
    confinement reducing; /* of processes without plug-ins, which read references */
    char *scratch;        /* folder of the folders of the places */
    reaper reaper;
    bool interrupted;
    clock_watch clocks;
    pid_t guest; /* a child process that is no worker and is not waited for; 0: none */
} crew;

/* Blocks the signals it listens to. hidden: the store, then places of references; ends with
 * NULL; must live as long as the crew. */
bool crew_open(crew *w, char *const *hidden, reason *why);
void crew_close(crew *w); /* ends and reaps whoever still works */

/* If the system has no free process, waits and serves the others meanwhile. */
bool crew_add(crew *w, const cell *c, const child_duty *duty, int core, void *owner,
              reason *why);

/* Waits up to about a second. CREW_DONE: *done has left the crew; pass it to child_verdict().
 * CREW_IDLE: no worker runs. CREW_TICK: nothing happened. A worker that was stopped because it
 * waited is not done: the first call without a running worker starts it again. Where that one
 * waits in its set-up, too, later workers of these plug-ins are stopped after two seconds of
 * waiting there, and not tried again. */
crew_event crew_wait(crew *w, child **done);

/* A worker that waited in its set-up is to be tried alone, or is: add no other meanwhile. */
bool crew_is_reserved(const crew *w);

/* Waits some milliseconds, or until a child ends; false: interrupted. */
bool crew_rest(crew *w, int milliseconds);

#endif
