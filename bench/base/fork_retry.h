/* fork_retry.h -- fork() that waits while the system has no free process.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_FORK_RETRY_H
#define BENCH_FORK_RETRY_H

#include <stdbool.h>
#include <sys/types.h>

enum { FORKED_PATIENCE_S = 20 };

/* As fork(). If the system has no free process, waits up to this long for others to end. */
pid_t forked(double patience_s);
/* Whether an errno says so: that passes, and is nobody's fault. */
bool forked_has_no_room(int error);
/* For what starts a process or a thread by other means. Sleeps for a moment; true: try again.
 * until: by now_s(). */
bool forked_waits(int error, double until);

#endif
