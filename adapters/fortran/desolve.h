/* desolve.h -- the Fortran codes in the R package deSolve, called without R.
 *
 * deSolve.so exports radau5_, dlsoda_, dvode_, ddaspk_ and their kin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ADAPTERS_FORTRAN_DESOLVE_H
#define ADAPTERS_FORTRAN_DESOLVE_H

#include "adapters/fortran/fortran_net.h"

#define DESOLVE_LIBRARY "deSolve (r-cran-desolve)"

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

static const char *desolve_missing(void)
{
    return desolve_path() ? NULL : "r-cran-desolve is not installed";
}

/* A function of the library; NULL: it cannot be opened, or has none of this name. */
static void *desolve_function(const char *name)
{
    static void *library;
    if (!library) library = net_library(desolve_path());
    return library ? dlsym(library, name) : NULL;
}

#endif
