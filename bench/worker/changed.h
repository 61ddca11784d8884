/* changed.h -- a parameter of a problem that its equations depend on, changed by a hundredth.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CHANGED_H
#define BENCH_CHANGED_H

#include "bench/cell/cell.h"

/* Replaces the cell's parameters. The parameter is the first of the descriptor that is a real
 * number, is not zero, and changes a derivative at the start. false with a sentence: there is
 * none. */
bool changed_parameters(cell *c, reason *why);

#endif
