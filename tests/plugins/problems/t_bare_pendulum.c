/* t_bare_pendulum.c -- problems/pendulum.c without G, gt and gamma.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define BARE t_bare_pendulum
#include "tests/plugins/bare.h"

#include "problems/pendulum.c"
