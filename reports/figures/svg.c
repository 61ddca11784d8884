/* svg.c -- a picture of gnuplot's made smaller: it opens a group for every change of colour or
 * width, and most of them stay empty.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/svg.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/text/base64.h"
#include "reports/text/escape.h"

/* What a reader of SVG takes for granted. */
static const char *const idle[] = { " stroke-linecap=\"butt\"", " stroke-linejoin=\"miter\"" };

static size_t idle_length(const char *c)
{
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (!strncmp(c, idle[i], strlen(idle[i]))) return strlen(idle[i]);
    return 0;
}

/* Inside tags: idle words go, and numbers from ten on keep one decimal, a tenth of a pixel. */
static void drop_idle(char *text)
{
    char *to = text;
    bool inside = false;
    for (int digits = 0, decimals = -1; *text; text++) {
        const bool digit = isdigit((unsigned char)*text);
        const size_t skipped = idle_length(text);
        if (skipped) {
            text += skipped - 1;
            continue;
        }
        inside = *text == '<' || (inside && *text != '>');
        decimals = *text == '.' ? 0 : digit && decimals >= 0 ? decimals + 1 : -1;
        if (decimals < 0) digits = digit ? digits + 1 : 0;
        if (!inside || decimals < 2 || digits < 2) *to++ = *text;
    }
    *to = '\0';
}

/* Runs of blanks become one, those beside a tag's ends none. */
static size_t drop_blanks(char *text)
{
    char *to = text;
    for (const char *c = text; *c; c++) {
        const bool blank = isspace((unsigned char)*c);
        if (blank && (to == text || to[-1] == ' ' || to[-1] == '>')) continue;
        if (*c == '<' && to > text && to[-1] == ' ') to--;
        *to++ = blank ? ' ' : *c;
    }
    *to = '\0';
    return (size_t)(to - text);
}

/* One pass; groups within groups need several. Returns the new length. */
static size_t drop_empty(char *text)
{
    char *to = text;
    const char *c = text;
    while (*c) {
        const char *end = !strncmp(c, "<g ", 3) ? strchr(c, '>') : NULL;
        if (end && end[-1] != '/' && !strncmp(end, "></g>", 5))
            c = end + 5;
        else
            *to++ = *c++;
    }
    *to = '\0';
    return (size_t)(to - text);
}

size_t svg_squeeze(char *text)
{
    size_t n, before;
    drop_idle(text);
    n = drop_blanks(text);
    do {
        before = n;
        n = drop_empty(text);
    } while (n < before);
    return n;
}

/* ---- in a page --------------------------------------------------------------------------- */

void svg_into_html(const char *folder, const char *figure, const char *caption, FILE *f)
{
    enum { LARGEST = 40 * 1024 };
    char *path = text_of("%s/figures/%s.svg", folder, figure), *svg = file_text(path);
    const size_t n = svg ? svg_squeeze(svg) : 0;
    if (n > 0 && n <= LARGEST) {
        fputs("<img alt=\"", f);
        html_text(f, caption);
        fputs("\" src=\"data:image/svg+xml;base64,", f);
        base64_text(f, (const unsigned char *)svg, n);
        fputs("\">", f);
    } else {
        fprintf(f, "<img src=\"figures/%s.png\" alt=\"", figure);
        html_text(f, caption);
        fputs("\">", f);
    }
    free(svg);
    free(path);
}
