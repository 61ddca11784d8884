/* link.c -- the worker's messages, each one write.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/link.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static void send_all(int fd, const unsigned char *at, size_t n)
{
    while (n) {
        const ssize_t k = write(fd, at, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) _exit(3); /* the parent is gone */
        at += k;
        n -= (size_t)k;
    }
}

static void send_text(const link_out *l, const char *text, int n)
{
    if (l->fd >= 0) send_all(l->fd, (const unsigned char *)text, (size_t)n);
}

/* Without a descriptor, as when a worker is run by hand, nothing is sent. */
void link_say(const link_out *l, const char *word)
{
    char line[96];
    send_text(l, line, snprintf(line, sizeof line, "%s %s\n", l->token, word));
}

void link_result(const link_out *l, const bytes *b)
{
    char line[96];
    send_text(l, line, snprintf(line, sizeof line, "%s result %zu\n", l->token, b->n));
    if (l->fd >= 0) send_all(l->fd, b->at, b->n);
}
