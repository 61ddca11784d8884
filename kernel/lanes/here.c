/* here.c -- which of the widths this processor runs. */
#include "kernel/lanes/lanes.h"

#include <stdlib.h>

const lane_code *lanes_here(void)
{
    static const lane_code *const widest_first[] = { &lanes_8, &lanes_4, &lanes_2 };
    const char *asked = getenv("IVPBENCH_LANES");
    const long most = asked ? strtol(asked, NULL, 10) : LANES_MOST;
    for (size_t k = 0; k < sizeof widest_first / sizeof *widest_first; k++)
        if (widest_first[k]->width <= most && widest_first[k]->supported())
            return widest_first[k];
    return NULL;
}
