/* fork_retry.c -- EAGAIN is waited out: threads and processes of others come to an end.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/fork_retry.h"

#include "bench/base/util.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

bool forked_has_no_room(int error)
{
    return error == EAGAIN || error == ENOMEM || error == ENFILE;
}

pid_t forked(double patience_s)
{
    enum { PAUSE_MS = 50 };
    const double until = now_s() + patience_s;
    pid_t pid;
    while ((pid = fork()) < 0 && forked_has_no_room(errno) && now_s() < until)
        poll(NULL, 0, PAUSE_MS);
    return pid;
}
