/* hidden.h -- plug-ins of a plan that stand before others of the same name. */
#ifndef BENCH_HIDDEN_H
#define BENCH_HIDDEN_H

#include "bench/plan/plan.h"

/* A sentence on stderr for each. */
void say_hidden(const plan *p);

#endif
