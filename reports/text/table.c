/* table.c -- a table filled row by row and written as Markdown, HTML, CSV or LaTeX.
 *
 * Every field is kept twice: as people read it, and with all its digits for CSV.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/text/table.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/printable.h"
#include "bench/base/util.h"

typedef struct field {
    char *shown, *exact;
    bool number;
} field;

struct table {
    int ncolumns, nfields;
    char **header;
    field *fields;
};

table *table_new(const char *headers)
{
    table *t = need(calloc(1, sizeof *t));
    for (const char *p = headers; *p;) {
        const int length = (int)strcspn(p, "|");
        t->header = grown(t->header, (size_t)t->ncolumns + 1, sizeof *t->header);
        t->header[t->ncolumns++] = text_of("%.*s", length, p);
        p += length;
        if (*p) p++;
    }
    return t;
}

void table_free(table *t)
{
    if (!t) return;
    for (int i = 0; i < t->ncolumns; i++) free(t->header[i]);
    for (int i = 0; i < t->nfields; i++) {
        free(t->fields[i].shown);
        free(t->fields[i].exact);
    }
    free(t->header);
    free(t->fields);
    free(t);
}

static void add(table *t, char *shown, char *exact, bool number)
{
    t->fields = grown(t->fields, (size_t)t->nfields + 1, sizeof *t->fields);
    t->fields[t->nfields++] = (field){ shown, exact, number };
}

void table_text(table *t, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tame(text, "\n\t");
    add(t, text_of("%s", text), text_of("%s", text), false);
}

static char *formatted(const char *format, double value)
{
    char text[64];
    snprintf(text, sizeof text, "%s", "");
    const int precision = (int)strtol(format + strcspn(format, "0123456789"), NULL, 10);
    switch (format[strlen(format) - 1]) {
    case 'f':
        snprintf(text, sizeof text, "%.*f", precision, value);
        break;
    case 'e':
        snprintf(text, sizeof text, "%.*e", precision, value);
        break;
    default:
        snprintf(text, sizeof text, "%.*g", precision, value);
        break;
    }
    return text_of("%s", text);
}

void number_text(double v, char *text, size_t size)
{
    for (int places = 15; places <= 17; places++) {
        snprintf(text, size, "%.*g", places, v);
        if (strtod(text, NULL) == v) return;
    }
}

void table_number(table *t, const char *format, double value)
{
    char exact[40];
    number_text(value, exact, sizeof exact);
    if (isfinite(value))
        add(t, formatted(format, value), text_of("%s", exact), true);
    else
        add(t, text_of("%s", ""), text_of("%s", ""), true);
}

void table_count(table *t, long value)
{
    if (value < 0)
        add(t, text_of("%s", ""), text_of("%s", ""), true);
    else
        add(t, text_of("%ld", value), text_of("%ld", value), true);
}

int table_rows(const table *t) { return t->ncolumns ? t->nfields / t->ncolumns : 0; }

static const field *at(const table *t, int row, int column)
{
    return &t->fields[row * t->ncolumns + column];
}

/* A column of numbers stands to the right. */
static bool is_numeric(const table *t, int column)
{
    bool number = table_rows(t) > 0;
    for (int i = 0; i < table_rows(t); i++) number = number && at(t, i, column)->number;
    return number;
}

void table_markdown(const table *t, FILE *f)
{
    for (int j = 0; j < t->ncolumns; j++) {
        fputs("| ", f);
        markdown_text(f, t->header[j]);
        fputc(' ', f);
    }
    fputs("|\n", f);
    for (int j = 0; j < t->ncolumns; j++) fputs(is_numeric(t, j) ? "|---:" : "|:---", f);
    fputs("|\n", f);
    for (int i = 0; i < table_rows(t); i++) {
        for (int j = 0; j < t->ncolumns; j++) {
            fputs("| ", f);
            markdown_text(f, at(t, i, j)->shown);
            fputc(' ', f);
        }
        fputs("|\n", f);
    }
    fputc('\n', f);
}

/* Numbers and words stay on one line; sentences may take several. */
static const char *cell_tag(const field *e)
{
    enum { SENTENCE = 60 };
    return e->number                     ? "<td class=\"n\">"
           : strlen(e->shown) > SENTENCE ? "<td class=\"s\">"
                                         : "<td>";
}

