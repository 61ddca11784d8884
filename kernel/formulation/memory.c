/* memory.c -- see memory.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/memory.h"

#include <sys/resource.h>
#include <unistd.h>

double memory_allowed(void)
{
    struct rlimit limit;
    if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY)
        return (double)limit.rlim_cur / 2;
    return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

bool memory_fits(double bytes, const char *what, const char *instead, reason *why)
{
    const double allowed = memory_allowed();
    if (bytes <= allowed) return true;
    return reason_set(why,
                      "%s take %.4g MB at least, and a run may take %.4g MB (--memory); %s",
                      what, bytes / 1000000, allowed / 1000000, instead);
}
