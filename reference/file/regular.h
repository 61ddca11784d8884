/* regular.h -- opens what strangers may have put in the place of a file.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_REGULAR_H
#define REFERENCE_REGULAR_H

#include <stdio.h>

/* To read; NULL with errno: it is not there, or no regular file (EINVAL). A pipe would make the
 * reader wait for ever, a device has no end. */
FILE *regular_open(const char *path);

#endif
