/* escape.c -- characters that mean something in Markdown, HTML, CSV, LaTeX and gnuplot.
 *
 * Each language has its own, and one function that knows them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/text/escape.h"

#include "bench/base/printable.h"
#include "bench/base/util.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What stands for a character in a language; NULL: the character itself. */
typedef const char *(*dictionary)(char c);

static void translate(FILE *f, const char *text, dictionary d)
{
    for (; *text; text++) {
        const char *by = d(*text);
        if (by)
            fputs(by, f);
        else
            fputc(*text, f);
    }
}

static const char *in_html(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

/* XML knows no control characters, whether written by their numbers or not. */
void html_text(FILE *f, const char *text)
{
    char *copy = copied(text);
    tame(copy, "\n\t\r");
    translate(f, copy, in_html);
    free(copy);
}

void line_text(FILE *f, const char *text)
{
    char *copy = copied(text);
    tame(copy, "");
    fputs(copy, f);
    free(copy);
}

/* A # begins a directive, such as # SKIP, that would hide a failure. */
static const char *in_tap(char c) { return c == '#' ? "\\#" : c == '\\' ? "\\\\" : NULL; }

void tap_text(FILE *f, const char *text)
{
    char *copy = copied(text);
    tame(copy, "");
    translate(f, copy, in_tap);
    free(copy);
}

/* A line of its own could begin a heading, a list or raw HTML; & < > are entities, since some
 * readers take a backslash before them for nothing. */
void markdown_text(FILE *f, const char *text)
{
    for (; *text; text++) {
        const char *entity = strchr("&<>", *text) ? in_html(*text) : NULL;
        if (entity) {
            fputs(entity, f);
            continue;
        }
        if (strchr("|*_[]`\\", *text)) fputc('\\', f);
        fputc(iscntrl((unsigned char)*text) ? ' ' : *text, f);
    }
}

void csv_field(FILE *f, const char *text)
{
    const bool quote = strpbrk(text, ",\"\r\n") != NULL;
    if (quote) fputc('"', f);
    for (; *text; text++) {
        if (*text == '"') fputc('"', f);
        fputc(*text, f);
    }
    if (quote) fputc('"', f);
}

static const char *in_latex(char c)
{
    switch (c) {
    case '\\':
        return "\\textbackslash{}";
    case '~':
        return "\\textasciitilde{}";
    case '^':
        return "\\textasciicircum{}";
    case '<':
        return "\\textless{}";
    case '>':
        return "\\textgreater{}";
    case '|':
        return "\\textbar{}";
    case '[':
        return "{[}";
    default:
        return iscntrl((unsigned char)c) ? " " : NULL;
    }
}

/* A sign of UTF-8 beyond ASCII: its number, and its length in bytes; a damaged one is a
 * byte. */
static unsigned long sign_of(const unsigned char *at, int *length)
{
    const int more = at[0] >= 0xf0 ? 3 : at[0] >= 0xe0 ? 2 : at[0] >= 0xc0 ? 1 : 0;
    unsigned long sign = more == 3 ? at[0] & 0x07 : more == 2 ? at[0] & 0x0f : at[0] & 0x1f;
    *length = 1;
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80) return at[0];
        sign = sign << 6 | (at[i] & 0x3f);
    }
    *length = more + 1;
    return more ? sign : at[0];
}

/* Letters of western Europe, which every font of LaTeX can make. */
static bool is_western(unsigned long sign, int length)
{
    return length == 2 && sign >= 0xc0 && sign <= 0xff && sign != 0xd0 && sign != 0xd7 &&
           sign != 0xde && sign != 0xf0 && sign != 0xf7 && sign != 0xfe;
}

/* Other signs stand by their number: one that a font has not would stop the whole document. */
static int latex_sign(FILE *f, const char *text)
{
    int length;
    const unsigned long sign = sign_of((const unsigned char *)text, &length);
    if (is_western(sign, length))
        fwrite(text, 1, (size_t)length, f);
    else if (length > 1 && (sign == 0x2013 || sign == 0x2014))
        fputs("--", f);
    else
        fprintf(f, "(U+%04lX)", sign);
    return length;
}

void latex_text(FILE *f, const char *text)
{
    while (*text) {
        const char one[] = { *text, '\0' };
        if ((unsigned char)*text >= 0x80) {
            text += latex_sign(f, text);
            continue;
        }
        if (strchr("&%$#_{}", *text)) fputc('\\', f);
        translate(f, one, in_latex);
        text++;
    }
}

/* Backquotes run a shell even inside a double-quoted string, and a line break inside a block
 * becomes a semicolon. In octal neither is seen before the string is complete. */
void gnuplot_text(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (iscntrl(c))
            fputc(' ', f);
        else if (strchr("\"\\`", c))
            fprintf(f, "\\%03o", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}
