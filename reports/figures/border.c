/* border.c -- failures at the border of a diagram, and the legend that explains them.
 *
 * A solver that fails must not look better than one that arrives: what has no place among the
 * points is counted beside them, with the letter of its outcome. Arriving with a wrong result
 * is a failure, too.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/border.h"

#include "reports/board/outcomes.h"

#include <stdio.h>
#include <string.h>

/* Fewer digits than this are no approximation. */
static const double least_digits = -1;
static const char wrong = 'W';

char border_letter(const entry *e, const digits *d)
{
    if (diagram_failed(e)) return style_failure_letter(e->r.outcome);
    if (e->r.outcome == OUTCOME_OK && d->known && d->value < least_digits) return wrong;
    return 0;
}

static void mark_letters(const diagram *d, const digit_axis *axis, border_kind kind, bool *seen)
{
    for (int i = 0; i < d->board->nladders; i++) {
        const ladder *l = &d->board->ladders[i];
        if (kind != BORDER_BOTH && l->steps != (kind == BORDER_STEPS)) continue;
        for (int k = l->first; diagram_shows(d, l) && k < l->first + l->n; k++) {
            const entry *e = &d->board->entries[k];
            seen[(unsigned char)border_letter(e, axis->of(e))] = true;
        }
    }
}

/* The k-th letter that occurs, in words: "D = diverged"; false behind the last. */
static bool letter_names(const bool *seen, int k, char *text, size_t size)
{
    for (int o = 0; o < NOUTCOMES; o++) {
        const char letter = style_failure_letter((outcome)o);
        if (!letter || !seen[(unsigned char)letter] || k--) continue;
        snprintf(text, size, "%c = %s", letter, outcome_label((outcome)o));
        return true;
    }
    if (!seen[(unsigned char)wrong] || k) return false;
    snprintf(text, size, "W = finished, inaccurate");
    return true;
}

void border_letters(const diagram *d, const digit_axis *axis, border_kind kind, char *text,
                    size_t size)
{
    bool seen[256] = { false };
    char one[64];
    *text = '\0';
    mark_letters(d, axis, kind, seen);
    for (int k = 0; letter_names(seen, k, one, sizeof one); k++) {
        const size_t n = strlen(text);
        snprintf(text + n, size - n, "%s%s", n ? ", " : "", one);
    }
}

void border_count(const diagram *d, const ladder *l, const digit_axis *axis, char *text,
                  size_t size)
{
    int failed = 0, off = 0;
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &d->board->entries[k];
        const char letter = border_letter(e, axis->of(e));
        off += letter == wrong;
        failed += letter && letter != wrong;
    }
    *text = '\0';
    if (failed && off)
        snprintf(text, size, " (%d failed, %d inaccurate of %d)", failed, off, l->n);
    else if (failed || off)
        snprintf(text, size, " (%d of %d %s)", failed + off, l->n,
                 off ? "inaccurate" : "failed");
}
