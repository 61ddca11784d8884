/* worker_reduce.c -- a process that has loaded no plug-in replaces the worker.
 *
 * Errors along a trajectory need the reference, which no solver may read; and the parent, which
 * serves all workers, does no numerics. So the parent gives every watched run two scratch files
 * that have no names: whole columns go to one while it runs, its record to the other at its
 * end. The worker says so and ends, and the parent starts another process on both.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/worker.h"

#include <stdlib.h>
#include <unistd.h>

static bool park(const record *r, int fd)
{
    bytes b = { 0 };
    record_pack(r, &b);
    size_t at = 0;
    for (ssize_t k; at < b.n && (k = write(fd, b.at + at, b.n - at)) > 0;) at += (size_t)k;
    const bool all = at == b.n;
    free(b.at);
    return all;
}

void worker_reduce(const worker_task *task, const record *r, whole_rows *rows)
{
    if (!whole_hand_over(rows) || task->packed < 0 || !park(r, task->packed)) return;
    link_say(&task->link, "reducing");
    _exit(0);
}
