/* places.c -- where headers and libraries for plug-ins are: beside the running program. In a
 * build the headers are in tree/include, for the build has a link to its source tree;
 * installed, in bin/../include.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/places.h"

#include "bench/base/message.h"

#include <stdio.h>
#include <unistd.h>

enum { PATH = 1024 };

static bool exists(const char *folder, const char *file)
{
    char path[2 * PATH];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return access(path, R_OK) == 0;
}

/* The first of beside the program, beside the program's parent, PREFIX that holds the file. */
static bool find_folder(const char *const *places, const char *file, char *folder)
{
    char programs[PATH / 2];
    program_folder(programs, sizeof programs);
    for (; *places; places++) {
        snprintf(folder, PATH, "%s%s%s", **places == '/' ? "" : programs,
                 **places == '/' ? "" : "/", *places);
        if (exists(folder, file)) return true;
    }
    return false;
}

static const char *const include_places[] = { "tree/include", "../include", PREFIX "/include",
                                              NULL };
static const char *const kernel_places[] = { "../include/ivp", "tree", PREFIX "/include/ivp",
                                             NULL };
static const char *const problem_places[] = { "tree/problems", "../include/ivp/problems",
                                              PREFIX "/include/ivp/problems", NULL };
static const char *const library_places[] = { ".", "../lib", PREFIX "/lib", NULL };

bool plugin_add_includes(command *c, bool solver, reason *why)
{
    char folder[PATH];
    if (!find_folder(include_places, "ivp/base.h", folder))
        return reason_set(
            why, "the headers (ivp/base.h) are neither beside this program nor in %s", PREFIX);
    add(c, text_of("-I%s", folder));
    if (solver && find_folder(kernel_places, "kernel/linear/lu.h", folder))
        add(c, text_of("-I%s", folder));
    if (!solver && find_folder(problem_places, "lib/multibody.h", folder))
        add(c, text_of("-I%s", folder));
    return true;
}

bool plugin_add_libraries(command *c, bool solver, const char *adapters, reason *why)
{
    char folder[PATH];
    if (adapters) {
        if (!find_folder(library_places, adapters, folder))
            return reason_set(why, "%s is neither beside this program nor in %s", adapters,
                              PREFIX "/lib");
        add(c, text_of("%s/%s", folder, adapters));
    }
    if (solver && find_folder(library_places, "libivp.so", folder)) {
        add(c, text_of("-L%s", folder));
        add_arguments(c, "-livp");
    }
    return true;
}

/* Of the source tree, which has references and results beside them, these folders alone. Our
 * libraries are shown to every cage. */
void plugin_show_places(confinement *c)
{
    static const struct {
        const char *const *places;
        const char *file, *folder;
    } shown[] = { { include_places, "ivp/base.h", "ivp" },
                  { kernel_places, "kernel/linear/lu.h", "kernel" },
                  { problem_places, "lib/multibody.h", "." } };
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        char folder[PATH];
        if (!find_folder(shown[i].places, shown[i].file, folder)) continue;
        char *place = text_of("%s/%s", folder, shown[i].folder);
        confine_show(c, place);
        free(place);
    }
}