static void attribute(FILE *f, const char *name, const char *text)
{
    fprintf(f, " %s=\"", name);
    html_text(f, text);
    fputc('"', f);
}

void table_html(const table *t, const char *name, const char *title, FILE *f)
{
    fputs("<div class=\"wide\"><table", f);
    attribute(f, "data-name", name);
    attribute(f, "data-title", title);
    fputs("><caption>", f);
    html_text(f, title);
    fputs("</caption>\n<thead><tr>", f);
    for (int j = 0; j < t->ncolumns; j++) {
        fputs("<th scope=\"col\">", f);
        html_text(f, t->header[j]);
        fputs("</th>", f);
    }
    fputs("</tr></thead>\n<tbody>\n", f);
    for (int i = 0; i < table_rows(t); i++) {
        fputs("<tr>", f);
        for (int j = 0; j < t->ncolumns; j++) {
            fputs(cell_tag(at(t, i, j)), f);
            html_text(f, at(t, i, j)->shown);
            fputs("</td>", f);
        }
        fputs("</tr>\n", f);
    }
    fputs("</tbody></table></div>\n", f);
}

void table_csv(const table *t, FILE *f)
{
    for (int j = 0; j < t->ncolumns; j++) {
        if (j) fputc(',', f);
        csv_field(f, t->header[j]);
    }
    fputc('\n', f);
    for (int i = 0; i < t->nfields; i++) {
        csv_field(f, t->fields[i].exact);
        fputc((i + 1) % t->ncolumns ? ',' : '\n', f);
    }
}

static size_t longest_of(const table *t, int column)
{
    size_t longest = 0;
    for (int i = 0; i < table_rows(t); i++) {
        const size_t n = strlen(at(t, i, column)->shown);
        if (n > longest) longest = n;
    }
    return longest;
}

/* Sentences take several lines. A row begins with an empty group, or a bracket there would
 * belong to the end of the row before. */
void table_latex(const table *t, FILE *f)
{
    enum { SENTENCE = 45, MANY = 14 };
    /* or it is wider than a page */
    if (t->ncolumns > MANY) fputs("\\setlength{\\tabcolsep}{1.5pt}", f);
    fputs("\\begin{longtable}{", f);
    for (int j = 0; j < t->ncolumns; j++)
        fputs(is_numeric(t, j) ? "r" : longest_of(t, j) > SENTENCE ? "p{55mm}" : "l", f);
    fputs("}\n\\hline\n", f);
    for (int j = 0; j < t->ncolumns; j++) {
        fputs(j ? " & " : "{}", f);
        latex_text(f, t->header[j]);
    }
    fputs(" \\\\ \\hline\n\\endhead\n", f);
    for (int i = 0; i < t->nfields; i++) {
        if (i % t->ncolumns == 0) fputs("{}", f);
        latex_text(f, t->fields[i].shown);
        fputs((i + 1) % t->ncolumns ? " & " : " \\\\\n", f);
    }
    fputs("\\hline\n\\end{longtable}\n", f);
}

/* Signs that take a place: in UTF-8 all bytes but those that continue one. */
static int width_of(const char *text)
{
    int n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* Control characters, which a terminal may obey, become blanks. */
static void plain_field(FILE *f, const char *text, int width, bool right, bool last)
{
    const int room = width - width_of(text);
    fprintf(f, "%*s", right ? room : 0, "");
    for (; *text; text++) fputc(iscntrl((unsigned char)*text) ? ' ' : *text, f);
    fprintf(f, "%*s%s", right || last ? 0 : room, "", last ? "\n" : "  ");
}

void table_plain(const table *t, FILE *f)
{
    int *width = need(calloc((size_t)t->ncolumns + 1, sizeof *width));
    for (int j = 0; j < t->ncolumns; j++) {
        width[j] = width_of(t->header[j]);
        for (int i = 0; i < table_rows(t); i++)
            if (width_of(at(t, i, j)->shown) > width[j])
                width[j] = width_of(at(t, i, j)->shown);
    }
    for (int i = -1; i < table_rows(t); i++)
        for (int j = 0; j < t->ncolumns; j++)
            plain_field(f, i < 0 ? t->header[j] : at(t, i, j)->shown, width[j],
                        is_numeric(t, j), j + 1 == t->ncolumns);
    free(width);
}
