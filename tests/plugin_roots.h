/* plugin_roots.h -- where plug-ins are looked for: those made for the tests, then those of the
 * build.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGIN_ROOTS_H
#define TESTS_PLUGIN_ROOTS_H

#include <stdlib.h>

#include "bench/base/util.h"

static inline void use_plugin_roots(void)
{
    char folder[1024];
    program_folder(folder, sizeof folder);
    char *roots = text_of("%s/../testroot:%s/..", folder, folder);
    setenv("IVPBENCH_PLUGIN_PATH", roots, 1);
    free(roots);
}

#endif
