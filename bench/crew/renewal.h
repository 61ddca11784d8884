/* renewal.h -- the page of a campaign while it goes on: `ivpbench report`, in a process of its
 * own.
 *
 * Nobody waits for it but who wants to, and at most one is made at a time. */
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

/* Is it time for another? Not before every_s have passed, nor ten times the CPU seconds of the
 * last one: a large store must not be drawn all the time. */
bool renewal_due(const renewal *r);
void renewal_begin(renewal *r); /* unless none is asked for, or one is being made */
bool renewal_look(renewal *r);  /* true: one has just been completed, or has failed */
void renewal_stop(renewal *r);  /* what is being made is given up; the page before it stays */

#endif
