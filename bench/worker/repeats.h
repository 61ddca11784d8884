/* repeats.h -- the solves of a timing process: where each begins, and what is kept of its end.
 *
 * The parent's random key says which samples begin at the problem's start (plain: their times
 * are the result) and which at moved starts (moved.h). A moved start is used once.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_REPEATS_H
#define BENCH_REPEATS_H

#include "bench/cell/record.h"
#include "bench/cell/request.h"
#include "bench/worker/moved.h"

#include "kernel/stepping/evolve.h"

typedef struct repeats {
    moved_starts starts;
    evolve *e;
    request_start from;
    uint64_t random;
    record_repeats *told;
    bool is_moved;      /* the sample under way */
    real *start;        /* of its solves */
    real *first, *end;  /* canonical end states: of the first plain solve, of the last solve */
    real *low, *high;   /* of the ends of moved solves */
    bool began;         /* first is there */
    bool differs;       /* a plain solve ended elsewhere than the first */
    bool unfit;         /* a plain solve arrived at a state that is not finite */
    bool all_alike;     /* the ends of moved solves equal first */
    bool failed;        /* a moved solve of the sample */
    bool spans;         /* low and high are there */
    double work;        /* n_f + n_lu of the solves of the sample */
    double plain_work;  /* of a plain solve */
    double elsewhere_s; /* as it was last asked for */
    ivp_status status;  /* of the last plain solve */
    long counters[IVP_NCOUNTERS]; /* likewise, and ... */
    double t;                     /* the time that it reached */
    reason misdeed;               /* "": none seen */
} repeats;

/* Moved solves of a sample, at most. To prepare a start takes as long as a short solve, and
 * account.h bounds what is done between the solves. */
enum { REPEATS_BATCH = 32 };

void repeats_open(repeats *r, instance *i, evolve *e, const request_start *from,
                  record_repeats *told);
void repeats_close(repeats *r);

bool repeats_can_move(const repeats *r);
bool repeats_draw(repeats *r); /* is the next sample moved? */
/* Before a sample of `batch` solves, outside of its time. */
void repeats_prepare(repeats *r, bool moved, long batch);
bool repeats_solve(repeats *r, long k); /* solve k of it; false: a plain one failed */
/* Behind it; cpu_s: of the sample. */
void repeats_sampled(repeats *r, long batch, double cpu_s);

/* Of status, time, end state (n) and counters of the last run. */
uint64_t repeats_digest(evolve *e, ivp_status status, const real *end, int n);
/* The end state; a state that is not finite is IVP_E_NONFINITE. Zeros where there is none. */
ivp_status repeats_end(evolve *e, ivp_status status, real *end, int n);

/* CPU time of processes of the solver's own; what is no time, or falls, is noted as a
 * misdeed. */
double repeats_elsewhere(repeats *r);

/* Solves the start `from.repeat` once (below 0: the problem's own), watched: the digest into
 * told. */
ivp_status repeats_check(repeats *r, evolve_watch watch, void *watcher);

#endif
