/* draft.h -- a file that appears when it is complete, in place of the one before.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_DRAFT_H
#define REPORTS_DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Opens a file beside `path` to write what shall stand there; NULL with errno. */
FILE *draft_open(const char *path);
/* Closes it and puts it in its place if all could be written; else it is removed, what was
 * there stays, and false, with errno. */
bool draft_close(FILE *f, const char *path);

#endif
