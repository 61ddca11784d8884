/* beat.h -- progress of a run, in a memory page shared with the supervising process.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_BEAT_H
#define IVP_BEAT_H

/* Another process samples it during a run; it is written without system calls. */
typedef struct evolve_beat {
    volatile double t;
    volatile long steps;
} evolve_beat;

#endif
