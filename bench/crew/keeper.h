/* keeper.h -- a process that tidies up after a harness that was killed.
 *
 * It sleeps on a pipe whose other end the harness alone holds. When that end closes it kills the
 * groups of all workers that still have a place in the list, and removes the scratch folder. A
 * worker dies with the harness by itself; what a plug-in has forked does not. */
#ifndef BENCH_KEEPER_H
#define BENCH_KEEPER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct keeper {
    pid_t pid;
    int pipe;
    int n;
    volatile pid_t *groups; /* shared; 0: none */
} keeper;

bool keeper_open(keeper *k, int places, const char *scratch, char *why, size_t size);
void keeper_close(keeper *k); /* after the last worker */

#endif
