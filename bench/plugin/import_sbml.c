/* import_sbml.c -- a model in SBML becomes NAME.c in this folder, and is compiled as any
 * problem.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/import.h"

#include "bench/base/util.h"
#include "bench/plugin/convert.h"
#include "bench/plugin/plugin_build.h"
#include "bench/plugin/plugin_elimination.h"

#include <stdio.h>

bool import_sbml(const import_request *q, char *told, size_t size, reason *why)
{
    static char *const none[] = { NULL };
    char file[512], *files[] = { file };
    plugin_source s;
    if (!convert_model(q->file, q->end, q->name, file, sizeof file, why)) return false;
    if (!plugin_identify(&s, files, 1, why) || !plugin_compile(&s, q->root, none, why))
        return false;
    plugin_elimination_build(&s, q->root);
    snprintf(told, size, "%s: the model as a problem in C", file);
    return true;
}
