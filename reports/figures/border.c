/* border.c -- failures at the border of a diagram, and the legend that explains them.
 *
 * A solver that fails must not look better than one that arrives: what has no place among the
 * points is counted beside them, with the letter of its outcome. Arriving with a wrong result
 * is a failure, too. */
#include "reports/figures/border.h"

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

void border_key(figure *f, const diagram *d, const digit_axis *axis, border_kind kind)
{
    bool seen[256] = { false };
    mark_letters(d, axis, kind, seen);
    for (int o = 0; o < NOUTCOMES; o++) {
        const char letter = style_failure_letter((outcome)o);
        char text[64];
        if (!letter || !seen[(unsigned char)letter]) continue;
        snprintf(text, sizeof text, "%c = %s", letter, outcome_name((outcome)o));
        for (char *c = text; (c = strchr(c, '_'));) *c = ' ';
        figure_titled(f, text, -1, "keyentry with points pt 2 ps 0");
    }
    if (seen[(unsigned char)wrong])
        figure_titled(f, "W = arrived, but wrong", -1, "keyentry with points pt 2 ps 0");
}

/* " (6 failed, 1 wrong of 10)"; "" when all rungs are points. */
static void count_failures(const diagram *d, const ladder *l, const digit_axis *axis,
                           char *text, size_t size)
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
        snprintf(text, size, " (%d failed, %d wrong of %d)", failed, off, l->n);
    else if (failed || off)
        snprintf(text, size, " (%d of %d %s)", failed + off, l->n, off ? "wrong" : "failed");
}

void border_lines(figure *f, const diagram *d, const digit_axis *axis)
{
    for (int i = 0; i < d->board->nladders; i++) {
        const ladder *l = &d->board->ladders[i];
        char label[1024], text[300], failures[64];
        if (!diagram_shows(d, l)) continue;
        count_failures(d, l, axis, failures, sizeof failures);
        ladder_label(d->board, l, label, sizeof label);
        snprintf(text, sizeof text, "%.200s%s", label, failures);
        figure_titled(f, text, -1, "keyentry with linespoints ls %d", i + 1);
    }
}
