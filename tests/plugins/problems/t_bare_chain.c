/* t_bare_chain.c -- problems/chain.c without G, gt and gamma.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define BARE t_bare_chain
#include "tests/plugins/bare.h"

#include "problems/chain.c"
