/* plan_word.c -- words of a plan: NAME(settings), SOLVER(options)@FORMULATION(options).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/plan_inner.h"

#include "bench/base/util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Blanks at the ends go, and commas between settings become blanks. */
static bool tidy(char *to, const char *from, size_t n)
{
    while (n && (*from == ' ' || *from == ',')) from++, n--;
    while (n && (from[n - 1] == ' ' || from[n - 1] == ',')) n--;
    if (n >= CELL_TEXT) return false;
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        const char c = from[i] == ',' ? ' ' : from[i];
        if (c != ' ' || to[k - 1] != ' ') to[k++] = c;
    }
    to[k] = '\0';
    return true;
}

/* Without blanks and control characters: it stands in lines. */
static bool is_name(const char *text)
{
    for (; *text; text++)
        if (*text == ' ' || iscntrl((unsigned char)*text)) return false;
    return true;
}

/* NAME or NAME(settings); a name with * ? [ is a pattern. */
static bool read_part(plan_word *w, const char *text, size_t n)
{
    const char *open = memchr(text, '(', n);
    *w = (plan_word){ 0 };
    if (open && text[n - 1] != ')') return false;
    if (!tidy(w->name, text, open ? (size_t)(open - text) : n)) return false;
    if (!*w->name || !is_name(w->name)) return false;
    if (open && !tidy(w->settings, open + 1, (size_t)(text + n - open) - 2)) return false;
    w->glob = strpbrk(w->name, "*?[") != NULL;
    return true;
}

bool plan_word_read(plan_word *w, const char *text) { return read_part(w, text, strlen(text)); }

bool plan_solver_read(plan_solver *s, const char *text)
{
    const char *at = strchr(text, '@');
    *s = (plan_solver){ 0 };
    if (!read_part(&s->word, text, at ? (size_t)(at - text) : strlen(text))) return false;
    if (!at) return true;
    s->nforms = 1;
    s->forms = need(calloc(1, sizeof *s->forms));
    return fits_into(s->forms[0], CELL_TEXT, at + 1);
}
