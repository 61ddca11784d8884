/* environment.c -- the environment of a run as JSON.
 *
 * It goes into the store with every run: a time without CPU, governor, load, compiler and flags
 * cannot be compared with anything.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/host/machine.h"

#include "bench/host/doctor.h"

#include "bench/process/confine.h"
#include "bench/base/program.h"
#include "bench/base/util.h"

#include <jansson.h>
#include <libconfig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <zlib.h>

/* Those linked into this program say their version themselves. */
static json_t *versions(void)
{
    json_t *o = need(json_object());
    char version[64];
    const char *name;
    for (int i = 0; (name = machine_library(i, version, sizeof version)); i++)
        if (*version) json_object_set_new(o, name, json_string(version));
    json_object_set_new(o, "zlib", json_string(zlibVersion()));
    json_object_set_new(o, "jansson", json_string(JANSSON_VERSION));
    return o;
}

/* What the doctor says against timings on this machine at this moment. */
static json_t *warnings(void)
{
    json_t *list = need(json_array());
    char text[DOCTOR_TEXT];
    for (const struct doctor_row *r = doctor_rows; r->name; r++) {
        if (!r->timing || r->check(text) < DOCTOR_WARN) continue;
        char *said = text_of("%s: %s", r->name, text);
        json_array_append_new(list, json_string(said));
        free(said);
    }
    return list;
}

/* Of the tree that the executable was built from or lies in; "" where there is none. */
static char *commit(void)
{
    char folder[4000], line[80];
    program_folder(folder, sizeof folder);
    char *tree = text_of("%s/tree", folder);
    char *argv[] = { "git",      "-C",       access(tree, F_OK) ? folder : tree,
                     "describe", "--always", "--dirty",
                     NULL };
    char *found = copied(program_line(argv, line, sizeof line) ? line : "");
    free(tree);
    return found;
}

char *machine_environment(void)
{
    char cage[128], lacks[512], cpu[256], governor[64], clock[64], *head = commit();
    int cores[1024];
    bool turbo_known;
    struct utsname u;
    machine_cpu(cpu, sizeof cpu);
    machine_governor(governor, sizeof governor);
    machine_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", clock,
                 sizeof clock);
    const bool turbo = machine_turbo(&turbo_known);
    uname(&u);
    json_t *o = json_pack("{s:s, s:i, s:s, s:f, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:i}", "cpu",
                          cpu, "cores", machine_cores(cores, 1024), "governor", governor,
                          "load", machine_load(), "clock", clock, "turbo",
                          !turbo_known ? "unknown"
                          : turbo      ? "on"
                                       : "off",
                          "system", u.sysname, "release", u.release, "compiler",
                          BUILD_CC " " __VERSION__, "flags", BUILD_FLAGS, "libraries",
                          versions(), "threads", 1);
    confine_text(confine_offers(), cage, sizeof cage);
    json_object_set_new(need(o), "commit", json_string(head));
    json_object_set_new(o, "confined", json_string(cage));
    if (confine_lacks(confine_offers(), lacks, sizeof lacks))
        json_object_set_new(o, "not confined", json_string(lacks));
    json_object_set_new(o, "calibration", machine_calibrations());
    json_object_set_new(o, "warnings", warnings());
    json_object_set_new(o, "version", json_string(IVPBENCH_VERSION));
    char *text = need(json_dumps(o, JSON_COMPACT));
    json_decref(o);
    free(head);
    return text;
}
