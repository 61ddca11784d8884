/* reference_half.c -- which half of a reference judges: never the one that the solver's own
 * family made.
 *
 * A method that errs like the generator of the reference would be praised for it. Half A judges
 * all others: the halves agree within the bar, so nobody else's score depends on the choice. */
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
    if (e->half < 0) return "not judged: its family made the reference";
    return e->half == score_reference_half(g->ref, "")
               ? ""
               : "judged by half B: its family made half A";
}
