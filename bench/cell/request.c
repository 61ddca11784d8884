/* request.c -- lines of numbers, the first with the cell as JSON behind them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/request.h"

#include "bench/base/util.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool request_write(const request *r, char line[REQUEST_BYTES])
{
    char *json = cell_to_json(&r->cell);
    const int n = snprintf(line, REQUEST_BYTES, "%d %d %s\n", r->timing, (int)r->check, json);
    free(json);
    return n < REQUEST_BYTES;
}

void request_write_start(const request_start *s, char line[REQUEST_BYTES])
{
    snprintf(line, REQUEST_BYTES, "%" PRIx64 " %ld %d\n", s->key, s->repeat, (int)s->moved);
}

/* Byte by byte: what follows comes later, and is for somebody else. */
static bool read_line(int fd, char line[REQUEST_BYTES])
{
    for (size_t n = 0; n + 1 < REQUEST_BYTES;) {
        const ssize_t k = read(fd, line + n, 1);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        if (line[n] == '\n') {
            line[n] = '\0';
            return true;
        }
        n++;
    }
    return false;
}

bool request_read(request *r, int fd, reason *why)
{
    char line[REQUEST_BYTES], *end;
    if (!read_line(fd, line))
        return reason_set(why, "worker: a line with the cell is expected at its input");
    r->timing = (int)strtol(line, &end, 10);
    r->check = (request_check)strtol(end, &end, 10);
    return cell_from_json(&r->cell, end, why);
}

bool request_read_start(request_start *s, int fd)
{
    char line[REQUEST_BYTES], *end;
    if (!read_line(fd, line)) return false;
    s->key = strtoull(line, &end, 16);
    s->repeat = strtol(end, &end, 10);
    s->moved = strtol(end, &end, 10) != 0;
    return true;
}
