/* calibration.c -- how well wrapped libraries are compiled, as build/calibrate measured it.
 *
 * It writes calibration.json beside this program, one object a line
 * (adapters/calibration/calibration.h). A file that is missing, or a line that is no object,
 * says nothing about any library.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/host/doctor.h"
#include "bench/host/machine.h"

#include "bench/base/program.h"
#include "bench/base/util.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_in(const json_t *o, const char *name)
{
    const char *text = json_string_value(json_object_get(o, name));
    return text ? text : "";
}

json_t *calibrations_in(const char *path)
{
    char line[4096];
    json_t *list = need(json_array());
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        json_t *o = json_loads(line, 0, NULL);
        if (json_is_object(o) && *text_in(o, "library")) json_array_append(list, o);
        json_decref(o);
    }
    if (f) fclose(f);
    return list;
}

json_t *machine_calibrations(void)
{
    char folder[4000];
    program_folder(folder, sizeof folder);
    char *path = text_of("%s/calibration.json", folder);
    json_t *list = calibrations_in(path);
    free(path);
    return list;
}

static doctor_verdict verdict_of(const json_t *o)
{
    const char *said = text_in(o, "verdict");
    return !strcmp(said, "optimised")  ? DOCTOR_FINE
           : !strcmp(said, "in doubt") ? DOCTOR_NOTE
                                       : DOCTOR_WARN;
}

static double number_in(const json_t *o, const char *name)
{
    return json_number_value(json_object_get(o, name));
}

/* "SUNDIALS 2.04", or "SUNDIALS 9.20 (mean 5.26, not optimised)": the largest ratio. */
static size_t add(char *text, size_t n, const json_t *o)
{
    char more[80] = "";
    if (verdict_of(o) != DOCTOR_FINE)
        snprintf(more, sizeof more, " (mean %.2f, %s)", number_in(o, "mean"),
                 text_in(o, "verdict"));
    const int k = snprintf(text + n, DOCTOR_TEXT - n, "%s%s %.2f%s", n ? ", " : "",
                           text_in(o, "library"), number_in(o, "largest"), more);
    const size_t end = n + (size_t)k;
    return end < DOCTOR_TEXT ? end : DOCTOR_TEXT - 1;
}

doctor_verdict doctor_calibrated(const json_t *list, char text[DOCTOR_TEXT])
{
    doctor_verdict worst = json_array_size(list) ? DOCTOR_FINE : DOCTOR_NOTE;
    size_t n = 0;
    snprintf(text, DOCTOR_TEXT,
             "how well wrapped libraries are compiled is not known: "
             "`make calibration` measures it");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *o = json_array_get(list, i);
        if (verdict_of(o) > worst) worst = verdict_of(o);
        n = add(text, n, o);
    }
    return worst;
}

doctor_verdict doctor_calibration(char text[DOCTOR_TEXT])
{
    json_t *list = machine_calibrations();
    const doctor_verdict verdict = doctor_calibrated(list, text);
    json_decref(list);
    return verdict;
}
