/* here.c -- which of the widths this processor runs.
 *
 * LANES_WIDEST: a build that behaves as on a processor without wider lanes (make
 * WIDEST=lanes2).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/lanes/lanes.h"

#ifndef LANES_WIDEST
#define LANES_WIDEST LANES_MOST
#endif

const lane_code *lanes_here(int most)
{
    static const lane_code *const widest_first[] = { &lanes_8, &lanes_4, &lanes_2 };
    for (size_t k = 0; k < sizeof widest_first / sizeof *widest_first; k++)
        if (widest_first[k]->width <= most && widest_first[k]->width <= LANES_WIDEST &&
            widest_first[k]->supported())
            return widest_first[k];
    return NULL;
}
