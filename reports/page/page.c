/* page.c -- one text written twice: index.md and a plain, self-contained index.html.
 *
 * Long tables are folded; each is also a CSV file with all digits, of which people see a few. A
 * file that could not be written is remembered and reported at the end, not at each line. */
#include "reports/page/page.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

enum { FOLDED_FROM = 12, TEXT_MAX = 4096 };

struct page {
    FILE *md, *html;
    char *folder, *broken; /* broken: the first file that could not be written */
    bool latex;
};

static const char style_sheet[] =
    "body{font:16px/1.45 sans-serif;max-width:1100px;margin:2em auto;padding:0 "
    "1em;color:#222}\n"
    "img{max-width:100%;height:auto;border:1px solid #ddd}figure{margin:1.5em 0}\n"
    "figcaption{color:#555;font-size:.9em}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.85em;margin:.5em 0}\n"
    "th,td{border:1px solid #ccc;padding:.2em .5em;text-align:left;white-space:nowrap}\n"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}th{background:#f2f2f2}\n"
    "td.s{white-space:normal;min-width:24em}\n"
    "summary{cursor:pointer;font-weight:bold;margin:.6em 0}dt{font-weight:bold}\n"
    "tbody tr:nth-child(even){background:#fafafa}\n";

static FILE *open_in(page *p, const char *name)
{
    char *path = text_of("%s/%s", p->folder, name);
    FILE *f = fopen(path, "w");
    if (!f && !p->broken) p->broken = text_of("cannot write %s: %s", path, strerror(errno));
    free(path);
    return f;
}

/* A full disk shows at the latest when a file is closed. */
static void close_in(page *p, FILE *f, const char *name)
{
    const bool bad = ferror(f) != 0;
    if ((fclose(f) || bad) && !p->broken)
        p->broken = text_of("writing %s/%s failed: %s", p->folder, name, strerror(errno));
}

page *page_begin(const char *folder, const char *title, bool latex, char *why, size_t size)
{
    page *p = need(calloc(1, sizeof *p));
    p->folder = copied(folder);
    p->latex = latex;
    p->md = open_in(p, "index.md");
    p->html = p->md ? open_in(p, "index.html") : NULL;
    if (!p->html) {
        fail(why, size, "%s", p->broken);
        if (p->md) fclose(p->md);
        free(p->broken);
        free(p->folder);
        free(p);
        return NULL;
    }
    fputs("# ", p->md);
    markdown_text(p->md, title);
    fputs("\n\n", p->md);
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
          p->html);
    html_text(p->html, title);
    fprintf(p->html, "</title>\n<style>\n%s</style></head><body>\n<h1>", style_sheet);
    html_text(p->html, title);
    fputs("</h1>\n", p->html);
    return p;
}

bool page_end(page *p, char *why, size_t size)
{
    fputs("</body></html>\n", p->html);
    close_in(p, p->md, "index.md");
    close_in(p, p->html, "index.html");
    const bool good = !p->broken || fail(why, size, "%s", p->broken);
    free(p->broken);
    free(p->folder);
    free(p);
    return good;
}

/* Anchor of a heading, by the rule of the common Markdown renderers. */
static void anchor(const char *text, char *name, size_t size)
{
    size_t n = 0;
    for (; *text && n + 1 < size; text++) {
        const unsigned char c = (unsigned char)*text;
        if (isalnum(c) || c == '_' || c == '-')
            name[n++] = (char)tolower(c);
        else if (c == ' ')
            name[n++] = '-';
    }
    name[n] = '\0';
}

void page_heading(page *p, int level, const char *format, ...)
{
    char text[TEXT_MAX], name[TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    anchor(text, name, sizeof name);
    fprintf(p->md, "%.*s ", level, "######");
    markdown_text(p->md, text);
    fputs("\n\n", p->md);
    fprintf(p->html, "<h%d id=\"%s\">", level, name);
    html_text(p->html, text);
    fprintf(p->html, "</h%d>\n", level);
}

void page_text(page *p, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    markdown_text(p->md, text);
    fputs(*text ? "\n\n" : "\n", p->md);
    if (!*text) return;
    fputs("<p>", p->html);
    html_text(p->html, text);
    fputs("</p>\n", p->html);
}

void page_item(page *p, const char *term, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!*text) return;
    fputs("- **", p->md);
    markdown_text(p->md, term);
    fputs(":** ", p->md);
    markdown_text(p->md, text);
    fputc('\n', p->md);
    fputs("<b>", p->html);
    html_text(p->html, term);
    fputs(":</b> ", p->html);
    html_text(p->html, text);
    fputs("<br>\n", p->html);
}

void page_link(page *p, const char *text)
{
    char name[TEXT_MAX];
    anchor(text, name, sizeof name);
    fputs("- [", p->md);
    markdown_text(p->md, text);
    fprintf(p->md, "](#%s)\n", name);
    fprintf(p->html, "<a href=\"#%s\">", name);
    html_text(p->html, text);
    fputs("</a><br>\n", p->html);
}

void page_figure(page *p, const char *name, const char *caption)
{
    fputs("[![", p->md);
    markdown_text(p->md, caption);
    fprintf(p->md, "](figures/%s.png)](figures/%s.svg)\n\n", name, name);
    markdown_text(p->md, caption);
    fprintf(p->md, " ([script](figures/%s.gp), [data](figures/%s.dat))\n\n", name, name);
    fprintf(p->html, "<figure><a href=\"figures/%s.svg\"><img src=\"figures/%s.png\" alt=\"",
            name, name);
    html_text(p->html, caption);
    fputs("\"></a><figcaption>", p->html);
    html_text(p->html, caption);
    fprintf(p->html,
            " (<a href=\"figures/%s.svg\">SVG</a>, <a href=\"figures/%s.gp\">script</a>, "
            "<a href=\"figures/%s.dat\">data</a>)</figcaption></figure>\n",
            name, name, name);
}

static void write_file(page *p, const char *name, const char *suffix, const table *t,
                       void (*write)(const table *, FILE *))
{
    char *file = text_of("tables/%s.%s", name, suffix);
    FILE *f = open_in(p, file);
    if (f) {
        write(t, f);
        close_in(p, f, file);
    }
    free(file);
}

/* HTML in both. */
static void write_summary(FILE *f, const table *t, const char *title)
{
    fprintf(f, "<details%s><summary>", table_rows(t) <= FOLDED_FROM ? " open" : "");
    html_text(f, title);
    fprintf(f, " (%d rows)</summary>", table_rows(t));
}

void page_table(page *p, const char *name, const char *title, const char *note, const table *t)
{
    if (!table_rows(t)) return;
    write_file(p, name, "csv", t, table_csv);
    if (p->latex) write_file(p, name, "tex", t, table_latex);
    write_summary(p->md, t, title);
    fputs("\n\n", p->md);
    if (note && *note) {
        markdown_text(p->md, note);
        fputc(' ', p->md);
    }
    fprintf(p->md, "[CSV](tables/%s.csv)\n\n", name);
    table_markdown(t, p->md);
    fputs("</details>\n\n", p->md);
    write_summary(p->html, t, title);
    fputs("\n<p>", p->html);
    html_text(p->html, note ? note : "");
    fprintf(p->html, " <a href=\"tables/%s.csv\">CSV</a></p>\n", name);
    table_html(t, p->html);
    fputs("</details>\n", p->html);
}
