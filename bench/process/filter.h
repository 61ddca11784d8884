/* filter.h -- the system call filter of a confined process.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PROCESS_FILTER_H
#define BENCH_PROCESS_FILTER_H

#include <stdbool.h>

typedef struct filter filter;

/* Made by the parent when it is first asked for, which takes milliseconds; NULL with errno: it
 * cannot be made. */
const filter *filter_get(void);
/* Permanent, for this process and all its descendants. landlock: version of Landlock that holds
 * (0: none); what later ones would refuse is refused here. false: it did not take hold. */
bool filter_enter(const filter *f, int landlock);

#endif
