/* columns.c -- columns on a scratch file.
 *
 *     the width, so many names of WHOLE_NAME bytes, rows of so many doubles
 *
 * Writer and reader are the same program on the same machine.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/columns.h"

#include "bench/base/util.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WHOLE_NAME = 128, MOST_COLUMNS = 4096, BLOCK = 1024 };

struct whole_rows {
    FILE *file;
    int width, n;
    char (*names)[WHOLE_NAME];
};

static long head_of(const whole_rows *r)
{
    return (long)sizeof r->width + (long)r->width * WHOLE_NAME;
}

whole_rows *whole_new(int fd, const char *const *names, int width)
{
    const int own = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);
    FILE *file = own < 0 ? NULL : fdopen(own, "w");
    if (!file) return NULL;
    whole_rows *r = need(calloc(1, sizeof *r));
    *r = (whole_rows){ .file = file, .width = width };
    r->names = need(calloc((size_t)width + 1, sizeof *r->names));
    for (int k = 0; k < width; k++) snprintf(r->names[k], WHOLE_NAME, "%s", names[k]);
    fwrite(&r->width, sizeof r->width, 1, file);
    fwrite(r->names, WHOLE_NAME, (size_t)width, file);
    return r;
}

void whole_add(whole_rows *r, const double *v)
{
    fwrite(v, sizeof *v, (size_t)r->width, r->file);
}

bool whole_hand_over(whole_rows *r)
{
    const bool whole = !fflush(r->file) && !ferror(r->file);
    whole_free(r);
    return whole;
}

static bool read_head(whole_rows *r)
{
    struct stat s;
    rewind(r->file);
    if (fread(&r->width, sizeof r->width, 1, r->file) != 1) return false;
    if (r->width < 1 || r->width > MOST_COLUMNS || fstat(fileno(r->file), &s)) return false;
    const long line = (long)r->width * (long)sizeof(double), rest = s.st_size - head_of(r);
    if (rest < 0 || rest % line || rest / line > INT_MAX) return false;
    r->n = (int)(rest / line);
    r->names = need(calloc((size_t)r->width, sizeof *r->names));
    if (fread(r->names, WHOLE_NAME, (size_t)r->width, r->file) != (size_t)r->width)
        return false;
    for (int k = 0; k < r->width; k++) r->names[k][WHOLE_NAME - 1] = '\0';
    return true;
}

whole_rows *whole_open(int fd)
{
    FILE *file = fdopen(fd, "r");
    if (!file) return NULL;
    whole_rows *r = need(calloc(1, sizeof *r));
    r->file = file;
    if (read_head(r)) return r;
    whole_free(r);
    return NULL;
}

bool whole_column(whole_rows *r, const char *name, double **v, int *n)
{
    int k = 0;
    while (k < r->width && strcmp(r->names[k], name)) k++;
    if (k == r->width || fseek(r->file, head_of(r), SEEK_SET)) return false;
    const size_t width = (size_t)r->width;
    double *block = grown(NULL, BLOCK * width, sizeof *block);
    *v = grown(NULL, (size_t)r->n + 1, sizeof **v);
    *n = 0;
    for (size_t got; (got = fread(block, width * sizeof *block, BLOCK, r->file)) > 0;)
        for (size_t i = 0; i < got && *n < r->n; i++)
            (*v)[(*n)++] = block[i * width + (size_t)k];
    free(block);
    return true;
}

void whole_free(whole_rows *r)
{
    if (!r) return;
    fclose(r->file);
    free(r->names);
    free(r);
}
