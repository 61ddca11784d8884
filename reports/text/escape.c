/* escape.c -- characters that mean something in Markdown, HTML, CSV, LaTeX and gnuplot.
 *
 * Each language has its own, and one function that knows them. */
#include "reports/text/escape.h"

#include <ctype.h>
#include <stdbool.h>
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

void html_text(FILE *f, const char *text) { translate(f, text, in_html); }

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
    case '\n':
    case '\r':
        return " ";
    default:
        return NULL;
    }
}

void latex_text(FILE *f, const char *text)
{
    for (; *text; text++) {
        const char one[] = { *text, '\0' };
        if (strchr("&%$#_{}", *text)) fputc('\\', f);
        translate(f, one, in_latex);
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
