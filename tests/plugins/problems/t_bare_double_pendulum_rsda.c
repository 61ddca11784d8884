/* t_bare_double_pendulum_rsda.c -- problems/double_pendulum_rsda.c without G, gt and gamma.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define BARE t_bare_double_pendulum_rsda
#include "tests/plugins/bare.h"

#include "problems/double_pendulum_rsda.c"
