/* reference_half.c -- selects the half of a reference that scores a solver: never one of the
 * solver's own family.
 *
 * A method with the same errors as the reference's method would score too well. Half A scores
 * all other solvers. The halves agree within the error bar, so their scores do not depend on
 * this choice.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "reports/board/board.h"

static bool may_judge(const ref_half *h, const char *family)
{
    return h->family && strcmp(h->family, "none") != 0 && strcmp(h->family, family) != 0;
}

int score_reference_half(const ref *r, const char *family)
{
    for (int h = 0; r && h < REF_HALVES; h++)
        if (may_judge(&r->half[h], family)) return h;
    return -1;
}

const char *score_reference_half_text(const group *g, const entry *e)
{
    if (!g->ref || !*e->family) return "";
    if (e->half < 0) return "not scored: its family made the reference";
    return e->half == score_reference_half(g->ref, "") ? ""
                                                       : "reference B (independent method)";
}
