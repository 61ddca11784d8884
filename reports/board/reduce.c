/* reduce.c -- a run too long for the store, reduced to its errors by the functions that score
 * short ones.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/reduced.h"

#include <stdlib.h>

#include <gsl/gsl_errno.h>

#include "bench/base/util.h"

/* Without a reference the invariants are reduced all the same. */
void board_reduce(record *r, whole_rows *rows, const char *references)
{
    reason why;
    group g = { .scoring = json_loads(r->scoring ? r->scoring : "", 0, NULL) };
    entry e = { .r = *r };
    if (!g.scoring) return;
    gsl_set_error_handler_off();
    ref_open(&g.ref, references, r->cell.problem, r->cell.parameters, &why);
    const char *family = json_string_value(json_object_get(g.scoring, "solver_family"));
    e.family = copied(family ? family : "");
    e.half = score_reference_half(g.ref, e.family);
    score_rows(rows, &g, &e);
    json_object_set_new(g.scoring, "reduced", reduced_json(&g, &e));
    free(r->scoring);
    r->scoring = need(json_dumps(g.scoring, JSON_COMPACT));
    score_free(&e);
    free(e.family);
    ref_free(g.ref);
    json_decref(g.scoring);
}
