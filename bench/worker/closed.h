/* closed.h -- the exact solution of a problem at one time, as JSON: what scores a run where
 * there is no reference. */
#ifndef BENCH_CLOSED_H
#define BENCH_CLOSED_H

#include <jansson.h>

#include "kernel/problem/instance.h"

/* {component: [value, bar]} at time t, all canonical components; NULL where the problem has
 * no exact solution, or none at t. For mechanical problems a and lambda are those of the
 * parameters and sides that i has. The caller owns it. */
json_t *closed_json(instance *i, double t);

#endif
