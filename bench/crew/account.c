/* account.c -- CPU time, context switches and ends of the solves of a timing process.
 *
 * The kernel's account of a process with its threads and dead children is
 *
 *     before + solves + between + after + the end of the process
 *
 * The worker reads its own clock for the first four, and asks the solver for the CPU time of
 * the solver's processes. So what is done in children that the solver does not declare, or what
 * it takes off by a negative time, stands in the difference. Children whose end is ignored are
 * in no account, but seen while they live. Between and after the solves nothing is solved: a
 * clock that a plug-in has replaced may move time there, so these two are bounded too. The end
 * of an interpreter takes no more than its start. Honest cells of the plans differ by 1.5 ms at
 * most on a quiet machine. A virtual machine that shares its processors counts their loss as CPU
 * time: two of 7,000 workers differed by 17 and 20 ms. So a worker whose account differs is
 * tried once more, alone. Wall time is not compared: other load on the machine changes it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/account.h"

#include "bench/base/util.h"

#include <math.h>

/* What the end of a process may take: seconds, and a share of the solves. */
static const double end_s = 4e-3, end_share = 0.1;
static const double look_s = 3e-2; /* by which what is seen of living children may be wrong */
static const double end_per_mb = 1e-4; /* the kernel releases its memory */

static bool times_may_be(const record_repeats *n)
{
    const double all[] = { n->solves_s,    n->setup_s, n->before_s, n->between_s, n->after_s,
                           n->elsewhere_s, n->plain_s, n->moved_s,  n->started_s };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!(all[i] >= -1e-6 && isfinite(all[i]))) return false;
    return n->solves >= n->n && n->switches > -1000000;
}

static bool kernel_agrees(const child *c, const record *r, reason *why)
{
    const record_repeats *n = &r->repeats;
    const double said = n->before_s + n->started_s + n->solves_s + n->between_s + n->after_s;
    const double seen = c->watch.most_s - look_s;
    const double kernel = seen > child_cpu_s(c) ? seen : child_cpu_s(c),
                 slack = end_s + end_share * n->solves_s,
                 most = slack + end_per_mb * (double)c->used.ru_maxrss / 1024 + n->started_s;
    if (kernel - said > most)
        return reason_set(
            why, "implausible: %.3g s of CPU time are reported, the kernel counted %.3g s",
            said, kernel);
    if (said - kernel > slack)
        return reason_set(
            why,
            "implausible: %.3g s of CPU time are reported, the kernel counted %.3g s "
            "(processes of the solver's own: %.3g s)",
            said, kernel, n->elsewhere_s);
    if (n->between_s + n->after_s > slack)
        return reason_set(
            why,
            "implausible: %.3g s of CPU time are reported between and after the solves, "
            "which took %.3g s",
            n->between_s + n->after_s, n->solves_s);
    if (n->others_s > slack)
        return reason_set(
            why,
            "implausible: threads used %.3g s of CPU time between solves, which took "
            "%.3g s",
            n->others_s, n->solves_s);
    return true;
}

/* Who waits in each solve lets somebody else compute: a solver that has processes of its own
 * says so. A single solve may wait for a pipe or a disk. */
static bool switches_may_be(const record_repeats *n, reason *why)
{
    enum { FEW = 6 };
    const bool alone = !(n->elsewhere_s > 0), waits = n->switches > n->solves / 2;
    if (alone && waits && n->solves >= FEW)
        return reason_set(why, "implausible: it waited %ld times in %ld solves", n->switches,
                          n->solves);
    return true;
}

bool account_may_be(const child *c, const record *r, reason *why)
{
    const record_repeats *n = &r->repeats;
    if (!times_may_be(n)) return reason_set(why, "the account of its solves is no account");
    return kernel_agrees(c, r, why) && switches_may_be(n, why);
}
