/* t_drives_stuck.c -- drives itself, and cannot be left before the end of its interval.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/driven.h"

#include <stdint.h>

static ivp_step_reply ignored(void *kernel, real t, real *y)
{
    const ivp_host *host = kernel;
    (void)host->step(host->kernel, t, y);
    return IVP_GO_ON;
}

static ivp_status drive(void *self, real tmax, const ivp_host *host)
{
    return driven_drive(self, tmax, &(ivp_host){ ignored, (void *)(uintptr_t)host });
}

DRIVEN(t_drives_stuck, .drive = drive, .dense = driven_dense, .cannot_return = true);
