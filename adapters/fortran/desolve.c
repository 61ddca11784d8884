/* desolve.c -- where deSolve.so lies, and its functions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fortran/desolve.h"

#include <dlfcn.h>
#include <unistd.h>

static const char *desolve_path(void)
{
    static const char *const paths[] = {
        "/usr/lib/R/site-library/deSolve/libs/deSolve.so",
        "/usr/local/lib/R/site-library/deSolve/libs/deSolve.so",
        "/usr/lib/R/library/deSolve/libs/deSolve.so", NULL
    };
    for (const char *const *p = paths; *p; p++)
        if (access(*p, R_OK) == 0) return *p;
    return NULL;
}

const char *desolve_missing(void)
{
    return desolve_path() ? NULL : "r-cran-desolve is not installed";
}

void *desolve_function(const char *name)
{
    static void *library;
    if (!library) library = net_library(desolve_path());
    return library ? dlsym(library, name) : NULL;
}
