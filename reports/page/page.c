/* page.c -- one text written twice: index.md and a plain, self-contained index.html.
 *
 * Long tables are folded; each is also a CSV file with all digits, of which people see a few. A
 * file that could not be written is remembered and reported at the end, not at each line.
 *
 * The HTML is kept until the end: pictures that stand in the page itself are drawn by then, and
 * the digests of its scripts, the only ones that a browser shall run, are known.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/page.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/digest.h"
#include "bench/base/util.h"
#include "reports/figures/svg.h"
#include "reports/page/assets.h"
#include "reports/page/latex.h"
#include "reports/page/template.h"
#include "reports/text/base64.h"
#include "bench/base/partial.h"

enum { FOLDED_FROM = 12, TEXT_MAX = 4096, LONGEST = 150 };

/* Something that goes into the HTML at its end: a picture, or with figure NULL the
 * permissions. */
typedef struct insertion {
    size_t at;
    char *figure, *caption;
} insertion;

struct page {
    FILE *md, *html; /* html: into text */
    char *text;
    size_t size;
    char *folder, *broken; /* broken: the first file that could not be written */
    FILE *tex;             /* NULL: none asked for */
    insertion *inserted;
    int ninserted;
    char *allowed; /* scripts, by their digests */
    int longest;   /* rows of a table in the page */
    bool bare;     /* figures are scripts and data alone */
};

static void note_broken(page *p, const char *path)
{
    if (!p->broken) p->broken = text_of("cannot write %s: %s", path, strerror(errno));
}

/* A part of the template into a text of the page. */
#define WRITE(p, f, part, ...) note_part(p, part, template_write(f, part, __VA_ARGS__))
#define HTML(p, part, ...)     WRITE(p, (p)->html, part, __VA_ARGS__)

static void note_part(page *p, const char *part, bool good)
{
    if (!good && !p->broken)
        p->broken = text_of("page.html: no part %s with these places", part);
}

static FILE *open_in(page *p, const char *name)
{
    char *path = text_of("%s/%s", p->folder, name);
    FILE *f = partial_open(path);
    if (!f) note_broken(p, path);
    free(path);
    return f;
}

static void close_in(page *p, FILE *f, const char *name)
{
    char *path = text_of("%s/%s", p->folder, name);
    reason why;
    if (!partial_close(f, path, true, true, &why) && !p->broken)
        p->broken = text_of("cannot write %s", why.text);
    free(path);
}

static void insert(page *p, const char *figure, const char *caption)
{
    p->inserted = grown(p->inserted, (size_t)p->ninserted + 1, sizeof *p->inserted);
    p->inserted[p->ninserted++] =
        (insertion){ (size_t)ftell(p->html), figure ? copied(figure) : NULL,
                     caption ? copied(caption) : NULL };
}

static void page_free(page *p)
{
    for (int i = 0; i < p->ninserted; i++) {
        free(p->inserted[i].figure);
        free(p->inserted[i].caption);
    }
    free(p->inserted);
    free(p->allowed);
    free(p->text);
    free(p->broken);
    free(p->folder);
    free(p);
}

static void write_head(page *p, const char *title)
{
    fputs("# ", p->md);
    markdown_text(p->md, title);
    fputs("\n\n", p->md);
    char *style = text_of("%.*s", (int)asset_size(&asset_style), asset_style.at);
    HTML(p, "begin", NULL);
    insert(p, NULL, NULL);
    HTML(p, "head", "title", title, "style", style);
    free(style);
}

page *page_begin(const char *folder, const char *title, bool latex, reason *why)
{
    page *p = need(calloc(1, sizeof *p));
    p->folder = copied(folder);
    p->longest = LONGEST;
    p->allowed = copied("");
    p->md = open_in(p, "index.md");
    if (!p->md) {
        reason_set(why, "%s", p->broken);
        page_free(p);
        return NULL;
    }
    p->tex = latex ? open_in(p, "report.tex") : NULL;
    latex_begin(p->tex, title);
    p->html = need(open_memstream(&p->text, &p->size));
    write_head(p, title);
    return p;
}

/* ---- what is known at the end ------------------------------------------------------------ */

/* Nothing is fetched, and no script runs but those that were written here, whatever a text of a
 * store may hold. */
static void write_permissions(page *p, FILE *f)
{
    WRITE(p, f, "permissions", "scripts", *p->allowed ? p->allowed : "'none'");
}

static void write_html(page *p, FILE *f)
{
    size_t at = 0;
    for (int i = 0; i < p->ninserted; i++) {
        fwrite(p->text + at, 1, p->inserted[i].at - at, f);
        at = p->inserted[i].at;
        if (p->inserted[i].figure)
            svg_into_html(p->folder, p->inserted[i].figure, p->inserted[i].caption, f);
        else
            write_permissions(p, f);
    }
    fwrite(p->text + at, 1, p->size - at, f);
}

bool page_end(page *p, reason *why)
{
    HTML(p, "end", NULL);
    need(fclose(p->html) ? NULL : p);
    close_in(p, p->md, "index.md");
    latex_end(p->tex);
    if (p->tex) close_in(p, p->tex, "report.tex");
    FILE *f = open_in(p, "index.html");
    if (f) {
        write_html(p, f);
        close_in(p, f, "index.html");
    }
    const bool good = !p->broken || reason_set(why, "%s", p->broken);
    page_free(p);
    return good;
}

FILE *page_html(page *p) { return p->html; }

void page_part(page *p, const char *part, const char *place, const char *text)
{
    HTML(p, part, place, text);
}

