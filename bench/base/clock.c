/* clock.c -- other clocks are read between two readings of one.
 *
 * With m_i <= r_i <= n_i for the i-th readings, a steady pair has
 *
 *     n_0 <= m_1 <= n_1,    r_0 <= r_1,    m_1 - n_0 <= r_1 - r_0 <= n_1 - m_0
 *
 * up to the corrections of a time server. A process that does not run for a while between two
 * readings widens the last interval and breaks none of these. The kernel is asked by the system
 * call, past a library that stands before the C library's (libfaketime).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/clock.h"

#include "bench/base/util.h"

#include <poll.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static double seconds(const struct timespec *t)
{
    return (double)t->tv_sec + 1e-9 * (double)t->tv_nsec;
}

clock_watch clock_watch_new(void)
{
    struct timespec raw, kernel;
    clock_watch w = { .before = now_s() };
    clock_gettime(CLOCK_MONOTONIC_RAW, &raw);
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &kernel);
    w.after = now_s();
    w.other[0] = seconds(&raw);
    w.other[1] = seconds(&kernel);
    return w;
}

bool clock_watch_look(clock_watch *w)
{
    static const double slack_s = 1e-3, corrected = 0.2;
    const clock_watch last = *w, now = clock_watch_new();
    const double least = now.before - last.after, most = now.after - last.before;
    bool steady = least >= 0 && now.after >= now.before;
    for (int k = 0; k < CLOCK_OTHERS; k++) {
        const double passed = now.other[k] - last.other[k];
        steady &= passed >= 0 && passed >= (1 - corrected) * least - slack_s &&
                  passed <= (1 + corrected) * most + slack_s;
    }
    *w = now;
    return steady;
}

bool clocks_pass(void)
{
    enum { NAP_MS = 20, MOST_S = 60 }; /* on a busy machine */
    clock_watch w = clock_watch_new();
    const clock_watch before = w;
    poll(NULL, 0, NAP_MS);
    return clock_watch_look(&w) && w.before > before.after && w.other[0] > before.other[0] &&
           w.after - before.before < MOST_S;
}
