/* t_bare_circular_track.c -- problems/circular_track.c without G, gt and gamma.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define BARE t_bare_circular_track
#include "tests/plugins/bare.h"

#include "problems/circular_track.c"
