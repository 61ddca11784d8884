/* readable.h -- what a confined process may read.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PROCESS_READABLE_H
#define BENCH_PROCESS_READABLE_H

#include <stdbool.h>

/* Calls show() with each file or folder that may be read; a folder includes all below it. These
 * are the system without the administrator's files, the plug-ins, and the interpreters and
 * libraries that the environment names. Paths contain no symbolic links; some may not
 * exist. */
void sight_each(void (*show)(void *context, const char *path), void *context);
/* The same for what a program needs beside what the system has: its file, and bin, lib and
 * their like beside it. A name without a slash is none: it is found in PATH, which is shown. */
void sight_program(const char *path, void (*show)(void *context, const char *path),
                   void *context);
/* Whether the user's home is this folder, or lies below it. */
bool sight_holds_home(const char *folder);

#endif
