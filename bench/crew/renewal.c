/* renewal.c -- starts the verb `report` and waits for its end.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/renewal.h"

#include "bench/process/process.h"
#include "bench/base/util.h"

#include <math.h>
#include <stdlib.h>
#include <sys/wait.h>

bool renewal_due(const renewal *r)
{
    enum { PATIENCE = 10 };
    if (!r->folder || r->pid) return false;
    return now_s() - r->ended >= fmax(r->every_s, PATIENCE * r->cost_s);
}

void renewal_begin(renewal *r)
{
    if (!r->folder || r->pid) return;
    char *store = copied(r->store), *folder = copied(r->folder);
    char *argv[] = { "ivpbench", "report", "--store", store, "--output", folder, NULL };
    const process_limits limits = { .core = -1, .at_once = true };
    const pid_t pid = process_start(argv, -1, -1, -1, NULL, 0, &limits);
    r->pid = pid > 0 ? pid : 0;
    r->failed += pid <= 0;
    free(store);
    free(folder);
}

static double seconds(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

bool renewal_look(renewal *r)
{
    int status = 0;
    struct rusage used = { 0 };
    const pid_t gone = r->pid ? process_reap(r->pid, &status, WNOHANG, &used) : 0;
    if (!gone) return false;
    const bool good = gone == r->pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    r->made += good;
    r->failed += !good;
    r->pid = 0;
    r->ended = now_s();
    r->cost_s = seconds(used.ru_utime) + seconds(used.ru_stime);
    return true;
}

void renewal_stop(renewal *r)
{
    int status;
    if (!r->pid) return;
    process_kill_family(r->pid);
    process_reap(r->pid, &status, 0, NULL);
    r->pid = 0;
}
