/* lines.c -- lines to and from a program: written whole, read with a limit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/line/session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

size_t ivp_line_word(ivp_line *s, const char *word)
{
    memcpy(s->out, word, strlen(word));
    return strlen(word);
}

size_t ivp_line_numbers(ivp_line *s, size_t at, const double *x, size_t n)
{
    for (size_t k = 0; k < n; k++)
        at +=
            (size_t)snprintf(s->out + at, IVP_LINE_NUMBER, s->decimal ? " %.17g" : " %a", x[k]);
    return at;
}

ivp_status ivp_line_send(ivp_line *s, size_t length)
{
    if (!s->pid) return LINE_FAILS(s, "the program has ended");
    s->out[length++] = '\n';
    for (size_t done = 0; done < length;) {
        const ssize_t k = write(s->to, s->out + done, length - done);
        if (k < 0 && errno != EINTR) return ivp_line_ended(s);
        if (k > 0) done += (size_t)k;
    }
    return IVP_OK;
}

/* Reads what there is; waits for it. */
static ivp_status fill(ivp_line *s)
{
    if (s->have == s->room)
        return LINE_FAILS(s, "the program wrote a line of more than %zu bytes", s->room);
    const ssize_t k = read(s->from, s->in + s->have, s->room - s->have);
    if (k > 0) s->have += (size_t)k;
    return k == 0 || (k < 0 && errno != EINTR) ? ivp_line_ended(s) : IVP_OK;
}

char *ivp_line_read(ivp_line *s, ivp_status *st)
{
    char *end;
    memmove(s->in, s->in + s->used, s->have - s->used);
    s->have -= s->used;
    s->used = 0;
    while (!(end = memchr(s->in, '\n', s->have)))
        if ((*st = fill(s))) return NULL;
    s->used = (size_t)(end - s->in) + 1;
    *end = '\0';
    if (strlen(s->in) == (size_t)(end - s->in)) return s->in;
    *st = LINE_FAILS(s, "the program wrote a byte 0 into a line");
    return NULL;
}
