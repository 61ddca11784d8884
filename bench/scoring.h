/* scoring.h -- what reports must know of a problem, as JSON: see store.h. */
#ifndef BENCH_SCORING_H
#define BENCH_SCORING_H

#include "kernel/instance.h"

char *scoring_json(const instance *i); /* caller frees */

#endif
