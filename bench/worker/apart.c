/* apart.c -- fork, limits of time and memory, and one byte by which the child reports success.
 *
 * The exit code says nothing: any code, 0 too, may be the plug-in's. What the child has started
 * goes to the harness when it ends, which ends it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/apart.h"

#include "bench/process/fork_retry.h"
#include "bench/process/process.h"
#include "bench/base/util.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const double patience_s = 5;
enum { MEMORY_MB = 1024 };

static _Noreturn void look(void (*act)(void *context), void *context, int done)
{
#if !defined __SANITIZE_ADDRESS__
    const struct rlimit most = { (rlim_t)MEMORY_MB << 20, (rlim_t)MEMORY_MB << 20 };
    setrlimit(RLIMIT_AS, &most);
#endif
    act(context);
    fflush(stdout);
    _exit(write(done, "y", 1) == 1 ? 0 : 1);
}

/* true: ended by itself, *said: it was done with act(). */
static bool wait_for(pid_t pid, int from, bool *said, int *status)
{
    const double until = now_s() + patience_s;
    char word = 0;
    struct pollfd p = { from, POLLIN, 0 };
    poll(&p, 1, (int)(1000 * patience_s));
    *said = p.revents & POLLIN && read(from, &word, 1) == 1;
    while (waitpid(pid, status, WNOHANG) == 0) {
        if (now_s() > until) {
            kill(pid, SIGKILL);
            waitpid(pid, status, 0);
            return false;
        }
        poll(NULL, 0, 1);
    }
    return true;
}

bool apart(void (*act)(void *context), void *context, char *why, size_t size)
{
    int ends[2], status = 0;
    bool said = false;
    if (pipe(ends)) return fail(why, size, "no pipe: %s", strerror(errno));
    fflush(stdout);
    const pid_t pid = forked(FORKED_PATIENCE_S);
    if (!pid) look(act, context, ends[1]);
    close(ends[1]);
    const bool ended = pid > 0 && wait_for(pid, ends[0], &said, &status);
    close(ends[0]);
    if (pid < 0) return fail(why, size, "no process: %s", strerror(errno));
    if (said) return true;
    if (!ended)
        return fail(why, size, "loading it does not come to an end in %g s", patience_s);
    if (WIFSIGNALED(status))
        return fail(why, size, "it crashed when it was loaded: %s",
                    strsignal(WTERMSIG(status)));
    return fail(why, size, "it ended the process when it was loaded, with code %d",
                WEXITSTATUS(status));
}
