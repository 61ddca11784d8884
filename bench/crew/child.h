/* child.h -- a worker process in its parent: phases, limits, messages, and the outcome.
 *
 *     starting  until "ready"         start-up limit: the harness's own business
 *     set-up    until "solve-begin"   the same limit, but plug-in code runs
 *     solving   until "solve-end"     the cell's time limit
 *     closing   until it is gone      the start-up limit again
 *     reducing  likewise, after "reducing": no plug-in is left and no time limit of the cell
 *     holds. Memory
 *               is limited by what there is to be reduced
 *
 * All limits are CPU time of the worker and its family, so that other work on the machine
 * changes no outcome. A worker that waits as long (process_watch; at least two seconds) is
 * stopped too; the crew then tries it once more, alone. So is a timing worker whose account of CPU
 * time differs from the kernel's: its times are dropped.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H

#include "bench/crew/capture.h"
#include "bench/process/process.h"
#include "bench/cell/pack.h"
#include "bench/cell/request.h"

#include "kernel/stepping/beat.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/types.h>

typedef enum child_phase { STARTING, SETTING_UP, SOLVING, CLOSING, REDUCING } child_phase;
typedef enum child_end {
    BY_ITSELF,
    TIMED_OUT, /* by CPU time */
    WAITED,    /* for as long, without computing */
    TOO_LARGE,
    TOO_MANY, /* processes */
    BAD_MESSAGE,
    CANCELLED
} child_end;

/* What a worker is for: times, an accuracy run, or a check (request.h). */
typedef struct child_duty {
    int timing; /* number of the timing worker, from 1; or 0 */
    request_check check;
    request_start from;
    bool waits; /* once set up, until child_begin() */
} child_duty;

/* Of a worker that waits: whether it may solve as soon as it is set up, or waits now. */
typedef enum child_turn { TURN_NOW, TURN_LATER, TURN_AWAITED } child_turn;

typedef struct child {
    const cell *cell;
    child_duty duty;
    int timing;  /* of the duty */
    void *owner; /* of whoever started it */
    struct child_place *place;
    pid_t pid;
    int messages, output; /* pipes; -1 when closed */
    int orders;           /* a socket: what the worker reads; -1 when closed */
    int columns, packed;  /* scratch files of a watched run: worker_reduce.c; -1: none */
    bool second;          /* the second process, without plug-ins, is under way */
    bool waiting;         /* not started: the system has no free process */
    int unborn;           /* errno: it could not be started */
    double room_until;    /* while waiting: when it is given up */
    long reduce_mb;       /* that it may take */
    evolve_beat *beat;
    char token[33];
    child_phase phase;
    child_turn turn;
    child_end end;
    double started, ended, kill_at;
    bool unsteady;         /* a clock of the machine jumped while it lived */
    double limit_s;        /* of the phase: CPU time */
    process_watch watch;   /* since its beginning */
    bool alone;            /* tried once more, with no other worker beside it */
    bool hung_before;      /* its plug-ins waited alone in an earlier set-up: no patience now */
    bool solved;           /* it said "solve-begin" */
    struct rusage used;    /* by it and those of its children that it waited for; once gone */
    double left_s;         /* CPU time of processes that it had given away */
    process_family family; /* as it was when it was largest */
    int status;            /* of waitpid; valid once gone */
    bool gone;
    bytes in;
    size_t result_at, result_size; /* in `in`; size 0: not announced */
    capture captured;
} child;

/* Resources for one worker process; it serves one worker at a time. */
typedef struct child_place {
    int core;                    /* to pin to, or -1 */
    confinement cage;            /* its scratch folder is emptied when the worker is gone */
    const confinement *reducing; /* of the second process: without a scratch folder */
    volatile pid_t *announce;    /* see process_limits */
} child_place;

/* NULL with a sentence and errno. */
child *child_start(const cell *c, const child_duty *duty, child_place *place, void *owner,
                   reason *why);
/* Of a duty that waits: it solves now, or as soon as it is set up, on this core. */
void child_begin(child *c, int core);
void child_pollfds(const child *c, struct pollfd fds[2]);
void child_serve(child *c);             /* reads what has come */
void child_check(child *c, double now); /* limits */
/* Call it when the process has ended. Returns true if another process takes its place, now or
 * later (waiting); then call it again. */
bool child_goes_on(child *c);
void child_stop(child *c, child_end why, double now);
/* A timing worker has ended well, and what it says of its CPU time does not agree with the
 * kernel (account.h). */
bool child_account_differs(const child *c);
/* Call it when the worker has ended: determines the outcome of the cell. Fills all members
 * except the cell; frees the child. */
void child_verdict(child *c, record *r);
/* By the kernel's account, once it is gone: with what it has started and left. */
static inline double child_cpu_s(const child *c) { return process_cpu_s(&c->used) + c->left_s; }

void child_free(child *c);

#endif
