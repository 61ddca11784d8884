/* csv.c -- CSV files (RFC 4180) with a header line, read whole.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/text/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

bool number_of(const char *text, double *v)
{
    char *end;
    *v = strtod(text, &end);
    return end > text && !*end && isfinite(*v);
}

/* One field, unquoted, from *at on; *at then stands at the comma, the line's end or the end. */
static char *take_field(const char **at)
{
    const char *p = *at;
    char *text = need(malloc(strlen(p) + 1)), *to = text;
    if (*p == '"') {
        for (p++; *p && (*p != '"' || p[1] == '"'); p++) {
            if (*p == '"') p++;
            *to++ = *p;
        }
        if (*p == '"') p++;
    }
    const size_t rest = strcspn(p, ",\r\n");
    memcpy(to, p, rest);
    to[rest] = '\0';
    *at = p + rest;
    return need(realloc(text, (size_t)(to - text) + rest + 1));
}

/* The fields of one line are added; returns how many. */
static int take_line(const char **at, char ***fields, size_t *n, size_t *room)
{
    int taken = 0;
    for (;; (*at)++) {
        if (*n == *room) *fields = grown(*fields, *room = 2 * *room + 64, sizeof **fields);
        (*fields)[(*n)++] = take_field(at);
        taken++;
        if (**at != ',') break;
    }
    if (**at == '\r') (*at)++;
    if (**at == '\n') (*at)++;
    return taken;
}

static bool fill(dataset *d, const char *text, const char *path, reason *why)
{
    size_t nheader = 0, nfields = 0, room = 0, header_room = 0;
    int line = 2;
    if (!*text) return reason_set(why, "%s is empty; a header line is expected", path);
    d->ncolumns = take_line(&text, &d->header, &nheader, &header_room);
    for (; *text; line++) {
        const int n = take_line(&text, &d->fields, &nfields, &room);
        d->nrows = (int)(nfields / (size_t)d->ncolumns);
        if (n != d->ncolumns) {
            while (nfields > (size_t)d->nrows * (size_t)d->ncolumns) free(d->fields[--nfields]);
            return reason_set(why, "%s:%d: %d fields, but the header names %d columns", path,
                              line, n, d->ncolumns);
        }
    }
    return true;
}

dataset *dataset_read(const char *path, const char *name, reason *why)
{
    char *text = file_text(path);
    if (!text) {
        reason_set(why, "%s cannot be read: %s", path, file_reason());
        return NULL;
    }
    dataset *d = need(calloc(1, sizeof *d));
    d->name = copied(name);
    const bool good = fill(d, text, path, why);
    free(text);
    if (good) return d;
    dataset_free(d);
    return NULL;
}

void dataset_free(dataset *d)
{
    if (!d) return;
    for (int i = 0; i < d->ncolumns && d->header; i++) free(d->header[i]);
    for (int i = 0; i < d->nrows * d->ncolumns; i++) free(d->fields[i]);
    free(d->header);
    free(d->fields);
    free(d->name);
    free(d);
}

int dataset_column(const dataset *d, const char *name)
{
    for (int i = 0; i < d->ncolumns; i++)
        if (!strcmp(d->header[i], name)) return i;
    return -1;
}

const char *dataset_text(const dataset *d, int row, int column)
{
    return d->fields[(size_t)row * (size_t)d->ncolumns + (size_t)column];
}

double dataset_number(const dataset *d, int row, int column)
{
    double v;
    return number_of(dataset_text(d, row, column), &v) ? v : NAN;
}
