/* draft.c -- written under another name, then renamed: a reader sees the old file or the new
 * one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/text/draft.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/base/util.h"

static char *draft_of(const char *path) { return text_of("%s.new", path); }

FILE *draft_open(const char *path)
{
    char *name = draft_of(path);
    FILE *f = fopen(name, "w");
    free(name);
    return f;
}

/* A full disk shows at the latest when a file is closed. */
bool draft_close(FILE *f, const char *path)
{
    char *name = draft_of(path);
    const bool bad = ferror(f) != 0;
    const bool good = !fclose(f) && !bad && !rename(name, path);
    const int reason = errno;
    if (!good) unlink(name);
    free(name);
    errno = reason;
    return good;
}
