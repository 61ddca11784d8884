/* beat.h -- how far a run is: a page shared with the process that watches over it. */
#ifndef IVP_BEAT_H
#define IVP_BEAT_H

/* Sampled by another process while a run is under way; written without system calls. */
typedef struct evolve_beat {
    volatile double t;
    volatile long steps;
} evolve_beat;

#endif
