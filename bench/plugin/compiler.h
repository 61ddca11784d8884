/* compiler.h -- a compiler at work on a stranger's source, in a cage.
 *
 * A source can name any file: `#include "/etc/shadow"`, `.incbin`, a link beside it. What the
 * compiler reads lands in the plug-in, which may print it. So the compiler reads what it needs:
 *
 *     itself and the system      as a worker does (readable.h), CPATH, LIBRARY_PATH
 *     our headers and libraries  places.h
 *     the sources                with their folders, but no folder that holds the home of the
 *                                user or that everybody may write into: of it, the files alone
 *     words of the user          files and folders that they name
 *
 * It writes in its scratch folder, and in the folder of a build of several files. What it has
 * made gets its name when it is whole on the disk (partial.h).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_COMPILER_H
#define BENCH_PLUGIN_COMPILER_H

#include "bench/plugin/command.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct compiler_task {
    command *line;       /* without -o, which is added */
    const char *package; /* of Debian, that has the compiler */
    const char *source;  /* NULL: all is in the folder */
    const char *folder;  /* of the build of several files; NULL: there is none */
    char *const *extra;  /* words of the user; NULL ends them; or NULL */
    const char *object;  /* to be made, or replaced */
} compiler_task;

/* said: gets what the compiler says, at its end; NULL: it is printed. `why` holds the sentence
 * for a compiler that refuses the source. false: it has refused, cannot be started, or had more
 * than 10 minutes or 4 GB. The object of before is as it was then. */
bool compiler_run(const compiler_task *t, FILE *said, reason *why);

#endif
