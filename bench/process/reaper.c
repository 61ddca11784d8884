/* reaper.c -- waits for the end of the harness; in a session of its own, deaf to signals.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/fork_retry.h"
#include "bench/process/process.h"
#include "bench/process/shared.h"

#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static bool any_left(const reaper *k)
{
    bool left = false;
    for (int i = 0; i < k->n; i++) left |= k->groups[i] > 0 && !kill(-k->groups[i], 0);
    return left;
}

/* Some time passes until a killed process is gone. Who has announced itself and has no group
 * yet sees for itself that its parent is gone. */
static void tidy(const reaper *k, const char *scratch)
{
    enum { ROUNDS = 500, PAUSE_MS = 20 };
    for (int round = 0; round < ROUNDS && any_left(k); round++) {
        for (int i = 0; i < k->n; i++)
            if (k->groups[i] > 0) process_end_group(k->groups[i]);
        poll(NULL, 0, PAUSE_MS);
    }
    if (scratch) confine_remove(scratch);
}

/* Nothing of the harness may stay open here: not its store, not its pipes. */
static void keep(const reaper *k, int in, const char *scratch)
{
    char c;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid();
    prctl(PR_SET_NAME, "ivpbench-reaper", 0, 0, 0);
    if (in != 0 && dup2(in, 0) < 0) _exit(1);
    close_range(1, ~0u, 0);
    while (read(0, &c, 1) < 0 && errno == EINTR) continue;
    tidy(k, scratch);
    _exit(0);
}

/* As a subreaper this process inherits what the dead have left behind; what it had been given
 * before (a shell that starts something and becomes this program) is none of it. They are asked
 * for last: whoever ends for want of memory has a reaper then, which removes the scratch
 * folder. */
bool reaper_open(reaper *k, int places, const char *scratch, reason *why)
{
    int ends[2];
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    *k = (reaper){ .pipe = -1, .n = places };
    k->groups = shared_open(sizeof *k->groups * (size_t)places);
    if (!k->groups) return reason_set(why, "a shared page: %s", strerror(errno));
    if (pipe2(ends, O_CLOEXEC)) return reason_set(why, "pipes: %s", strerror(errno));
    k->pid = forked(FORKED_PATIENCE_S);
    if (!k->pid) keep(k, ends[0], scratch);
    const int unborn = errno;
    close(ends[0]);
    k->pipe = ends[1];
    k->nbefore = process_children(getpid(), k->before, REAPER_BEFORE);
    if (k->nbefore > REAPER_BEFORE) k->nbefore = REAPER_BEFORE;
    errno = unborn;
    return k->pid > 0 || reason_set(why, "no further process: %s", strerror(unborn));
}

void reaper_close(reaper *k)
{
    if (k->pipe >= 0) close(k->pipe);
    while (k->pid > 0 && waitpid(k->pid, NULL, 0) < 0 && errno == EINTR) continue;
    shared_close((void *)(unsigned long)k->groups, sizeof *k->groups * (size_t)k->n);
    *k = (reaper){ .pipe = -1 };
}

/* ---- one process at a time --------------------------------------------------------------- */

/* Without a reaper no process begins: nobody would end what it starts if we were killed. */
sandbox sandbox_open(void)
{
    reason why;
    sandbox w = { .scratch = confine_base() };
    const bool kept = reaper_open(&w.reaper, 1, w.scratch, &why);
    const int error = errno;
    w.cage = confine_open(w.scratch, NULL);
    if (!kept) w.cage.lacks = error ? error : EAGAIN;
    return w;
}

void sandbox_empty(sandbox *w)
{
    if (w->reaper.groups) *w->reaper.groups = 0;
    process_end_orphans(&w->reaper);
    confine_clean(&w->cage);
}

void sandbox_close(sandbox *w)
{
    sandbox_empty(w);
    confine_close(&w->cage);
    reaper_close(&w->reaper);
    free(w->scratch);
    w->scratch = NULL;
}
