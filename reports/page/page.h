/* page.h -- one text written twice: index.md and a self-contained index.html. Both appear when
 * they are complete, each in place of the one before: who reads the folder meanwhile never
 * sees a part.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_PAGE_H
#define REPORTS_PAGE_H

#include "kernel/reason/reason.h"
#include "reports/text/table.h"

typedef struct page page;

/* NULL with a sentence if the files cannot be written. */
page *page_begin(const char *folder, const char *title, bool latex, reason *why);
/* false with a sentence if anything could not be written. */
bool page_end(page *p, reason *why);

void page_heading(page *p, int level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A paragraph; an empty one ends a list. */
void page_text(page *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Lines as they are, to be typed or read in a fixed pitch. */
void page_code(page *p, const char *text);
void page_item(page *p, const char *term, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void page_link(page *p, const char *text); /* to the level-2 heading of that text */
/* Links to figures/NAME.png, SVG, script and data. */
void page_figure(page *p, const char *name, const char *caption);
/* The same below the picture, which stands in the page itself; it is read from figures/NAME.svg
 * when the page ends. */
void page_picture(page *p, const char *name, const char *caption);
/* A part that can be folded. */
void page_open(page *p, const char *id, bool open, const char *title);
void page_close(page *p);
/* A script of ours; no other one runs in the page. */
void page_script(page *p, const char *text, size_t n);
FILE *page_html(page *p); /* for what has no Markdown */
/* A part of web/page.html that has one place (template.h). */
void page_part(page *p, const char *part, const char *place, const char *text);
/* Above all else: what a reader must know before the numbers. */
void page_notice(page *p, const char *text);
/* From here on figures are scripts and data alone: no picture of them is drawn. */
void page_without_pictures(page *p);
/* From here on tables of more rows are files alone; 150 until it is said. */
void page_longest_table(page *p, int rows);
/* Shown, folded when long, and written to tables/NAME.csv (and .tex). */
void page_table(page *p, const char *name, const char *title, const char *note, const table *t);

#endif
