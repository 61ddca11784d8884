/* library_path.h -- a library of a distribution, found when a run begins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FORTRAN_LIBRARY_PATH_H
#define ADAPTERS_FORTRAN_LIBRARY_PATH_H

#include <glob.h>
#include <stddef.h>
#include <stdio.h>

/* The first file that one of the patterns, the last of which is NULL, fits, into path; "":
 * none. */
static inline const char *library_path(const char *const *patterns, char *path, size_t size)
{
    for (*path = '\0'; *patterns && !*path; patterns++) {
        glob_t found = { 0 };
        if (glob(*patterns, 0, NULL, &found) == 0)
            snprintf(path, size, "%s", found.gl_pathv[0]);
        globfree(&found);
    }
    return path;
}

#endif
