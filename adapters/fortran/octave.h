/* octave.h -- the Fortran codes in liboctave, called without its interpreter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ADAPTERS_FORTRAN_OCTAVE_H
#define ADAPTERS_FORTRAN_OCTAVE_H

#include "adapters/fortran/fortran_net.h"
#include "adapters/fortran/library_path.h"

#define OCTAVE_LIBRARY "liboctave (octave)"

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

static const char *octave_missing(void)
{
    return octave_path() ? NULL : "octave is not installed";
}

/* A function of the library; NULL: it cannot be opened, or has none of this name. */
static void *octave_function(const char *name)
{
    static void *library;
    if (!library) library = net_library(octave_path());
    return library ? dlsym(library, name) : NULL;
}

#endif
