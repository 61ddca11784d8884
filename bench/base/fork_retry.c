/* fork_retry.c -- EAGAIN is waited out: threads and processes of others come to an end.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/fork_retry.h"

#include "bench/base/util.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

bool forked_has_no_room(int error)
{
    return error == EAGAIN || error == ENOMEM || error == ENFILE;
}

bool forked_waits(int error, double until)
{
    enum { PAUSE_MS = 50 };
    if (!forked_has_no_room(error) || now_s() >= until) return false;
    poll(NULL, 0, PAUSE_MS);
    return true;
}

pid_t forked(double patience_s)
{
    const double until = now_s() + patience_s;
    pid_t pid;
    while ((pid = fork()) < 0 && forked_waits(errno, until)) continue;
    return pid;
}
