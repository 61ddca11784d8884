/* capture.c -- cutting a stream to its two ends.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/capture.h"

#include "bench/base/printable.h"
#include "bench/base/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Constant memory, whatever a plug-in prints. */
void capture_add(capture *c, const char *from, size_t n)
{
    size_t k = CAPTURE_SIDE - c->nhead;
    if (k > n) k = n;
    memcpy(c->head + c->nhead, from, k);
    c->nhead += k;
    for (; k < n; k++) c->tail[c->ntail++ % CAPTURE_SIDE] = from[k];
}

/* The ring in order; zero bytes would end the text. */
static size_t unroll(const capture *c, char *to)
{
    const size_t kept = c->ntail < CAPTURE_SIDE ? c->ntail : CAPTURE_SIDE;
    for (size_t k = 0; k < kept; k++) to[k] = c->tail[(c->ntail - kept + k) % CAPTURE_SIDE];
    return kept;
}

char *capture_text(const capture *c)
{
    enum { NOTE = 64 };
    char *text = grown(NULL, 2 * CAPTURE_SIDE + NOTE, 1);
    size_t n = c->nhead;
    memcpy(text, c->head, n);
    if (c->ntail > CAPTURE_SIDE)
        n += (size_t)snprintf(text + n, NOTE, "\n[... %zu bytes left out ...]\n",
                              c->ntail - CAPTURE_SIDE);
    n += unroll(c, text + n);
    for (size_t k = 0; k < n; k++)
        if (!text[k]) text[k] = '?';
    text[n] = '\0';
    tame(text, "\n\t");
    return text;
}
