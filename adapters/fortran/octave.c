/* octave.c -- where liboctave lies, and its functions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/octave.h"
#include "adapters/fortran/library_path.h"

#include <dlfcn.h>

/* Found once: a process sees one installation. */
static const char *octave_path(void)
{
    static char path[256];
    static const char *const patterns[] = { "/usr/lib/*/octave/*/liboctave.so.*",
                                            "/usr/lib/*/liboctave.so.*",
                                            "/usr/local/lib/octave/*/liboctave.so.*", NULL };
    if (!*path) library_path(patterns, path, sizeof path);
    return *path ? path : NULL;
}

const char *octave_missing(void) { return octave_path() ? NULL : "octave is not installed"; }

void *octave_function(const char *name)
{
    static void *library;
    if (!library) library = net_library(octave_path());
    return library ? dlsym(library, name) : NULL;
}
