/* calibrated.c -- results of a library that the last run found compiled without optimisation:
 * their times are marked, so that each table and figure names it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/board.h"

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

void board_calibrated(board *b, const char *environment, const char *machine)
{
    json_t *o = json_loads(environment, 0, NULL);
    const json_t *list = json_object_get(o, "calibration");
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *one = json_array_get(list, k);
        if (strcmp(text_in(one, "verdict"), "not optimised") != 0) continue;
        for (int i = 0; i < b->n; i++)
            if (!strcmp(b->entries[i].machine, machine) &&
                is_of(&b->entries[i], text_in(one, "library")))
                mark(&b->entries[i], one);
    }
    json_decref(o);
}
