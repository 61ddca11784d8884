/* shared.c -- see shared.h. */
#include "bench/cell/shared.h"

const char *const share_names[NSHARES] = { "model", "algebra", "kernel", "method" };
