/* t_bare_andrews.c -- problems/andrews.c without G, gt and gamma.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define BARE t_bare_andrews
#include "tests/plugins/bare.h"

#pragma GCC diagnostic ignored "-Wunused-function"
#include "problems/andrews.c"
