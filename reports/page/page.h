/* page.h -- one text written twice: index.md and a plain, self-contained index.html. */
#ifndef REPORTS_PAGE_H
#define REPORTS_PAGE_H

#include "reports/text/table.h"

typedef struct page page;

/* NULL with a sentence if the files cannot be written. */
page *page_begin(const char *folder, const char *title, bool latex, char *why, size_t size);
/* false with a sentence if anything could not be written. */
bool page_end(page *p, char *why, size_t size);

void page_heading(page *p, int level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A paragraph; an empty one ends a list. */
void page_text(page *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void page_item(page *p, const char *term, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void page_link(page *p, const char *text); /* to the level-2 heading of that text */
/* figures/NAME.png, linked to the SVG, with links to script and data */
void page_figure(page *p, const char *name, const char *caption);
/* Shown, folded when long, and written to tables/NAME.csv (and .tex). */
void page_table(page *p, const char *name, const char *title, const char *note, const table *t);

#endif
