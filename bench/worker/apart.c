/* apart.c -- fork, limits of time and memory, and one byte by which the child reports success.
 *
 * The exit code says nothing: any code, 0 too, may be the plug-in's. What the child has started
 * goes to the harness when it ends, which ends it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/apart.h"

#include "bench/base/fork_retry.h"
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

/* Nothing of the worker is open there but two pipes: what it says, and that it is done. */
static _Noreturn void look(void (*act)(void *context), void *context, int said, int done)
{
#if !defined __SANITIZE_ADDRESS__
    const struct rlimit most = { (rlim_t)MEMORY_MB << 20, (rlim_t)MEMORY_MB << 20 };
    setrlimit(RLIMIT_AS, &most);
#endif
    dup2(said, STDOUT_FILENO);
    dup2(done, STDERR_FILENO + 1);
    close_range(STDERR_FILENO + 2, ~0u, 0);
    act(context);
    fflush(stdout);
    _exit(write(STDERR_FILENO + 1, "y", 1) == 1 ? 0 : 1);
}

/* Takes what it says, as far as there is room, until it is done or gone. */
static void listen_to(int from, int done, double until, apart_text *t)
{
    struct pollfd p[] = { { done, POLLIN, 0 }, { from, POLLIN, 0 } };
    char rest[4096], word = 0;
    while (now_s() < until && poll(p, 2, 10) >= 0) {
        const bool full = t->n + 1 >= sizeof t->text;
        const ssize_t k = !(p[1].revents & POLLIN) ? 0
                          : full                   ? read(from, rest, sizeof rest)
                                 : read(from, t->text + t->n, sizeof t->text - 1 - t->n);
        if (k > 0 && !full) t->n += (size_t)k;
        if (k > 0 || !p[0].revents) continue;
        t->done = p[0].revents & POLLIN && read(done, &word, 1) == 1;
        break;
    }
    t->text[t->n] = '\0';
}

/* true: ended by itself */
static bool wait_for(pid_t pid, double until, int *status)
{
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

static bool judge(const apart_text *t, bool ended, int status, reason *why)
{
    if (t->done) return true;
    if (!ended)
        return reason_set(why, "loading it does not come to an end in %g s", patience_s);
    if (WIFSIGNALED(status))
        return reason_set(why, "it crashed when it was loaded: %s",
                          strsignal(WTERMSIG(status)));
    return reason_set(why, "it ended the process when it was loaded, with code %d",
                      WEXITSTATUS(status));
}

bool apart(void (*act)(void *context), void *context, apart_text *t, reason *why)
{
    int said[2], done[2], status = 0;
    t->n = 0;
    t->done = false;
    if (pipe(said)) return reason_set(why, "no pipe: %s", strerror(errno));
    if (pipe(done)) {
        close(said[0]);
        close(said[1]);
        return reason_set(why, "no pipe: %s", strerror(errno));
    }
    fflush(stdout);
    const pid_t pid = forked(FORKED_PATIENCE_S);
    if (!pid) look(act, context, said[1], done[1]);
    const double until = now_s() + patience_s;
    close(said[1]);
    close(done[1]);
    if (pid > 0) listen_to(said[0], done[0], until, t);
    const bool ended = pid > 0 && wait_for(pid, until, &status);
    close(said[0]);
    close(done[0]);
    if (pid < 0) return reason_set(why, "no process: %s", strerror(errno));
    return judge(t, ended, status, why);
}
