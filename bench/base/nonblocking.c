/* nonblocking.c -- stderr as a stream into memory, whose front is written without waiting.
 *
 * Terminals and pipes are opened anew for this: O_NONBLOCK belongs to what is opened, and that
 * is shared with the shell. Files never make anybody wait.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/nonblocking.h"

#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 1 << 20 };
static struct {
    FILE *before; /* NULL: not begun */
    int to;
    char *kept;
    size_t n;
} state;

/* Takes k bytes off the front. */
static void drop(size_t k)
{
    state.n -= k;
    memmove(state.kept, state.kept + k, state.n);
}

void unhurried_go_on(void)
{
    while (state.before && state.n) {
        const ssize_t k = write(state.to, state.kept, state.n);
        if (k < 0 && errno == EINTR) continue;
        if (k < 0 && errno == EAGAIN) return;
        drop(k < 0 ? state.n : (size_t)k); /* whoever hung up reads no more */
    }
}

static ssize_t keep(void *nothing, const char *text, size_t n)
{
    (void)nothing;
    if (state.n + n <= MOST) {
        state.kept = grown(state.kept, state.n + n, 1);
        memcpy(state.kept + state.n, text, n);
        state.n += n;
    }
    unhurried_go_on();
    return (ssize_t)n;
}

void unhurried_begin(void)
{
    struct stat st;
    const bool waits = !fstat(STDERR_FILENO, &st) && !S_ISREG(st.st_mode);
    const int to =
        waits ? open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    FILE *f = to < 0 ? NULL : fopencookie(NULL, "w", (cookie_io_functions_t){ .write = keep });
    if (!f) {
        if (to >= 0) close(to);
        return;
    }
    setvbuf(f, NULL, _IONBF, 0);
    state.before = stderr;
    state.to = to;
    stderr = f;
}

void unhurried_end(void)
{
    if (!state.before) return;
    for (unhurried_go_on(); state.n; unhurried_go_on())
        poll(&(struct pollfd){ state.to, POLLOUT, 0 }, 1, -1);
    fclose(stderr);
    stderr = state.before;
    close(state.to);
    free(state.kept);
    state.before = NULL;
    state.kept = NULL;
}
