/* cell_key.h -- keys of many cells, reading every plug-in file once.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CELL_KEY_H
#define BENCH_CELL_KEY_H

#include "bench/cell/cell.h"
#include "bench/base/digest.h"

bool cell_make_key_with(cell *c, digest_table *files, reason *why);

#endif
