/* share.c -- see share.h. */
#include "bench/cell/share.h"

const char *const share_names[NSHARES] = { "model", "algebra", "kernel", "method" };
