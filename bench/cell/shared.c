/* shared.c -- see shared.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/shared.h"

const char *const share_names[NSHARES] = { "model", "algebra", "kernel", "method" };