void page_script(page *p, const char *text, size_t n)
{
    unsigned char digest[DIGEST_BYTES];
    char *old = p->allowed, *code = NULL;
    size_t size;
    digest_raw(text, n, digest);
    FILE *f = need(open_memstream(&code, &size));
    base64_text(f, digest, sizeof digest);
    fclose(f);
    p->allowed = text_of("%s%s'sha256-%s'", old, *old ? " " : "", code);
    free(code);
    free(old);
    code = text_of("%.*s", (int)n, text);
    HTML(p, "script", "code", code);
    free(code);
}

void page_open(page *p, const char *id, bool open, const char *title)
{
    HTML(p, "open", "id", id, "state", open ? " open" : "", "title", title);
}

void page_close(page *p) { HTML(p, "close", NULL); }

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
    latex_heading(p->tex, level, text);
    fprintf(p->md, "%.*s ", level, "######");
    markdown_text(p->md, text);
    fputs("\n\n", p->md);
    HTML(p, "heading", "level", (char[]){ (char)('0' + level), '\0' }, "anchor", name, "text",
         text);
}

void page_text(page *p, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    latex_paragraph(p->tex, text);
    markdown_text(p->md, text);
    fputs(*text ? "\n\n" : "\n", p->md);
    if (!*text) return;
    HTML(p, "paragraph", "text", text);
}

/* HTML in both: within it Markdown means nothing. */
void page_code(page *p, const char *text)
{
    FILE *const to[] = { p->md, p->html };
    latex_paragraph(p->tex, text);
    for (int i = 0; i < 2; i++) {
        WRITE(p, to[i], "code", "text", text);
    }
    fputc('\n', p->md);
}

void page_item(page *p, const char *term, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!*text) return;
    latex_item(p->tex, term, text);
    fputs("- **", p->md);
    markdown_text(p->md, term);
    fputs(":** ", p->md);
    markdown_text(p->md, text);
    fputc('\n', p->md);
    HTML(p, "item", "term", term, "text", text);
}

void page_link(page *p, const char *text)
{
    char name[TEXT_MAX];
    anchor(text, name, sizeof name);
    fputs("- [", p->md);
    markdown_text(p->md, text);
    fprintf(p->md, "](#%s)\n", name);
    HTML(p, "link", "anchor", name, "text", text);
}

static void figure_in_texts(page *p, const char *name, const char *caption)
{
    latex_figure(p->tex, name, caption);
    if (!p->bare) {
        fputs("[![", p->md);
        markdown_text(p->md, caption);
        fprintf(p->md, "](figures/%s.png)](figures/%s.svg)\n\n", name, name);
    }
    markdown_text(p->md, caption);
    fprintf(p->md, " ([script](figures/%s.gp), [data](figures/%s.dat))\n\n", name, name);
}

/* A part around the caption and links to what a figure is made of */
static void figure_links(page *p, const char *part, const char *name, const char *caption)
{
    char *links = template_text(p->bare ? "links_without_pictures" : "links", "caption",
                                caption, "name", name);
    HTML(p, part, "links", links);
    free(links);
}

void page_picture(page *p, const char *name, const char *caption)
{
    if (p->bare) {
        page_figure(p, name, caption);
        return;
    }
    figure_in_texts(p, name, caption);
    HTML(p, "figure", NULL);
    insert(p, name, caption);
    figure_links(p, "figcaption", name, caption);
}

void page_figure(page *p, const char *name, const char *caption)
{
    figure_in_texts(p, name, caption);
    figure_links(p, "note", name, caption);
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
static void write_summary(page *p, FILE *f, const table *t, const char *title)
{
    char rows[32];
    snprintf(rows, sizeof rows, "%d row%s", table_rows(t), table_rows(t) == 1 ? "" : "s");
    WRITE(p, f, "summary", "state", table_rows(t) <= FOLDED_FROM ? " open" : "", "title", title,
          "rows", rows);
}

void page_without_pictures(page *p) { p->bare = true; }

void page_notice(page *p, const char *text)
{
    latex_paragraph(p->tex, text);
    fputs("**", p->md);
    markdown_text(p->md, text);
    fputs("**\n\n", p->md);
    HTML(p, "notice", "text", text);
}

void page_longest_table(page *p, int rows) { p->longest = rows; }

/* A table that nobody could read in a page is a file alone. */
static bool too_long(page *p, const char *name, const char *title, const table *t)
{
    if (table_rows(t) <= p->longest) return false;
    page_text(p, "%s: %d rows, in tables/%s.csv", title, table_rows(t), name);
    return true;
}

void page_table(page *p, const char *name, const char *title, const char *note, const table *t)
{
    if (!table_rows(t)) return;
    write_file(p, name, "csv", t, table_csv);
    if (p->tex) write_file(p, name, "tex", t, table_latex);
    latex_table(p->tex, name, title, note, table_rows(t));
    if (too_long(p, name, title, t)) return;
    write_summary(p, p->md, t, title);
    fputs("\n\n", p->md);
    if (note && *note) {
        markdown_text(p->md, note);
        fputc(' ', p->md);
    }
    fprintf(p->md, "[CSV](tables/%s.csv)\n\n", name);
    table_markdown(t, p->md);
    WRITE(p, p->md, "close", NULL);
    fputc('\n', p->md);
    write_summary(p, p->html, t, title);
    HTML(p, "table", "note", note ? note : "", "name", name);
    table_html(t, name, title, p->html);
    page_close(p);
}
