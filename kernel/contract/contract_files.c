/* contract_files.c -- a plug-in's files: all arithmetics there, all saying the same.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* what both kinds of descriptor begin with */
struct head {
    unsigned abi;
    int arith;
    const char *name;
};

static const char *const arithmetics[] = { "double", "complex", "quad", "cquad" };

/* Functions in a language that knows no quad; derivatives may be differences */
static bool in_double_alone(const ivp_problem *p)
{
    return p->tags && strstr(p->tags, "double_only");
}

static bool file_agrees(const char *kind, int arith, const char *name, bool *only, reason *why)
{
    char path[1200], symbol[PLUGIN_NAME_MAX + 32];
    const char *folder = arithmetics[arith - 1];
    if (!plugin_path(kind, folder, name, path, sizeof path))
        return reason_set(
            why, "%s: there is no %s/%s/%s.so in the search path%s", name, folder, kind, name,
            arith == IVP_QUAD ? "; where none can be, its tags should say double_only" : "");
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!so) return reason_set(why, "%s cannot be loaded: %s", path, dlerror());
    snprintf(symbol, sizeof symbol, "ivp_%.*s_%s", (int)strlen(kind) - 1, kind, name);
    const struct head *d = dlsym(so, symbol);
    const bool good =
        d && d->abi == IVP_ABI && d->arith == arith && d->name && strcmp(d->name, name) == 0;
    if (!good)
        reason_set(why,
                   "%s should export %s with .abi = IVP_ABI (%u), .arith = IVP_ARITH (%d) and "
                   ".name = \"%s\"",
                   path, symbol, IVP_ABI, arith, name);
    *only = good && !strcmp(kind, "problems") && in_double_alone((const void *)d);
    dlclose(so);
    return good;
}

bool contract_files(const char *kind, const char *name, reason *why)
{
    bool only = false, ignored;
    int last = strcmp(kind, "solvers") == 0 ? IVP_DOUBLE : IVP_CQUAD;
    for (int arith = IVP_DOUBLE; arith <= last; arith++) {
        if (!file_agrees(kind, arith, name, arith == IVP_DOUBLE ? &only : &ignored, why))
            return false;
        if (only) last = IVP_COMPLEX;
    }
    return true;
}
