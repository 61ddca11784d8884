/* here.c -- which of the widths this processor runs. */
#include "kernel/lanes/lanes.h"

const lane_code *lanes_here(int most)
{
    static const lane_code *const widest_first[] = { &lanes_8, &lanes_4, &lanes_2 };
    for (size_t k = 0; k < sizeof widest_first / sizeof *widest_first; k++)
        if (widest_first[k]->width <= most && widest_first[k]->supported())
            return widest_first[k];
    return NULL;
}
