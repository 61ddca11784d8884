/* request.h -- what a parent writes to a worker's standard input, two lines. The first says
 * what is to be done. The second says where it begins, when solver and problem are set up. No
 * list of processes shows them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_REQUEST_H
#define BENCH_REQUEST_H

#include "bench/cell/cell.h"

#include <stdint.h>

enum { REQUEST_BYTES = 16384 }; /* of a line, with the zero at its end */

/* What a watched run is for. */
typedef enum request_check {
    REQUEST_RESULT,  /* the result of the cell */
    REQUEST_REPEAT,  /* one moved start of a timing process; its digest is told */
    REQUEST_CHANGED, /* a parameter is changed by a hundredth; its end is told */
} request_check;

/* timing: number of the timing process, from 1; 0: a watched run. */
typedef struct request {
    cell cell;
    int timing;
    request_check check;
} request;

/* key: from which all moved starts of a timing process follow; 0: none is moved. repeat: the
 * one to be solved, of a check; -1: the problem's own. moved: also a solve that is longer than
 * min_time_s is repeated, from a moved start. */
typedef struct request_start {
    uint64_t key;
    long repeat;
    bool moved;
} request_start;

/* Lines with their newline; false: too long. */
bool request_write(const request *r, char line[REQUEST_BYTES]);
void request_write_start(const request_start *s, char line[REQUEST_BYTES]);

/* From a descriptor, no byte beyond the line; false with a sentence. */
bool request_read(request *r, int fd, reason *why);
bool request_read_start(request_start *s, int fd);

#endif
