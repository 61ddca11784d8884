/* plausible.h -- is a result one that the run which the parent saw can have had? */
#ifndef BENCH_PLAUSIBLE_H
#define BENCH_PLAUSIBLE_H

#include "bench/crew/child.h"

/* false with a sentence. */
bool plausible(const child *c, const record *r, char *why, size_t size);

#endif
