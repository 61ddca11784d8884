/* t_bare_slider_crank_mech.c -- problems/slider_crank_mech.c without G, gt and gamma.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define BARE t_bare_slider_crank_mech
#include "tests/plugins/bare.h"

#include "problems/slider_crank_mech.c"
