/* renewal.h -- updates of the page during a campaign: `ivpbench report` in a separate process.
 *
 * The campaign does not wait for it, and at most one runs at a time.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_RENEWAL_H
#define BENCH_RENEWAL_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct renewal {
    const char *store, *folder; /* folder: of the page; NULL: none is asked for */
    double every_s;             /* seconds between two pages, at least */
    double ended;               /* the last one, or when the campaign began */
    double cost_s;              /* CPU seconds of the last one */
    pid_t pid;                  /* that makes one; 0: none is being made */
    int made, failed;
} renewal;

/* Returns whether another update is due. Updates are at least every_s apart, and ten times the
 * CPU seconds of the last one. So a large store is not drawn all the time. */
bool renewal_due(const renewal *r);
void renewal_begin(renewal *r); /* unless none is asked for, or one is being made */
bool renewal_look(renewal *r);  /* true: one has just been completed, or has failed */
void renewal_stop(renewal *r);  /* cancels the update under way; the previous page stays */

#endif
