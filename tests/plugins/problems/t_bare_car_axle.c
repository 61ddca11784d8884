/* t_bare_car_axle.c -- problems/car_axle.c without G, gt and gamma.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define BARE t_bare_car_axle
#include "tests/plugins/bare.h"

#include "problems/car_axle.c"
