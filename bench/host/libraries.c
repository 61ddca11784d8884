/* libraries.c -- versions of the libraries that this program was started with.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/host/machine.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Libraries of this program are asked, not included: this file must not depend on them. What a
 * solver wraps is said by its descriptor and kept with its cells. A symbol is a pointer to a
 * string (variable) or a function that gives one. */
static const struct library {
    const char *name, *symbol;
    enum { VARIABLE, FUNCTION } how;
} libraries[] = {
    { "GSL", "gsl_version", VARIABLE },
    { "SQLite", "sqlite3_libversion", FUNCTION },
    { "C library", "gnu_get_libc_version", FUNCTION },
    { NULL, NULL, VARIABLE },
};

/* A data pointer becomes a function pointer by copying its bytes; ISO C has no cast for it. */
const char *machine_library(int i, char *version, size_t size)
{
    const struct library *l = &libraries[i];
    void *at = l->name ? dlsym(RTLD_DEFAULT, l->symbol) : NULL;
    const char *(*function)(void);
    memcpy(&function, &at, sizeof at);
    snprintf(version, size, "%s",
             !at                  ? ""
             : l->how == VARIABLE ? *(const char **)at
                                  : function());
    return l->name;
}
