/* calibrated.c -- what the last run found of wrapped libraries. If one is compiled without
 * optimisation, its times are marked, so that each table and figure names it. What opening it
 * takes is no work of a set-up: at most 25 ms, since a plug-in names its library itself.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/board.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

static const char *text_in(const json_t *o, const char *name)
{
    const char *text = json_string_value(json_object_get(o, name));
    return text ? text : "";
}

/* "SUNDIALS 6.4.1 (package)" is of the library SUNDIALS. */
static bool is_of(const entry *e, const char *library)
{
    const size_t n = strlen(library);
    return n && !strncmp(e->library, library, n) && strchr(" ", e->library[n]);
}

static void mark(entry *e, const json_t *o)
{
    char *times =
        text_of("%s%swhat optimisation would save: %s is compiled without (its loops take %.1f "
                "times as long)",
                e->times, *e->times ? "; " : "", text_in(o, "library"),
                json_number_value(json_object_get(o, "mean")));
    free(e->times);
    e->times = times;
}

static double opening_of(const json_t *o)
{
    static const double most = 0.025;
    const double s = json_number_value(json_object_get(o, "open_s"));
    return s > 0 ? fmin(s, most) : 0;
}

void board_calibrated(board *b, const char *environment, const char *machine)
{
    json_t *o = json_loads(environment, 0, NULL);
    const json_t *list = json_object_get(o, "calibration");
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *one = json_array_get(list, k);
        const bool slow = !strcmp(text_in(one, "verdict"), "not optimised");
        for (int i = 0; i < b->n; i++) {
            entry *e = &b->entries[i];
            if (strcmp(e->machine, machine) != 0 || !is_of(e, text_in(one, "library")))
                continue;
            e->opening_cpu = opening_of(one);
            if (slow) mark(e, one);
        }
    }
    json_decref(o);
}
