/* regular.h -- opens what strangers may have put in the place of a file; and gives a file that
 * is complete its name.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_REGULAR_H
#define REFERENCE_REGULAR_H

#include <stdbool.h>
#include <stdio.h>

/* To read; NULL with errno: it is not there, or no regular file (EINVAL). A pipe would make the
 * reader wait for ever, a device has no end. */
FILE *regular_open(const char *path);
/* The written file `part` is brought to the disk and gets the name `path` in one call, in place
 * of what has it. false with errno; `part` is gone then. */
bool regular_place(const char *part, const char *path);

#endif
