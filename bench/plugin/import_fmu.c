/* import_fmu.c -- the C file of an FMU is written, compiled and removed: it has the FMU's
 * library in it as text.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/import.h"

#include "bench/base/util.h"
#include "bench/plugin/convert.h"
#include "bench/plugin/plugin_build.h"
#include "bench/process/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool write_source(const import_request *q, const char *path, char *told, size_t size,
                         reason *why)
{
    const int out = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (out < 0) return reason_set(why, "%s: %s", path, strerror(errno));
    const convert_task task = { "fmi", { q->file, q->name, q->end }, out };
    const bool good = convert(&task, told, size, why);
    if (close(out) && good) return reason_set(why, "%s: %s", path, strerror(errno));
    return good;
}

bool import_fmu(const import_request *q, char *told, size_t size, reason *why)
{
    static char unused[] = "-Wno-overlength-strings", *const extra[] = { unused, NULL };
    plugin_source s = { .language = PLUGIN_C };
    if (!fits_into(s.name, sizeof s.name, q->name))
        return reason_set(why, "%s is too long for a name", q->name);
    char *folder = text_of("%s/import.XXXXXX", q->root), *path = NULL;
    bool good = folders_above(folder, why);
    if (good && !mkdtemp(folder))
        good = reason_set(why, "%s cannot be made: %s", folder, strerror(errno));
    if (good) {
        s.path = path = text_of("%s/%s.c", folder, q->name);
        good = write_source(q, path, told, size, why) &&
               plugin_compile_double(&s, q->root, extra, why);
        confine_remove(folder);
    }
    free(path);
    free(folder);
    return good;
}
